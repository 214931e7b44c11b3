//! Problems: what is wrong in a file, for the person who can fix it.

use super::source::Span;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One problem: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its kind, in kebab case: `key-unknown`.
    pub code: Cow<'static, str>,
    /// The file.
    pub path: Box<str>,
    /// The bytes concerned; none if the whole file is.
    pub span: Option<Span>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The text beside the carets; may be empty.
    pub label: String,
    /// What to do.
    pub help: Option<String>,
    /// What else should be known, for instance the other place concerned.
    pub notes: Vec<Note>,
    /// Whether nothing fails by it: it is only of no use, or probably not meant.
    pub is_warning: bool,
}

/// Something to know beside a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The note.
    pub message: String,
    /// The place that it speaks of: a path and the bytes in that file.
    pub place: Option<(Box<str>, Span)>,
}

impl Problem {
    /// A problem of a whole file.
    pub fn new(code: impl Into<Cow<'static, str>>, path: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            path: path.into(),
            span: None,
            message: message.into(),
            label: String::new(),
            help: None,
            notes: Vec::new(),
            is_warning: false,
        }
    }

    /// The problem as a warning: nothing fails by it.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.is_warning = true;
        self
    }

    /// The problem at a place in the file.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The problem with a label beside the carets.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The problem with what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The problem with a note.
    #[must_use]
    pub fn note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(Note { message: message.into(), place: None });
        self
    }

    /// The problem with a note on another place.
    #[must_use]
    pub fn note_at(mut self, message: impl Into<String>, path: &str, span: Span) -> Self {
        self.notes.push(Note { message: message.into(), place: Some((path.into(), span)) });
        self
    }

    fn key(&self) -> ProblemKey {
        let Span { start, end, .. } = self.span.unwrap_or(Span::START);
        ProblemKey { path: self.path.clone(), start, end, code: self.code.clone(), message: self.message.clone() }
    }
}

/// By what problems are ordered, and known to be the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ProblemKey {
    path: Box<str>,
    start: usize,
    end: usize,
    code: Cow<'static, str>,
    message: String,
}

/// A collection of problems, each once, ordered by path and position.
///
/// Past [`Problems::MOST`] problems of one file the further ones are dropped, and a last one says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    all: BTreeMap<ProblemKey, Problem>,
    counts: BTreeMap<Box<str>, usize>,
}

impl Problems {
    /// The largest number of problems that are kept for one file.
    pub const MOST: usize = 100;

    /// No problems.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem, unless it is known already or its file has too many.
    pub fn add(&mut self, problem: Problem) {
        let key = problem.key();

        if self.all.contains_key(&key) {
            return;
        }
        let count = self.counts.entry(problem.path.clone()).or_default();
        *count += 1;

        if *count <= Self::MOST {
            self.all.insert(key, problem);
        } else if *count == Self::MOST + 1 {
            let last = too_many(&problem.path);
            self.all.insert(ProblemKey { start: usize::MAX, ..last.key() }, last);
        }
    }

    /// Whether further problems of this file would be dropped.
    pub fn is_full(&self, path: &str) -> bool {
        self.counts.get(path).is_some_and(|count| *count > Self::MOST)
    }

    /// Whether a file has problems.
    pub fn has(&self, path: &str) -> bool {
        self.counts.contains_key(path)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// All problems by path, then by position.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.all.values()
    }
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        for problem in problems {
            self.add(problem);
        }
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        let mut all = Self::new();
        all.extend(problems);
        all
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_values().collect::<Vec<_>>().into_iter()
    }
}

fn too_many(path: &str) -> Problem {
    Problem::new("problems-too-many", path, format!("this file has more than {} problems", Problems::MOST))
        .help("fix those that are listed, then check again")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(path: &str, start: usize) -> Problem {
        Problem::new("key-unknown", path, "a card has no key `x`").at((start..start + 1).into())
    }

    #[test]
    fn problems_come_by_path_then_position() {
        let problems: Problems = [problem("b", 1), problem("a", 20), problem("a", 3)].into_iter().collect();
        let order: Vec<_> = problems.iter().map(|problem| (&*problem.path, problem.span)).collect();

        assert_eq!(order, [("a", Some((3..4).into())), ("a", Some((20..21).into())), ("b", Some((1..2).into()))]);
    }

    #[test]
    fn the_same_problem_is_kept_once() {
        let problems: Problems = [problem("a", 1), problem("a", 1)].into_iter().collect();
        assert_eq!(problems.len(), 1);
    }

    #[test]
    fn a_file_cannot_drown_the_others() {
        let mut problems: Problems = (0..1000).map(|start| problem("a", start)).collect();
        problems.add(problem("b", 0));

        assert_eq!(problems.len(), Problems::MOST + 2);
        assert!(problems.is_full("a") && !problems.is_full("b"));
        assert_eq!(problems.iter().nth(Problems::MOST).map(|problem| &*problem.code), Some("problems-too-many"));
    }
}
