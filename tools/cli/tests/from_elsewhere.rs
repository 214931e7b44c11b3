//! Files that were written on other systems, that are no text, or that lie where nobody looks.

use crate::common::{Folder, run_in};
use std::fs;

/// Text in another encoding.
const LATIN: &[u8] = b"claim = \"a\"\n# Fl\xefsterer\n";

fn spoilt(path: &str) -> Folder {
    let folder = Folder::new().with_toy();
    folder.write(path, "");
    fs::write(folder.0.join(path), LATIN).expect("a file can be written");
    folder
}

#[test]
fn a_pack_with_a_file_that_is_no_text_is_not_played() {
    let spoilt = spoilt("cards/toy/boons/blessing.toml");
    let commands: [&[&str]; 4] = [&["sim", "toy", "--games", "1"], &["test", "toy"], &["play", "toy"], &["check"]];
    for command in commands {
        let ran = run_in(&spoilt.0, command, "q\n");
        let told = format!("{}{}", ran.out, ran.err);
        assert_eq!(ran.status, 1, "{command:?}: {told}");
        let problem = "error[file-not-text]: this file is not UTF-8 text: line 2, column 5 is none";
        assert_eq!(told.matches("error[").count(), 1, "{command:?}: nothing else is told: {told}");
        assert!(told.contains(problem) && told.contains("cards/toy/boons/blessing.toml"), "{command:?}: {told}");
    }
}

#[test]
fn a_ruling_that_is_no_text_fails() {
    let spoilt = spoilt("tests/rulings/toy/spark/latin.toml");
    for command in [&["test"][..], &["test", "toy"], &["test", "toy/spark/latin"], &["accept"]] {
        let ran = run_in(&spoilt.0, command, "");
        assert_eq!(ran.status, 1, "{command:?}: {ran:?}");
        assert!(ran.err.contains("tests/rulings/toy/spark/latin.toml"), "{command:?}: {ran:?}");
    }
    let other = run_in(&spoilt.0, &["test", "toy/blessing"], "");
    assert_eq!(other.status, 0, "what was asked for can be read: {other:?}");
}

#[test]
fn a_snapshot_that_is_no_text_is_replaced_by_one_that_is_accepted() {
    let folder = Folder::new().with_toy();
    let path = folder.0.join("tests/rulings/toy/blessing");
    let snapshots = fs::read_dir(path).expect("it has rulings").map(|entry| entry.expect("an entry").path());
    let snapshot = snapshots.into_iter().find(|path| path.extension().is_some_and(|end| end == "snap"));
    let snapshot = snapshot.expect("rulings have snapshots");
    fs::write(&snapshot, LATIN).expect("a file can be written");
    let ran = run_in(&folder.0, &["test", "toy/blessing"], "");
    assert!(ran.status == 1 && ran.out.contains(" 1 failed"), "{ran:?}");
    assert_eq!(run_in(&folder.0, &["accept", "toy/blessing"], "").status, 0);
    assert_eq!(run_in(&folder.0, &["test", "toy/blessing"], "").status, 0);
}

#[test]
fn other_line_ends_and_a_mark_before_the_text_change_nothing() {
    let folder = Folder::new().with_toy();
    for path in [
        "cards/toy/boons/blessing.toml",
        "scripts/toy/boons/blessing.rhai",
        "scripts/toy/ruleset.rhai",
        "tests/rulings/toy/blessing",
    ] {
        let path = folder.0.join(path);
        let files = match path.is_dir() {
            true => fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()).collect(),
            false => vec![path],
        };
        for file in files {
            let text = fs::read_to_string(&file).expect("the file can be read").replace('\n', "\r\n");
            fs::write(file, format!("\u{feff}{text}")).expect("a file can be written");
        }
    }
    let ran = run_in(&folder.0, &["test", "toy"], "");
    assert_eq!((ran.status, ran.out.contains(" 0 failed")), (0, true), "{ran:?}");
}

#[test]
fn rulings_in_the_folder_of_no_pack_are_told() {
    let folder = Folder::new().with_toy();
    folder.write("tests/rulings/toi/spark/lost.toml", "claim = \"x\"\nsteps = \"\"\n");
    let checked = run_in(&folder.0, &["check"], "");
    assert_eq!(checked.status, 1, "{checked:?}");
    assert!(checked.out.contains("error[pack-unknown]") && checked.out.contains("did you mean `tests/rulings/toy`?"));
    let ran = run_in(&folder.0, &["test"], "");
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(
        ran.err.contains("did you mean `toy`?") && ran.err.contains("tests/rulings/toi/spark/lost.toml"),
        "{ran:?}"
    );
}
