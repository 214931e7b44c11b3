//! What a row is: all there is to know of a key of a TOML file, written once. `table!` makes the rows of a table, and beside
//! each a [`Key`] of a type, through which alone a reader asks.

use super::history::Former;
use std::fmt;

/// A table of a file.
#[derive(Debug)]
pub struct KeyTable {
    /// What messages call it: "a window".
    pub name: &'static str,
    pub(super) own: &'static [KeyRow],
    /// Keys that it has in common with others.
    pub(super) part: Option<&'static Self>,
    /// What else it takes.
    pub open: Option<OpenKeys>,
}

impl KeyTable {
    /// Its keys, in the order of the guide.
    pub fn keys(&self) -> impl Iterator<Item = &'static KeyRow> + Clone {
        self.own.iter().chain(self.part.map_or(&[][..], |part| part.own))
    }

    /// The key with this name.
    pub fn key(&self, name: &str) -> Option<&'static KeyRow> {
        self.keys().find(|row| row.name == name)
    }

    /// Whether these keys are among its own.
    pub(crate) fn includes(&self, other: &'static Self) -> bool {
        std::ptr::eq(self, other) || self.part.is_some_and(|part| std::ptr::eq(part, other))
    }
}

/// What a table takes besides its keys.
#[derive(Clone, Copy, Debug)]
pub struct OpenKeys {
    /// Under which names.
    pub to: OpenTo,
    /// What stands under them, as the guide says it.
    pub doc: &'static str,
}

/// The names that a table takes besides its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenTo {
    /// Those of attributes.
    Attributes,
    /// The letters of seats.
    Seats,
}

/// A key of a table.
#[derive(Debug)]
pub struct KeyRow {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in sentences: Markdown, with links to headings of the guide, in whichever chapter they are.
    pub doc: &'static str,
    /// What its value may be.
    pub holds: Holds,
    /// Whether it must be there.
    pub presence: Presence,
    /// The sorts of names that its value may be: "zone", "card".
    pub names: &'static [&'static str],
    /// The sorts of the names under it, unless they are new.
    pub keyed: &'static [&'static str],
    /// How it was written in earlier versions.
    pub history: &'static [Former],
    pub(super) usual: Usual,
}

/// Whether a key must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It need not.
    Optional,
    /// It must.
    Required,
    /// It must in some cases: "for a new zone".
    RequiredIf(&'static str),
}

