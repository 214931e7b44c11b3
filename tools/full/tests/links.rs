//! Packs from elsewhere may hold links: attacks 1 and 14. None is followed, whatever is read or written.
//!
//! Found once: links are followed out of a pack; `sim --out` writes through a link beside the file that was named.
#![cfg(unix)]

use crate::common::{Folder, run_in};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

const RULING: &str = "tests/rulings/toy/bell-tower/each-orders-his-own";

/// A folder with a file that nobody may change, and a copy of the toy beside it.
fn with_victim() -> (Folder, Folder) {
    let (outside, packs) = (Folder::new(), Folder::new().with_toy());
    outside.write("victim", "precious");
    (outside, packs)
}

fn link(to: &Path, packs: &Folder, path: &str) {
    let from = packs.0.join(path);
    fs::create_dir_all(from.parent().expect("it lies in a folder")).expect("a folder can be made");
    let _ = fs::remove_file(&from);
    symlink(to, from).expect("a link");
}

/// Runs the command on the packs, and checks that nothing outside of them has changed or been shown.
fn is_safe(outside: &Folder, packs: &Folder, arguments: &[&str]) {
    let ran = run_in(&packs.0, arguments, "");
    assert_eq!(outside.read("victim"), "precious", "{arguments:?}");
    assert_eq!(fs::read_dir(&outside.0).expect("it can be read").count(), 1, "{arguments:?}");
    assert!(!ran.out.contains("precious") && !ran.err.contains("precious"), "{arguments:?}: {ran:?}");
}

#[test]
fn snapshots_that_are_links_are_neither_read_nor_written() {
    let (outside, packs) = with_victim();
    let victim = outside.0.join("victim");
    for (linked, command) in [
        (".snap.new", &["test", "toy/bell-tower/each", "--quick"][..]),
        (".snap", &["test", "toy/bell-tower/each", "--quick"]),
        (".snap", &["accept", "toy/bell-tower/each"]),
        (".snap.new", &["accept", "toy/bell-tower/each"]),
        (".snap", &["run", "toy/bell-tower/each"]),
        (".snap", &["pack", "build", "toy", "--unchecked"]),
    ] {
        let kept = packs.read(&format!("{RULING}.snap"));
        if linked == ".snap.new" {
            packs.write(&format!("{RULING}.snap"), "another trace");
        }
        link(&victim, &packs, &format!("{RULING}{linked}"));
        is_safe(&outside, &packs, command);
        let _ = fs::remove_file(packs.0.join(format!("{RULING}.snap.new")));
        let _ = fs::remove_file(packs.0.join(format!("{RULING}.snap")));
        packs.write(&format!("{RULING}.snap"), &kept);
    }
    assert_eq!(run_in(&packs.0, &["test", "toy/bell-tower/each", "--quick"], "").status, 0);
}

#[test]
fn folders_that_are_links_are_not_read() {
    let (elsewhere, outside) = (Folder::new().with_toy(), Folder::new());
    fs::create_dir_all(outside.0.join("tests")).expect("a folder can be made");
    for folder in ["cards", "scripts", "tests/rulings"] {
        symlink(elsewhere.0.join(folder), outside.0.join(folder)).expect("a link");
    }
    let packs = outside.0.to_str().expect("a path");
    let listed = run_in(&Folder::new().0, &["--packs", packs, "list", "packs"], "");
    assert!(!listed.out.contains("toy"), "{listed:?}");
    let check = run_in(&Folder::new().0, &["--packs", packs, "check"], "");
    assert!(check.status == 1 && check.out.matches("this is a link; links are not followed").count() == 3, "{check:?}");
}

#[test]
fn nothing_is_written_through_links() {
    let (outside, packs) = with_victim();
    let game = ["sim", "toy", "--games", "1", "--record", "game.json"];
    assert_eq!(run_in(&packs.0, &game, "").status, 0);
    for (linked, command) in [
        ("schemas", &["schema", "toy"][..]),
        ("tests/rulings/toy/promoted", &["record", "promote", "game.json", "--shows", "casts"]),
        ("cards/toy/boons/ember.toml", &["new", "card", "Ember", "--kind", "boon", "--pack", "toy"]),
        ("tests/rulings/toy/ember", &["new", "card", "Ember", "--kind", "boon", "--pack", "toy"]),
        ("cards/moths", &["new", "pack", "moths", "--requires", "toy"]),
        // Beside the rows lie files whose names nobody has typed.
        ("rows-cards.csv", &["sim", "toy", "--games", "1", "--out", "rows.csv"]),
        ("rows.csv.run", &["sim", "toy", "--games", "1", "--out", "rows.csv"]),
        ("pages.pdf", &["print", "toy", "--cards", "Wager", "--out", "pages.pdf"]),
        ("faces/001-wager.png", &["print", "toy", "--cards", "Wager", "--png", "faces", "--dpi", "36"]),
    ] {
        for to in [outside.0.clone(), outside.0.join("victim"), outside.0.join("nothing")] {
            link(&to, &packs, linked);
            let ran = run_in(&packs.0, command, "");
            assert_ne!(ran.status, 0, "{command:?}: {ran:?}");
            is_safe(&outside, &packs, command);
            fs::remove_file(packs.0.join(linked)).expect("the link is there");
        }
    }
}

