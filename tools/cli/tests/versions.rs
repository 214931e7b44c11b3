//! `cardwright compare` takes folders, archives and revisions of a git repository, on either side.
//!
//! Found once: a link in a revision of git is read as an empty file.

use crate::common::{Folder, Ran, run_in};
use std::process::Command;

const SCRIPT: &str = "scripts/toy/boons/blessing.rhai";

/// The toy, packed and committed, and then changed.
fn changed() -> Folder {
    let folder = Folder::new().with_toy();
    assert_eq!(run_in(&folder.0, &["pack", "build", "toy", "--unchecked"], "").status, 0);
    let git = |arguments: &[&str]| {
        let name = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        let ran = Command::new("git").current_dir(&folder.0).args(name).args(arguments).output();
        assert!(ran.expect("git is there").status.success(), "git {arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "cards", "scripts", "tests"]);
    git(&["commit", "-q", "-m", "the toy"]);
    folder.write(SCRIPT, &folder.read(SCRIPT).replacen("draw(1)", "draw(2)", 1));
    folder
}

fn compare(folder: &Folder, old: &str, new: &str) -> Ran {
    run_in(&folder.0, &["compare", old, new, "--games", "1"], "")
}

#[test]
fn a_revision_or_an_archive_stands_for_the_packs_in_it() {
    let folder = changed();
    for (old, new) in [("HEAD", "."), ("toy-0.1.0.cardpack", "."), (".", "HEAD"), (".", "toy-0.1.0.cardpack")] {
        let ran = compare(&folder, old, new);
        assert_eq!(ran.status, 1, "{old} {new}: {ran:?}");
        assert!(ran.out.contains("Blessing behaves differently"), "{old} {new}: {ran:?}");
        assert!(ran.out.contains(&format!("by {SCRIPT}")), "{old} {new}: {ran:?}");
    }
    let same = compare(&folder, "HEAD", "toy-0.1.0.cardpack");
    assert_eq!((same.status, same.out.trim()), (0, "no file of a game differs"), "{same:?}");
}

#[cfg(unix)]
#[test]
fn no_link_in_a_revision_is_followed_and_no_file_is_larger_than_files_may_be() {
    let folder = changed();
    let git = |arguments: &[&str]| {
        let name = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        let ran = Command::new("git").current_dir(&folder.0).args(name).args(arguments).output();
        assert!(ran.expect("git is there").status.success(), "git {arguments:?}");
    };
    std::os::unix::fs::symlink("/etc/passwd", folder.0.join("cards/toy/boons/linked.toml")).expect("a link");
    git(&["add", "cards"]);
    git(&["commit", "-q", "-m", "a link"]);
    let ran = compare(&folder, "HEAD", "toy-0.1.0.cardpack");
    assert_eq!((ran.status, ran.out.trim()), (0, "no file of a game differs"), "{ran:?}");
    folder.write("cards/toy/boons/large.toml", &"#".repeat((1 << 20) + 1));
    git(&["add", "cards"]);
    git(&["commit", "-q", "-m", "a large file"]);
    let ran = compare(&folder, "HEAD", "toy-0.1.0.cardpack");
    assert!(ran.status == 1 && ran.err.contains("`cards/toy/boons/large.toml` in the revision `HEAD`"), "{ran:?}");
}

#[test]
fn what_is_neither_is_told() {
    let folder = changed();
    for word in ["nowhere", "--output=x"] {
        let ran = run_in(&folder.0, &["compare", "--games", "1", "--", word, "."], "");
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.err.contains(&format!("`{word}` is no folder of packs, no archive, and no revision")), "{ran:?}");
    }
    folder.write("broken.cardpack", "not an archive");
    let ran = compare(&folder, "broken.cardpack", ".");
    assert!(ran.status == 1 && ran.out.is_empty(), "{ran:?}");
    assert!(ran.err.contains("`broken.cardpack`: it is no archive of a pack"), "{ran:?}");
}

#[test]
fn a_game_that_only_the_old_version_has_is_told() {
    let folder = changed();
    folder.write("empty/cards/README.md", "nothing");
    let ran = run_in(&folder.0, &["--without", "toy", "compare", ".", "empty", "toy", "--games", "1"], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("empty does not check") && ran.out.contains("it has no game `toy`"), "{ran:?}");
}