/// What holds where a key is not given.
#[derive(Clone, Copy, Debug)]
pub(super) enum Usual {
    Nothing,
    Said(&'static str),
    Word(&'static str),
    Flag(bool),
}

/// What the value of a key may be.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// A text.
    Text,
    /// A text, or a list of texts.
    Texts,
    /// A whole number from, to.
    Number(i64, i64),
    /// True or false.
    Flag,
    /// One of these words.
    OneOf(&'static dyn KeyWords),
    /// One of these words, or a table.
    OneOfOrTable(&'static dyn KeyWords, &'static KeyTable),
    /// A table.
    Table(&'static KeyTable),
    /// A table, or a list of tables.
    Tables(&'static KeyTable),
    /// A table under each of some names.
    Named(&'static KeyTable),
    /// A table, or a list of tables, under each of some names.
    NamedTables(&'static KeyTable),
    /// A table, or `false`, under each of some names.
    NamedOrFalse(&'static KeyTable),
    /// A table, or the name of one that is declared elsewhere, under each of some names.
    NamedOrText(&'static KeyTable),
    /// Something else under each of some names.
    Entries(&'static [ValueShape]),
    /// Something that its reader judges.
    Value(&'static [ValueShape]),
}

impl Holds {
    /// The table that stands there, or under the names that stand there.
    pub const fn table(&self) -> Option<&'static KeyTable> {
        match self {
            Self::Table(table) | Self::Tables(table) | Self::Named(table) => Some(table),
            Self::NamedTables(table) | Self::NamedOrFalse(table) | Self::NamedOrText(table) => Some(table),
            Self::OneOfOrTable(_, table) => Some(table),
            Self::Text | Self::Texts | Self::Number(..) | Self::Flag | Self::OneOf(_) => None,
            Self::Entries(_) | Self::Value(_) => None,
        }
    }

    /// Whether it is a table whose keys are names.
    pub const fn is_named(&self) -> bool {
        matches!(
            self,
            Self::Named(_) | Self::NamedTables(_) | Self::NamedOrFalse(_) | Self::NamedOrText(_) | Self::Entries(_)
        )
    }

    /// The words of which it must be one, unless it is a table; none if it may be another.
    pub fn choices(&self) -> Vec<&'static str> {
        match self {
            Self::OneOf(words) | Self::OneOfOrTable(words, _) => words.words(),
            _ => Vec::new(),
        }
    }

    /// The shapes of its value.
    pub const fn shapes(&self) -> &'static [ValueShape] {
        match self {
            Self::Text | Self::OneOf(_) => &[ValueShape::Text],
            Self::Texts => &[ValueShape::Text, ValueShape::Texts],
            Self::Number(..) => &[ValueShape::Number],
            Self::Flag => &[ValueShape::Flag],
            Self::Tables(_) => &[ValueShape::Table, ValueShape::Tables],
            Self::OneOfOrTable(..) => &[ValueShape::Text, ValueShape::Table],
            Self::Value(shapes) => shapes,
            Self::Table(_) | Self::Named(_) | Self::NamedTables(_) => &[ValueShape::Table],
            Self::NamedOrFalse(_) | Self::NamedOrText(_) | Self::Entries(_) => &[ValueShape::Table],
        }
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueShape {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A whole number.
    Number,
    /// A list of numbers.
    Numbers,
    /// True or false.
    Flag,
    /// A table.
    Table,
    /// A list of tables.
    Tables,
    /// A list of lists.
    Lists,
}

impl ValueShape {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Text, Self::Texts, Self::Number, Self::Numbers, Self::Flag, Self::Table, Self::Tables, Self::Lists];
}

/// Words that stand for something.
pub trait KeyWords: Sync + fmt::Debug {
    /// The words.
    fn words(&self) -> Vec<&'static str>;
}

impl<T: Sync + fmt::Debug, const N: usize> KeyWords for [(&'static str, T); N] {
    fn words(&self) -> Vec<&'static str> {
        self.iter().map(|(word, _)| *word).collect()
    }
}

impl KeyRow {
    const fn new(name: &'static str, doc: &'static str, holds: Holds) -> Self {
        let (presence, usual) = (Presence::Optional, Usual::Nothing);
        Self { name, doc: doc.trim_ascii(), holds, presence, names: &[], keyed: &[], history: &[], usual }
    }

    pub(super) const fn required(self) -> Self {
        Self { presence: Presence::Required, ..self }
    }

    pub(super) const fn required_if(self, when: &'static str) -> Self {
        Self { presence: Presence::RequiredIf(when), ..self }
    }

    pub(super) const fn default(self, said: &'static str) -> Self {
        self.usual(Usual::Said(said))
    }

    const fn usual(self, usual: Usual) -> Self {
        Self { usual, ..self }
    }

    pub(super) const fn names(self, names: &'static [&'static str]) -> Self {
        Self { names, ..self }
    }

    pub(super) const fn keyed(self, keyed: &'static [&'static str]) -> Self {
        Self { keyed, ..self }
    }

    pub(super) const fn history(self, history: &'static [Former]) -> Self {
        Self { history, ..self }
    }
}

/// A key, as its reader asks for it: what it holds is its type.
#[derive(Clone, Copy)]
pub(crate) struct Key<K> {
    pub name: &'static str,
    /// The table, or the part of tables, that has it.
    pub table: &'static KeyTable,
    pub kind: K,
}

impl<K> Key<K> {
    /// Its row.
    pub fn row(&self) -> Option<&'static KeyRow> {
        self.table.key(self.name)
    }
}

/// For each type of key what its constructor takes, what of it readers need, and what its row says.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident ($($field:ident: $type:ty),*) $(takes $taken:ident: $taken_type:ty)?
        => $holds:expr $(, $usual:expr)?;)+) => {
        $($(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $kind { $(pub $field: $type),* }

        impl $kind {
            pub(super) const fn new($($field: $type,)* $(_: $taken_type)?) -> Self {
                Self { $($field),* }
            }

            pub(super) const fn row(
                name: &'static str,
                doc: &'static str
                $(, $field: $type)* $(, $taken: $taken_type)?
            ) -> KeyRow {
                KeyRow::new(name, doc, $holds)$(.usual($usual))?
            }
        })+
    };
}

kinds! {
    /// A text.
    Text() => Holds::Text;
    /// A text, or a list of texts.
    Texts() => Holds::Texts;
    /// A whole number within these bounds.
    Number(least: i64, most: i64) => Holds::Number(least, most);
    /// True or false.
    Flag() => Holds::Flag;
    /// True or false; if not given, this.
    FlagOr(usual: bool) => Holds::Flag, Usual::Flag(usual);
    /// A table.
    Inner(table: &'static KeyTable) => Holds::Table(table);
    /// A table, or a list of tables.
    Tables(table: &'static KeyTable) => Holds::Tables(table);
    /// A table under each of some names.
    Named(table: &'static KeyTable) => Holds::Named(table);
    /// A table, or a list of tables, under each of some names.
    NamedTables(table: &'static KeyTable) => Holds::NamedTables(table);
    /// A table, or `false`, under each of some names.
    NamedOrFalse(table: &'static KeyTable) => Holds::NamedOrFalse(table);
    /// A table, or the name of one that is declared elsewhere, under each of some names.
    NamedOrText(table: &'static KeyTable) => Holds::NamedOrText(table);
    /// Something else under each of some names.
    Entries() takes shapes: &'static [ValueShape] => Holds::Entries(shapes);
    /// `true` for a function of the usual name, or the name of another.
    HookName() => Holds::Value(&[ValueShape::Text, ValueShape::Flag]);
    /// Something that its reader judges.
    Value() takes shapes: &'static [ValueShape] => Holds::Value(shapes);
}

/// One of these words, and what it stands for.
#[derive(Clone, Copy)]
pub(crate) struct OneOf<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Sync + fmt::Debug> OneOf<T> {
    pub(super) const fn new(words: &'static [(&'static str, T)]) -> Self {
        Self(words)
    }

    pub(super) const fn row<const N: usize>(
        name: &'static str,
        doc: &'static str,
        words: &'static [(&'static str, T); N],
    ) -> KeyRow {
        KeyRow::new(name, doc, Holds::OneOf(words))
    }
}

/// One of these words, and what it stands for, or a table.
#[derive(Clone, Copy)]
pub(crate) struct OneOfOrTable<T: 'static>(pub &'static [(&'static str, T)], pub &'static KeyTable);

impl<T: Sync + fmt::Debug> OneOfOrTable<T> {
    pub(super) const fn new(words: &'static [(&'static str, T)], table: &'static KeyTable) -> Self {
        Self(words, table)
    }

    pub(super) const fn row<const N: usize>(
        name: &'static str,
        doc: &'static str,
        words: &'static [(&'static str, T); N],
        table: &'static KeyTable,
    ) -> KeyRow {
        KeyRow::new(name, doc, Holds::OneOfOrTable(words, table))
    }
}

/// One of these words, and what it stands for; if not given, the first.
#[derive(Clone, Copy)]
pub(crate) struct FirstOf<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Sync + fmt::Debug> FirstOf<T> {
    pub(super) const fn new(words: &'static [(&'static str, T)]) -> Self {
        Self(words)
    }

