//! `cardwright check`, and whatever else looks for mistakes: nothing that keeps a pack from being played is hidden.

use crate::common::{Folder, Ran, packs, run_in};
use std::fs;

const LIBRARY: &str = "name = \"tools\"\ntitle = \"Tools\"\nversion = \"0.1.0\"\nlibrary = true\n";

/// The toy game, with a library that it requires.
fn with_library(shared: &str) -> Folder {
    let folder = Folder::new().with_toy();
    folder.write("cards/tools/pack.toml", LIBRARY);
    folder.write("scripts/tools/shared/tools.rhai", shared);
    let pack = folder.read("cards/toy/pack.toml");
    assert!(!pack.contains("requires"), "{pack}");
    folder.write("cards/toy/pack.toml", &format!("{pack}requires = [\"tools\"]\n"));
    folder
}

fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    run_in(&folder.0, arguments, "")
}

#[test]
fn an_error_in_a_pack_that_is_required_is_shown_wherever_the_pack_is_looked_at() {
    let folder = with_library("fn broken(player) { player.nothing_like_it(); }\n");
    for arguments in [&["check", "toy"][..], &["dev", "toy", "--once"], &["pack", "build", "toy"], &["test", "toy"]] {
        let ran = run(&folder, arguments);
        assert_ne!(ran.status, 0, "{arguments:?}: {ran:?}");
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains("scripts/tools/shared/tools.rhai:1:28"), "{arguments:?}: {said}");
        assert!(!said.contains("no problems"), "{arguments:?}: {said}");
    }
    let json = run(&folder, &["check", "toy", "--json"]);
    assert!(json.status != 0 && json.out.contains("verb-unknown"), "{json:?}");
}

#[test]
fn an_error_of_a_game_is_none_of_its_library() {
    let folder = with_library("fn sound(player) { player.draw(1); }\n");
    folder.write("scripts/toy/shared/broken.rhai", "fn broken(player) { player.nothing_like_it(); }\n");
    let ran = run(&folder, &["check", "tools"]);
    assert!(ran.status == 0 && ran.out.contains("no problems"), "{ran:?}");
    assert_ne!(run(&folder, &["check", "toy"]).status, 0);
}

#[test]
fn rulings_are_run_without_a_board_that_their_pack_does_not_ask_for() {
    let folder = Folder::new();
    let spiral = packs("spiral");
    let tested = run(&folder, &["--packs", &spiral, "test", "--quick", "time_nodes/"]);
    assert!(tested.out.ends_with(" 0 failed\n"), "{}", tested.out);
    assert!(tested.out.contains("rulings of `time_nodes` are run without `spiral`: another board\n"), "{}", tested.out);
    let checked = run(&folder, &["--packs", &spiral, "check", "time_nodes"]);
    assert!(checked.status == 0 && checked.out.contains("without `spiral`"), "{}", checked.out);
}

#[test]
fn files_that_are_meant_and_not_read_are_warned_of() {
    let folder = Folder::new().with_toy();
    let card = "name = \"Kine\"\n";
    for file in ["kine.toml.txt", "kine.TOML", "kine.txt", "kine"] {
        folder.write(&format!("cards/toy/boons/{file}"), card);
    }
    folder.write("scripts/toy/boons/kine.rs", "fn resolve(item) { }\n");
    for file in ["kine.toml.bak", "notes.txt", "README.md", "kine.toml~"] {
        folder.write(&format!("cards/toy/boons/{file}"), "A remark.\n");
    }
    let ran = run(&folder, &["check", "toy"]);
    let named: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("warning[file-ignored]")).collect();
    assert_eq!(named.len(), 5, "{}", ran.out);
    assert!(ran.out.contains("its name ends in `.TOML`") && ran.out.contains("its name has no ending"), "{}", ran.out);
    assert!(ran.out.contains("rename it to `scripts/toy/boons/kine.rhai`"), "{}", ran.out);
    assert_eq!(ran.status, 0, "these are warnings");
}

#[test]
fn files_in_wide_letters_are_named_once() {
    let folder = Folder::new().with_toy();
    let wide: Vec<u8> = "name = \"Kine\"\ntext = \"Cows.\"\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.0.join("cards/toy/boons/kine.toml"), wide).expect("a file can be written");
    let ran = run(&folder, &["check", "toy"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert_eq!(ran.out.matches("this file is UTF-16, not UTF-8").count(), 1, "{}", ran.out);
    assert!(ran.out.contains("\n1 problem\n"), "{}", ran.out);
}
