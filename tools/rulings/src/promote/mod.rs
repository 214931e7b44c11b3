//! From a recorded game to a ruling: the table before something happened, the steps that lead to it, and nothing that it
//! does not need.

mod course;
mod follow;
mod patience;
mod position;
mod scene;
mod shrink;

pub use patience::Patience;
pub use position::moment_of;
pub use scene::Scene;
pub use shrink::shrunk;

use crate::command_error::CommandError;
use crate::disk;
use crate::record::Record;
use crate::rulings::{self, Ruling, RulingFile};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::scripts::Scripts;
use course::{Course, Moment};
use follow::Followed;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

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

impl Promoted {
    /// Writes a ruling and its snapshot. Returns the file of the ruling.
    ///
    /// # Errors
    /// If there is a file of its name, or it cannot be written.
    pub fn write(&self, root: &Path) -> Result<PathBuf, CommandError> {
        let path = root.join(&*self.file.path);
        if path.exists() {
            return Err(CommandError::usage(format!("`{}` already exists", path.display())).help("choose another name"));
        }
        let cannot = |error: io::Error| CommandError::unwritable(&path, &error);
        // The snapshot first: without its ruling it is nothing, but a ruling is new without its snapshot.
        disk::write_inside(root, &self.file.snapshot_path(), &self.snapshot).map_err(cannot)?;
        disk::write_inside(root, &self.file.path, &*self.file.text).map_err(cannot)?;
        Ok(path)
    }
}

/// Names of rulings are names of files, in a folder for their subject.
///
/// # Errors
/// It cannot be one.
pub fn check_name(name: &str) -> Result<(), CommandError> {
    let is_part = |part: &str| {
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !part.is_empty() && part.chars().all(letter)
    };
    match name.split_once('/') {
        Some((subject, claim)) if is_part(subject) && is_part(claim) => Ok(()),
        _ => Err(CommandError::usage(format!("`{name}` cannot be the name of a ruling"))
            .help("write `<subject>/<claim>` in lower-case letters, digits and `-`: `calm/spares-only-its-player`")),
    }
}

/// What must be true of a ruling and its trace, besides that it shows a line.
pub type Also<'a> = dyn Fn(&RulingFile, &str) -> bool + 'a;

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
    /// What must be true of the ruling and its trace besides.
    pub also: Option<&'a Also<'a>>,
    /// How many facts of the record come before the line is looked for.
    pub from: usize,
    /// Whether a shorter ruling must show the line, too, and not only what must be true besides.
    pub keeps_line: bool,
    /// How much is spent on it.
    pub patience: &'a Patience,
}

