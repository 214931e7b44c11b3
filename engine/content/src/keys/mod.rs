//! Keys: what may stand in the TOML files, a row for each key of each table.
//!
//! Readers ask through the rows, so that no key is read that is no row. The schemas, the language server, the site and the
//! tables of the guide are made of the same rows.

mod boards;
mod cards;
mod documents;
mod endings;
mod filters;
mod games;
mod history;
mod looks;
mod packs;
pub(crate) mod row;
mod turns;
mod who;

pub use boards::MOST_SIDES;
pub(crate) use boards::*;
pub(crate) use cards::*;
pub(crate) use endings::*;
pub(crate) use filters::*;
pub(crate) use games::*;
pub use history::{Former, FormerWay};
pub(crate) use looks::*;
pub(crate) use packs::*;
pub use row::{Holds, KeyRow, KeyTable, KeyWords, OpenKeys, OpenTo, Presence, ValueShape};
pub(crate) use turns::*;
pub use who::WHO_IS_MEANT;

use std::collections::BTreeMap;

/// The tables of files.
static ROOTS: [&KeyTable; 7] =
    [&pack::TABLE, &ruleset::TABLE, &board::TABLE, &look::TABLE, &deck::TABLE, &patch::TABLE, &card::TABLE];

/// The table that a file is, by its path inside of a folder of packs.
pub fn table_of(path: &str) -> Option<&'static KeyTable> {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["cards", _, "pack.toml"] => Some(&pack::TABLE),
        ["cards", _, "ruleset.toml"] => Some(&ruleset::TABLE),
        ["cards", _, "board.toml"] => Some(&board::TABLE),
        ["cards", _, "look.toml"] => Some(&look::TABLE),
        ["cards", _, "decks", _] => Some(&deck::TABLE),
        ["cards", _, "patches", _] => Some(&patch::TABLE),
        ["cards", _, _, _] => Some(&card::TABLE),
        _ => None,
    }
}

/// The tables of all files, and those inside of them, by what messages call them.
pub fn tables() -> BTreeMap<&'static str, &'static KeyTable> {
    let mut found = BTreeMap::new();
    let mut open = ROOTS.to_vec();
    while let Some(table) = open.pop() {
        if found.insert(table.name, table).is_none() {
            open.extend(table.keys().filter_map(|row| row.holds.table()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn told(table: &str, key: &str) -> String {
        tables()[table].key(key).map(KeyRow::describe).unwrap_or_default()
    }

    #[test]
    fn what_is_told_of_a_key_says_whether_it_must_be_there() {
        let masked = "everybody is asked, even players who can do nothing; without it, `check` warns where a hand decides who \
                      is asked. If not given: `false`";
        assert_eq!(told("a window", "masked"), masked);
        assert_eq!(told("a pass", "holds").split(". If").last(), Some(" not given: `\"final\"`"));
        assert_eq!(told("a card", "name"), "required; the printed name; no other card has the same");
        assert_eq!(told("a zone", "per").split(';').next(), Some("required for a new zone"));
        assert_eq!(told("an answer", "to"), "required; a filter of what it answers", "links are their words");
    }

    #[test]
    fn every_row_is_a_sentence_and_stands_once_in_its_table() {
        for (name, table) in tables() {
            let mut seen = BTreeSet::new();
            for row in table.keys() {
                assert!(seen.insert(row.name), "{name} has `{}` twice", row.name);
                assert!(row.doc.ends_with('.'), "{name}: {}: {}", row.name, row.doc);
            }
        }
    }

    #[test]
    fn keys_that_rust_has_as_words_are_keys_as_well() {
        assert!(tables()["an attribute"].key("type").is_some() && tables()["a cost"].key("as").is_some());
    }
}
