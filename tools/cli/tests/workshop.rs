//! What a modder does: change somebody else's card, see what it has become, pass the pack on, take it in elsewhere.

use crate::common::{Folder, Ran, run_in, toy};
use std::fs;
use std::path::Path;

/// A pack that changes a card of the toy game, beside the toy game.
fn modded() -> Folder {
    let folder = Folder::new().with_toy();
    folder.write(
        "cards/kind/pack.toml",
        "name = \"kind\"\ntitle = \"Kind\"\nversion = \"1.2.0\"\nlicence = \"MIT\"\nrequires = [\"toy 0.1\"]\n",
    );
    ok(&run_in(&folder.0, &["new", "patch", "Scatter", "--pack", "kind", "--field", "text", "--hook", "resolve"], ""));
    let patch = folder.read("cards/kind/patches/scatter.toml");
    folder.write("cards/kind/patches/scatter.toml", &patch.replacen("to     = \"", "to     = \"Kindly: ", 1));
    let script = folder.read("scripts/kind/patches/scatter.rhai");
    let script = script.replace("    original_resolve(item);", "    original_resolve(item);\n    item.player.draw(1);");
    folder.write("scripts/kind/patches/scatter.rhai", &script);
    folder
}

fn ok(ran: &Ran) {
    assert_eq!(ran.status, 0, "{ran:?}");
}

fn refused(ran: &Ran, why: &str) {
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains(why), "{why} is missing in\n{}", ran.err);
}

/// Every file under a folder, with its bytes.
fn all_files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    fn gather(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(folder).expect("it can be read").flatten() {
            let path = entry.path();
            if path.is_dir() {
                gather(root, &path, found);
            } else {
                let name = path.strip_prefix(root).expect("it lies there").to_string_lossy().into_owned();
                found.push((name, fs::read(&path).expect("it can be read")));
            }
        }
    }
    let mut found = Vec::new();
    gather(folder, folder, &mut found);
    found.sort();
    found
}

