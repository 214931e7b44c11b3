//! What a change of files can affect.

use cardwright_content::{pack_of, tree};
use cardwright_kernel::rules::Rules;
use std::collections::BTreeSet;

/// What a change touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// The packs whose files have changed.
    pub packs: BTreeSet<String>,
    /// Whether cards or scripts are among them, and not only rulings.
    pub content: bool,
    /// Whether anything may be affected, and not only what is named here.
    pub anything: bool,
    /// The cards, by their names.
    pub cards: BTreeSet<Box<str>>,
    /// The rulings, by the paths of their files.
    pub rulings: BTreeSet<Box<str>>,
}

impl Touched {
    /// Adds what the change of a file touches, by the rules before or after the change, and the text of the file then.
    pub fn add(&mut self, path: &str, text: Option<&str>, rules: Option<&Rules>) {
        let Some(pack) = pack_of(path) else { return };
        self.packs.insert(pack.to_owned());
        if path.starts_with("tests/") {
            self.rulings.insert(path.replace(".snap", ".toml").into());
            return;
        }
        self.content = true;
        match path.split('/').skip(2).collect::<Vec<_>>()[..] {
            ["decks", _] => {}
            ["patches", _] => self.add_patch(path, text, rules),
            ["shared", _] => self.anything = true,
            [_, _] => self.add_card(path, rules),
            _ => self.anything = true,
        }
    }

    /// Adds the cards that a card's file or script is about. A card that is new may become a stand-in anywhere.
    fn add_card(&mut self, path: &str, rules: Option<&Rules>) {
        let Some(rules) = rules else { return };
        let script = rules.scripts.get_index_of(path);
        let id = path.strip_prefix("cards/").and_then(|path| path.strip_suffix(".toml"));
        let id = id.map(|path| path.replacen('/', ":", 1));
        let found = rules.definitions.iter().filter(|(_, card)| {
            let by_script = script.is_some() && card.script.map(|script| script.index()) == script;
            by_script || id.as_deref() == Some(&*card.id)
        });
        let names: Vec<Box<str>> = found.map(|(name, _)| name.clone()).collect();

        self.anything |= names.is_empty();
        self.cards.extend(names);
    }

    /// Adds the card that a patch is about.
    fn add_patch(&mut self, path: &str, text: Option<&str>, rules: Option<&Rules>) {
        let Some(rules) = rules else { return };
        let patched = rules.scripts.get(path).and_then(|source| source.patches.as_ref());
        if let Some(script) = patched.and_then(|patched| patched.script.as_ref()) {
            return self.add_card(script, Some(rules));
        }
        let fields = text.map(|text| tree::parse(path, text).0).unwrap_or_default();
        let ids: BTreeSet<&str> = tree::texts(&fields, "card").iter().map(|(id, _)| *id).collect();
        let named = rules.definitions.iter().filter(|(_, card)| ids.contains(&*card.id)).map(|(name, _)| name.clone());
        let named: Vec<Box<str>> = named.collect();

        self.anything |= named.is_empty();
        self.cards.extend(named);
    }
}

/// These cards, and those whose scripts name one of them in quotes, through however many others.
pub fn closure(cards: &BTreeSet<Box<str>>, rules: &Rules) -> BTreeSet<Box<str>> {
    let mut reached = cards.clone();
    let mut open: Vec<Box<str>> = cards.iter().cloned().collect();

    while let Some(card) = open.pop() {
        let quoted = format!("\"{card}\"");
        let naming = rules.scripts.iter().enumerate().filter(|(_, (_, source))| source.text.contains(&quoted));
        let scripts: BTreeSet<usize> = naming.map(|(at, _)| at).collect();
        for (name, definition) in &rules.definitions {
            let names = definition.script.is_some_and(|script| scripts.contains(&script.index()));
            if names && reached.insert(name.clone()) {
                open.push(name.clone());
            }
        }
    }
    reached
}
