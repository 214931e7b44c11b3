//! Nothing is without a ruling: no numbered rule, no card that does something; and no snapshot is without its ruling.

use cardwright_game::{RulesetInside, load};
use cardwright_kernel::problems::Colour;
use cardwright_rulings::rulings::{self, Ruling};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use suite::{Content, content, root};

/// The rulings of a pack that can be read. Those that cannot be fail in a test of their own.
fn rulings_of(content: &Content, pack: &str) -> Vec<Ruling> {
    let own = content.rulings.iter().filter(|file| file.pack() == pack);
    own.filter_map(|file| rulings::read(file, &content.game(file).ok()?).ok()).collect()
}

fn nothing_is_missing(missing: &[String], what: &str) {
    assert!(missing.is_empty(), "{what}:\n{}", missing.join("\n"));
}

#[test]
fn every_file_can_be_read() {
    let problems: Vec<String> = content().unreadable.iter().map(|problem| problem.message.clone()).collect();
    nothing_is_missing(&problems, "files that cannot be read");
}

#[test]
fn every_game_can_be_loaded() {
    let broken: Vec<String> = content().games.values().filter_map(|game| game.clone().err()).collect();
    nothing_is_missing(&broken, "games that cannot be loaded");
}

#[test]
fn nothing_is_of_no_use() {
    let content = content();
    for (game, ruleset) in content.games.iter().filter_map(|(game, ruleset)| Some((game, ruleset.as_ref().ok()?))) {
        let own = content.packs.iter().filter(|pack| pack.games.contains(game));
        let rulings: Vec<Ruling> = own.flat_map(|pack| rulings_of(content, &pack.name)).collect();
        let mut warnings = load(&content.files, game).warnings;
        warnings.extend(rulings::unshown(&content.files, ruleset, rulings.iter().map(|ruling| Some(&*ruling.cards))));
        assert!(warnings.is_empty(), "{}", warnings.render(&content.files, Colour::Plain));
    }
}

#[test]
fn every_rule_is_shown_by_a_ruling() {
    let content = content();
    let mut missing = Vec::new();
    for pack in content.packs.iter().filter(|pack| !pack.rules.is_empty()) {
        let rulings = rulings_of(content, &pack.name);
        let shown: BTreeSet<&str> = rulings.iter().flat_map(|ruling| &ruling.rules).map(|rule| &**rule).collect();
        missing.extend(pack.rules.iter().filter(|rule| !shown.contains(&***rule)).cloned());
        let known: BTreeSet<&str> = pack.rules.iter().map(String::as_str).collect();
        missing.extend(shown.difference(&known).map(|rule| format!("{rule}, which the pack does not list")));
    }
    nothing_is_missing(&missing, "rules that no ruling shows");
}

#[test]
fn every_card_that_does_something_is_in_a_ruling() {
    let content = content();
    let mut missing = Vec::new();
    for pack in &content.packs {
        let Some(Ok(game)) = pack.games.first().and_then(|game| content.games.get(game)) else { continue };
        let rulings = rulings_of(content, &pack.name);
        let shown: BTreeSet<&str> = rulings.iter().flat_map(|ruling| &ruling.cards).map(|card| &**card).collect();
        let own = format!("{}:", pack.name);
        let cards = game.rules().definitions.iter().filter(|(_, card)| card.id.starts_with(&own) && !card.is_dull());
        missing.extend(cards.filter(|(name, _)| !shown.contains(&***name)).map(|(name, _)| name.to_string()));
    }
    nothing_is_missing(&missing, "cards that no ruling is about");
}

#[test]
fn every_ruling_has_its_snapshot() {
    let without = content().rulings.iter().filter(|file| !file.snapshot().is_file());
    nothing_is_missing(&without.map(|file| file.name().to_string()).collect::<Vec<_>>(), "rulings without a snapshot");
}

#[test]
fn every_snapshot_has_its_ruling() {
    let mut snapshots = Vec::new();
    gather(&root().join("tests/rulings"), &mut snapshots);
    let orphans = snapshots.iter().filter(|file| !file.with_extension("toml").is_file());
    nothing_is_missing(
        &orphans.map(|file| file.display().to_string()).collect::<Vec<_>>(),
        "snapshots without a ruling",
    );
}

fn gather(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        match path.extension() {
            _ if path.is_dir() => gather(&path, found),
            Some(extension) if extension == "snap" => found.push(path),
            _ => {}
        }
    }
}
