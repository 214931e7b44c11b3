//! Files of games: what is kept, who may open them, and what is told when they cannot be written.
//!
//! Found once: two servers write to one file of games by a hard link, or after its lock was removed; the author's token is in the
//! list of processes, and everybody reads the file of games.

use super::*;
use crate::store::schema::UPGRADES;
use std::time::{Duration, Instant};
use tempfile::tempdir;

fn room(id: &str) -> KeptRoom {
    let seats = vec![
        KeptSeat { secret: SecretHash::of("one"), bot: false, decider: None },
        KeptSeat { secret: SecretHash::of("two"), bot: true, decider: Some("greedy".into()) },
    ];
    let (pack, title) = ("spellfire".into(), "Spellfire".into());
    let parent = (id == "b").then(|| "a".into());
    let (owner, id) = (Some(SecretHash::of("owner")), id.into());
    KeptRoom { id, pack, title, packs: [7; 32], over: false, parent, seats, owner, touched: 5, damaged: None }
}

fn packs(files: &str) -> KeptPacks {
    KeptPacks { files: files.into(), info: format!("of {files}").into() }
}

#[test]
fn games_are_there_again() {
    let folder = tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let store = Store::open(&file).expect("it can be opened");
    store.add(room("b"), vec![1, 2], packs("files")).expect("it can be kept");
    store.add(room("a"), vec![1, 2], packs("files")).expect("it can be kept");
    assert!(store.add(room("a"), vec![1, 2], packs("")).is_err(), "a name is given once");
    let keeper = Keeper { store: store.clone(), id: "a".into() };
    let updates = [(SaveUpdate::Whole(vec![3]), false), (SaveUpdate::More(vec![5, 6]), false)];
    for (update, over) in updates.into_iter().chain([(SaveUpdate::More(vec![7]), true)]) {
        keeper.keep(update, over).expect("it can be kept");
    }
    Keeper { store: store.clone(), id: "b".into() }.keep(SaveUpdate::More(vec![8]), false).expect("it can be kept");
    keeper.note(vec![(0, "a hand".into()), (31, "backs".into())]);
    store.renew(&"b".into(), [9; 32], vec![4], packs("new files")).expect("it can be kept");
    drop((store, keeper));

    let store = Store::open(&file).expect("it can be opened");
    let kept = store.rooms().expect("they can be read");
    let renewed = KeptRoom { packs: [9; 32], ..room("b") };
    assert_eq!(kept, [KeptRoom { over: true, ..room("a") }, renewed]);
    let save = |id: &str| store.save(id).expect("it can be read");
    assert_eq!((save("a"), save("b"), save("c")), (Some(vec![3, 5, 6, 7]), Some(vec![4]), None));
    assert_eq!(store.archive(&[9; 32]).expect("it can be read"), Some(b"new files".to_vec()));
    assert_eq!(store.archive(&[7; 32]).expect("it can be read"), Some(b"files".to_vec()));
    assert_eq!(store.archive(&[8; 32]).expect("it can be read"), None);
    assert_eq!(store.info(&[9; 32]).expect("it can be read").as_deref(), Some("of new files"));
    let shown = |id: &str, viewer: u8| store.last_shown(id, viewer).expect("it can be read");
    assert_eq!((shown("a", 0).as_deref(), shown("a", 1), shown("b", 0)), (Some("a hand"), None, None));
}

#[test]
fn a_file_that_a_server_has_is_given_to_no_other() {
    let folder = tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let store = Store::open(&file).expect("it can be opened");
    let keeper = Keeper { store: store.clone(), id: "a".into() };
    drop(store);
    assert!(matches!(Store::open(&file), Err(StoreError::Taken)), "a room can still write");
    Store::open(&folder.path().join("other.db")).expect("another file is free");
    drop(keeper);
    Store::open(&file).expect("nobody has it any more");
}

#[cfg(unix)]
#[test]
fn a_file_is_the_same_by_whatever_name() {
    let folder = tempdir().expect("a folder can be made");
    let [file, link, hard] = ["games.db", "link.db", "hard.db"].map(|name| folder.path().join(name));
    let store = Store::open(&file).expect("it can be opened");
    std::os::unix::fs::symlink(&file, &link).expect("a link can be made");
    std::fs::hard_link(&file, &hard).expect("a link can be made");
    let is_refused = |name: &Path| matches!(Store::open(name), Err(StoreError::Taken | StoreError::Linked));
    assert!(is_refused(&link) && is_refused(&hard), "it is the same file");
    let _ = std::fs::remove_file(folder.path().join("games.db-lock"));
    assert!(matches!(Store::open(&file), Err(StoreError::Taken)), "whatever is removed beside it");
    drop(store);
    assert!(matches!(Store::open(&file), Err(StoreError::Linked)), "its journal has another name by the other");
    std::fs::remove_file(&hard).expect("it can be removed");
    Store::open(&link).expect("a symbolic link leads to the one name");
}

