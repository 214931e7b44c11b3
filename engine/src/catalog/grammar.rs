//! The grammar of the TOML files: which tables there are, which keys each has, and what their values may be.
//!
//! It is not written down anywhere. The readers are observed while they read a pack made for the purpose: each key that
//! a reader asks for is a key, a value that it does not refuse is allowed, and a value that it looks up is a name of
//! that sort. A key that is added to a reader is therefore in the grammar at once.

use super::context::LoadContext;
use super::files::Files;
use super::tree::{TomlField, TomlNode, TomlValue};
use crate::base::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

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
    const ALL: [Self; 6] = [Self::Text, Self::Texts, Self::Number, Self::Flag, Self::Table, Self::Tables];

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

/// The files of a pack, as a message calls their tables.
pub const ROOTS: [(&str, &str); 6] = [
    ("pack.toml", "a pack"),
    ("ruleset.toml", "a ruleset"),
    ("board.toml", "a board"),
    ("decks/*.toml", "a deck"),
    ("patches/*.toml", "a patch"),
    ("<folder>/*.toml", "a card"),
];

/// What stands under keys without which readers go no further, and whether a list of texts is tried there as well.
const MUST: [(&str, &str, &str, bool); 6] = [
    ("a kind", "folder", "\"things\"", false),
    ("an attribute", "type", "\"choice\"", false),
    ("an attribute", "of", "\"probe\"", true),
    ("an attribute", "choices", "[\"probe\"]", false),
    ("a local value", "type", "\"choice\"", false),
    ("a local value", "choices", "[\"probe\"]", false),
];

/// How deeply tables are nested at most.
const DEEPEST: usize = 6;

/// The grammar of the files of this version. It depends on nothing else, so it is found out once.
pub fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> = LazyLock::new(watched_grammar);
    &GRAMMAR
}

/// The grammar as the readers show it.
fn watched_grammar() -> Grammar {
    let mut watch = ReaderLog::default();
    for _ in 0..DEEPEST {
        watch.read(None);
    }
    for (_, root) in ROOTS {
        for shape in ValueShape::ALL {
            for depth in 0..DEEPEST - 1 {
                watch.read(Some(Trial { root, shape, depth }));
            }
        }
    }
    watch.grammar()
}

/// The first place of each key, by table and key: the file, and its field.
pub type Uses = BTreeMap<(Box<str>, Box<str>), (Box<str>, Span)>;

/// Where each key stands first in the packs of a game: the file, and its field with what stands there.
pub fn uses(files: &Files, game: &str) -> Uses {
    let context = LoadContext::watched(ReaderLog::default());
    super::read(&context, files, game);
    let mut uses = Uses::default();
    context.watch(|watch| uses = std::mem::take(&mut watch.uses));
    // What a patch put into a card stands in the file of the patch.
    uses.into_iter().map(|(key, (path, span))| (key, context.origin(&path, span))).collect()
}

/// What is tried: in the files of one sort something of a shape stands under every key at a depth.
#[derive(Clone, Copy)]
struct Trial {
    root: &'static str,
    shape: ValueShape,
    depth: usize,
}

/// What is seen of the readers.
#[derive(Clone, Debug, Default)]
pub(super) struct ReaderLog {
    found: Grammar,
    refused: BTreeSet<(Box<str>, Box<str>, ValueShape)>,
    tried: BTreeSet<(Box<str>, Box<str>, ValueShape)>,
    /// Which table and key a place belongs to, in the file that is read.
    places: BTreeMap<(Box<str>, Span), Place>,
    /// The tables that are read in this run, and the keys that they cannot do without.
    opened: BTreeSet<Box<str>>,
    demanded: BTreeSet<(Box<str>, Box<str>)>,
    /// Keys without which a table was read.
    optional: BTreeSet<(Box<str>, Box<str>)>,
    /// Where each key stands first.
    uses: Uses,
}

#[derive(Clone, Debug)]
struct Place {
    table: Box<str>,
    key: Box<str>,
    /// Whether it is the name of an entry, not what stands under the key.
    is_name: bool,
    /// What stands there, if it stands under the key itself.
    shape: Option<ValueShape>,
}

impl ReaderLog {
    fn read(&mut self, trial: Option<Trial>) {
        self.places.clear();
        let of = |what: &str| trial.filter(|trial| trial.root == what);
        let root = |what: &str| Writer { grammar: &self.found, trial: of(what) }.root(what);
        let files: Vec<(String, String)> = ROOTS
            .iter()
            .map(|(path, what)| {
                let path = path.replace('*', "probe").replace("<folder>", "things");
                (format!("cards/probe/{path}"), root(what))
            })
            .chain([("scripts/probe/ruleset.rhai".to_string(), String::new())])
            .collect();
        let context = LoadContext::watched(std::mem::take(self));
        let files = Files::new(files);
        super::read(&context, &files, "probe");
        *self = context.seen();
        self.settle();
    }

