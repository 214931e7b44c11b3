//! Claims about installations that end at any of their steps.
//!
//! Found once: a kill leaves half a file or half a pack.

use super::moves::Moves;
use super::{FOLDERS, JOURNAL, STAGING, carry_through, finish, install, prepare, recover};
use crate::archive::Archive;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// A version of a pack with files in these folders, all of which say which version they are of.
fn version(number: &str, folders: &[&str]) -> Archive {
    let file = |folder: &&str| (format!("{folder}/moths/{number}.toml"), number.as_bytes().to_vec());
    Archive::new("moths", number, folders.iter().map(file).collect::<BTreeMap<_, _>>())
}

/// Which versions lie in the folders of the pack.
fn installed(root: &Path) -> Vec<String> {
    let inside = |folder: &&str| {
        let entries = fs::read_dir(root.join(folder).join("moths")).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>().join(",")
    };
    FOLDERS.iter().map(inside).collect()
}

fn hidden(root: &Path) -> Vec<String> {
    let names = fs::read_dir(root).expect("it can be read").flatten();
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with('.')).collect()
}

/// The two versions, of which each has a folder that the other has not.
fn versions() -> (Archive, Archive) {
    (version("1", &["cards", "scripts"]), version("2", &["cards", "tests/rulings"]))
}

const OLD: [&str; 3] = ["1.toml", "1.toml", ""];
const NEW: [&str; 3] = ["2.toml", "", "2.toml"];

fn with_old() -> TempDir {
    let root = tempdir().expect("a folder can be made");
    install(&versions().0, root.path()).expect("it can be installed");
    assert_eq!(installed(root.path()), OLD);
    root
}

/// A rename that fails after so many, and counts.
fn fails_after(count: u32, done: &Cell<u32>) -> impl Fn(&Path, &Path) -> io::Result<()> {
    move |from, to| {
        if done.get() == count {
            return Err(io::Error::other("killed"));
        }
        done.set(done.get() + 1);
        fs::rename(from, to)
    }
}

#[test]
fn a_pack_is_replaced_whole() {
    let root = with_old();
    install(&versions().1, root.path()).expect("it can be installed");
    assert_eq!(installed(root.path()), NEW);
    assert_eq!(hidden(root.path()), [""; 0]);
}

/// Attack 12: the installation ends between any two of its renames.
#[test]
fn an_installation_that_was_killed_is_finished_by_the_next_process() {
    for renames in 0..=4 {
        let root = with_old();
        let journal = prepare(&versions().1, root.path()).expect("it can be made ready");
        let moves = Moves::new(&journal, root.path()).expect("no links");
        let done = Cell::new(0);
        let killed = moves.forward(&fails_after(renames, &done));
        assert_eq!((killed.is_ok(), done.get()), (renames == 4, renames), "there are four renames");

        recover(root.path()).expect("it can be finished");
        assert_eq!(installed(root.path()), NEW, "after {renames} renames");
        assert_eq!(hidden(root.path()), [""; 0]);
        recover(root.path()).expect("there is nothing left to do");
    }
}

#[test]
fn an_installation_that_was_killed_is_finished_before_the_next_begins() {
    for renames in 0..=4 {
        let root = with_old();
        let journal = prepare(&versions().1, root.path()).expect("it can be made ready");
        let moves = Moves::new(&journal, root.path()).expect("no links");
        let _ = moves.forward(&fails_after(renames, &Cell::new(0)));

        let other = BTreeMap::from([("cards/owls/1.toml".to_owned(), b"1".to_vec())]);
        install(&Archive::new("owls", "1", other), root.path()).expect("it can be installed");
        assert_eq!(installed(root.path()), NEW, "after {renames} renames");
        assert!(root.path().join("cards/owls/1.toml").is_file());
        assert_eq!(hidden(root.path()), [""; 0]);
    }
}

#[test]
fn an_installation_that_cannot_go_on_is_taken_back() {
    for renames in 0..=3 {
        for back in 0..=renames {
            let root = with_old();
            let journal = prepare(&versions().1, root.path()).expect("it can be made ready");
            let moves = Moves::new(&journal, root.path()).expect("no links");
            assert!(moves.forward(&fails_after(renames, &Cell::new(0))).is_err());
            let gone_back = moves.back(&fails_after(back, &Cell::new(0)));
            assert_eq!(gone_back.is_ok(), back == renames);
            if gone_back.is_ok() {
                assert_eq!(installed(root.path()), OLD, "after {renames} renames");
            }
            // Killed on the way back, or before the journal is gone.
            recover(root.path()).expect("it can be finished");
            assert_eq!(installed(root.path()), NEW, "after {renames} renames, of which {back} were taken back");
        }
    }
}

#[test]
fn without_a_journal_nothing_has_happened() {
    let root = with_old();
    prepare(&versions().1, root.path()).expect("it can be made ready");
    fs::remove_file(root.path().join(JOURNAL)).expect("it is there");
    recover(root.path()).expect("there is nothing to do");
    assert_eq!(installed(root.path()), OLD);
    install(&versions().1, root.path()).expect("what was left over is no obstacle");
    assert_eq!((installed(root.path()), hidden(root.path())), (NEW.map(str::to_owned).to_vec(), vec![]));
}

#[test]
fn a_journal_that_nobody_wrote_moves_nothing() {
    let root = with_old();
    for text in [
        "",
        "{}",
        "{\"pack\":\"../../x\",\"old\":[\"cards\"],\"new\":[]}",
        "{\"pack\":\"moths\",\"old\":[\"..\"],\"new\":[]}",
        "{\"pack\":\"moths\",\"old\":[],\"new\":[\"/etc\"]}",
    ] {
        fs::create_dir_all(root.path().join(STAGING)).expect("a folder can be made");
        fs::write(root.path().join(JOURNAL), text).expect("it can be written");
        assert!(recover(root.path()).is_err(), "{text}");
        assert_eq!(installed(root.path()), OLD);
    }
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let outside = tempdir().expect("a folder can be made");
    for name in [STAGING, "cards", "tests", ".cardwright-install.lock"] {
        let root = tempdir().expect("a folder can be made");
        symlink(outside.path().join("x"), root.path().join(name)).expect("a link");
        assert!(install(&versions().1, root.path()).is_err(), "{name}");
        fs::create_dir_all(outside.path().join("x")).expect("a folder can be made");
        assert!(install(&versions().1, root.path()).is_err(), "{name}");
        assert_eq!(fs::read_dir(outside.path().join("x")).expect("it is there").count(), 0, "{name}");
        fs::remove_dir(outside.path().join("x")).expect("it is empty");
    }
}

#[test]
fn what_stands_in_the_way_leaves_everything_as_it_was() {
    let root = with_old();
    // Where the rulings should go, somebody has put a file.
    fs::write(root.path().join("tests"), "x").expect("it can be written");
    assert!(install(&versions().1, root.path()).is_err());
    assert_eq!(installed(root.path()), OLD);
    let journal = prepare(&versions().1, root.path()).expect("it can be made ready");
    assert!(carry_through(&journal, root.path()).is_err());
    assert_eq!(installed(root.path()), OLD);
    finish(root.path()).expect("nothing is left to do");
    assert_eq!(installed(root.path()), OLD);
}
