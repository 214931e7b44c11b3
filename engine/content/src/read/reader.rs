//! A reader of one table: it takes keys by their rows, and collects what is wrong. What is missing, and what has no row, it
//! reports as soon as it opens the table.

use crate::keys::row::{
    Entries, FirstOf, Flag, FlagOr, Inner, Key, Named, NamedOrFalse, NamedOrText, NamedTables, Number, OneOf,
    OneOfOrTable, Tables, Text, Texts,
};
use crate::keys::{Former, FormerWay, KeyRow, KeyTable, Presence};
use crate::read::context::{Doc, Name, SourceFile};
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{DeclMap, SourceLine, SourceLines};
use std::ops::RangeInclusive;

/// A table that is being read.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'t> {
    pub file: SourceFile<'t>,
    /// Where the table is named: missing keys are reported there.
    pub at: Span,
    table: &'static KeyTable,
    fields: &'t [TomlField<'t>],
}

/// What a word stands for, or a table in its place.
pub(crate) enum WordOrTable<'t, T> {
    /// What the word stands for.
    Word(T),
    /// The table.
    Table(Reader<'t>),
}

impl<'t> Reader<'t> {
    /// A reader of these fields. Keys that are missing and, unless the table is open to others, those that it does not have are
    /// reported.
    pub fn new(file: SourceFile<'t>, table: &'static KeyTable, at: Span, fields: &'t [TomlField<'t>]) -> Self {
        let reader = Self { file, at, table, fields };
        for row in table.keys().filter(|row| row.presence == Presence::Required) {
            reader.report_missing(row.name);
        }
        if table.open.is_none() {
            reader.rest().into_iter().for_each(|field| reader.unknown(field, std::iter::empty()));
        }
        file.context.note_uses(file.path, table, fields);
        reader
    }

    /// A reader of the table in this node, if it is one.
    pub fn of(file: SourceFile<'t>, table: &'static KeyTable, name: Name<'t>, node: &'t TomlNode<'t>) -> Option<Self> {
        match &node.value {
            TomlValue::Fields(fields) => Some(Self::new(file, table, name.span, fields)),
            _ => wrong(file, name.text, node, "a table"),
        }
    }

    /// What it is, without its article: "window".
    pub fn noun(&self) -> &'static str {
        self.table.name.split_once(' ').map_or(self.table.name, |(_, noun)| noun)
    }

    /// The line in which the table is named.
    pub fn line(&self) -> Option<SourceLine> {
        self.file.line(self.at)
    }

    /// The lines in which the table and those of its parts stand of which players are told.
    pub fn lines(&self) -> SourceLines {
        let line = |key: &str| tree::field(self.fields, key).and_then(|field| self.file.line(field.span));
        SourceLines {
            whole: self.line(),
            from: line("from"),
            answers: line("to").or_else(|| line("answers")),
            cost: line("cost"),
        }
    }

    /// The field with this key.
    pub fn field<K>(&self, key: Key<K>) -> Option<&'t TomlField<'t>> {
        debug_assert!(self.table.includes(key.table), "{} is asked for `{}`", self.table.name, key.name);
        tree::field(self.fields, key.name)
    }

    /// Whether the table has this key.
    pub fn has<K>(&self, key: Key<K>) -> bool {
        self.field(key).is_some()
    }

    /// The fields that have no row.
    pub fn rest(&self) -> Vec<&'t TomlField<'t>> {
        self.fields.iter().filter(|field| self.table.key(&field.key).is_none()).collect()
    }

    /// Whether every field has a row.
    pub fn is_sound(&self) -> bool {
        self.rest().is_empty()
    }

    /// A text.
    pub fn text(&self, key: Key<Text>) -> Option<Name<'t>> {
        text(self.file, key.name, &self.field(key)?.node)
    }

    /// A text or a list of texts.
    pub fn words(&self, key: Key<Texts>) -> Option<Vec<Name<'t>>> {
        Some(words(self.file, key.name, &self.field(key)?.node))
    }

    /// A number within the bounds of its row, which the type `T` can hold.
    pub fn number<T: TryFrom<i64>>(&self, key: Key<Number>) -> Option<T> {
        self.number_from(key, key.kind.least)
    }

    /// The same, but not below another number.
    pub fn number_from<T: TryFrom<i64>>(&self, key: Key<Number>, least: i64) -> Option<T> {
        number(self.file, key.name, &self.field(key)?.node, least..=key.kind.most)
    }

    /// True or false.
    pub fn flag(&self, key: Key<Flag>) -> Option<bool> {
        flag(self.file, key.name, &self.field(key)?.node)
    }

    /// True or false; what its row says if it is not given.
    pub fn flag_or(&self, key: Key<FlagOr>) -> bool {
        self.field(key).and_then(|field| flag(self.file, key.name, &field.node)).unwrap_or(key.kind.usual)
    }

    /// What one of the words of its row stands for.
    pub fn one_of<T: Copy>(&self, key: Key<OneOf<T>>) -> Option<T> {
        self.one_of_with(key, |_| None)
    }

    /// What one of the words of its row stands for, or whatever `other` makes of another word.
    pub fn one_of_with<T: Copy>(&self, key: Key<OneOf<T>>, other: impl FnOnce(Name<'t>) -> Option<T>) -> Option<T> {
        self.chosen(key, self.field(key)?, key.kind.0, other)
    }

    /// What one of the words of its row stands for; what the first does if it is not given.
    pub fn first_of<T: Copy>(&self, key: Key<FirstOf<T>>) -> T {
        let said = self.field(key).and_then(|field| self.chosen(key, field, key.kind.0, |_| None));
        said.unwrap_or(key.kind.0[0].1)
    }

    /// What one of the words of its row stands for, or a reader of the table.
    pub fn one_of_or_table<T: Copy>(&self, key: Key<OneOfOrTable<T>>) -> Option<WordOrTable<'t, T>> {
        let field = self.field(key)?;
        match &field.node.value {
            TomlValue::Text(_) => self.chosen(key, field, key.kind.0, |_| None).map(WordOrTable::Word),
            TomlValue::Fields(_) => Self::of(self.file, key.kind.1, field.into(), &field.node).map(WordOrTable::Table),
            _ => wrong(self.file, key.name, &field.node, "a text or a table"),
        }
    }

    fn chosen<K, T: Copy>(
        &self,
        key: Key<K>,
        field: &'t TomlField<'t>,
        words: &[(&'static str, T)],
        other: impl FnOnce(Name<'t>) -> Option<T>,
    ) -> Option<T> {
        let file = self.file;
        let said = text(file, key.name, &field.node)?;
        let known = words.iter().find(|(word, _)| *word == said.text);
        let found = known.map(|(_, meaning)| *meaning).or_else(|| other(said));
        if found.is_some() {
            return found;
        }
        if let Some((new, former)) = key.row().and_then(|row| row.formerly(said.text)) {
            let message = format!("since {} `{}` is called `{new}`", former.since, said.text);
            return file.outdated("word-renamed", said.span, message);
        }
        let message = format!("`{}` cannot be `{}`", key.name, said.text);
        file.unknown("choice-unknown", said, message, words.iter().map(|(word, _)| *word));
        None
    }

    /// Whether a table stands under this key.
    pub fn has_table<K>(&self, key: Key<K>) -> bool {
        self.field(key).is_some_and(|field| matches!(field.node.value, TomlValue::Fields(_)))
    }

    /// A reader of the table under this key.
    pub fn table(&self, key: Key<Inner>) -> Option<Self> {
        let field = self.field(key)?;
        let alone = key.row().and_then(KeyRow::alone).filter(|_| !matches!(field.node.value, TomlValue::Fields(_)));
        if let Some(Former { since, was: FormerWay::Alone(inner), .. }) = alone {
            let message = format!("since {since} this is written `{}.{inner}`", key.name);
            return self.file.outdated("key-renamed", field.span, message);
        }
        Self::of(self.file, key.kind.table, field.into(), &field.node)
    }

    /// Readers of the table, or of all tables of the list, under this key.
    pub fn tables(&self, key: Key<Tables>) -> Vec<Self> {
        self.field(key).map(|field| tables(self.file, key.kind.table, field)).unwrap_or_default()
    }

    /// What is read from these tables.
    pub fn each<T>(&self, key: Key<Tables>, read: impl FnMut(Self) -> Option<T>) -> Vec<T> {
        self.tables(key).into_iter().filter_map(read).collect()
    }

    /// The fields of the table under this key, whose keys are names.
    pub fn entries<K: OfNames>(&self, key: Key<K>) -> &'t [TomlField<'t>] {
        let Some(field) = self.field(key) else {
            return &[];
        };
        match &field.node.value {
            TomlValue::Fields(fields) => fields,
            _ => wrong(self.file, key.name, &field.node, "a table").unwrap_or_default(),
        }
    }

    /// What the tables under this key declare, by their names, which are free. `read` gets none in the place of what is no
    /// table.
    pub fn declared<T>(
        &self,
        key: Key<Named>,
        mut read: impl FnMut(Name<'t>, Option<Self>) -> Option<T>,
    ) -> DeclMap<T> {
        let declared = self.entries(key).iter().filter_map(|field| {
            let declared = read(field.into(), key.open(self.file, field))?;
            Some((field.key.as_ref().into(), declared))
        });
        declared.collect()
    }

    /// Reports this key if it is missing though it is required here.
    pub fn require<K>(&self, key: Key<K>) {
        self.report_missing(key.name);
    }

    fn report_missing(&self, key: &str) {
        if tree::field(self.fields, key).is_none() {
            let message = format!("{} needs the key `{key}`", self.table.name);
            let problem = self.file.problem("key-missing", self.at, message);
            self.file.report(problem.label(format!("`{key}` is missing here")));
        }
    }

    /// Reports a key that is there though it means nothing beside another one.
    pub fn refuse<K: Copy>(&self, code: &'static str, key: Key<K>, why: &str) {
        if let Some(field) = self.field(key) {
            let message = format!("`{}` means nothing here: {why}", key.name);
            self.file.report(self.file.problem(code, field.span, message));
        }
    }

    /// Reports an unknown field; `more` are further keys that would be valid.
    pub fn unknown<'c>(&self, field: &TomlField<'_>, more: impl Iterator<Item = &'c str> + Clone) {
        if let Some((row, former)) = self.table.formerly(&field.key) {
            let (since, old) = (former.since, &field.key);
            let message = match former.was {
                FormerWay::Gone(_) => format!("since {since} nothing needs `{old}`"),
                FormerWay::Beside(_, key) => format!("since {since} `{old}` is written `{}.{key}`", row.name),
                _ => format!("since {since} `{old}` is called `{}`", row.name),
            };
            self.file.outdated::<()>("key-renamed", field.span, message);
            return;
        }
        let known = self.table.keys().map(|row| row.name).chain(more);
        let message = format!("{} has no key `{}`", self.table.name, field.key);
        self.file.unknown("key-unknown", field.into(), message, known);
    }
}

/// What holds something under each of some names.
pub(crate) trait OfNames: Copy {}

impl OfNames for Named {}
impl OfNames for NamedTables {}
impl OfNames for NamedOrFalse {}
impl OfNames for NamedOrText {}
impl OfNames for Entries {}

impl Key<Named> {
    /// A reader of the table under one of the names.
    pub fn open<'t>(self, file: SourceFile<'t>, field: &'t TomlField<'t>) -> Option<Reader<'t>> {
        Reader::of(file, self.kind.table, field.into(), &field.node)
    }
}