/// Rulings that kill mutants are written into the pack, where a link may lie in the way.
#[test]
fn rulings_that_kill_mutants_are_not_written_through_links() {
    let (outside, packs) = with_victim();
    // Without its rulings, games show what is wrong with mutants, and each becomes a ruling.
    fs::remove_dir_all(packs.0.join("tests/rulings")).expect("the toy has rulings");
    let write = ["mutate", "Spark", "--behaviour", "--sample", "1", "--games", "1", "--write"];
    for linked in ["tests/rulings", "tests/rulings/toy/spark"] {
        link(&outside.0, &packs, linked);
        let ran = run_in(&packs.0, &write, "");
        assert!(ran.status != 0 && ran.err.contains("links are not followed"), "{ran:?}");
        assert_eq!(outside.read("victim"), "precious", "{linked}");
        assert_eq!(fs::read_dir(&outside.0).expect("it can be read").count(), 1, "{linked}");
        fs::remove_file(packs.0.join(linked)).expect("the link is there");
    }
}

/// A path that somebody has typed may be a link: the file that it leads to is replaced as a whole, and the link stays.
#[test]
fn a_link_that_was_typed_leads_to_the_file_that_is_meant() {
    let (outside, packs) = with_victim();
    let victim = outside.0.join("victim");
    for (linked, command, begins) in [
        ("page.html", &["compare", ".", ".", "toy", "--html", "page.html"][..], "<!doctype html>"),
        ("rows.csv", &["sim", "toy", "--games", "1", "--out", "rows.csv"], "seed,turns,"),
        ("game.save", &["play", "toy", "--seed", "1", "--save", "game.save"], "cwsv"),
    ] {
        link(&victim, &packs, linked);
        let ran = run_in(&packs.0, command, "1\nq\n");
        let written = fs::read(&victim).expect("it is there");
        assert!(written.to_ascii_lowercase().starts_with(begins.as_bytes()), "{command:?}: {ran:?}");
        assert!(packs.0.join(linked).is_symlink(), "{command:?}");
        assert_eq!(fs::read_dir(&outside.0).expect("it can be read").count(), 1, "{command:?}");
    }
}

#[test]
fn an_archive_is_not_installed_through_links() {
    let (outside, packs) = with_victim();
    assert_eq!(run_in(&packs.0, &["pack", "build", "toy"], "").status, 0);
    let file = packs.0.join("toy-0.1.0.cardpack");
    for linked in ["scripts", "tests", "tests/rulings", ".cardwright-install"] {
        let target = Folder::new();
        fs::create_dir(target.0.join("cards")).expect("a folder can be made");
        link(&outside.0, &target, linked);
        let ran = run_in(&target.0, &["pack", "install", "--unchecked", file.to_str().expect("a path")], "");
        assert_ne!(ran.status, 0, "{linked}: {ran:?}");
        assert_eq!(fs::read_dir(&outside.0).expect("it can be read").count(), 1, "{linked}");
        assert_eq!(fs::read_dir(target.0.join("cards")).expect("it can be read").count(), 0, "{linked}");
    }
}

/// Attack 11: what cannot be written leaves the old file, and a message.
#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let packs = Folder::new().with_toy();
    let save = packs.0.join("game.save");
    let play = |input: &str| run_in(&packs.0, &["play", "toy", "--seed", "1", "--save", "game.save"], input);
    assert_eq!(play("1\nq\n").status, 0);
    let old = fs::read(&save).expect("it was written");

    fs::set_permissions(&save, Permissions::from_mode(0o444)).expect("they can be set");
    let ran = play("1\n1\nq\n");
    assert!(ran.out.contains("`game.save` cannot be written: this file is read-only"), "{ran:?}");
    assert_eq!(fs::read(&save).ok().as_deref(), Some(&*old));
    fs::set_permissions(&save, Permissions::from_mode(0o644)).expect("they can be set");

    // A disk that is full after half a kilobyte: the shell limits how large files may be.
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; printf '1\\n1\\n1\\nq\\n' | '{}' play toy --seed 1 --save game.save",
        crate::PROGRAM
    );
    let ran = Command::new("sh").args(["-c", &script]).current_dir(&packs.0).output().expect("there is a shell");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.contains("`game.save` cannot be written: "), "{out} {ran:?}");
    assert_eq!(fs::read(&save).ok().as_deref(), Some(&*old));
    let left = fs::read_dir(&packs.0).expect("it can be read").flatten();
    assert_eq!(left.filter(|entry| entry.file_name().to_string_lossy().starts_with('.')).count(), 0);
}
