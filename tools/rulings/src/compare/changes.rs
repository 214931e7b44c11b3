//! The changes between two versions, in sets that check, and which cards and rules they are about.

use super::CardChanges;
use cardwright_content::Files;
use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_script::syntax::tokens;
use std::collections::{BTreeMap, BTreeSet};

/// Some changed files that can be applied to the old version by themselves.
pub(super) struct Change {
    /// The files.
    pub files: Vec<String>,
    /// The old version with this change.
    pub ruleset: Ruleset,
}

/// The files that differ, are new or are gone.
pub(super) fn changed(old: &Files, new: &Files) -> Vec<String> {
    let all: BTreeSet<&str> = old.iter().chain(new.iter()).map(|(path, _)| path).collect();
    all.into_iter().filter(|path| old.get(path) != new.get(path)).map(str::to_owned).collect()
}

/// The changes in sets that check when they are applied to the old version: each file alone where that works, with the
/// other file of its card where not, otherwise with those that fail as well.
pub(super) fn sets_that_check(old: &Files, new: &Files, changed: Vec<String>, game: &str) -> Vec<Change> {
    let apply = |files: &[String]| {
        let mut texts: BTreeMap<&str, &str> = old.iter().collect();
        for path in files {
            match new.get(path) {
                Some(text) => texts.insert(path, text),
                None => texts.remove(path.as_str()),
            };
        }
        cardwright_game::load(&Files::new(texts), game).ruleset
    };
    let all = changed.clone();
    let mut found: Vec<Change> = Vec::new();
    let mut rest: Vec<Vec<String>> = together(changed);
    rest.retain(|files| match apply(files) {
        Some(ruleset) => {
            found.push(Change { files: files.clone(), ruleset });
            false
        }
        None => true,
    });
    // What does not check by itself needs others: one of those that do not either, one that does, or all.
    while !rest.is_empty() {
        let set = rest.remove(0);
        let partner = rest.iter().position(|other| apply(&joined(&set, other)).is_some());
        let set = match partner {
            Some(at) => joined(&set, &rest.remove(at)),
            None => {
                let partner =
                    found.iter().map(|change| &change.files).find(|other| apply(&joined(&set, other)).is_some());
                match partner {
                    Some(other) => joined(&set, other),
                    None => rest.drain(..).fold(set, |set, other| joined(&set, &other)),
                }
            }
        };
        let ruleset = apply(&set).or_else(|| apply(&all));
        found.extend(ruleset.map(|ruleset| Change { files: set, ruleset }));
    }
    found
}

/// Both sets of files.
fn joined(one: &[String], other: &[String]) -> Vec<String> {
    let files: BTreeSet<&String> = one.iter().chain(other).collect();
    files.into_iter().cloned().collect()
}

/// The files of one card, or of one patch, belong together.
fn together(changed: Vec<String>) -> Vec<Vec<String>> {
    let stem = |path: &str| {
        let inside = path.split_once('/').map_or(path, |(_, inside)| inside);
        inside.rsplit_once('.').map_or(inside, |(stem, _)| stem).to_owned()
    };
    let mut sets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in changed {
        sets.entry(stem(&path)).or_default().push(path);
    }
    sets.into_values().collect()
}

/// Which cards and rules changed files are about.
pub(super) struct Subjects {
    /// The cards of a file: its own, those that share a script, the one that it patches.
    cards: BTreeMap<String, Vec<String>>,
    /// The cards that call what changed in a shared script, by way of other shared functions too.
    callers: BTreeMap<String, Vec<String>>,
    /// What changed in a file of the rules.
    rules: BTreeMap<String, Vec<String>>,
}

impl Subjects {
    /// Those of two versions of a game.
    pub fn of(old: &Files, new: &Files, before: &Ruleset, after: &Ruleset, renamed: &CardChanges) -> Self {
        let mut cards: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ruleset in [before, after] {
            let rules = ruleset.rules();
            for (name, definition) in &rules.definitions {
                let name = renamed.renamed_in(name);
                let own = format!("cards/{}.toml", definition.id.replacen(':', "/", 1));
                let script = definition.script.and_then(|script| rules.scripts.get_index(script.index()));
                let patches = patches_of(old, &definition.id).into_iter().chain(patches_of(new, &definition.id));
                for path in [own].into_iter().chain(script.map(|(path, _)| path.to_string())).chain(patches) {
                    let cards = cards.entry(path).or_default();
                    if !cards.contains(&name) {
                        cards.push(name.clone());
                    }
                }
            }
        }
        let mut rules = BTreeMap::new();
        for (path, text) in new.iter().filter(|(path, _)| path.ends_with(".toml")) {
            if let Some(before) = old.get(path).filter(|before| *before != text) {
                let (one, other) = (tree::parse(path, before).0, tree::parse(path, text).0);
                let mut keys = Vec::new();
                changed_keys(&one, &other, "", &mut keys);
                rules.insert(path.to_owned(), keys);
            }
        }
        let is_shared = |path: &&str| path.starts_with("scripts/") && path.contains("/shared/");
        let shared = new.iter().map(|(path, _)| path).filter(is_shared).filter(|path| old.get(path) != new.get(path));
        let callers = shared.map(|path| {
            let text = |files: &Files| files.get(path).unwrap_or_default().to_owned();
            (path.to_owned(), callers(after, changed_functions(&text(old), &text(new))))
        });
        Self { cards, callers: callers.collect(), rules }
    }

