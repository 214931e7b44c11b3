//! A reader of one table: it takes keys by name and type, collects what is wrong, and in the end reports the
//! keys that were never read.

use crate::read::context::{Doc, Name, SourceFile};
use crate::read::tree::{TomlField, TomlNode, TomlValue};
use cardwright_kernel::base::Span;
use cardwright_kernel::model::rules::{DeclMap, SourceLine, SourceLines};
use std::ops::RangeInclusive;

/// A table that is being read.
pub(crate) struct Reader<'t> {
    pub file: SourceFile<'t>,
    /// Where the table is named: missing keys are reported there.
    pub at: Span,
    /// What it is, for messages: "a window".
    what: &'static str,
    fields: &'t [TomlField<'t>],
    known: Vec<&'static str>,
    read: Vec<bool>,
}

impl<'t> Reader<'t> {
    /// A reader of these fields.
    pub fn new(file: SourceFile<'t>, what: &'static str, at: Span, fields: &'t [TomlField<'t>]) -> Self {
        file.context.watch(|watch| watch.opened(file.path, at, what));
        Self { file, at, what, fields, known: Vec::new(), read: vec![false; fields.len()] }
    }

    /// A reader of the table in this node, if it is one.
    pub fn of(file: SourceFile<'t>, what: &'static str, name: Name<'t>, node: &'t TomlNode<'t>) -> Option<Self> {
        match &node.value {
            TomlValue::Fields(fields) => Some(Self::new(file, what, name.span, fields)),
            _ => wrong(file, name.text, node, "a table"),
        }
    }

    /// What it is, without its article: "window".
    pub fn noun(&self) -> &'static str {
        self.what.split_once(' ').map_or(self.what, |(_, noun)| noun)
    }

    /// Whether the table has this key.
    pub fn has(&self, key: &str) -> bool {
        self.fields.iter().any(|field| field.key == key)
    }

    /// The line in which the table is named.
    pub fn line(&self) -> Option<SourceLine> {
        self.file.line(self.at)
    }

    /// The lines in which the table and those of its parts stand of which players are told.
    pub fn lines(&self) -> SourceLines {
        let part = |key: &str| self.fields.iter().find(|field| field.key == key);
        let line = |key: &str| part(key).and_then(|field| self.file.line(field.span));
        SourceLines {
            whole: self.line(),
            from: line("from"),
            answers: line("to").or_else(|| line("answers")),
            cost: line("cost"),
        }
    }

    /// The field with this key, from now on a known one.
    pub fn field(&mut self, key: &'static str) -> Option<&'t TomlField<'t>> {
        self.known.push(key);
        let index = self.fields.iter().position(|field| field.key == key);
        let found = index.map(|index| &self.fields[index]);
        self.file.context.watch(|watch| watch.asks(self.file.path, self.what, key, found));
        let index = index?;
        self.read[index] = true;
        Some(&self.fields[index])
    }

    /// The fields that have not been read yet; they count as read from now on.
    pub fn rest(&mut self) -> Vec<&'t TomlField<'t>> {
        self.file.context.watch(|watch| watch.takes_others(self.what));
        self.left()
    }

    fn left(&mut self) -> Vec<&'t TomlField<'t>> {
        let rest = self.fields.iter().zip(&mut self.read);
        rest.filter_map(|(field, read)| (!std::mem::replace(read, true)).then_some(field)).collect()
    }

    /// A text.
    pub fn text(&mut self, key: &'static str) -> Option<Name<'t>> {
        let field = self.field(key)?;
        text(self.file, key, &field.node)
    }

    /// A text that must be there.
    pub fn required_text(&mut self, key: &'static str) -> Option<Name<'t>> {
        self.require(key);
        self.text(key)
    }

    /// A text or a list of texts.
    pub fn words(&mut self, key: &'static str) -> Option<Vec<Name<'t>>> {
        let field = self.field(key)?;
        Some(words(self.file, key, &field.node))
    }

    /// A number within these bounds, which the type `T` can hold.
    pub fn number<T: TryFrom<i64>>(&mut self, key: &'static str, bounds: RangeInclusive<i64>) -> Option<T> {
        self.file.context.watch(|watch| watch.counts(self.what, key, (*bounds.start(), *bounds.end())));
        let field = self.field(key)?;
        number(self.file, key, &field.node, bounds)
    }

    /// A number of things, at least `least`.
    pub fn count(&mut self, key: &'static str, least: u32) -> Option<u32> {
        self.number(key, least.into()..=u32::MAX.into())
    }

    /// True or false.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        let field = self.field(key)?;
        match &field.node.value {
            TomlValue::Flag(flag) => Some(*flag),
            _ => wrong(self.file, key, &field.node, "true or false"),
        }
    }

    /// One of these words, and what it stands for.
    pub fn one_of<T: Copy>(&mut self, key: &'static str, words: &[(&'static str, T)]) -> Option<T> {
        self.one_of_or(key, words, |_| None)
    }

    /// One of these words, and what it stands for, or whatever `other` makes of another.
    pub fn one_of_or<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
        other: impl FnOnce(Name<'t>) -> Option<T>,
    ) -> Option<T> {
        self.file.context.watch(|watch| watch.chooses(self.what, key, words.iter().map(|(word, _)| *word)));
        let said = self.text(key)?;
        let known = words.iter().find(|(word, _)| *word == said.text);
        let found = known.map(|(_, meaning)| *meaning).or_else(|| other(said));

        if found.is_none() {
            let message = format!("`{key}` cannot be `{}`", said.text);
            self.file.unknown("choice-unknown", said, message, words.iter().map(|(word, _)| *word));
        }
        found
    }

    /// A reader of the table under this key.
    pub fn table(&mut self, key: &'static str, what: &'static str) -> Option<Self> {
        self.file.context.watch(|watch| watch.opens(self.what, key, what));
        let field = self.field(key)?;
        Self::of(self.file, what, field.into(), &field.node)
    }

    /// Readers of the table, or of all tables of the list, under this key.
    pub fn tables(&mut self, key: &'static str, what: &'static str) -> Vec<Self> {
        self.file.context.watch(|watch| watch.opens(self.what, key, what));
        let Some(field) = self.field(key) else {
            return Vec::new();
        };
        tables(self.file, what, field)
    }

    /// What is read from these tables.
    pub fn each<T>(&mut self, key: &'static str, what: &'static str, read: impl FnMut(Self) -> Option<T>) -> Vec<T> {
        self.tables(key, what).into_iter().filter_map(read).collect()
    }

    /// The fields of the table under this key, whose keys are free names.
    pub fn entries(&mut self, key: &'static str) -> &'t [TomlField<'t>] {
        self.file.context.watch(|watch| watch.names(self.what, key));
        let Some(field) = self.field(key) else {
            return &[];
        };
        match &field.node.value {
            TomlValue::Fields(fields) => fields,
            _ => wrong(self.file, key, &field.node, "a table").unwrap_or_default(),
        }
    }

    /// What the tables under this key declare, by their names, which are free. `read` gets none in the place of what is no
    /// table.
    pub fn declared<T>(
        &mut self,
        key: &'static str,
        what: &'static str,
        mut read: impl FnMut(Name<'t>, Option<Self>) -> Option<T>,
    ) -> DeclMap<T> {
        let file = self.file;
        let names = self.entries(key).iter().map(|field| (Name::from(field), &field.node));
        let declared = names.filter_map(|(name, node)| {
            let declared = read(name, Self::of(file, what, name, node))?;
            Some((name.text.into(), declared))
        });
        declared.collect()
    }

    /// Reports this key if it is missing.
    pub fn require(&mut self, key: &'static str) {
        self.file.context.watch(|watch| watch.requires(self.what, key));
        if !self.has(key) {
            let message = format!("{} needs the key `{key}`", self.what);
            let problem = self.file.problem("key-missing", self.at, message);
            self.file.report(problem.label(format!("`{key}` is missing here")));
        }
    }

    /// Reports a key that is there though it means nothing beside another one.
    pub fn refuse(&self, code: &'static str, key: &str, why: &str) {
        if let Some(field) = self.fields.iter().find(|field| field.key == key) {
            self.file.report(self.file.problem(code, field.span, format!("`{key}` means nothing here: {why}")));
        }
    }

    /// Reports an unknown field; `more` are further keys that would be valid.
    pub fn unknown<'c>(&self, field: &TomlField<'_>, more: impl Iterator<Item = &'c str> + Clone) {
        let known = self.known.iter().copied().chain(more);
        let message = format!("{} has no key `{}`", self.what, field.key);
        self.file.unknown("key-unknown", field.into(), message, known);
    }

    /// Reports the keys that were never read. Returns whether there are none.
    pub fn finish(mut self) -> bool {
        let rest = self.left();
        for field in &rest {
            self.unknown(field, std::iter::empty());
        }
        rest.is_empty()
    }
}