impl Promoting<'_> {
    /// The smallest ruling that shows the line, as far as leaving out one thing after the other finds it.
    ///
    /// # Errors
    /// Why none of the moments before it can be the beginning of one: the latest first, each reason once.
    pub fn promote(&self) -> Result<Promoted, Vec<String>> {
        let course =
            Course::of(self.record, self.ruleset, self.host, (&self.line, self.from)).map_err(|why| vec![why])?;
        let (looking, mut reasons) = (self.patience.looking(), Vec::new());
        for moment in &course.moments {
            match self.from(&course, moment) {
                Ok(scene) => {
                    let scene = shrunk(scene, self.patience, |scene| self.shows(scene));
                    return self.promoted(&scene).map_err(|why| vec![why]);
                }
                Err(why) => {
                    let why = format!("{}: {why}", self.called(moment));
                    if !reasons.contains(&why) {
                        reasons.push(why);
                    }
                }
            }
            if looking.is_over() {
                break;
            }
        }
        Err(reasons)
    }

    /// A ruling that begins at a moment and shows the line.
    fn from(&self, course: &Course, moment: &Moment) -> Result<Scene, String> {
        let scene = self.scene(moment);
        let (_, ruling) = self.ruling(&scene)?;
        let followed = follow::follow(self.ruleset, self.host, &ruling.setup, course, moment);
        let scene = scene.with_steps(self.steps(&followed)?);
        match self.promoted_with_line(&scene) {
            Ok(_) => Ok(scene),
            Err(why) => match scene.passed_out() {
                scene if self.shows(&scene) => Ok(scene),
                _ => Err(why),
            },
        }
    }

    /// The table at a moment.
    fn scene(&self, moment: &Moment) -> Scene {
        let (rules, start) = (self.ruleset.rules(), &self.record.start);
        match moment.is_beginning() {
            true if start.is_beginning() => Scene::beginning(rules, &moment.state, start.seed),
            true => Scene { seed: start.seed, ..Scene::of(rules, &moment.state) },
            false => Scene::of(rules, &moment.state),
        }
    }

    /// The inputs of a game up to the line, and on to where nothing waits, as a trace writes them.
    fn steps(&self, followed: &Followed) -> Result<Vec<String>, String> {
        let reporter = self.ruleset.reporter(&followed.game, None);
        let facts = followed.game.trace();
        let lines = reporter.lines(facts);
        let mut written = lines.iter().filter(|(_, line)| line.trim() == self.line).map(|(at, _)| *at);
        // Where more must be true than the line says, it is the one up to which the game was followed.
        let written = if self.also.is_some() { written.next_back() } else { written.next() };
        let written = written.ok_or("the game, played on from there, never gets there")?;
        let end = followed.rests.iter().copied().find(|rest| *rest > written).unwrap_or(facts.len());
        let lines = reporter.lines(&facts[..end.min(facts.len())]).into_iter();
        let step = |line: &str| {
            let step = line.strip_prefix("> ").or_else(|| line.strip_prefix("* "))?;
            Some(step.to_owned())
        };
        Ok(lines.filter_map(|(_, line)| step(line.trim_start())).collect())
    }

    /// The name of a moment.
    fn called(&self, moment: &Moment) -> String {
        let phase = self.ruleset.rules().phases.get_index(moment.when.1.index());
        let title = phase.map_or("", |(_, phase)| &phase.title);
        match moment.is_beginning() {
            true => "from the beginning".to_owned(),
            false => format!("from turn {}, {title}", moment.when.0),
        }
    }

    fn has_line(&self, trace: &str) -> bool {
        trace.lines().any(|line| line.trim() == self.line)
    }

    /// Whether the ruling holds and shows the line.
    fn shows(&self, scene: &Scene) -> bool {
        self.promoted_with_line(scene).is_ok()
    }

    fn promoted_with_line(&self, scene: &Scene) -> Result<Promoted, String> {
        let promoted = self.promoted(scene)?;
        if !self.keeps_line || self.has_line(&promoted.trace) {
            Ok(promoted)
        } else {
            Err("the ruling never gets there".to_owned())
        }
    }

    fn promoted(&self, scene: &Scene) -> Result<Promoted, String> {
        if !self.patience.has_another() {
            return Err("no more was tried".to_owned());
        }
        let (file, ruling) = self.ruling(scene)?;
        let run = rulings::run(&ruling, self.ruleset, self.host);
        match run.failures.first() {
            Some(problem) => Err(problem.message.to_string()),
            None if self.also.is_some_and(|also| !also(&file, &run.trace)) => {
                Err("a ruling that begins there does not show the difference".to_owned())
            }
            None => Ok(Promoted { file, snapshot: rulings::written(&ruling, &run.trace), trace: run.trace }),
        }
    }

    fn ruling(&self, scene: &Scene) -> Result<(RulingFile, Ruling), String> {
        let text = scene.text(&self.claim, self.line.starts_with("! "));
        let file = RulingFile { root: PathBuf::new(), path: self.path.as_str().into(), text: text.into() };
        match rulings::read(&file, self.ruleset) {
            Ok(ruling) => Ok((file, ruling)),
            Err(problems) => {
                let first = problems.iter().next().map(|problem| problem.message.to_string());
                Err(first.unwrap_or_else(|| "its table cannot be written down".to_owned()))
            }
        }
    }
}