#[cfg(unix)]
#[test]
fn only_the_user_of_a_file_reads_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempdir().expect("a folder can be made");
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    let set = |path: &Path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("it is set");
    let file = folder.path().join("games.db");
    std::fs::write(&file, "").expect("it can be written");
    set(&file, 0o644);
    let store = Store::open(&file).expect("it can be opened");
    store.add(room("a"), vec![1], packs("files")).expect("it can be kept");
    let moved = store.move_out(vec!["a".into()]);
    assert_eq!((moved.rooms.len(), moved.failed), (1, None));
    let modes = std::fs::read_dir(folder.path()).expect("it can be read").flatten();
    let modes: Vec<_> = modes.map(|entry| (entry.file_name(), mode(&entry.path()))).collect();
    assert!(modes.len() >= 3 && modes.iter().all(|(_, mode)| *mode == 0o600), "{modes:?}");
    let open = folder.path().join("open");
    std::fs::create_dir(&open).expect("it can be made");
    set(&open, 0o777);
    let Err(StoreError::Open(named)) = Store::open(&open.join("games.db")) else { panic!("anybody can replace it") };
    assert_eq!(named, open);
}

/// A store whose file can have so many pages more than it has.
fn nearly_full(file: &Path, pages: i64) -> Store {
    drop(Store::open(file).expect("it can be opened"));
    let lock = file::take(file).expect("nobody has it");
    let writing = file::connect(file).expect("it can be opened");
    let has: i64 = writing.pragma_query_value(None, "page_count", |row| row.get(0)).expect("it is told");
    writing.pragma_update(None, "max_page_count", has + pages).expect("it can be set");
    Store::with(writing, file, lock).expect("it can be opened")
}

#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let folder = tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let store = nearly_full(&file, 40);
    let keeper = |id: &str| Keeper { store: store.clone(), id: id.into() };
    for id in ["a", "b"] {
        store.add(room(id), vec![0; 60_000], packs("files")).expect("there is room for two");
    }
    let mut kept = 0_u8;
    let why = loop {
        match keeper("a").keep(SaveUpdate::More(vec![kept; 5_000]), false) {
            Ok(()) => kept += 1,
            Err(why) => break why,
        }
    };
    assert_eq!(why, "the disk of the server is full");
    let refused = store.add(room("c"), vec![0; 60_000], packs("files"));
    assert_eq!(refused, Err("the disk of the server is full".into()));
    let length = 60_000 + usize::from(kept) * 5_000;
    assert_eq!(store.save("a").expect("it can be read").map(|save| save.len()), Some(length), "as it was confirmed");
    store.remove(&"b".into()).expect("what makes room needs none");
    keeper("a").keep(SaveUpdate::More(vec![9; 5_000]), true).expect("there is room again");
}

#[test]
fn a_file_that_becomes_read_only_is_told() {
    let folder = tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let store = Store::read_only(&file).expect("it can be opened");
    let told = Err("the server may not write the file of its games".into());
    assert_eq!(store.add(room("a"), vec![1], packs("files")), told);
    assert_eq!(store.rooms().expect("it can be read"), []);
}

#[test]
fn a_game_that_cannot_be_written_or_read_is_in_the_way_of_no_other() {
    let folder = tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let store = Store::open(&file).expect("it can be opened");
    for id in ["a", "b", "c"] {
        store.add(room(id), vec![1], packs("files")).expect("it can be kept");
    }
    // Many at once: some of them are written together with one that fails.
    let write =
        |id: &'static str| Keeper { store: store.clone(), id: id.into() }.keep(SaveUpdate::More(vec![2]), false);
    let done: Vec<_> = thread::scope(|scope| {
        let names = (0..60).map(|at| if at % 3 == 0 { "nobody" } else { "a" });
        let all: Vec<_> = names.map(|id| scope.spawn(move || (id, write(id)))).collect();
        all.into_iter().map(|one| one.join().expect("it ends")).collect()
    });
    assert!(done.iter().all(|(id, done)| done.is_ok() == (*id == "a")), "{done:?}");
    let damage = "UPDATE seats SET secret = x'00' WHERE room = 'b'; UPDATE rooms SET packs = x'' WHERE id = 'c'";
    file::connect(&file).expect("it can be opened").execute_batch(damage).expect("it is SQL");
    let kept = store.rooms().expect("the others can be read");
    let damaged: Vec<_> = kept.iter().map(|room| (&*room.id, room.damaged.is_some())).collect();
    assert_eq!(damaged, [("a", false), ("b", true), ("c", true)]);
}

