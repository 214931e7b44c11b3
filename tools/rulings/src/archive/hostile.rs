//! Archives that mean harm, by the thousand: whatever is taken can be installed on every machine, and lands in its place.
//!
//! 500 of them in each run, 10,000 with `CARDWRIGHT_LONG=1`.
//!
//! Found once: names in archives.

use super::tests::{made, sound};
use super::{Archive, Listed, Manifest, read, write as writing};
use crate::install::install;
use cardwright_kernel::setup::Generator;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tar::EntryType;
use tempfile::tempdir;

fn one<T: Copy>(numbers: &mut Generator, of: &[T]) -> T {
    of[numbers.index(of.len())]
}

const FOLDERS: [&str; 9] =
    ["cards/moths", "scripts/moths", "tests/rulings/moths", "cards/other", "cards", "", "..", "/", "cards/moths/../.."];

const NAMES: [&str; 40] = [
    "a.toml",
    "A.toml",
    "a.TOML",
    "b.toml",
    "pack.toml",
    "x.rhai",
    "x.snap",
    "x.md",
    "LICENSE",
    "a.toml/b.toml",
    "a/b.toml",
    "A/c.toml",
    "con.toml",
    "COM\u{b9}.md",
    "lpt\u{2075}.md",
    "conin$.toml",
    "aux .toml",
    "nul.x.md",
    "x.toml ",
    " x.toml",
    "x.",
    ".x.toml",
    "e\u{301}.toml",
    "\u{e9}.toml",
    "\u{c9}.toml",
    "stra\u{df}e.md",
    "STRASSE.md",
    "\u{fb01}.md",
    "fi.md",
    "a\u{202e}b.toml",
    "a\u{200b}b.toml",
    "a\u{9b}b.toml",
    "\u{1b}[31m.toml",
    "a\\b.toml",
    "a:b.toml",
    "..",
    ".",
    "a//b.toml",
    "x.sh",
    "\u{212a}.md",
];

const KINDS: [EntryType; 12] = [
    EntryType::Regular,
    EntryType::Regular,
    EntryType::Regular,
    EntryType::Regular,
    EntryType::Regular,
    EntryType::Regular,
    EntryType::Link,
    EntryType::Symlink,
    EntryType::Directory,
    EntryType::Fifo,
    EntryType::XHeader,
    EntryType::GNUSparse,
];

/// An archive that somebody has meddled with in a few ways.
fn meddled(numbers: &mut Generator) -> Vec<u8> {
    let mut entries: Vec<(String, EntryType, Vec<u8>)> = Vec::new();
    for _ in 0..=numbers.index(4) {
        let folder = if numbers.index(4) > 0 { FOLDERS[numbers.index(3)] } else { one(numbers, &FOLDERS) };
        let kind = if numbers.index(5) > 0 { EntryType::Regular } else { one(numbers, &KINDS) };
        let bytes = one(numbers, &[&b"x = 1\n"[..], b"", b"\xff\xfe", b"\x1b[31m"]);
        entries.push((format!("{folder}/{}", one(numbers, &NAMES)), kind, bytes.to_vec()));
    }
    if numbers.index(8) > 0 {
        entries.sort_by(|one, other| one.0.cmp(&other.0));
    }
    let files = entries.iter().map(|(path, _, bytes)| Listed::of(path, bytes)).collect();
    let mut manifest = Manifest { files, ..sound().manifest };
    match numbers.index(20) {
        0 => manifest.name = one(numbers, &["../x", "", "moths/x", "Moths"]).into(),
        1 => manifest.version = one(numbers, &["/../../x", "", "\u{1b}c"]).into(),
        2 => drop(manifest.files.pop()),
        3 => manifest.files.iter_mut().for_each(|file| file.size = u64::MAX),
        4 => manifest.files.iter_mut().for_each(|file| file.hash = "0".repeat(64)),
        5 => manifest.format = 7,
        _ => {}
    }
    let entries: Vec<(&str, EntryType, &[u8])> =
        entries.iter().map(|(path, kind, bytes)| (&**path, *kind, &**bytes)).collect();
    let mut bytes = made(&manifest, &entries);
    match numbers.index(12) {
        0 => bytes.truncate(numbers.index(bytes.len())),
        1 => {
            let at = numbers.index(bytes.len());
            bytes[at] ^= 1 << numbers.index(8);
        }
        2 => bytes.extend_from_slice(b"garbage"),
        3 => bytes = writing::packed(&vec![numbers.index(256) as u8; numbers.index(4096)]).expect("it can be packed"),
        _ => {}
    }
    bytes
}

/// What must be true of every archive that is taken, said in another way than in the code that judges.
fn is_harmless(archive: &Archive) -> bool {
    let mut lower = BTreeSet::new();
    archive.files.keys().all(|path| {
        let parts: Vec<&str> = path.split('/').collect();
        let inside = path.starts_with("cards/moths/")
            || path.starts_with("scripts/moths/")
            || path.starts_with("tests/rulings/moths/");
        let plain = parts.iter().all(|part| {
            let stem = part.split('.').next().unwrap_or_default().trim().to_uppercase();
            !["", "CON", "PRN", "AUX", "NUL", "COM1", "COM\u{b9}", "LPT\u{2075}", "CONIN$", "CONOUT$"].contains(&&*stem)
                && !part.ends_with([' ', '.'])
                && !part.chars().any(|c| c.is_control() || "\\:*?\"<>|\u{202e}\u{200b}\u{301}".contains(c))
        });
        let upper = path.to_uppercase();
        let is_folder = archive.files.keys().any(|other| other.to_uppercase().starts_with(&format!("{upper}/")));
        inside && plain && !is_folder && lower.insert(upper)
    })
}

/// All files under a folder.
fn count(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("it can be read").flatten();
    entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
}

#[test]
fn hostile_archives_do_no_harm() {
    let is_long = std::env::var_os("CARDWRIGHT_LONG").is_some_and(|value| value == "1");
    let many = if is_long { 10_000 } else { 500 };
    let above = tempdir().expect("a folder can be made");
    let root = above.path().join("packs");
    let mut numbers = Generator::new(7);
    let mut taken = 0;
    for round in 0..many {
        let Ok(archive) = read(&meddled(&mut numbers)) else { continue };
        taken += 1;
        assert!(is_harmless(&archive), "round {round}: {:?}", archive.files.keys());
        install(&archive, &root).expect("what is taken can be installed");
        let files = ["cards/moths", "scripts/moths", "tests/rulings/moths"].map(|folder| root.join(folder));
        let there: usize = files.iter().filter(|folder| folder.is_dir()).map(|folder| count(folder)).sum();
        assert_eq!((there, count(above.path())), (archive.files.len(), archive.files.len()), "round {round}");
    }
    // Otherwise the test would show nothing about what is installed.
    assert!(taken > many / 50 && taken < many / 2, "{taken} of {many} were taken");
}