impl<'t> Doc<'t> {
    /// A reader of the whole file, which is `what`.
    pub fn reader(&'t self, what: &'static str) -> Reader<'t> {
        Reader::new(self.file, what, Span::START, &self.fields)
    }
}

/// A text.
pub(crate) fn text<'t>(file: SourceFile<'t>, key: &str, node: &'t TomlNode<'t>) -> Option<Name<'t>> {
    match &node.value {
        TomlValue::Text(text) => Some(Name { text, span: node.span }),
        _ => wrong(file, key, node, "a text"),
    }
}

/// A text or a list of texts.
pub(crate) fn words<'t>(file: SourceFile<'t>, key: &str, node: &'t TomlNode<'t>) -> Vec<Name<'t>> {
    match &node.value {
        TomlValue::List(_) | TomlValue::Text(_) => {
            node.nodes().iter().filter_map(|node| text(file, key, node)).collect()
        }
        _ => wrong(file, key, node, "a text or a list of texts").unwrap_or_default(),
    }
}

/// A number within these bounds, which the type `T` can hold.
pub(crate) fn number<T: TryFrom<i64>>(
    file: SourceFile<'_>,
    key: &str,
    node: &TomlNode<'_>,
    bounds: RangeInclusive<i64>,
) -> Option<T> {
    match &node.value {
        TomlValue::Number(number) if bounds.contains(number) => T::try_from(*number).ok(),
        TomlValue::Number(number) => {
            let (least, most) = bounds.into_inner();
            let message = format!("`{key}` cannot be {number}: it must be {}", range(least, most));
            file.report(file.problem("number-out-of-range", node.span, message).label("out of range"));
            None
        }
        _ => wrong(file, key, node, "a whole number"),
    }
}

/// Readers of the table, or of all tables of the list, in this field.
pub(crate) fn tables<'t>(file: SourceFile<'t>, what: &'static str, field: &'t TomlField<'t>) -> Vec<Reader<'t>> {
    let is_list = matches!(field.node.value, TomlValue::List(_));
    let table = |node: &'t TomlNode<'t>| {
        let span = if is_list { node.span } else { field.span };
        Reader::of(file, what, Name { text: &field.key, span }, node)
    };
    field.node.nodes().iter().filter_map(table).collect()
}

/// Reports a value of the wrong type; nothing can be made of it.
pub(crate) fn wrong<T>(file: SourceFile<'_>, key: &str, node: &TomlNode<'_>, wanted: &str) -> Option<T> {
    file.context.watch(|watch| watch.refuses(file.path, node.span));
    let problem = file.problem("type-wrong", node.span, format!("`{key}` must be {wanted}"));
    file.report(problem.label(format!("this is {}", node.value.describe())));
    None
}

fn range(least: i64, most: i64) -> String {
    match (least, most) {
        (_, i64::MAX) => format!("at least {least}"),
        _ => format!("from {least} to {most}"),
    }
}
