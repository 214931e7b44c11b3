//! The engine is earned: each verb and each key is used by at least two games, of the repository's and the guides'.
//! `earned.toml` names the exceptions: those that the first five games need, by themselves if need be, and the few that
//! came later, each with the reason why it is there all the same.

use super::guides::{files, guide_texts};
use cardwright_content::{Files, games, tables, uses};
use cardwright_game::{Lens, verbs};
use cardwright_script::check::Meaning;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use suite::root;

/// Verbs or keys with the games that use them.
type Users<'f> = BTreeMap<String, BTreeSet<&'f str>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    first: First,
    since: Since,
}

/// What version 0.1 had.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    verbs: BTreeSet<String>,
    keys: BTreeSet<String>,
}

/// What has come since, with the reason why it is there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Since {
    verbs: BTreeMap<String, String>,
    keys: BTreeMap<String, String>,
}

fn exceptions() -> Exceptions {
    let text = fs::read_to_string(root().join("tests/earned.toml")).expect("the exceptions can be read");
    toml::from_str(&text).expect("they are well formed")
}

/// The verbs that the scripts of a game use, by their names: `x.attribute(…)` is one, whatever x is.
fn verbs_in(files: &Files, game: &str) -> BTreeSet<String> {
    let uses = Lens::new(files, game).all_symbol_uses();
    let names = uses.into_iter().flat_map(|(_, uses)| uses).filter_map(|sight| match sight.means {
        Meaning::Member { name, .. } | Meaning::Free(name) => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}

/// Those that fewer than two games use.
fn unearned(all: impl Iterator<Item = String>, users: &Users<'_>) -> BTreeSet<String> {
    all.filter(|one| users.get(one).is_none_or(|games| games.len() < 2)).collect()
}

/// What is there for less than two games is what the list names.
fn compare(what: &str, unearned: &BTreeSet<String>, first: &BTreeSet<String>, since: &BTreeMap<String, String>) {
    let listed: BTreeSet<String> = first.iter().chain(since.keys()).cloned().collect();
    let unlisted: Vec<_> = unearned.difference(&listed).collect();
    assert!(unlisted.is_empty(), "fewer than two games use these {what}: use them, or take them out: {unlisted:#?}");
    let stale: Vec<_> = listed.difference(unearned).collect();
    assert!(
        stale.is_empty(),
        "take these {what} out of tests/earned.toml: two games use them, or none could: {stale:#?}"
    );
    assert!(since.values().all(|why| why.len() > 10), "each exception has a reason");
}

#[test]
fn at_least_two_games_use_each_verb() {
    let files = files(&guide_texts());
    let mut users = Users::new();
    for game in games(&files) {
        for verb in verbs_in(&files, game) {
            users.entry(verb).or_default().insert(game);
        }
    }
    let Exceptions { first, since } = exceptions();
    let unearned = unearned(verbs().into_iter().map(|verb| verb.name), &users);
    compare("verbs", &unearned, &first.verbs, &since.verbs);
}

#[test]
fn at_least_two_games_use_each_key() {
    let files = files(&guide_texts());
    let mut users = Users::new();
    for game in games(&files) {
        for ((table, key), _) in uses(&files, game) {
            users.entry(format!("{table}: {key}")).or_default().insert(game);
        }
    }
    let tables = tables();
    let all = tables.iter().flat_map(|(name, table)| table.keys().map(move |row| format!("{name}: {}", row.name)));
    let Exceptions { first, since } = exceptions();
    compare("keys", &unearned(all, &users), &first.keys, &since.keys);
}
