//! What is seen of the readers while they read: which keys they ask for, and what they take there.

use crate::read::tree::{TomlField, TomlNode, TomlValue};
use cardwright_kernel::base::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What there is to know of all tables, by what a message calls them: "a window".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grammar {
    /// The tables.
    pub tables: BTreeMap<Box<str>, Form>,
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Its keys.
    pub keys: BTreeMap<Box<str>, GrammarKey>,
    /// Whether it has other keys besides: attributes of the ruleset.
    pub open: bool,
}

/// A key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrammarKey {
    /// What its value may be.
    pub takes: BTreeSet<ValueShape>,
    /// Whether it is required; in some tables, another key may replace it.
    pub required: bool,
    /// The words that it takes, if it takes only these.
    pub choices: Vec<Box<str>>,
    /// The least and the largest number.
    pub bounds: Option<(i64, i64)>,
    /// The sorts of names that its value may be: "zone", "card".
    pub names: BTreeSet<Box<str>>,
    /// The tables that may stand there, or under the names that its table holds.
    pub tables: BTreeSet<Box<str>>,
    /// Whether it holds a table whose keys are names.
    pub is_named: bool,
    /// The sorts of these names, unless they are new.
    pub keys: BTreeSet<Box<str>>,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueShape {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A whole number.
    Number,
    /// True or false.
    Flag,
    /// A table.
    Table,
    /// A list of tables.
    Tables,
}

impl ValueShape {
    pub(crate) const ALL: [Self; 6] = [Self::Text, Self::Texts, Self::Number, Self::Flag, Self::Table, Self::Tables];

    fn of(value: &TomlValue<'_>) -> Option<Self> {
        match value {
            TomlValue::Text(_) => Some(Self::Text),
            TomlValue::Number(_) => Some(Self::Number),
            TomlValue::Flag(_) => Some(Self::Flag),
            TomlValue::Fields(_) => Some(Self::Table),
            TomlValue::List(nodes) => match nodes.first().map(|node| &node.value) {
                Some(TomlValue::Fields(_)) => Some(Self::Tables),
                _ => Some(Self::Texts),
            },
            TomlValue::Other(_) => None,
        }
    }
}

/// The first place of each key, by table and key: the file, and its field.
pub type Uses = BTreeMap<(Box<str>, Box<str>), (Box<str>, Span)>;

/// What is seen of the readers.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReaderLog {
    pub found: Grammar,
    refused: BTreeSet<(Box<str>, Box<str>, ValueShape)>,
    tried: BTreeSet<(Box<str>, Box<str>, ValueShape)>,
    /// Which table and key a place belongs to, in the file that is read.
    pub places: BTreeMap<(Box<str>, Span), KeyPlace>,
    /// The tables that are read in this run, and the keys that they cannot do without.
    opened: BTreeSet<Box<str>>,
    demanded: BTreeSet<(Box<str>, Box<str>)>,
    /// Keys without which a table was read.
    optional: BTreeSet<(Box<str>, Box<str>)>,
    /// Where each key stands first.
    pub uses: Uses,
}

/// Which key something is written under.
#[derive(Clone, Debug)]
pub(crate) struct KeyPlace {
    table: Box<str>,
    key: Box<str>,
    /// Whether it is the name of an entry, not what stands under the key.
    is_name: bool,
    /// What stands there, if it stands under the key itself.
    shape: Option<ValueShape>,
}

impl ReaderLog {
    /// A key is required if its table is never read without asking for it.
    pub fn settle(&mut self) {
        for table in std::mem::take(&mut self.opened) {
            let keys = self.found.tables.get(&table).into_iter().flat_map(|form| form.keys.keys());
            let pairs = keys.map(|key| (table.clone(), key.clone()));
            self.optional.extend(pairs.filter(|pair| !self.demanded.contains(pair)));
        }
        self.demanded.clear();
    }

    fn key(&mut self, table: &str, key: &str) -> &mut GrammarKey {
        let form = self.found.tables.entry(table.into()).or_default();
        form.keys.entry(key.into()).or_default()
    }

    fn place(&mut self, path: &str, span: Span, place: KeyPlace) {
        self.places.insert((path.into(), span), place);
    }