#[test]
fn games_that_make_room_lie_in_the_archive_and_can_be_served_from_there() {
    let folder = tempdir().expect("a folder can be made");
    let [file, archive] = ["games.db", "games-archive.db"].map(|name| folder.path().join(name));
    let store = Store::open(&file).expect("it can be opened");
    for id in ["a", "b"] {
        store.add(room(id), vec![1, 2], packs("files")).expect("it can be kept");
    }
    let keeper = Keeper { store: store.clone(), id: "a".into() };
    keeper.keep(SaveUpdate::More(vec![3]), true).expect("it can be kept");
    keeper.note(vec![(0, "a hand".into())]);
    let began = Instant::now();
    while store.last_shown("a", 0).expect("it can be read").is_none() {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is noted");
    }
    assert!(!store.is_archived("a"));
    let moved = store.move_out(vec!["a".into(), "nobody".into()]);
    assert_eq!((moved.rooms.len(), moved.failed), (2, None), "what is not there need not be moved");
    assert!(store.is_archived("a") && !store.is_archived("b"));
    assert_eq!(store.rooms().expect("it can be read").len(), 1);
    assert!(store.archive(&[7; 32]).expect("it can be read").is_some(), "b is played with the same packs");
    let moved = store.move_out(vec!["b".into()]);
    assert_eq!((moved.rooms.len(), store.archive(&[7; 32]).expect("it can be read")), (1, None));

    let other = Store::open(&archive).expect("it is a file of games");
    let kept = other.rooms().expect("it can be read");
    assert_eq!(kept, [KeptRoom { over: true, ..room("a") }, room("b")]);
    assert_eq!(other.save("a").expect("it can be read"), Some(vec![1, 2, 3]));
    assert_eq!(other.last_shown("a", 0).expect("it can be read").as_deref(), Some("a hand"));
    store.add(room("c"), vec![1], packs("files")).expect("it can be kept");
    let refused = store.move_out(vec!["c".into()]);
    assert_eq!((refused.rooms.len(), refused.failed.is_some()), (0, true), "another server has the archive");
    assert_eq!(store.rooms().expect("it can be read").len(), 1, "so it stays");
}

#[test]
fn a_file_of_an_older_version_is_upgraded_and_one_of_a_later_is_refused() {
    let folder = tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let old = Connection::open(&file).expect("it can be made");
    old.execute_batch(UPGRADES[0]).expect("it is SQL");
    old.execute_batch(
        "INSERT INTO rooms VALUES ('a', 'p', 'P', zeroblob(32), x'0102', x'03', 0);
         INSERT INTO rooms VALUES ('b', 'p', 'P', zeroblob(32), x'0102', x'04', 1);
         INSERT INTO seats VALUES ('a', 0, zeroblob(32), 0);
         PRAGMA user_version = 1;",
    )
    .expect("it is SQL");
    drop(old);

    let store = Store::open(&file).expect("it can be upgraded");
    let kept = store.rooms().expect("they can be read");
    assert_eq!(kept.iter().map(|room| (&*room.id, room.over)).collect::<Vec<_>>(), [("a", false), ("b", true)]);
    assert_eq!((store.save("a").expect("it can be read"), kept[0].seats.len()), (Some(vec![3]), 1));
    assert_eq!((kept[0].owner, kept[0].touched, store.minutes().expect("it is there")), (None, 0, 0));
    assert_eq!(store.archive(&[0; 32]).expect("it can be read"), Some(vec![1, 2]));
    drop(store);

    let later = Connection::open(&file).expect("it can be opened");
    later.pragma_update(None, "user_version", SCHEMA + 1).expect("it can be set");
    drop(later);
    assert!(matches!(Store::open(&file), Err(StoreError::Newer(newer)) if newer == SCHEMA + 1));
}