#[test]
fn a_card_of_another_pack_is_changed_and_explains_itself() {
    let folder = modded();
    ok(&run_in(&folder.0, &["check", "kind"], ""));
    let why = run_in(&folder.0, &["why", "Scatter"], "");
    ok(&why);
    for part in [
        "toy:strikes/scatter: Scatter, strike of toy",
        "cards/kind/patches/scatter.toml:",
        "(was \"",
        "scripts/kind/patches/scatter.rhai:3  (wraps scripts/toy/strikes/scatter.rhai:",
    ] {
        assert!(why.out.contains(part), "{part} is missing in\n{}", why.out);
    }
    let json = run_in(&folder.0, &["why", "toy:strikes/scatter", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!(json["id"], "toy:strikes/scatter");
    assert!(run_in(&folder.0, &["why", "Scater"], "").err.contains("did you mean `Scatter`?"));
}

#[test]
fn a_patch_moves_rulings_of_the_card_and_leaving_it_out_moves_them_back() {
    let folder = modded();
    let with = run_in(&folder.0, &["test", "toy/scatter", "--quick"], "");
    assert_eq!(with.status, 1, "{with:?}");
    assert!(with.out.contains("\n+"), "{}", with.out);
    ok(&run_in(&folder.0, &["--without", "kind", "test", "toy/scatter", "--quick"], ""));
    assert_eq!(run_in(&folder.0, &["--without", "kin", "list"], "").status, 2);
}

#[test]
fn a_pack_is_built_verified_and_installed() {
    let (folder, other) = (modded(), Folder::new());
    folder.write("cards/kind/README.md", "Kind.\n");
    folder.write("cards/kind/picture.bmp", "no text");
    ok(&run_in(&folder.0, &["new", "card", "Warm Stone", "--kind", "ward", "--pack", "kind"], ""));
    let built = run_in(&folder.0, &["pack", "build", "kind"], "");
    ok(&built);
    assert!(built.out.contains("left out `cards/kind/picture.bmp`"), "{}", built.out);
    let file = folder.0.join("kind-1.2.0.cardpack");
    let first = fs::read(&file).expect("it was written");
    ok(&run_in(&folder.0, &["pack", "build", "kind", "--out", "again.cardpack"], ""));
    assert_eq!(first, fs::read(folder.0.join("again.cardpack")).expect("it was written"));

    let file = file.to_str().expect("a path");
    let verified = run_in(&folder.0, &["--without", "kind", "pack", "verify", file], "");
    ok(&verified);
    assert!(verified.out.contains("no problems; 1 of 1 rulings hold"), "{}", verified.out);

    // Elsewhere the toy game is not there yet.
    let lonely = run_in(&other.0, &["pack", "install", file], "");
    refused(&lonely, "there is no pack `toy`");
    assert_eq!(all_files(&other.0), []);
    let toy = toy();
    let with_toy = ["--packs", toy.to_str().expect("a path"), "pack", "install", file, "--dir", "mods"];
    ok(&run_in(&other.0, &with_toy, ""));
    let names: Vec<String> = all_files(&other.0).into_iter().map(|(name, _)| name).collect();
    assert!(names.contains(&"mods/cards/kind/README.md".to_owned()), "{names:?}");
    assert!(names.iter().all(|name| name.starts_with("mods/")), "{names:?}");
    let packs = ["--packs", toy.to_str().expect("a path"), "--packs", "mods"];
    ok(&run_in(&other.0, &[&packs[..], &["test", "kind/"]].concat(), ""));
    ok(&run_in(&other.0, &[&packs[..], &["sim", "kind", "--games", "3"]].concat(), ""));
    let played = run_in(&other.0, &[&packs[..], &["play", "kind", "--seats", "2"]].concat(), "");
    ok(&played);

    // A second time only where that is said.
    let again = run_in(&other.0, &with_toy, "");
    assert!(again.status == 2 && again.err.contains("already exists"), "{again:?}");
    ok(&run_in(&other.0, &[&with_toy[..], &["--replace"]].concat(), ""));
    assert_eq!(all_files(&other.0).len(), names.len());
}

#[test]
fn a_hash_is_insisted_on() {
    let folder = modded();
    let built = run_in(&folder.0, &["pack", "build", "kind"], "");
    let hash = built.out.split("hash ").nth(1).unwrap_or_default().trim().lines().next().unwrap_or_default().to_owned();
    assert_eq!(hash.len(), 64, "{}", built.out);
    let verify =
        |hash: &str| run_in(&folder.0, &["pack", "verify", "kind-1.2.0.cardpack", "--unchecked", "--hash", hash], "");
    ok(&verify(&hash));
    refused(&verify(&hash.replace(&hash[..1], "z")), "is refused: its hash is");
}

#[test]
fn what_is_damaged_or_foreign_is_refused_and_nothing_is_written() {
    let (folder, other) = (modded(), Folder::new());
    ok(&run_in(&folder.0, &["pack", "build", "kind", "--out", "a.cardpack"], ""));
    let sound = fs::read(folder.0.join("a.cardpack")).expect("it was written");
    let before = all_files(&other.0);
    let mut flipped = sound.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    for bytes in [&flipped[..], &sound[..sound.len() - 9], b"PK", b""] {
        fs::write(folder.0.join("bad.cardpack"), bytes).expect("it can be written");
        let bad = folder.0.join("bad.cardpack");
        let ran = run_in(&other.0, &["pack", "install", bad.to_str().expect("a path")], "");
        refused(&ran, "is refused");
        assert_eq!(all_files(&other.0), before);
    }
    assert_eq!(run_in(&other.0, &["pack", "verify", "nowhere.cardpack"], "").status, 2);
}

#[test]
fn a_pack_with_problems_is_not_built() {
    let folder = modded();
    folder.write("cards/kind/wards/broken.toml", "name = \"Broken\"\ntext = 3\n");
    refused(
        &run_in(&folder.0, &["pack", "build", "kind"], ""),
        "the archive is not written, because something is wrong",
    );
    ok(&run_in(&folder.0, &["pack", "build", "kind", "--unchecked"], ""));
    let file = folder.0.join("kind-1.2.0.cardpack");
    let verified = run_in(&folder.0, &["--without", "kind", "pack", "verify", file.to_str().expect("a path")], "");
    refused(&verified, "the pack does not fit");
}

#[test]
fn a_pack_of_the_binary_can_be_passed_on() {
    let (folder, other) = (Folder::new(), Folder::new());
    ok(&run_in(&folder.0, &["pack", "build", "spellfire"], ""));
    let written = all_files(&folder.0);
    assert_eq!(written.len(), 1);
    let file = folder.0.join(&written[0].0);
    ok(&run_in(&other.0, &["pack", "install", file.to_str().expect("a path"), "--replace"], ""));
    ok(&run_in(&other.0, &["test", "spellfire/calm", "--quick"], ""));
}

/// The toy game with another ward, whose files have this name.
fn with_ward(file: &str) -> Folder {
    let folder = Folder::new().with_toy();
    let card = folder.read("cards/toy/wards/snuff.toml").replace("Snuff", "Douse");
    folder.write(&format!("cards/toy/wards/{file}.toml"), &card);
    folder.write(&format!("scripts/toy/wards/{file}.rhai"), &folder.read("scripts/toy/wards/snuff.rhai"));
    folder
}

#[test]
fn what_no_archive_can_hold_is_told_by_check_and_refused_by_build() {
    let folder = with_ward("nul");
    let check = run_in(&folder.0, &["check", "toy"], "");
    assert!(check.out.contains("warning[file-unportable]: no archive can hold this file"), "{}", check.out);
    for flags in [&[][..], &["--unchecked"]] {
        let built = run_in(&folder.0, &[&["pack", "build", "toy"], flags].concat(), "");
        assert_ne!(built.status, 0, "{built:?}");
        assert!(!folder.0.join("toy-0.1.0.cardpack").exists(), "nothing is written");
    }
    let built = run_in(&folder.0, &["pack", "build", "toy", "--unchecked"], "");
    let why = "`cards/toy/wards/nul.toml`: some machines keep this name for themselves";
    assert!(built.err.contains(why), "{}", built.err);
}

#[test]
fn files_whose_names_differ_in_case_are_told_by_check() {
    let folder = with_ward("SNUFF");
    let check = run_in(&folder.0, &["check", "toy"], "");
    assert!(check.out.contains("on some machines another file or folder"), "{}", check.out);
}

#[cfg(unix)]
#[test]
fn links_are_left_out_of_archives() {
    let folder = modded();
    folder.write("secret.toml", "name = \"secret\"\n");
    std::os::unix::fs::symlink(folder.0.join("secret.toml"), folder.0.join("cards/kind/patches/secret.md"))
        .expect("a link can be made");
    refused(&run_in(&folder.0, &["pack", "build", "kind"], ""), "this is a link; links are not followed");
    let built = run_in(&folder.0, &["pack", "build", "kind", "--unchecked"], "");
    ok(&built);
    assert!(built.out.contains("left out `cards/kind/patches/secret.md`: it is a link"), "{}", built.out);
}

#[test]
fn cards_go_out_as_a_sheet_and_come_in_again() {
    let folder = Folder::new().with_toy();
    let before = all_files(&folder.0.join("cards"));
    for kind in ["boon", "charm", "strike", "ward"] {
        ok(&run_in(&folder.0, &["csv", "out", "toy", kind, "--out", "sheet.csv"], ""));
        let back = run_in(&folder.0, &["csv", "in", "toy", kind, "sheet.csv"], "");
        ok(&back);
        assert!(back.out.starts_with("0 of "), "{}", back.out);
    }
    assert_eq!(all_files(&folder.0.join("cards")), before);

    // One cell, one line.
    ok(&run_in(&folder.0, &["csv", "out", "toy", "strike", "--out", "sheet.csv"], ""));
    let sheet = folder.read("sheet.csv");
    let changed = sheet.replacen("Divide three harms", "Share three harms", 1);
    assert_ne!(sheet, changed);
    folder.write("sheet.csv", &changed);
    let back = run_in(&folder.0, &["csv", "in", "toy", "strike", "sheet.csv"], "");
    ok(&back);
    assert!(back.out.contains("toy:strikes/scatter: text \"Divide"), "{}", back.out);
    let card = folder.read("cards/toy/strikes/scatter.toml");
    assert!(card.contains("text = \"Share three harms over your rivals, two at most to each.\"\n"), "{card}");

    folder.write(
        "sheet.csv",
        &changed.replace("toy:strikes/scatter", "toy:strikes/scater").replacen("id,", "id,colour,", 1),
    );
    let wrong = run_in(&folder.0, &["csv", "in", "toy", "strike", "sheet.csv"], "");
    refused(&wrong, "there is no column `colour`");
    folder.write("sheet.csv", &changed.replace("toy:strikes/scatter", "toy:strikes/scater"));
    refused(
        &run_in(&folder.0, &["csv", "in", "toy", "strike", "sheet.csv"], ""),
        "there is no card `toy:strikes/scater`",
    );
}

#[test]
fn the_sheets_of_the_built_in_packs_lose_nothing() {
    let folder = Folder::new();
    for kind in ["event", "realm", "champion", "spell", "ally", "artifact"] {
        ok(&run_in(&folder.0, &["csv", "out", "spellfire", kind, "--out", "sheet.csv"], ""));
        let back = run_in(&folder.0, &["csv", "in", "spellfire", kind, "sheet.csv", "--dry"], "");
        ok(&back);
        assert!(back.out.starts_with("0 of "), "{kind}: {}", back.out);
    }
}