    fn at(&self, path: &str, span: Span) -> Option<KeyPlace> {
        self.places.get(&(path.into(), span)).cloned()
    }

    /// A reader asks for a key.
    pub fn asks(&mut self, path: &str, table: &'static str, key: &'static str, field: Option<&TomlField<'_>>) {
        self.key(table, key);
        let Some(field) = field else { return };
        let used = || (path.into(), field.span.to(field.node.span));
        self.uses.entry((table.into(), key.into())).or_insert_with(used);
        let shape = ValueShape::of(&field.node.value);
        self.tried.extend(shape.map(|shape| (table.into(), key.into(), shape)));
        let place = KeyPlace { table: table.into(), key: key.into(), is_name: false, shape };
        self.place(path, field.span, place.clone());
        self.nodes(path, &field.node, &place);
        if let TomlValue::Fields(fields) = &field.node.value {
            self.entries(path, fields, &place);
        }
    }

    fn nodes(&mut self, path: &str, node: &TomlNode<'_>, place: &KeyPlace) {
        self.place(path, node.span, place.clone());
        if let TomlValue::List(nodes) = &node.value {
            nodes.iter().for_each(|inner| self.nodes(path, inner, place));
        }
    }

    fn entries(&mut self, path: &str, fields: &[TomlField<'_>], place: &KeyPlace) {
        for field in fields {
            self.place(path, field.span, KeyPlace { is_name: true, shape: None, ..place.clone() });
            self.nodes(path, &field.node, &KeyPlace { is_name: false, shape: None, ..place.clone() });
        }
    }

    /// A reader holds that the key under it is a table whose keys are names.
    pub fn names(&mut self, table: &'static str, key: &'static str) {
        self.key(table, key).is_named = true;
    }

    /// A reader asks for a table under a key.
    pub fn opens(&mut self, table: &'static str, key: &'static str, inner: &'static str) {
        self.key(table, key).tables.insert(inner.into());
    }

    /// A table whose name is this value is read.
    pub fn opened(&mut self, path: &str, span: Span, inner: &'static str) {
        if let Some(place) = self.at(path, span) {
            self.key(&place.table, &place.key).tables.insert(inner.into());
        }
        self.found.tables.entry(inner.into()).or_default();
        self.opened.insert(inner.into());
    }

    /// A reader takes only these words.
    pub fn chooses<'w>(&mut self, table: &'static str, key: &'static str, words: impl Iterator<Item = &'w str>) {
        self.key(table, key).choices = words.map(Box::from).collect();
    }

    /// A reader takes only such numbers.
    pub fn counts(&mut self, table: &'static str, key: &'static str, bounds: (i64, i64)) {
        self.key(table, key).bounds = Some(bounds);
    }

    /// A reader cannot do without a key.
    pub fn requires(&mut self, table: &'static str, key: &'static str) {
        self.key(table, key).required = true;
        self.demanded.insert((table.into(), key.into()));
    }

    /// A reader takes other keys besides.
    pub fn takes_others(&mut self, table: &'static str) {
        self.found.tables.entry(table.into()).or_default().open = true;
    }

    /// The value here is looked up among the names of a sort.
    pub fn looks_up(&mut self, path: &str, span: Span, sort: &str) {
        let Some(place) = self.at(path, span) else { return };
        let key = self.key(&place.table, &place.key);
        if place.is_name {
            key.keys.insert(sort.into())
        } else {
            key.names.insert(sort.into())
        };
    }

    /// The value here is of a type that no reader accepts.
    pub fn refuses(&mut self, path: &str, span: Span) {
        if let Some(KeyPlace { table, key, shape: Some(shape), .. }) = self.at(path, span) {
            self.refused.insert((table, key, shape));
        }
    }

    pub fn grammar(mut self) -> Grammar {
        for (table, key) in std::mem::take(&mut self.optional) {
            self.key(&table, &key).required = false;
        }
        let taken: Vec<_> = self.tried.difference(&self.refused).cloned().collect();
        for (table, key, shape) in taken {
            self.key(&table, &key).takes.insert(shape);
        }
        self.found
    }
}
