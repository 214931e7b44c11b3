//! Rulings that are run and accepted.

use super::{Now, Workshop};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::text::printable;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::disk;
use cardwright_rulings::packs::embedded_snapshot;
use cardwright_rulings::parallel;
use cardwright_rulings::rulings::{self, Comparison, RulingFile};
use cardwright_rulings::runner::{Judgement, PlayedRuling, Rulesets, RulingRunner, Taken, shown};
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// How a ruling stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RulingState {
    /// Its trace is the accepted one.
    Held,
    /// What it claims holds, but its trace is another.
    Moved,
    /// No trace of it was accepted yet.
    New,
    /// Something in it does not hold, or its file cannot be read.
    Untrue,
}

/// A ruling that was run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct JudgedRuling {
    /// Its name.
    pub name: String,
    /// How it stands.
    pub state: RulingState,
    /// What does not hold, in words.
    pub why: String,
    /// Its trace line by line: as it was accepted, and as it is.
    pub lines: Vec<[Option<String>; 2]>,
    /// In how many lines it differs.
    pub differ: usize,
    /// Which words became which: the same for rulings that moved alike.
    pub moved: String,
    /// By which an acceptance names the trace that somebody has looked at.
    pub print: String,
}

impl Workshop {
    /// Runs the rulings with these names, on all processors; with their lines only if somebody wants to read them.
    pub(crate) fn judge(&self, names: &[String], with_lines: bool) -> Vec<JudgedRuling> {
        let Now { packs, loaded } = self.now();
        let wanted: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        let filter = if let [one] = names { one } else { "" };
        let files: Vec<RulingFile> =
            packs.rulings(filter).into_iter().filter(|file| wanted.contains(file.name())).collect();
        let rulesets = Rulesets::with(&packs, loaded);
        let mut all = Vec::new();
        let worker = || {
            let mut runner = RulingRunner::new(&rulesets);
            move |file: &RulingFile| judged(&mut runner, file, with_lines)
        };
        parallel::each(&files, parallel::threads(), worker, |_, judged| {
            all.push(judged);
            ControlFlow::Continue(())
        });
        let loaded = rulesets.into_loaded();
        self.keep(&packs, loaded);
        all
    }

    /// Accepts the trace with this print, as `cardwright accept` does.
    ///
    /// # Errors
    /// It does not hold, has changed meanwhile, or cannot be written.
    pub(crate) fn accept(&self, ruling: &str, print: &str) -> Result<(), String> {
        let file = &self.ruling(ruling)?;
        let Now { packs, loaded } = self.now();
        let rulesets = Rulesets::with(&packs, loaded);
        let mut runner = RulingRunner::new(&rulesets);
        let told = |failure: CommandError| failure.to_string();
        match runner.judge(file).map_err(told)? {
            Judgement::Played(played) if print_of(&played) != print => {
                return Err("its trace has changed meanwhile: run it again".into());
            }
            Judgement::Played(_) | Judgement::Unreadable(_) => {}
        }
        match runner.accept(file).map_err(told)? {
            Taken::Same | Taken::Accepted => Ok(()),
            Taken::Fails => Err("something in it does not hold: its trace cannot be accepted".into()),
            Taken::Diverges(how) => Err(format!("played in another way it gives something else: {}", printable(&how))),
        }
    }

    /// Removes a trace that was put aside for a review.
    ///
    /// # Errors
    /// There is no such ruling, or the file cannot be removed.
    pub(crate) fn reject(&self, ruling: &str) -> Result<(), String> {
        let file = self.ruling(ruling)?;
        rulings::reject(&file).map_err(|error| CommandError::unwritable(&file.snapshot(), &error).to_string())
    }
}

