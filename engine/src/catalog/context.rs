//! The context of a load: what all readers of a game's files write to.

use super::grammar::ReaderLog;
use super::places::Places;
use super::tree::{self, TomlField};
use crate::base::{Problem, Problems, Span, list, suggest};
use crate::model::ids::{ScriptId, Word};
use crate::model::rules::{Spot, Words};
use indexmap::IndexSet;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Problems, words and places, gathered while files are read.
#[derive(Default)]
pub(super) struct LoadContext {
    problems: RefCell<Problems>,
    warnings: RefCell<Problems>,
    words: RefCell<Words>,
    places: RefCell<Places>,
    /// The files that were parsed, each with the bytes at which its lines begin.
    lines: RefCell<BTreeMap<Box<str>, Vec<usize>>>,
    /// The files in which something lies that is told to who plays.
    files: RefCell<IndexSet<Box<str>>>,
    /// What is seen of the readers, if anybody watches them.
    watch: Option<RefCell<ReaderLog>>,
    /// Files with syntax errors: what they seem to say otherwise is not reported.
    broken: RefCell<BTreeSet<Box<str>>>,
    /// Files of which parts were put into other files; a place in such a part lies [`FAR`] behind that file's end.
    patches: RefCell<Vec<Box<str>>>,
}

/// By how much the places of the n-th patch are moved, so that they can be told from those of the file that is patched:
/// n times this. No file is as long.
const FAR: usize = 1 << 21;

impl LoadContext {
    /// A context with the words of the kernel.
    pub fn new() -> Self {
        Self { words: RefCell::new(Words::kernel()), ..Self::default() }
    }

    /// A context that logs what its readers ask for.
    pub fn watched(watch: ReaderLog) -> Self {
        Self { watch: Some(RefCell::new(watch)), ..Self::new() }
    }

    /// What was seen of the readers.
    pub fn seen(self) -> ReaderLog {
        self.watch.map(RefCell::into_inner).unwrap_or_default()
    }

    /// Notes what a reader does, if anybody watches.
    pub fn watch(&self, note: impl FnOnce(&mut ReaderLog)) {
        if let Some(watch) = &self.watch {
            note(&mut watch.borrow_mut());
        }
    }

    /// Reports a problem, unless it points into a file with syntax errors and may come of them.
    pub fn report(&self, mut problem: Problem) {
        if let Some(span) = problem.span.take() {
            let (path, span) = self.origin(&problem.path, &span);
            (problem.path, problem.span) = (path, Some(span));
        }
        for (path, span) in problem.notes.iter_mut().filter_map(|note| note.place.as_mut()) {
            (*path, *span) = self.origin(path, span);
        }
        if problem.span.is_none() || !self.is_broken(&problem.path) {
            self.problems.borrow_mut().add(problem);
        }
    }

    /// Reports something that is of no use, though nothing fails by it.
    pub fn warn(&self, problem: Problem) {
        self.warnings.borrow_mut().add(problem.warning());
    }

    /// Whether anything is wrong anywhere.
    pub fn has_any(&self) -> bool {
        !self.problems.borrow().is_empty()
    }

    /// By how much the places of this patch are moved when its parts are put into other files.
    pub fn far(&self, patch: &str) -> usize {
        let mut patches = self.patches.borrow_mut();
        let known = patches.iter().position(|path| **path == *patch);
        let index = known.unwrap_or_else(|| {
            patches.push(patch.into());
            patches.len() - 1
        });
        (index + 1) * FAR
    }

    /// The file in which something was written that seems to stand in this one, and its place there.
    pub fn origin(&self, path: &str, span: &Span) -> (Box<str>, Span) {
        let patches = self.patches.borrow();
        match (span.start / FAR).checked_sub(1).and_then(|index| patches.get(index)) {
            Some(patch) => (patch.clone(), span.start % FAR..span.end.saturating_sub(span.start / FAR * FAR)),
            None => (path.into(), span.clone()),
        }
    }

    /// The line in which something stands, as players are told of it.
    pub fn spot(&self, path: &str, span: &Span) -> Option<Spot> {
        let (path, span) = self.origin(path, span);
        let line = self.lines.borrow().get(&path)?.partition_point(|start| *start <= span.start);
        let mut files = self.files.borrow_mut();
        let (file, _) = files.insert_full(path);
        Some(Spot { file: u16::try_from(file).ok()?, line: u32::try_from(line).ok()? })
    }

