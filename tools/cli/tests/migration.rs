//! A pack that is kept as it was written for an older version is told what to do, migrated, and played.

use crate::common::trial::ok;
use crate::common::{Folder, run_in};
use std::fs;
use std::path::Path;

/// The packs as they were under version 0.1.
const OLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/old-packs/0.1");

fn copied() -> Folder {
    let folder = Folder::new();
    copy(Path::new(OLD), &folder.0);
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file");
        }
    }
}

#[test]
fn an_old_pack_is_told_one_thing() {
    let folder = copied();
    folder.write("cards/lanterns/events/kind-lantern.toml", "nmae = \"Kind Lantern\"\n");
    let check = run_in(&folder.0, &["check", "lanterns"], "");
    assert_eq!(check.status, 1, "{check:?}");
    assert!(check.out.contains("error[engine-mismatch]: this pack is for engine 0.1"), "{}", check.out);
    assert!(check.out.contains("help: `cardwright migrate lanterns`"), "{}", check.out);
    assert!(check.out.ends_with("\n1 problem\n"), "{}", check.out);
}

#[test]
fn an_old_pack_plays_once_it_is_migrated() {
    let folder = copied();
    let before = folder.read("cards/lanterns/pack.toml");
    let dry = run_in(&folder.0, &["migrate", "lanterns", "--dry-run"], "");
    ok(&dry);
    assert!(dry.out.contains("cards/lanterns/pack.toml:4: `\"0.1\"` → `\"0.3\"`"), "{}", dry.out);
    assert_eq!(folder.read("cards/lanterns/pack.toml"), before);

    ok(&run_in(&folder.0, &["migrate", "lanterns"], ""));
    assert_eq!(folder.read("cards/lanterns/pack.toml"), before.replace("\"0.1\"", "\"0.3\""));
    assert!(folder.read("scripts/lanterns/events/kind-lantern.rhai").starts_with("fn resolve(item)"));
    let check = run_in(&folder.0, &["check", "lanterns"], "");
    ok(&check);
    assert!(check.out.starts_with("no problems"), "{}", check.out);
    ok(&run_in(&folder.0, &["accept", "lanterns/"], ""));
    ok(&run_in(&folder.0, &["test", "lanterns/"], ""));
    let draws = folder.read("tests/rulings/lanterns/kind-lantern/draws-two.snap");
    assert!(draws.contains("Kind Lantern resolves"), "{draws}");

    let again = run_in(&folder.0, &["migrate", "lanterns"], "");
    assert!(again.out.starts_with("nothing to migrate"), "{again:?}");
}

#[test]
fn what_cannot_be_migrated_says_why() {
    let folder = copied();
    let built_in = run_in(&folder.0, &["migrate", "spellfire"], "");
    assert!(built_in.status == 2 && built_in.err.contains("is built in"), "{built_in:?}");
    let unknown = run_in(&folder.0, &["migrate", "lantern"], "");
    assert!(unknown.status == 2 && unknown.err.contains("did you mean `lanterns`?"), "{unknown:?}");
}
