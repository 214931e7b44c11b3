//! What stands in the place of a word: another zone, another seat, another order, another verb.

use super::excluded::Throughout;
use cardwright_kernel::rules::{Rules, ZonePer};
use std::collections::BTreeMap;

/// Pairs of words of which each can stand for the other.
const PAIRS: [(&str, &str); 7] = [
    ("all", "any"),
    ("first", "last"),
    ("owner", "controller"),
    ("min", "max"),
    ("min_by", "max_by"),
    ("take", "skip"),
    ("put_on_top", "put_under"),
];

/// Words that can be replaced one way.
const OTHERS: [(&str, &str); 3] = [("none", "any"), ("rivals", "players"), ("all_max_by", "filter")];

/// Words of TOML files, each with another of its list.
const DECLARED: [(&str, &str); 14] = [
    ("everyone", "you"),
    ("you", "others"),
    ("others", "everyone"),
    ("this", "you"),
    ("host", "this"),
    ("target", "this"),
    ("at once", "after"),
    ("after", "at once"),
    ("instead", "after"),
    ("queued", "at once"),
    ("stacked", "at once"),
    ("next", "you"),
    ("turn player", "you"),
    ("final", "until the stack changes"),
];

/// What can stand in the place of words of a game.
pub struct Swaps {
    zones: BTreeMap<Box<str>, Box<str>>,
    /// What holds in all files of the game.
    pub throughout: Throughout,
}

impl Swaps {
    /// Those of a game: each zone is replaced by the next one of the same kind of holder.
    pub fn of(rules: &Rules, throughout: Throughout) -> Self {
        let mut zones = BTreeMap::new();
        for per in [ZonePer::Player, ZonePer::Game] {
            let alike: Vec<&Box<str>> =
                rules.zones.iter().filter(|(_, zone)| zone.per == per).map(|(name, _)| name).collect();
            for (at, name) in alike.iter().enumerate().filter(|_| alike.len() > 1) {
                zones.insert((*name).clone(), alike[(at + 1) % alike.len()].clone());
            }
        }
        Self { zones, throughout }
    }

    /// Another zone.
    pub fn zone(&self, name: &str) -> Option<&str> {
        self.zones.get(name).map(|other| &**other)
    }

    /// Another verb or property of what stands before the dot, with the sort of change that it is.
    pub fn member(&self, before: &str, name: &str) -> Option<(&'static str, &str)> {
        let paired = PAIRS.iter().find_map(|(one, other)| match name {
            name if name == *one => Some(*other),
            name if name == *other => Some(*one),
            _ => None,
        });
        let other = paired.or_else(|| OTHERS.iter().find(|(one, _)| *one == name).map(|(_, other)| *other));
        match other {
            Some(other) if self.throughout.same(before, name, other) => None,
            Some(other) => Some(("another verb, seat or order", other)),
            None => self.zone(name).map(|other| ("another zone", other)),
        }
    }

    /// Another word of a TOML file, with the sort of change that it is.
    pub fn declared(&self, word: &str) -> Option<(&'static str, &str)> {
        let other = DECLARED.iter().find(|(one, _)| *one == word).map(|(_, other)| *other);
        match other {
            Some(other) => Some(("another seat or moment", other)),
            None => self.zone(word).map(|other| ("another zone", other)),
        }
    }
}
