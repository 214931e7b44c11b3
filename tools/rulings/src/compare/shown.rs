//! The traces of both versions that show a difference.

use super::told::Told;
use similar::{ChangeTag, TextDiff};

/// How many lines are shown before the first that differs, where a trace is shown in part.
const CONTEXT: usize = 5;

/// The traces of both versions that show a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The ruling, or the game with its seed.
    pub of: String,
    /// How many lines its trace has in the old version, and how many when it is shrunk.
    pub length: (usize, usize),
    /// The ruling to which it was shrunk, as its file; none if nothing shorter shows the difference.
    pub ruling: Option<String>,
    /// The trace of the old version. Of what was not shrunk, the first line that differs and those before it.
    pub old: Vec<String>,
    /// The trace of the new version.
    pub new: Vec<String>,
}

impl Shown {
    /// What a play tells, in part: the first line that differs, and those before it.
    pub(super) fn in_part(of: String, before: &Told, after: &Told) -> Self {
        let first = before.first_difference(after).unwrap_or_default();
        // What a seat reads stands behind the trace, with which it has nothing to do.
        let end = first.min(before.trace);
        let context = before.lines[end.saturating_sub(CONTEXT)..end].iter();
        let side = |told: &Told| {
            let line = told.lines.get(first);
            context.clone().chain(line).map(|line| line.text.clone()).collect()
        };
        Self { of, length: (before.trace, before.trace), ruling: None, old: side(before), new: side(after) }
    }

    /// What the ruling tells to which a play of so many lines was shrunk, up to the last line that differs; what only a seat
    /// reads, or what lies on the table at the end, as far as it differs where the trace does not.
    pub(super) fn in_full(of: String, lines: usize, ruling: String, before: &Told, after: &Told) -> Self {
        let is_public = before.first_difference(after).is_some_and(|first| first < before.trace.max(after.trace));
        let side = |told: &Told, other: &Told| {
            let lines = told.lines.iter().enumerate();
            let is_other = |line: &str| !other.lines.iter().any(|other| other.text == line);
            let lines = lines.filter(|(at, line)| *at < told.trace || !is_public && is_other(&line.text));
            lines.map(|(_, line)| line.text.clone()).collect()
        };
        let (mut old, mut new): (Vec<String>, Vec<String>) = (side(before, after), side(after, before));
        while old.last() == new.last() && old.pop().is_some() {
            new.pop();
        }
        Self { of, length: (lines, before.trace), ruling: Some(ruling), old, new }
    }

    /// What it is of, and how far it was shrunk.
    pub fn title(&self) -> String {
        match self.length {
            (from, to) if to < from => format!("{}, shrunk from {from} lines to {to}", self.of),
            _ => self.of.clone(),
        }
    }

    /// The lines of both, each with its mark: `-` of the old version, `+` of the new one, a space of both.
    pub fn lines(&self) -> Vec<(char, &str)> {
        let (old, new): (Vec<&str>, Vec<&str>) =
            (self.old.iter().map(String::as_str).collect(), self.new.iter().map(String::as_str).collect());
        let diff = TextDiff::from_slices(&old, &new);
        let line = |change: similar::Change<&str>| match change.tag() {
            ChangeTag::Equal => (' ', change.old_index().map_or("", |at| &*self.old[at])),
            ChangeTag::Delete => ('-', change.old_index().map_or("", |at| &*self.old[at])),
            ChangeTag::Insert => ('+', change.new_index().map_or("", |at| &*self.new[at])),
        };
        diff.iter_all_changes().map(line).collect()
    }
}
