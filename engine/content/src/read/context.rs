//! The context of a load: what all readers of a game's files write to.

use crate::keys::KeyTable;
use crate::read::files::pack_of;
use crate::read::places::Places;
use crate::read::tree::{self, TomlField};
use cardwright_kernel::ids::{ScriptId, Word};
use cardwright_kernel::problems::{Problem, Problems, SourceId, Span};
use cardwright_kernel::rules::{OutlinedFunction, ScriptOutline, SourceLine, Words};
use cardwright_kernel::text::{list, suggest};
use indexmap::{IndexMap, IndexSet};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The first place of each key, by table and key: the file, and its field.
pub type Uses = BTreeMap<(&'static str, &'static str), (Box<str>, Span)>;

/// What reads the text of a script: the script layer, which this crate does not see.
pub type ReadScript = fn(&str) -> ScriptOutline;

/// The hash of a function as it is written in this script, by which a patch recognises it: eight digits, whatever its
/// line breaks and indentation.
pub fn function_hash(text: &str, function: &OutlinedFunction) -> String {
    let written: Vec<&str> = text[function.whole.range()].split_whitespace().collect();
    blake3::hash(written.join(" ").as_bytes()).to_hex()[..8].to_string()
}

/// Problems, words and places, gathered while files are read.
#[derive(Default)]
pub(crate) struct LoadContext {
    problems: RefCell<Problems>,
    warnings: RefCell<Problems>,
    words: RefCell<Words>,
    places: RefCell<Places>,
    /// The files that were parsed, by the number of their source, each with the bytes at which its lines begin.
    sources: RefCell<IndexMap<Box<str>, Vec<usize>>>,
    /// Files whose declarations players can be shown.
    files: RefCell<IndexSet<Box<str>>>,
    /// Where each key stands first, if anybody wants to know.
    uses: Option<RefCell<Uses>>,
    /// Files with syntax errors: what they seem to say otherwise is not reported.
    broken: RefCell<BTreeSet<Box<str>>>,
    /// What reads scripts, if any are read.
    read_script: Option<ReadScript>,
}

impl LoadContext {
    /// A context with the words of the kernel.
    pub fn new() -> Self {
        Self { words: RefCell::new(Words::kernel()), ..Self::default() }
    }

    /// A context whose scripts are read by this.
    pub fn reading(read_script: ReadScript) -> Self {
        Self { read_script: Some(read_script), ..Self::new() }
    }

    /// What the text of a script says by itself.
    pub fn outline(&self, text: &str) -> ScriptOutline {
        self.read_script.map(|read| read(text)).unwrap_or_default()
    }

    /// A context that notes where each key stands first.
    pub fn noting_uses() -> Self {
        Self { uses: Some(RefCell::default()), ..Self::new() }
    }