impl Key<NamedOrFalse> {
    /// A reader of the table under one of the names; that it is not `false` is known.
    pub fn open<'t>(self, file: SourceFile<'t>, field: &'t TomlField<'t>) -> Option<Reader<'t>> {
        Reader::of(file, self.kind.table, field.into(), &field.node)
    }
}

impl Key<NamedTables> {
    /// Readers of the table, or of all tables of the list, under one of the names.
    pub fn open_all<'t>(self, file: SourceFile<'t>, field: &'t TomlField<'t>) -> Vec<Reader<'t>> {
        tables(file, self.kind.table, field)
    }
}

impl<'t> Doc<'t> {
    /// A reader of the whole file, which is such a table.
    pub fn reader(&'t self, table: &'static KeyTable) -> Reader<'t> {
        Reader::new(self.file, table, Span::START, &self.fields)
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

fn flag(file: SourceFile<'_>, key: &str, node: &TomlNode<'_>) -> Option<bool> {
    match &node.value {
        TomlValue::Flag(flag) => Some(*flag),
        _ => wrong(file, key, node, "true or false"),
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
fn tables<'t>(file: SourceFile<'t>, table: &'static KeyTable, field: &'t TomlField<'t>) -> Vec<Reader<'t>> {
    let is_list = matches!(field.node.value, TomlValue::List(_));
    let opened = |node: &'t TomlNode<'t>| {
        let span = if is_list { node.span } else { field.span };
        Reader::of(file, table, Name { text: &field.key, span }, node)
    };
    field.node.nodes().iter().filter_map(opened).collect()
}

/// Reports a value of the wrong type; nothing can be made of it.
pub(crate) fn wrong<T>(file: SourceFile<'_>, key: &str, node: &TomlNode<'_>, wanted: &str) -> Option<T> {
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
