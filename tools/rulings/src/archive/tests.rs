//! Claims about archives: what is built is read again, and everything else is refused.
//!
//! Found once: names in archives.

use super::{Archive, Listed, Manifest, Refused, read, write as writing};
use std::collections::BTreeMap;
use tar::{Builder, EntryType, Header};

fn files(pairs: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    pairs.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect()
}

const FILES: [(&str, &str); 3] = [
    ("cards/moths/pack.toml", "name = \"moths\"\n"),
    ("scripts/moths/wards/lamp.rhai", "fn resolve(item) {}\n"),
    ("tests/rulings/moths/lamp/burns.snap", "> A\n"),
];

pub(super) fn sound() -> Archive {
    Archive::new("moths", "0.1.0", files(&FILES))
}

/// An archive with these entries behind a manifest.
pub(super) fn made(manifest: &Manifest, entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut tar = Builder::new(Vec::new());
    let text = manifest.text();
    let first = (writing::MANIFEST, EntryType::Regular, text.as_bytes());
    for (path, kind, bytes) in std::iter::once(&first).chain(entries) {
        let mut header = Header::new_ustar();
        // `set_path` would refuse what a hostile archive holds.
        let len = path.len().min(100);
        header.as_mut_bytes()[..len].copy_from_slice(&path.as_bytes()[..len]);
        header.set_entry_type(*kind);
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        header.set_cksum();
        tar.append(&header, *bytes).expect("it can be written");
    }
    writing::packed(&tar.into_inner().expect("it can be written")).expect("it can be packed")
}

/// An archive of plain files that its manifest lists in this order.
fn listed(pairs: &[(&str, &str)]) -> Vec<u8> {
    let files = pairs.iter().map(|(path, text)| Listed::of(path, text.as_bytes())).collect();
    let manifest = Manifest { files, ..sound().manifest };
    let entries: Vec<_> = pairs.iter().map(|(path, text)| (*path, EntryType::Regular, text.as_bytes())).collect();
    made(&manifest, &entries)
}

fn refused(bytes: &[u8]) -> String {
    read(bytes).expect_err("it is refused").to_string()
}

#[test]
fn what_is_built_is_read_and_built_again_the_same() {
    let bytes = sound().build().expect("it can be built");
    let again = read(&bytes).expect("it can be read");

    assert_eq!(again, sound());
    assert_eq!(again.build().expect("it can be built"), bytes);
    assert_eq!(again.hash(), sound().hash());
    assert_eq!(again.texts().iter().count(), 2);
}

#[test]
fn the_helper_of_these_tests_makes_sound_archives() {
    assert_eq!(read(&listed(&FILES)), Ok(sound()));
}

#[test]
fn every_byte_that_is_changed_is_noticed() {
    let bytes = sound().build().expect("it can be built");
    for at in 0..bytes.len() {
        // What gzip says of the system and of its effort changes nothing that is unpacked.
        if (4..10).contains(&at) {
            continue;
        }
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(read(&changed).is_err() || read(&changed) == Ok(sound()), "byte {at}");
    }
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "cut at {end}");
    }
    assert_eq!(read(&[bytes, vec![0]].concat()), Err(Refused::More));
}

#[test]
fn paths_that_lead_elsewhere_are_refused() {
    for path in ["../cards/moths/x.toml", "/etc/x.toml", "cards/moths/../../x.toml", "cards/other/x.toml", "x.toml"] {
        let why = refused(&listed(&[(path, "x")]));
        assert!(why.starts_with(&format!("it holds `{path}`: it ")), "{why}");
    }
}

#[test]
fn links_and_folders_are_refused() {
    let path = "cards/moths/x.toml";
    for (kind, what) in [
        (EntryType::Symlink, "a link"),
        (EntryType::Link, "a link"),
        (EntryType::Directory, "a folder"),
        (EntryType::Fifo, "a device"),
        (EntryType::GNULongName, "no plain file"),
        (EntryType::XHeader, "no plain file"),
        (EntryType::GNUSparse, "no plain file"),
    ] {
        let bytes = made(&sound().manifest, &[(path, kind, b"")]);
        assert_eq!(refused(&bytes), format!("it holds `{path}`, which is {what}"));
    }
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let zeros = vec![0_u8; 80 << 20];
    let bytes = writing::packed(&zeros).expect("it can be packed");
    assert!(bytes.len() < 100 << 10);
    assert_eq!(read(&bytes), Err(Refused::TooLarge));

    let big = "#".repeat((1 << 20) + 1);
    assert!(refused(&listed(&[("cards/moths/x.toml", &big)])).ends_with("is larger than 1 MiB"));
}

