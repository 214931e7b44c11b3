//! A pack of cards that are on no table changes nothing: for each game, one with new cards of every kind is laid over it, and
//! every ruling of the game has the trace that it has without.

use crate::common::{Folder, run_in};
use std::fs;
use std::path::{Path, PathBuf};

/// Runs the command in the repository, with its packs in sight.
fn in_repository(arguments: &[&str]) -> crate::common::Ran {
    run_in(Path::new("."), arguments, "")
}

/// The games of the repository.
fn games() -> Vec<String> {
    let packs = in_repository(&["list", "packs", "--json"]);
    let packs: serde_json::Value = serde_json::from_str(&packs.out).expect("it is JSON");
    let names = packs.as_array().into_iter().flatten().filter_map(|pack| pack["name"].as_str());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards");
    names.filter(|name| root.join(name).join("ruleset.toml").is_file()).map(str::to_owned).collect()
}

/// The kinds of which a pack can add cards, as the command names them.
fn kinds(folder: &Path) -> Vec<String> {
    let refused = run_in(folder, &["new", "card", "Nobody", "--kind", "no-such-kind", "--pack", "strangers"], "");
    let known = refused.err.rsplit("known").next().unwrap_or_default();
    known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Adds a card of a kind, and one like it for every other word that it could have where it must have one. How many.
fn add(folder: &Path, kind: &str) -> usize {
    let name = format!("Stranger {kind}");
    let added = run_in(folder, &["new", "card", &name, "--kind", kind, "--pack", "strangers"], "");
    assert_eq!(added.status, 0, "{kind}: {added:?}");
    let written: Vec<PathBuf> =
        added.out.lines().filter_map(|line| line.strip_prefix("wrote ")).map(PathBuf::from).collect();
    let of = |part: &str| written.iter().find(|path| path.to_string_lossy().contains(part)).cloned();
    let card = of("/cards/").expect("the card is written");
    let script = of("/scripts/");
    let text = fs::read_to_string(&card).expect("the card can be read");
    let others = other_words(&text);
    for (number, other) in others.iter().enumerate() {
        let called = format!("{name} {number}");
        let other = other.replacen(&format!("\"{name}\""), &format!("\"{called}\""), 1);
        let file = called.to_lowercase().replace(' ', "-");
        fs::write(card.with_file_name(&file).with_extension("toml"), other).expect("the card can be written");
        if let Some(script) = &script {
            let beside = script.with_file_name(&file).with_extension("rhai");
            fs::copy(script, beside).expect("the script can be written");
        }
    }
    others.len() + 1
}

/// A new card's text with each other word that its comment names.
fn other_words(text: &str) -> Vec<String> {
    let choices = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once("   # "));
    let with = |(field, words): (&str, &str)| {
        let first = words.split(", ").next().unwrap_or_default().to_owned();
        let others = words.split(", ").skip(1).map(str::to_owned).collect::<Vec<_>>();
        let replaced = |word: &String| field.replace(&format!("\"{first}\""), &format!("\"{word}\""));
        others.iter().map(|word| text.replace(field, &replaced(word))).collect::<Vec<_>>()
    };
    choices.flat_map(with).collect()
}

#[test]
fn a_card_that_is_on_no_table_changes_no_trace() {
    let games = games();
    assert!(games.len() > 10, "{games:?}");
    let mut tried = 0;
    for game in games {
        let folder = Folder::new();
        assert_eq!(run_in(&folder.0, &["new", "pack", "strangers", "--requires", &game], "").status, 0);
        for kind in kinds(&folder.0) {
            tried += add(&folder.0, &kind);
        }
        let packs = folder.0.to_string_lossy().into_owned();
        let tested = in_repository(&["--packs", &packs, "test", &format!("{game}/"), "--quick"]);
        assert!(tested.out.contains(" passed, 0 failed"), "{game}: {} {}", tested.out, tested.err);
    }
    assert!(tried > 60, "only {tried} cards were tried");
}