    /// The cards or rules that some changed files are about: of a card's files the card, of shared functions the cards that
    /// call them, of a ruleset the keys or the file.
    pub fn of_change(&self, files: &[String], causes: &BTreeSet<String>) -> Vec<String> {
        let cards: BTreeSet<&String> = files.iter().filter_map(|path| self.cards.get(path)).flatten().collect();
        if !cards.is_empty() {
            // Of several cards with one script those that show it.
            let acting: Vec<String> =
                cards.iter().filter(|card| causes.contains(**card)).map(|card| (*card).clone()).collect();
            let all = || cards.iter().map(|card| (*card).clone()).collect();
            return if acting.is_empty() || files.len() <= 2 && cards.len() == 1 { all() } else { acting };
        }
        let callers: BTreeSet<&String> = files.iter().filter_map(|path| self.callers.get(path)).flatten().collect();
        if !callers.is_empty() {
            return callers.into_iter().cloned().collect();
        }
        files.iter().flat_map(|path| self.rule(path)).collect()
    }

    fn rule(&self, path: &str) -> Vec<String> {
        match self.rules.get(path) {
            Some(keys) if !keys.is_empty() => keys.iter().map(|key| format!("{path}: {key}")).collect(),
            _ => vec![path.to_owned()],
        }
    }
}

/// The functions whose text differs, apart from spaces and comments.
fn changed_functions(old: &str, new: &str) -> BTreeSet<String> {
    let (old, new) = (functions(old), functions(new));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    names.into_iter().filter(|name| old.get(*name) != new.get(*name)).cloned().collect()
}

/// The tokens of each function of a script.
fn functions(text: &str) -> BTreeMap<String, Vec<&str>> {
    let mut found: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut name = String::new();
    let tokens: Vec<&str> = tokens(text).into_iter().map(|token| &text[token.span]).collect();
    for (at, token) in tokens.iter().enumerate() {
        if *token == "fn" {
            name = tokens.get(at + 1).copied().unwrap_or_default().to_owned();
        }
        found.entry(name.clone()).or_default().push(token);
    }
    found
}

/// The cards whose scripts call one of these functions, or a shared function that does.
fn callers(ruleset: &Ruleset, mut called: BTreeSet<String>) -> Vec<String> {
    let rules = ruleset.rules();
    let calls = |tokens: &[&str], called: &BTreeSet<String>| {
        tokens.windows(2).any(|pair| pair[1] == "(" && called.contains(pair[0]))
    };
    loop {
        let before = called.len();
        let shared = rules.scripts.iter().filter(|(path, _)| path.contains("/shared/"));
        for (name, tokens) in shared.flat_map(|(_, source)| functions(&source.text)) {
            if calls(tokens.get(2..).unwrap_or_default(), &called) {
                called.insert(name);
            }
        }
        if called.len() == before {
            break;
        }
    }
    let is_caller = |script: usize| {
        let source = rules.scripts.get_index(script).map(|(_, source)| &*source.text);
        source.is_some_and(|text| functions(text).values().any(|tokens| calls(tokens, &called)))
    };
    let cards = rules.definitions.iter();
    let cards = cards.filter(|(_, card)| card.script.is_some_and(|script| is_caller(script.index())));
    cards.map(|(name, _)| name.to_string()).collect()
}

/// The files of the patches of a card.
fn patches_of(files: &Files, id: &str) -> Vec<String> {
    let is_patch = |path: &&str| path.contains("/patches/") && path.ends_with(".toml");
    let patches = files.iter().filter(|(path, _)| is_patch(path));
    let of_card = patches.filter(|(path, text)| {
        let (fields, _) = tree::parse(path, text);
        tree::texts(&fields, "card").first().is_some_and(|(card, _)| *card == id)
    });
    of_card
        .flat_map(|(path, _)| {
            let script = path.replacen("cards/", "scripts/", 1).replace(".toml", ".rhai");
            [path.to_owned(), script]
        })
        .collect()
}

/// The paths of keys whose values differ, as deep as both have tables.
fn changed_keys(old: &[TomlField<'_>], new: &[TomlField<'_>], above: &str, found: &mut Vec<String>) {
    let keys: BTreeSet<&str> = old.iter().chain(new).map(|field| &*field.key).collect();
    for key in keys {
        let path = if above.is_empty() { tree::key(key) } else { format!("{above}.{}", tree::key(key)) };
        match (tree::field(old, key), tree::field(new, key)) {
            (Some(one), Some(other)) if one.node.value == other.node.value => {}
            (Some(one), Some(other)) => match (&one.node.value, &other.node.value) {
                (TomlValue::Fields(one), TomlValue::Fields(other)) => changed_keys(one, other, &path, found),
                _ => found.push(path),
            },
            _ => found.push(path),
        }
    }
}
