//! Mistakes in TOML files, and the words of a game, by which names are recognised.

use super::{Mutation, Sort, misspelt};
use cardwright_content::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{AttrType, Rules};
use std::collections::BTreeSet;

/// Keys whose texts are for people, or name the thing itself.
const FREE: [&str; 11] = ["title", "text", "why", "what", "says", "as", "name", "plural", "claim", "steps", "version"];

/// The words that the files of a game declare.
pub(super) struct Words {
    names: BTreeSet<Box<str>>,
    cards: BTreeSet<Box<str>>,
}

impl Words {
    /// Those of these rules.
    pub fn of(rules: &Rules) -> Self {
        let tables = [
            rules.zones.keys().collect::<Vec<_>>(),
            rules.actions.keys().collect(),
            rules.windows.keys().collect(),
            rules.phases.keys().collect(),
            rules.kinds.keys().collect(),
            rules.attributes.keys().collect(),
            rules.values.keys().collect(),
        ];
        let mut names: BTreeSet<Box<str>> = tables.into_iter().flatten().cloned().collect();
        for attribute in rules.attributes.values() {
            if let AttrType::Choice(words) | AttrType::Choices(words) = &attribute.type_ {
                names.extend(words.iter().map(|word| Box::from(rules.words.text(*word))));
            }
        }
        Self { names, cards: rules.definitions.keys().cloned().collect() }
    }

    /// What sort of mistake it is to misspell this text; none if it is no name.
    pub fn sort(&self, text: &str) -> Option<Sort> {
        if self.cards.contains(text) {
            return Some(Sort::Card);
        }
        self.names.contains(text).then_some(Sort::Word)
    }

    /// Whether this is a name.
    fn has(&self, text: &str) -> bool {
        self.sort(text).is_some()
    }
}

/// All mistakes that can be made in a TOML file.
pub(super) fn mutations(path: &str, text: &str, words: &Words) -> Vec<Mutation> {
    let (fields, _) = tree::parse(path, text);
    let mut seeding = Seeding { path, text, words, found: Vec::new() };
    seeding.fields(&fields, &[]);
    seeding.found
}

struct Seeding<'a> {
    path: &'a str,
    text: &'a str,
    words: &'a Words,
    found: Vec<Mutation>,
}

/// Tables whose keys are new names: a misspelt one is only another name.
const NAMED: [&str; 12] = [
    "zones",
    "kinds",
    "attributes",
    "actions",
    "windows",
    "phases",
    "values",
    "stages",
    "gates",
    "effects",
    "tracks",
    "spaces",
];

impl Seeding<'_> {
    fn add(&mut self, sort: Sort, span: Span, instead: String) {
        self.found.push(Mutation { sort, path: self.path.into(), span: span.range(), instead });
    }

    fn fields(&mut self, fields: &[TomlField<'_>], above: &[&str]) {
        let in_ruleset = self.path.ends_with("/ruleset.toml") || self.path.ends_with("/board.toml");
        for field in fields {
            let names_something = in_ruleset && above.last().is_some_and(|table| NAMED.contains(table));
            let plain = self.text.get(field.span.range()) == Some(&*field.key);
            let is_gate = above.last() == Some(&"gates");
            if !names_something && !is_gate && plain {
                let sort = if self.words.sort(&field.key) == Some(Sort::Card) { Sort::Card } else { Sort::Key };
                self.add(sort, field.span, misspelt(&field.key));
            }
            let path: Vec<&str> = above.iter().copied().chain([&*field.key]).collect();
            self.node(&field.node, &path);
        }
    }

    fn node(&mut self, node: &TomlNode<'_>, path: &[&str]) {
        let key = path.last().copied().unwrap_or_default();
        let shown = self.text.get(node.span.range()).unwrap_or_default().to_string();
        match &node.value {
            TomlValue::Text(text) => {
                let quoted = shown.starts_with('"') && !shown.starts_with("\"\"\"");
                let is_choice = path.len() > 1 && key == "choices";
                if quoted && !FREE.contains(&key) && !is_choice && !text.is_empty() {
                    let sort = if self.words.sort(text) == Some(Sort::Card) { Sort::Card } else { Sort::Value };
                    let known = self.words.has(text) || key != "default";
                    if known && !matches!(key, "causes" | "signals" | "folder") {
                        self.add(sort, node.span, format!("\"{}\"", misspelt(text)));
                    }
                }
                self.add(Sort::Type, node.span, "7".into());
            }
            TomlValue::Number(_) => self.add(Sort::Type, node.span, "\"seven\"".into()),
            TomlValue::Flag(_) => self.add(Sort::Type, node.span, "\"yes, please\"".into()),
            TomlValue::List(nodes) => {
                nodes.iter().for_each(|node| match &node.value {
                    TomlValue::Fields(fields) => self.fields(fields, path),
                    _ => self.node(node, path),
                });
            }
            TomlValue::Fields(fields) => {
                if shown.starts_with('{') {
                    self.add(Sort::Type, node.span, "7".into());
                }
                self.fields(fields, path);
            }
            TomlValue::Other(_) => {}
        }
    }
}
