//! The grammar of the TOML files: which tables there are, which keys each has, and what their values may be.
//!
//! It is not written down anywhere. The readers are observed while they read a pack made for the purpose: each key that
//! a reader asks for is a key, a value that it does not refuse is allowed, and a value that it looks up is a name of
//! that sort. A key that is added to a reader is therefore in the grammar at once.

use super::load;
use crate::read::context::LoadContext;
use crate::read::files::Files;
use crate::read::log::{Form, Grammar, GrammarKey, ReaderLog, Uses, ValueShape};
use std::sync::LazyLock;

/// The files of a pack, as a message calls their tables.
pub const ROOTS: [(&str, &str); 7] = [
    ("pack.toml", "a pack"),
    ("ruleset.toml", "a ruleset"),
    ("board.toml", "a board"),
    ("look.toml", "a look"),
    ("decks/*.toml", "a deck"),
    ("patches/*.toml", "a patch"),
    ("<folder>/*.toml", "a card"),
];

/// What stands under keys without which readers go no further, and whether a list of texts is tried there as well.
const MUST: [(&str, &str, &str, bool); 8] = [
    ("a kind", "folder", "\"things\"", false),
    ("an attribute", "type", "\"choice\"", false),
    ("an attribute", "of", "\"probe\"", true),
    ("an attribute", "choices", "[\"probe\"]", false),
    ("a local value", "type", "\"choice\"", false),
    ("a local value", "choices", "[\"probe\"]", false),
    ("an option", "type", "\"choice\"", false),
    ("an option", "choices", "[\"probe\"]", false),
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
        read(&mut watch, None);
    }
    for (_, root) in ROOTS {
        for shape in ValueShape::ALL {
            for depth in 0..DEEPEST - 1 {
                read(&mut watch, Some(Trial { root, shape, depth }));
            }
        }
    }
    watch.grammar()
}

/// Where each key stands first in the packs of a game: the file, and its field with what stands there.
pub fn uses(files: &Files, game: &str) -> Uses {
    let context = LoadContext::watched(ReaderLog::default());
    load::read(&context, files, game);
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

/// Reads files that hold every key known so far, and notes what the readers ask for.
fn read(log: &mut ReaderLog, trial: Option<Trial>) {
    log.places.clear();
    let of = |what: &str| trial.filter(|trial| trial.root == what);
    let root = |what: &str| Writer { grammar: &log.found, trial: of(what) }.root(what);
    let files: Vec<(String, String)> = ROOTS
        .iter()
        .map(|(path, what)| {
            let path = path.replace('*', "probe").replace("<folder>", "things");
            (format!("cards/probe/{path}"), root(what))
        })
        .chain([("scripts/probe/ruleset.rhai".to_string(), String::new())])
        .collect();
    let context = LoadContext::watched(std::mem::take(log));
    let files = Files::new(files);
    load::read(&context, &files, "probe");
    *log = context.seen();
    log.settle();
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