fn judged(runner: &mut RulingRunner<'_>, file: &RulingFile, with_lines: bool) -> JudgedRuling {
    let untrue = |why: String| JudgedRuling {
        name: file.name().to_owned(),
        state: RulingState::Untrue,
        why,
        lines: Vec::new(),
        differ: 0,
        moved: String::new(),
        print: String::new(),
    };
    let played = match runner.judge(file) {
        Err(failure) => return untrue(failure.to_string()),
        Ok(Judgement::Unreadable(problems)) => return untrue(problems.render(&file.source(), Colour::Plain)),
        Ok(Judgement::Played(played)) => played,
    };
    let failures = shown(file, &played.run.failures, Colour::Plain);
    let state = match &played.comparison {
        _ if !played.run.failures.is_empty() => RulingState::Untrue,
        Comparison::Same => RulingState::Held,
        Comparison::Missing => RulingState::New,
        Comparison::Differs(_) => RulingState::Moved,
    };
    let accepted = accepted(file);
    let now = printable(played.run.trace.trim_end()).into_owned();
    let lines = side_by_side(accepted.as_deref().unwrap_or_default().trim_end(), &now);
    let differ = lines.iter().filter(|[before, now]| before != now).count();
    JudgedRuling {
        state,
        moved: if state == RulingState::Moved { moved(&lines) } else { String::new() },
        differ,
        lines: if with_lines { lines } else { Vec::new() },
        print: print_of(&played),
        ..untrue(failures)
    }
}

/// The accepted trace.
fn accepted(file: &RulingFile) -> Option<String> {
    let snapshot = match file.root.as_os_str().is_empty() {
        true => embedded_snapshot(file).map(str::to_owned),
        false => disk::read_inside(&file.root, &file.snapshot_path()).ok().flatten(),
    };
    snapshot.map(|snapshot| rulings::contents(&snapshot).to_owned())
}

/// By which a trace is recognised.
fn print_of(played: &PlayedRuling) -> String {
    blake3::hash(played.run.trace.as_bytes()).to_hex().to_string()
}

/// Two texts line by line; where one has no line there is nothing.
fn side_by_side(before: &str, now: &str) -> Vec<[Option<String>; 2]> {
    let (before, now): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let diff = TextDiff::from_slices(&before, &now);
    let mut rows = Vec::new();
    for op in diff.ops() {
        let (old, new) = (op.old_range(), op.new_range());
        let line = |all: &[&str], range: &std::ops::Range<usize>, at: usize| {
            Some(range.start + at).filter(|at| *at < range.end).map(|at| all[at].to_owned())
        };
        rows.extend((0..old.len().max(new.len())).map(|at| [line(&before, &old, at), line(&now, &new, at)]));
    }
    rows
}

/// Which words became which: “Void” becomes “Abyss”.
fn moved(lines: &[[Option<String>; 2]]) -> String {
    let mut all: BTreeSet<String> = BTreeSet::new();
    for [before, now] in lines.iter().filter(|[before, now]| before != now) {
        match (before, now) {
            (Some(before), Some(now)) => {
                let diff = TextDiff::from_words(before.trim_start(), now.trim_start());
                let of = |tag: ChangeTag| {
                    let words = diff.iter_all_changes().filter(|change| change.tag() == tag);
                    words.map(|change| change.value()).collect::<String>().trim().to_owned()
                };
                all.insert(format!("“{}” becomes “{}”", of(ChangeTag::Delete), of(ChangeTag::Insert)));
            }
            (Some(line), None) => drop(all.insert(format!("without “{}”", line.trim()))),
            (None, Some(line)) => drop(all.insert(format!("with “{}”", line.trim()))),
            (None, None) => {}
        }
    }
    all.into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_stand_side_by_side_and_what_moved_alike_is_told_alike() {
        let lines =
            side_by_side("> A passes\n- Calm goes to B's Void\nx Celene stays", "> A passes\n- Calm goes to B's Abyss");
        let own = |line: &str| Some(line.to_owned());
        assert_eq!(lines[0], [own("> A passes"), own("> A passes")]);
        assert_eq!(lines[1], [own("- Calm goes to B's Void"), own("- Calm goes to B's Abyss")]);
        assert_eq!(lines[2], [own("x Celene stays"), None]);
        assert_eq!(moved(&lines), "without “x Celene stays”, “Void” becomes “Abyss”");
        let others = side_by_side("- Wish goes to A's Void", "- Wish goes to A's Abyss");
        assert_eq!(moved(&others), "“Void” becomes “Abyss”");
    }
}
