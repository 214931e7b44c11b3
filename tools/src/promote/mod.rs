//! From a recorded game to a ruling: the table before something happened, the steps that lead to it, and nothing that it
//! does not need.

mod scene;
mod shrink;

use crate::record::Record;
use crate::rulings::{self, RulingFile};
use cardwright::game::Ruleset;
use cardwright::kernel::prompt::Question;
use cardwright::kernel::table::{Game, Scripts};
use scene::Scene;
use std::path::PathBuf;
use std::rc::Rc;

/// How many moments before it are tried as a beginning.
const MOST_MOMENTS: usize = 60;

/// A ruling that shows what was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promoted {
    /// The file of the ruling.
    pub file: RulingFile,
    /// Its trace.
    pub trace: String,
    /// Its snapshot.
    pub snapshot: String,
}

/// What a ruling is made of.
pub struct Promoting<'a> {
    /// The record.
    pub record: &'a Record,
    /// The rules of now.
    pub ruleset: &'a Ruleset,
    /// A host for its scripts.
    pub host: &'a Rc<dyn Scripts>,
    /// The path of the ruling's file.
    pub path: String,
    /// The line of the trace that the ruling must show.
    pub line: String,
    /// What it claims.
    pub claim: String,
}

impl Promoting<'_> {
    /// The smallest ruling that shows the line, as far as leaving out one thing after the other finds it; none if no
    /// table before it could be written down.
    pub fn promote(&self) -> Option<Promoted> {
        let happened = self.happened()?;
        let log = &self.record.log;
        let game = self.after(happened)?;
        let moments = (0..happened.min(log.len())).rev().filter_map(|inputs| {
            let before = self.after(inputs)?;
            is_quiet(&before).then_some(before)
        });
        let scene = moments.take(MOST_MOMENTS).find_map(|before| {
            let steps = self.steps(&before, &game);
            let scene = Scene::of(self.ruleset, &before, steps);
            [scene.clone(), scene.passed_out()].into_iter().find(|scene| self.shows(scene))
        })?;
        let scene = shrink::shrunk(scene, |scene| self.shows(scene));
        self.promoted(&scene)
    }

    /// The game after so many inputs.
    fn after(&self, inputs: usize) -> Option<Game> {
        self.record.after(self.ruleset, self.host, inputs)
    }

    /// After how many inputs the line is there.
    fn happened(&self) -> Option<usize> {
        let is_there =
            |inputs: usize| self.after(inputs).is_some_and(|game| self.has_line(&self.ruleset.trace(&game, None)));
        let (mut not_yet, mut there) = (0, self.record.log.len());
        if !is_there(there) {
            return None;
        }
        while not_yet < there {
            let middle = usize::midpoint(not_yet, there);
            if is_there(middle) {
                there = middle;
            } else {
                not_yet = middle + 1;
            }
        }
        Some(there)
    }

    fn has_line(&self, trace: &str) -> bool {
        trace.lines().any(|line| line.trim() == self.line)
    }

    /// The inputs between two moments, as a trace writes them.
    fn steps(&self, before: &Game, after: &Game) -> Vec<String> {
        let reporter = self.ruleset.reporter(after, None);
        let facts = before.trace().len();
        let lines = reporter.lines(after.trace()).into_iter().filter(|(at, _)| *at >= facts);
        let mut steps = Vec::new();
        for (_, line) in lines {
            let line = line.trim_start();
            if line.starts_with("* ") {
                steps.push(line.trim_start_matches("* ").to_owned());
            } else if let Some(step) = line.strip_prefix("> ") {
                steps.push(step.to_owned());
            }
        }
        steps
    }

    /// Whether the ruling holds and shows the line.
    fn shows(&self, scene: &Scene) -> bool {
        self.promoted(scene).is_some_and(|promoted| self.has_line(&promoted.trace))
    }

    fn promoted(&self, scene: &Scene) -> Option<Promoted> {
        let text = scene.text(&self.claim);
        let file = RulingFile { root: PathBuf::new(), path: self.path.as_str().into(), text: text.into() };
        let ruling = rulings::read(&file, self.ruleset).ok()?;
        let run = rulings::run(&ruling, self.ruleset, self.host);
        let snapshot = rulings::written(&ruling, &run.trace);
        run.failures.is_empty().then_some(Promoted { file, trace: run.trace, snapshot })
    }
}

/// Whether a table can be written down: nothing waits or stands that a ruling cannot arrange, and the turn player is
/// asked what to do.
fn is_quiet(game: &Game) -> bool {
    let state = game.state();
    let asked = game.prompts().first();
    let acts = asked
        .is_some_and(|prompt| matches!(prompt.question, Question::Act { .. }) && prompt.seat == state.turn().player);
    acts && state.items().is_empty() && state.effects().is_empty()
}