    /// The files of these places.
    pub fn files(&self) -> Vec<Box<str>> {
        self.files.take().into_iter().collect()
    }

    /// Whether a file has syntax errors.
    pub fn is_broken(&self, path: &str) -> bool {
        self.broken.borrow().contains(path)
    }

    /// The number of a word.
    pub fn word(&self, text: &str) -> Word {
        self.words.borrow_mut().intern(text)
    }

    /// The text of a word.
    pub fn text(&self, word: Word) -> String {
        self.words.borrow().text(word).to_owned()
    }

    /// Notes places.
    pub fn place(&self, note: impl FnOnce(&mut Places)) {
        note(&mut self.places.borrow_mut());
    }

    /// Whether a file has problems.
    pub fn has_problems(&self, path: &str) -> bool {
        self.problems.borrow().has(path)
    }

    /// Whether a file declares a hook that is this function of this script.
    pub fn is_declared(&self, script: ScriptId, function: &str) -> bool {
        !self.places.borrow().of(script, function).is_empty()
    }

    /// Parses a file; its syntax errors are reported.
    pub fn parse<'t>(&'t self, path: &'t str, text: &'t str) -> Doc<'t> {
        let (fields, errors) = tree::parse(path, text);
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1));
        self.lines.borrow_mut().insert(path.into(), starts.collect());
        self.open(path, fields, errors)
    }

    /// A file that was parsed, with its syntax errors, which are reported.
    pub fn open<'t>(&'t self, path: &'t str, fields: Vec<TomlField<'t>>, errors: Vec<Problem>) -> Doc<'t> {
        if !errors.is_empty() {
            self.problems.borrow_mut().extend(errors);
            self.broken.borrow_mut().insert(path.into());
        }
        Doc { file: SourceFile { context: self, path }, fields }
    }

    /// What was gathered.
    pub fn clear(self) -> (Problems, Problems, Words, Places) {
        let Self { problems, warnings, words, places, .. } = self;
        (problems.into_inner(), warnings.into_inner(), words.into_inner(), places.into_inner())
    }
}

/// A file that was parsed.
pub(super) struct Doc<'t> {
    pub file: SourceFile<'t>,
    pub fields: Vec<TomlField<'t>>,
}

/// A file, as those see it who report problems in it.
#[derive(Clone, Copy)]
pub(super) struct SourceFile<'t> {
    pub context: &'t LoadContext,
    pub path: &'t str,
}

impl<'t> SourceFile<'t> {
    /// A problem in this file, to be reported.
    pub fn problem(self, code: &'static str, span: &Span, message: impl Into<String>) -> Problem {
        Problem::new(code, self.path, message).at(span)
    }

    /// Reports a problem in this file.
    pub fn report(self, problem: Problem) {
        self.context.report(problem);
    }

    /// Reports a word that is none of the known ones.
    pub fn unknown<'c>(
        self,
        code: &'static str,
        name: Name<'_>,
        message: impl Into<String>,
        known: impl Iterator<Item = &'c str> + Clone,
    ) {
        if self.context.problems.borrow().is_full(self.path) {
            return;
        }
        let problem = self.problem(code, name.span, message);
        self.report(match suggest(name.text, known.clone()) {
            Some(meant) => problem.label(format!("did you mean `{meant}`?")),
            None => problem.label("unknown").help(format!("known are: {}", list(known))),
        });
    }

    /// The number of a word.
    pub fn word(self, text: &str) -> Word {
        self.context.word(text)
    }

    /// The line in which something stands here.
    pub fn spot(self, span: &Span) -> Option<Spot> {
        self.context.spot(self.path, span)
    }

    /// Notes that what stands here is looked up among the names of a sort.
    pub fn looks_up(self, span: &Span, sort: &str) {
        self.context.watch(|watch| watch.looks_up(self.path, span, sort));
    }
}

/// A text and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'t> {
    pub text: &'t str,
    pub span: &'t Span,
}

impl<'t> From<&'t TomlField<'_>> for Name<'t> {
    fn from(field: &'t TomlField<'_>) -> Self {
        Self { text: &field.key, span: &field.span }
    }
}
