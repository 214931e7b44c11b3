//! Which changes of cards and scripts make a game go another way.

use super::{Again, Record};
use cardwright_content::{Files, pack_of};
use cardwright_game::RulesetInside;
use std::collections::{BTreeMap, BTreeSet};

/// The files whose change makes the difference: each by itself where one does, otherwise the fewest that do so together,
/// as far as leaving out one after the other finds them. Empty if no change of a file explains it.
pub fn culprits(record: &Record, now: &Files) -> Vec<String> {
    let search = Search { record, now, packs: record.packs.keys().map(String::as_str).collect() };
    let changed = search.changed();
    let alone: Vec<String> = changed.iter().filter(|path| search.is_right(&[(*path).clone()])).cloned().collect();
    if !alone.is_empty() || !search.is_right(&changed) {
        return alone;
    }
    let mut needed = changed;
    let mut at = 0;
    while at < needed.len() {
        let without: Vec<String> =
            needed.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, it)| it.clone()).collect();
        if search.is_right(&without) {
            needed = without;
        } else {
            at += 1;
        }
    }
    needed
}

struct Search<'a> {
    record: &'a Record,
    now: &'a Files,
    packs: BTreeSet<&'a str>,
}

impl Search<'_> {
    /// The files that are another, gone, or new.
    fn changed(&self) -> Vec<String> {
        let own =
            |path: &str| !path.starts_with("tests/") && pack_of(path).is_some_and(|pack| self.packs.contains(pack));
        let new = self.now.iter().map(|(path, _)| path).filter(|path| own(path));
        let all: BTreeSet<&str> = new.chain(self.record.files.keys().map(String::as_str)).collect();
        let differs = |path: &&str| self.now.get(path) != self.record.files.get(*path).map(String::as_str);
        all.into_iter().filter(differs).map(str::to_owned).collect()
    }

    /// Whether the game goes as it went, if these files are what they were.
    fn is_right(&self, as_before: &[String]) -> bool {
        let mut texts: BTreeMap<&str, &str> = self.now.iter().collect();
        for path in as_before {
            match self.record.files.get(path) {
                Some(text) => texts.insert(path, text),
                None => texts.remove(path.as_str()),
            };
        }
        let loaded = cardwright_game::load(&Files::new(texts), &self.record.game);
        let again = loaded.ruleset.and_then(|ruleset| self.record.play(&ruleset, &ruleset.host()).ok());
        again.is_some_and(|Again { trace, .. }| trace == self.record.trace)
    }
}