    /// A key is required if its table is never read without asking for it.
    fn settle(&mut self) {
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

    fn place(&mut self, path: &str, span: Span, place: Place) {
        self.places.insert((path.into(), span), place);
    }

    fn at(&self, path: &str, span: Span) -> Option<Place> {
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
        let place = Place { table: table.into(), key: key.into(), is_name: false, shape };
        self.place(path, field.span, place.clone());
        self.nodes(path, &field.node, &place);
        if let TomlValue::Fields(fields) = &field.node.value {
            self.entries(path, fields, &place);
        }
    }

    fn nodes(&mut self, path: &str, node: &TomlNode<'_>, place: &Place) {
        self.place(path, node.span, place.clone());
        if let TomlValue::List(nodes) = &node.value {
            nodes.iter().for_each(|inner| self.nodes(path, inner, place));
        }
    }

    fn entries(&mut self, path: &str, fields: &[TomlField<'_>], place: &Place) {
        for field in fields {
            self.place(path, field.span, Place { is_name: true, shape: None, ..place.clone() });
            self.nodes(path, &field.node, &Place { is_name: false, shape: None, ..place.clone() });
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
        if let Some(Place { table, key, shape: Some(shape), .. }) = self.at(path, span) {
            self.refused.insert((table, key, shape));
        }
    }

    fn grammar(mut self) -> Grammar {
        for (table, key) in &self.optional {
            if let Some(key) = self.found.tables.get_mut(table).and_then(|form| form.keys.get_mut(key)) {
                key.required = false;
            }
        }
        for (table, key, shape) in self.tried.difference(&self.refused) {
            if let Some(key) = self.found.tables.get_mut(table).and_then(|form| form.keys.get_mut(key)) {
                key.takes.insert(*shape);
            }
        }
        self.found
    }
}

/// Writes files that contain every key of the grammar.
struct Writer<'g> {
    grammar: &'g Grammar,
    /// What stands under keys at which depth, besides tables on the way there.
    trial: Option<Trial>,
}

impl Writer<'_> {
    fn root(&self, what: &str) -> String {
        let Some(form) = self.grammar.tables.get(what) else { return String::new() };
        form.keys.iter().filter_map(|(name, key)| self.field(what, name, key, 0)).map(|field| field + "\n").collect()
    }

    fn table(&self, what: &str, depth: usize) -> String {
        let none = Form::default();
        let form = self.grammar.tables.get(what).unwrap_or(&none);
        let fields = form.keys.iter().filter_map(|(name, key)| self.field(what, name, key, depth));
        format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
    }

    fn field(&self, what: &str, name: &str, key: &GrammarKey, depth: usize) -> Option<String> {
        let must = MUST.iter().find(|(table, key, ..)| (*table, *key) == (what, name));
        let may_be_list = must.is_some_and(|(.., may_be_list)| *may_be_list);
        let must = must.map(|(_, _, value, _)| *value);
        // What a choice needs, a number does not.
        let must = must.map(|value| if value == "\"choice\"" && self.trial.is_some() { "\"number\"" } else { value });
        let tried = self.trial.filter(|trial| trial.depth == depth).map(|trial| trial.shape);
        let value = match (must, tried) {
            (Some(_), Some(ValueShape::Texts)) if may_be_list => sample(ValueShape::Texts),
            (Some(must), _) => must.to_string(),
            (None, Some(shape)) => sample(shape),
            (None, None) => self.inner(key, depth)?,
        };
        Some(format!("\"{name}\" = {value}"))
    }

    /// What lies in a table under a key; nothing if none does, or if it would lie too deep.
    fn inner(&self, key: &GrammarKey, depth: usize) -> Option<String> {
        if depth + 1 >= DEEPEST {
            return None;
        }
        match (key.tables.first(), key.is_named) {
            (Some(table), true) => Some(format!("{{ probe = {} }}", self.table(table, depth + 1))),
            (Some(table), false) => Some(self.table(table, depth + 1)),
            (None, true) => Some("{ probe = {} }".into()),
            (None, false) if self.trial.is_none() => Some("{}".into()),
            (None, false) => None,
        }
    }
}

fn sample(shape: ValueShape) -> String {
    match shape {
        ValueShape::Text => "\"probe\"",
        ValueShape::Texts => "[\"probe\"]",
        ValueShape::Number => "1",
        ValueShape::Flag => "true",
        ValueShape::Table => "{ probe = \"probe\" }",
        ValueShape::Tables => "[{ probe = \"probe\" }]",
    }
    .into()
}
