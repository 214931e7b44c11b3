//! Behaviour mutants: small changes of cards, scripts and rules that check clean, and whether a ruling fails by each.
//!
//! [`candidates`] makes them, [`Judge`] runs the rulings that touch what a mutant changes, [`Equivalents`] are those of
//! which a person has said why nobody can notice them, [`MutantTally`] counts, and [`draft`](draft::draft) writes the
//! ruling that is missing. (Mistakes, which the checker should catch, are made by [`mutation`](crate::seeded_errors).)

mod declared;
pub mod draft;
mod equivalent;
mod excluded;
mod guards;
mod judge;
mod plans;
mod scripts;
mod state;
mod swaps;
mod tally;
mod touched;

pub use equivalent::Equivalents;
pub use guards::Guard;
pub use judge::{Fate, Judge};
pub use plans::{SeededPlan, plan as seeded_plan};
pub use state::Resumed;
pub use tally::MutantTally;
pub use touched::Touched;

use cardwright_content::{Files, pack_of};
use cardwright_game::{Ruleset, RulesetInside};
use std::ops::Range;

/// A small change of behaviour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// What is changed: "number", "dropped statement".
    pub sort: &'static str,
    /// The file.
    pub path: Box<str>,
    /// The bytes that are replaced.
    pub span: Range<usize>,
    /// What replaces them.
    pub instead: String,
}

impl Mutant {
    /// The text of its file with the change in it.
    pub fn applied(&self, text: &str) -> String {
        format!("{}{}{}", &text[..self.span.start], self.instead, &text[self.span.end..])
    }

    /// The files with the change in them.
    pub fn files(&self, files: &Files) -> Files {
        let changed = self.applied(files.get(&self.path).unwrap_or_default());
        Files::new(files.iter().chain([(&*self.path, changed.as_str())]))
    }

    /// The line that it changes, from 1.
    pub fn line(&self, text: &str) -> u32 {
        text[..self.span.start].matches('\n').count() as u32 + 1
    }

    /// What stands there, without line breaks.
    pub fn was<'t>(&self, text: &'t str) -> &'t str {
        &text[self.span.clone()]
    }

    /// The change as a diff of the lines that it touches.
    pub fn diff(&self, text: &str) -> String {
        let start = text[..self.span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[self.span.end..].find('\n').map_or(text.len(), |at| self.span.end + at);
        let now = format!("{}{}{}", &text[start..self.span.start], self.instead, &text[self.span.end..end]);
        let side = |sign: char, text: &str| -> String {
            text.lines().filter(|line| !line.trim().is_empty()).map(|line| format!("{sign} {line}\n")).collect()
        };
        format!("{}{}", side('-', &text[start..end]), side('+', &now))
    }

    /// A number of its own that does not change when other parts of the packs do, to draw samples by.
    pub fn rank(&self, files: &Files, seed: u64) -> [u8; 32] {
        let text = files.get(&self.path).unwrap_or_default();
        let mut hasher = blake3::Hasher::new();
        let line_start = text[..self.span.start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[self.span.start..].find('\n').map_or(text.len(), |at| self.span.start + at);
        hasher.update(&seed.to_le_bytes());
        for part in [&*self.path, &text[line_start..line_end], self.was(text), &self.instead] {
            hasher.update(part.as_bytes()).update(&[0]);
        }
        hasher.update(&(self.span.start - line_start).to_le_bytes());
        hasher.finalize().into()
    }
}

/// All small changes that can be made in the files of a game that are wanted, in the order of the files, without those that
/// no ruling could notice. Not all of them check clean.
pub fn candidates(files: &Files, ruleset: &Ruleset, is_wanted: impl Fn(&str) -> bool) -> Vec<Mutant> {
    let swaps = swaps::Swaps::of(ruleset.rules(), excluded::Throughout::of(files, ruleset));
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| pack_of(path).is_some() && is_wanted(path)) {
        let before = found.len();
        if path.starts_with("scripts/") && path.ends_with(".rhai") {
            found.extend(scripts::mutants(path, text, &swaps));
        } else if path.starts_with("cards/") && path.ends_with(".toml") {
            found.extend(declared::mutants(path, text, ruleset.rules(), &swaps));
        }
        let unreachable = excluded::unreachable_lines(files, path);
        let made = found.split_off(before).into_iter();
        found.extend(made.filter(|mutant| !unreachable.contains(&mutant.line(text))));
    }
    found
}