    pub(super) const fn row<const N: usize>(
        name: &'static str,
        doc: &'static str,
        words: &'static [(&'static str, T); N],
    ) -> KeyRow {
        KeyRow::new(name, doc, Holds::OneOf(words)).usual(Usual::Word(words[0].0))
    }
}

/// The name of a key that is written `r#type` because Rust has the word, too.
pub(super) const fn bare(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Tables, each as a module: its rows in `TABLE`, and a [`Key`] for each by its name. A key is written
///
/// ```text
/// /// What it is for.
/// name: Type(what its constructor takes), required, default "what holds if it is not given", names &["zone"];
/// ```
///
/// A key for which no reader asks is code that nothing uses, which the compiler reports.
macro_rules! table {
    ($(
        $(#[doc = $about:literal])*
        $table:ident = $what:literal $(with $part:ident)? $(, open $open:ident $open_doc:literal)? {
            $(
                $(#[doc = $doc:literal])+
                $key:ident: $kind:ident $(<$type:ty>)? $(($($taken:expr),+))? $(, $more:ident $($value:expr)?)*;
            )*
        }
    )+) => {
        $(
            $(#[doc = $about])*
            #[allow(non_upper_case_globals)]
            pub(crate) mod $table {
                use super::*;

                /// The rows.
                pub static TABLE: KeyTable = KeyTable {
                    name: $what,
                    own: &[$(
                        <$kind $(<$type>)?>::row(
                            bare(stringify!($key)),
                            concat!($($doc),+)
                            $(, $($taken),+)?
                        )$(.$more($($value)?))*
                    ),*],
                    part: table!(@part $($part)?),
                    open: table!(@open $($open $open_doc)?),
                };

                $(
                    $(#[doc = $doc])+
                    pub const $key: Key<$kind $(<$type>)?> = Key {
                        name: bare(stringify!($key)),
                        table: &TABLE,
                        kind: <$kind $(<$type>)?>::new($($($taken),+)?),
                    };
                )*
            }
        )+
    };
    (@part) => { None };
    (@part $part:ident) => { Some(&$part::TABLE) };
    (@open) => { None };
    (@open $to:ident $doc:literal) => { Some(OpenKeys { to: OpenTo::$to, doc: $doc }) };
}

pub(super) use table;