    /// Notes where the keys of a table stand, if anybody wants to know.
    pub fn note_uses(&self, path: &str, table: &'static KeyTable, fields: &[TomlField<'_>]) {
        let Some(uses) = &self.uses else { return };
        for field in fields {
            let Some(row) = table.key(&field.key) else { continue };
            // What a patch put into a card stands in the file of the patch.
            let place = || self.origin(path, field.span.to(field.node.span));
            uses.borrow_mut().entry((table.name, row.name)).or_insert_with(place);
        }
    }

    /// Where each key stands first.
    pub fn uses(self) -> Uses {
        self.uses.map(RefCell::into_inner).unwrap_or_default()
    }

    /// Reports a problem, unless it points into a file with syntax errors and may come of them.
    pub fn report(&self, mut problem: Problem) {
        self.locate(&mut problem);
        if problem.span.is_none() || !self.is_broken(&problem.path) {
            self.problems.borrow_mut().add(problem);
        }
    }

    /// Reports these problems in place of all that were reported before, which may come of them.
    pub fn report_instead(&self, problems: Problems) {
        self.problems.replace(problems);
    }

    /// Whether files that were read so far have syntax errors. If so, nothing else is reported: it may come of them.
    pub fn is_broken_at_all(&self) -> bool {
        let broken = self.broken.borrow();
        if broken.is_empty() {
            return false;
        }
        let syntax = |problem: &Problem| problem.code == "toml-syntax";
        let only = self.problems.take().into_iter().filter(syntax).collect();
        self.problems.replace(only);
        true
    }

    /// Reports something that is of no use, though nothing fails by it.
    pub fn warn(&self, mut problem: Problem) {
        self.locate(&mut problem);
        self.warnings.borrow_mut().add(problem.warning());
    }

    /// Whether anything is wrong anywhere.
    pub fn has_any(&self) -> bool {
        !self.problems.borrow().is_empty()
    }

    /// Attributes a problem to the files in which its parts were written.
    fn locate(&self, problem: &mut Problem) {
        if let Some(span) = problem.span.take() {
            let (path, span) = self.origin(&problem.path, span);
            (problem.path, problem.span) = (path, Some(span));
        }
        for (path, span) in problem.notes.iter_mut().filter_map(|note| note.place.as_mut()) {
            (*path, *span) = self.origin(path, *span);
        }
    }

    /// The file in which a part of this one was written, and its location there: another file, if a patch put it here.
    pub fn origin(&self, path: &str, span: Span) -> (Box<str>, Span) {
        let sources = self.sources.borrow();
        let source = span.source.index().and_then(|index| sources.get_index(index));
        (source.map_or_else(|| path.into(), |(path, _)| path.clone()), span.of(SourceId::NAMED))
    }

    /// The line on which something is written, as shown to players.
    pub fn line(&self, path: &str, span: Span) -> Option<SourceLine> {
        let (path, span) = self.origin(path, span);
        let line = self.sources.borrow().get(&path)?.partition_point(|start| *start <= span.start);
        let mut files = self.files.borrow_mut();
        let (file, _) = files.insert_full(path);
        Some(SourceLine { file: u16::try_from(file).ok()?, line: u32::try_from(line).ok()? })
    }

    /// The files of these places.
    pub fn files(&self) -> Vec<Box<str>> {
        self.files.take().into_iter().collect()
    }

    /// Whether a file has syntax errors.
    pub fn is_broken(&self, path: &str) -> bool {
        self.broken.borrow().contains(path)
    }

    /// Whether a file of this pack has syntax errors: what it declares may be missing elsewhere.
    pub fn is_broken_in(&self, pack: &str) -> bool {
        self.broken.borrow().iter().any(|path| pack_of(path) == Some(pack))
    }

    /// The number of a word.
    pub fn word(&self, text: &str) -> Word {
        self.words.borrow_mut().intern(text)
    }

    /// All words so far.
    pub fn words(&self) -> Words {
        self.words.borrow().clone()
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
        let (fields, errors) = tree::parse_source(self.source(path, text), path, text);
        self.open(path, fields, errors)
    }

    /// The number of a source that is read.
    pub fn source(&self, path: &str, text: &str) -> SourceId {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1));
        let (index, _) = self.sources.borrow_mut().insert_full(path.into(), starts.collect());
        SourceId::nth(index)
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
pub(crate) struct Doc<'t> {
    pub file: SourceFile<'t>,
    pub fields: Vec<TomlField<'t>>,
}

/// A file, for code that reports problems in it.
#[derive(Clone, Copy)]
pub(crate) struct SourceFile<'t> {
    pub context: &'t LoadContext,
    pub path: &'t str,
}

impl<'t> SourceFile<'t> {
    /// A problem in this file, to be reported.
    pub fn problem(self, code: &'static str, span: Span, message: impl Into<String>) -> Problem {
        Problem::new(code, self.path, message).at(span)
    }

    /// Reports a problem in this file.
    pub fn report(self, problem: Problem) {
        self.context.report(problem);
    }

    /// Whether a word is one of the known ones; another is a problem.
    pub fn knows<'c>(
        self,
        code: &'static str,
        name: Name<'_>,
        message: fmt::Arguments<'_>,
        known: impl Iterator<Item = &'c str> + Clone,
    ) -> bool {
        let is_known = known.clone().any(|word| word == name.text);
        if !is_known {
            self.unknown(code, name, message.to_string(), known);
        }
        is_known
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
            None => problem.label("unknown").help(format!("known: {}", list(known))),
        });
    }

    /// Reports what is written otherwise now.
    pub fn outdated<T>(self, code: &'static str, span: Span, message: String) -> Option<T> {
        let pack = pack_of(self.path).unwrap_or_default();
        let problem = self.problem(code, span, message);
        self.report(problem.help(format!("`cardwright migrate {pack}` rewrites it")));
        None
    }

    /// The number of a word.
    pub fn word(self, text: &str) -> Word {
        self.context.word(text)
    }

    /// The line on which something is written in this file.
    pub fn line(self, span: Span) -> Option<SourceLine> {
        self.context.line(self.path, span)
    }
}

/// A text and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'t> {
    pub text: &'t str,
    pub span: Span,
}

impl<'t> From<&'t TomlField<'_>> for Name<'t> {
    fn from(field: &'t TomlField<'_>) -> Self {
        Self { text: &field.key, span: field.span }
    }
}
