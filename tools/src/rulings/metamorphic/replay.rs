//! Variants that start anew: from the log of inputs, and from the lines of the trace.

use super::{Divergence, Setting, differs};
use crate::rulings::play::{Pace, Play, Run};
use crate::rulings::steps::feed;
use cardwright::base::{Colour, Source};
use cardwright::kernel::flow::Progress;
use cardwright::kernel::prompt::{Answer, Prompt};
use cardwright::kernel::rules::Rules;
use cardwright::kernel::setup::Setup;
use cardwright::kernel::table::{ChanceQuestion, Decider, Game, Table};
use cardwright::kernel::tape::Input;
use std::rc::Rc;

/// The inputs of the log, put in again, give the same game.
pub(super) fn replayed(setting: Setting<'_>, expected: &Run) -> Option<Divergence> {
    let log: Rc<[Input]> = expected.game.log().into();
    let game = Game::new(setting.ruleset.rules(), &setting.ruling.setup);
    let mut table = setting.ruleset.table(setting.host, game, Box::new(Log(Rc::clone(&log))));
    play_log(&mut table, &log);
    let trace = setting.ruleset.trace(&expected.game, None);
    let (facts, played) = (table.game.trace().to_vec(), setting.ruleset.trace(&table.game, None));
    let found = Run { facts, trace: played, failures: Vec::new(), game: table.game.clone() };
    differs("replayed from its log", &Run { trace, ..expected.clone() }, &found)
}

/// What cannot be decided inside of a step: leaving, and giving an action up.
fn play_log(table: &mut Table, log: &[Input]) {
    for _ in 0..=log.len() {
        if let Some(Input::Leave(seat)) = log.get(table.game.log().len()) {
            table.leave(*seat);
        }
        if table.advance() == Progress::Over {
            return;
        }
        let Some(number) = table.game.prompts().first().map(|prompt| prompt.number) else { return };
        match log.get(table.game.log().len()) {
            Some(Input::Leave(_)) => {}
            Some(Input::Withdrawn(_)) if table.withdraw(number).is_ok() => {}
            _ => return,
        }
    }
}

/// Answers what the log holds at the place where the game's own log stands.
struct Log(Rc<[Input]>);

impl Decider for Log {
    fn decide(&mut self, asked: &Prompt, game: &Game, _: &Rules) -> Option<Answer> {
        match self.0.get(game.log().len()) {
            Some(Input::Answer(_, seat, answer)) if *seat == asked.seat => Some(answer.clone()),
            _ => None,
        }
    }

    fn chance(&mut self, _: &ChanceQuestion, game: &Game, _: &Rules) -> Option<Answer> {
        match self.0.get(game.log().len()) {
            Some(Input::Chance(_, answer, false)) => Some(answer.clone()),
            _ => None,
        }
    }
}

/// The decisions and outcomes of the trace, fed back as steps under another seed, give the same trace.
pub(super) fn fed_back(setting: Setting<'_>, expected: &Run) -> Option<Divergence> {
    const VARIANT: &str = "fed back from its trace";
    let trace = setting.ruleset.trace(&expected.game, None);
    let fed = feed(&trace);
    let ruling = match setting.ruling.with_steps(setting.ruleset.rules(), &fed) {
        Ok(ruling) => ruling,
        Err(problems) => {
            let source = Source { path: "steps", text: &fed };
            return Some(Divergence::new(VARIANT, problems.render(&source, Colour::Plain)));
        }
    };
    let seed = ruling.setup.seed.wrapping_add(1);
    let ruling = crate::rulings::Ruling { setup: Setup { seed, ..ruling.setup.clone() }, ..ruling };
    let mut play = Play::new(&ruling, setting.ruleset, setting.host, Pace::AtOnce);
    play.play_out(&mut |_| {});
    let found = play.finish();
    if let Some(problem) = found.failures.first() {
        let place = problem.span.clone().and_then(|span| ruling.text.get(span)).unwrap_or_default();
        return Some(Divergence::new(VARIANT, format!("{}\nat: {place}\n\n{}", problem.message, found.trace)));
    }
    (trace != found.trace).then(|| Divergence::new(VARIANT, crate::rulings::snapshot::diff(&trace, &found.trace)))
}