#[test]
fn a_size_that_lies_is_refused() {
    let mut tar = writing::written(&sound().manifest.text(), &files(&FILES)).expect("it can be written");
    // The size of the manifest, in octal digits, becomes far too large.
    tar[124..135].copy_from_slice(b"77777777777");
    let mut header = Header::new_ustar();
    header.as_mut_bytes().copy_from_slice(&tar[..512]);
    header.set_cksum();
    tar[..512].copy_from_slice(header.as_bytes());
    assert!(read(&writing::packed(&tar).expect("it can be packed")).is_err());
}

#[test]
fn wrong_hashes_are_refused() {
    let manifest = sound().manifest;
    let mut entries: Vec<_> = FILES.iter().map(|(path, text)| (*path, EntryType::Regular, text.as_bytes())).collect();
    entries[1].2 = b"fn resolve(item) { 1 }\n";
    assert_eq!(read(&made(&manifest, &entries)), Err(Refused::Hash(FILES[1].0.into())));
}

#[test]
fn duplicates_are_refused() {
    let path = "cards/moths/pack.toml";
    assert_eq!(read(&listed(&[(path, "x"), (path, "x")])), Err(Refused::Twice(path.into())));
    let upper = "cards/moths/Pack.toml";
    assert_eq!(read(&listed(&[(path, "x"), (upper, "x")])), Err(Refused::Twice(upper.into())));
}

/// Attack 15: names that are one on some machines.
#[test]
fn twins_are_refused() {
    let of = |name: &str| format!("cards/moths/{name}.toml");
    for (one, other) in
        [("stra\u{df}e", "STRASSE"), ("\u{e9}", "\u{c9}"), ("\u{212b}", "\u{e5}"), ("\u{fb01}", "fi"), ("A/a", "a/b")]
    {
        let mut pairs = [of(one), of(other)];
        pairs.sort();
        let bytes = listed(&[(&pairs[0], "x"), (&pairs[1], "x")]);
        assert!(
            matches!(read(&bytes), Err(Refused::Twice(_) | Refused::Path(..))),
            "{one} {other}: {:?}",
            read(&bytes)
        );
    }
    assert!(matches!(read(&listed(&[(&of("e\u{301}"), "x"), (&of("\u{e9}"), "x")])), Err(Refused::Path(..))));
}

#[test]
fn a_file_and_a_folder_of_one_name_are_refused() {
    for (one, other) in [("a.toml", "a.toml/b.toml"), ("a.toml", "A.TOML/b.toml"), ("b.md/x.md", "b.md")] {
        let paths = [one, other].map(|name| format!("cards/moths/{name}"));
        let bytes = listed(&[(&paths[0], "x"), (&paths[1], "x")]);
        assert_eq!(read(&bytes), Err(Refused::FileAndFolder(paths[1].clone())));
    }
}

#[test]
fn what_the_manifest_does_not_list_is_refused() {
    let manifest = sound().manifest;
    let entry = |at: usize| (FILES[at].0, EntryType::Regular, FILES[at].1.as_bytes());
    let more = ("tests/rulings/moths/z.toml", EntryType::Regular, &b"x"[..]);

    assert_eq!(read(&made(&manifest, &[entry(0), entry(1), entry(2), more])), Err(Refused::Unlisted(more.0.into())));
    assert_eq!(read(&made(&manifest, &[entry(0), entry(2)])), Err(Refused::Missing(FILES[1].0.into())));
    assert_eq!(read(&made(&manifest, &[entry(0), entry(1)])), Err(Refused::Missing(FILES[2].0.into())));
    // In another order than the one that is written.
    assert_eq!(read(&listed(&[FILES[1], FILES[0]])), Err(Refused::More));
}

#[test]
fn manifests_are_read_strictly() {
    let with = |change: fn(&mut Manifest)| {
        let mut manifest = sound().manifest;
        change(&mut manifest);
        refused(&made(&manifest, &[]))
    };
    assert_eq!(with(|manifest| manifest.format = 2), "its format is 2, and this command reads 1");
    assert!(with(|manifest| manifest.name = "../moths".into()).starts_with("its manifest cannot be read"));
    for version in ["0.1.0\u{1b}[31m", "/../../x", ""] {
        let manifest = Manifest { version: version.into(), ..sound().manifest };
        assert_eq!(refused(&made(&manifest, &[])), "its manifest cannot be read: the version of its pack is none");
    }
    let none = writing::packed(&[0; 1024]).expect("it can be packed");
    assert_eq!(refused(&none), "its manifest cannot be read: there is none");
    assert!(refused(b"PK\x03\x04").starts_with("it is no archive of a pack"));
}

#[test]
fn scripts_that_are_no_text_are_refused() {
    let path = "scripts/moths/x.rhai";
    let manifest = Manifest { files: vec![Listed::of(path, b"\xff")], ..sound().manifest };
    assert_eq!(read(&made(&manifest, &[(path, EntryType::Regular, b"\xff")])), Err(Refused::NoText(path.into())));
}
