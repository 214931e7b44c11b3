//! Where games are kept: one SQLite file, written by one thread. A decision is on the disk before anybody is shown what
//! came of it.

use crate::secrets::SecretHash;
use cardwright::game::SaveUpdate;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The version of the tables below; a file of an older one is brought to it when it is opened.
pub(crate) const SCHEMA: i64 = 6;

/// How many writes may wait.
const WAITING: usize = 256;

/// How many of those that wait are written together at most.
const TOGETHER: usize = 64;

/// What brings a file from each version to the next, from an empty one on.
const UPGRADES: [&str; SCHEMA as usize] = [
    "CREATE TABLE rooms (
         id TEXT PRIMARY KEY, pack TEXT NOT NULL, title TEXT NOT NULL, packs BLOB NOT NULL, archive BLOB,
         save BLOB NOT NULL, over INTEGER NOT NULL DEFAULT 0) STRICT;
     CREATE TABLE seats (
         room TEXT NOT NULL REFERENCES rooms(id), seat INTEGER NOT NULL, secret BLOB NOT NULL, bot INTEGER NOT NULL,
         PRIMARY KEY (room, seat)) STRICT;",
    // The packs of a game are the same for most games: each is kept once.
    "CREATE TABLE archives (packs BLOB PRIMARY KEY, files BLOB NOT NULL) STRICT;
     INSERT OR IGNORE INTO archives SELECT packs, archive FROM rooms WHERE archive IS NOT NULL;
     ALTER TABLE rooms DROP COLUMN archive;",
    // A decision adds what was decided, and does not write the game again.
    "CREATE TABLE pieces (
         number INTEGER PRIMARY KEY, room TEXT NOT NULL REFERENCES rooms(id), piece BLOB NOT NULL) STRICT;
     CREATE INDEX pieces_of_rooms ON pieces (room, number);",
    // Bots of one game need not play alike. Where no decider is named, that of the server plays.
    "ALTER TABLE seats ADD COLUMN decider TEXT;",
    // A fork is shown beside the game of which it is one.
    "ALTER TABLE rooms ADD COLUMN parent TEXT;",
    // What stays readable when packs can no longer be loaded.
    "ALTER TABLE archives ADD COLUMN info TEXT;
     CREATE TABLE last_shown (
         room TEXT NOT NULL REFERENCES rooms(id), viewer INTEGER NOT NULL, shown TEXT NOT NULL,
         PRIMARY KEY (room, viewer)) STRICT;",
];

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptRoom {
    pub id: String,
    pub pack: String,
    /// The title of the game.
    pub title: String,
    /// The hash of its packs.
    pub packs: [u8; 32],
    pub save: Vec<u8>,
    pub over: bool,
    /// The game of which it is a fork.
    pub parent: Option<String>,
    pub seats: Vec<KeptSeat>,
}

/// A seat as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptSeat {
    pub secret: SecretHash,
    pub bot: bool,
    /// The name of the decider of a bot; none if it is the usual one of the server.
    pub decider: Option<String>,
}

/// The packs of a game as they are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptPacks {
    /// Their files.
    pub files: Vec<u8>,
    /// What a page must know of the game.
    pub info: Arc<str>,
}

/// Why games cannot be kept.
#[derive(Debug)]
pub enum StoreError {
    /// SQLite says why.
    Sqlite(rusqlite::Error),
    /// The system says why.
    Io(io::Error),
    /// Another server keeps its games in this file.
    Taken,
    /// The file was written by a later version of Cardwright.
    Newer(i64),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(error) => write!(f, "the games cannot be kept: {error}"),
            Self::Io(error) => write!(f, "the games cannot be kept: {error}"),
            Self::Taken => f.write_str("another server keeps its games here"),
            Self::Newer(version) => {
                write!(f, "the games were kept by a later version of Cardwright: schema {version}, not {SCHEMA}")
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A file of games, and that no other server has it.
#[derive(Clone, Debug)]
pub struct Store {
    writes: SyncSender<Write>,
    reading: Arc<Mutex<Connection>>,
    /// Open as long as anybody can write.
    _lock: Arc<File>,
}

/// Something to be written, and who waits for it.
struct Write {
    what: What,
    reply: SyncSender<Result<(), String>>,
}

enum What {
    Room(Box<KeptRoom>, KeptPacks),
    Save { id: Arc<str>, save: SaveUpdate, over: bool },
    Renewed { id: Arc<str>, hash: [u8; 32], save: Vec<u8>, packs: KeptPacks },
    Shown { id: Arc<str>, shown: Vec<(u8, String)> },
}

impl Store {
    /// Opens a file, and makes it if there is none.
    ///
    /// # Errors
    /// It is no file of games, or of a later version, or another server has it.
    pub fn open(file: &Path) -> Result<Self, StoreError> {
        let lock = Arc::new(lock(file)?);
        let mut writing = connect(file)?;
        upgrade(&mut writing)?;
        let reading = Arc::new(Mutex::new(connect(file)?));
        let (writes, incoming) = sync_channel(WAITING);
        // Without a thread nobody takes writes, and each is refused.
        drop(thread::Builder::new().name("store".into()).spawn(move || write_all(&mut writing, &incoming)));
        Ok(Self { writes, reading, _lock: lock })
    }

    /// All games, in the order of their names.
    pub(crate) fn rooms(&self) -> Result<Vec<KeptRoom>, StoreError> {
        let connection = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rooms =
            connection.prepare("SELECT id, pack, title, packs, save, over, parent FROM rooms ORDER BY id")?;
        let mut seats = connection.prepare("SELECT secret, bot, decider FROM seats WHERE room = ? ORDER BY seat")?;
        let mut pieces = connection.prepare("SELECT piece FROM pieces WHERE room = ? ORDER BY number")?;
        let rooms = rooms.query_map([], |row| {
            Ok(KeptRoom {
                id: row.get(0)?,
                pack: row.get(1)?,
                title: row.get(2)?,
                packs: row.get(3)?,
                save: row.get(4)?,
                over: row.get(5)?,
                parent: row.get(6)?,
                seats: Vec::new(),
            })
        })?;
        let mut all = Vec::new();
        for room in rooms {
            let mut room = room?;
            let kept = |row: &rusqlite::Row<'_>| {
                Ok(KeptSeat { secret: SecretHash(row.get(0)?), bot: row.get(1)?, decider: row.get(2)? })
            };
            for piece in pieces.query_map([&room.id], |row| row.get::<_, Vec<u8>>(0))? {
                room.save.extend(piece?);
            }
            room.seats = seats.query_map([&room.id], kept)?.collect::<Result<_, _>>()?;
            all.push(room);
        }
        Ok(all)
    }

    /// The files of the packs with this hash.
    pub(crate) fn archive(&self, packs: &[u8; 32]) -> Result<Option<Vec<u8>>, StoreError> {
        let connection = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let found = connection.query_row("SELECT files FROM archives WHERE packs = ?", [packs], |row| row.get(0));
        Ok(found.optional()?)
    }

    /// What a page must know of the game with these packs.
    pub(crate) fn info(&self, packs: &[u8; 32]) -> Result<Option<String>, StoreError> {
        let connection = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let found = connection.query_row("SELECT info FROM archives WHERE packs = ?", [packs], |row| row.get(0));
        Ok(found.optional()?.flatten())
    }

    /// What a viewer was last noted to be shown of a game.
    pub(crate) fn last_shown(&self, id: &str, viewer: u8) -> Result<Option<String>, StoreError> {
        let connection = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let select = "SELECT shown FROM last_shown WHERE room = ? AND viewer = ?";
        Ok(connection.query_row(select, params![id, viewer], |row| row.get(0)).optional()?)
    }

    /// Keeps a new game, with its packs.
    pub(crate) fn add(&self, room: KeptRoom, packs: KeptPacks) -> Result<(), String> {
        self.write(What::Room(Box::new(room), packs))
    }

    /// Keeps a game that goes on with other packs, of this hash.
    pub(crate) fn renew(&self, id: &Arc<str>, hash: [u8; 32], save: Vec<u8>, packs: KeptPacks) -> Result<(), String> {
        self.write(What::Renewed { id: Arc::clone(id), hash, save, packs })
    }

    fn write(&self, what: What) -> Result<(), String> {
        let (reply, done) = sync_channel(1);
        let closed = || "the thread that keeps games has ended".to_string();
        self.writes.send(Write { what, reply }).map_err(|_| closed())?;
        done.recv().unwrap_or_else(|_| Err(closed()))
    }
}

/// What a room keeps its game with.
#[derive(Clone, Debug)]
pub(crate) struct Keeper {
    pub store: Store,
    pub id: Arc<str>,
}

impl Keeper {
    /// Keeps the game as it is now; returns when it is on the disk.
    pub fn keep(&self, save: SaveUpdate, over: bool) -> Result<(), String> {
        self.store.write(What::Save { id: Arc::clone(&self.id), save, over })
    }

    /// Notes what viewers are shown, some time soon. Nothing depends on it as long as the packs can be loaded, so it is left
    /// out where there is much to write.
    pub fn note(&self, shown: Vec<(u8, String)>) {
        let (reply, _) = sync_channel(1);
        let what = What::Shown { id: Arc::clone(&self.id), shown };
        let _ = self.store.writes.try_send(Write { what, reply });
    }
}

/// Takes a file of games for this server, as long as what is returned is open. The system gives it back when the process
/// ends, however that happens.
///
/// Each game is a chain of pieces, to which two servers would append each its own. What is locked is a file beside: whoever
/// only reads or copies the games is not in the way.
fn lock(file: &Path) -> Result<File, StoreError> {
    let writable = |path: &Path| OpenOptions::new().create(true).append(true).open(path);
    if !file.exists() {
        writable(file)?;
    }
    // One file has one lock, by whatever links it is named.
    let mut beside = file.canonicalize()?.into_os_string();
    beside.push("-lock");
    let lock = writable(Path::new(&beside))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::Taken),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

fn connect(file: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    Ok(connection)
}

fn upgrade(connection: &mut Connection) -> Result<(), StoreError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let Some(missing) = usize::try_from(version).ok().and_then(|done| UPGRADES.get(done..)) else {
        return Err(StoreError::Newer(version));
    };
    let transaction = connection.transaction()?;
    for upgrade in missing {
        transaction.execute_batch(upgrade)?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA)?;
    Ok(transaction.commit()?)
}

/// Writes what comes. What waits together is one transaction: each room has at most one write under way, so whatever
/// happens, every game stands at its last decision that was confirmed.
fn write_all(connection: &mut Connection, incoming: &Receiver<Write>) {
    while let Ok(first) = incoming.recv() {
        let mut batch = vec![first];
        batch.extend(incoming.try_iter().take(TOGETHER - 1));
        let done = write_batch(connection, &batch).map_err(|error| error.to_string());
        for Write { reply, .. } in batch {
            // Who waited may be gone.
            let _ = reply.send(done.clone());
        }
    }
}

fn write_batch(connection: &mut Connection, batch: &[Write]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for Write { what, .. } in batch {
        match what {
            What::Room(room, packs) => add_room(&transaction, room, packs)?,
            What::Save { id, save, over } => {
                keep_save(&transaction, id, save)?;
                // Writing a row writes the whole save in it.
                let update = "UPDATE rooms SET over = ? WHERE id = ? AND over <> ?";
                transaction.prepare_cached(update)?.execute(params![over, &**id, over])?;
            }
            What::Renewed { id, hash, save, packs } => {
                keep_archive(&transaction, hash, packs)?;
                transaction.execute("UPDATE rooms SET packs = ? WHERE id = ?", params![hash, &**id])?;
                keep_save(&transaction, id, &SaveUpdate::Whole(save.clone()))?;
            }
            What::Shown { id, shown } => {
                let note = "INSERT OR REPLACE INTO last_shown (room, viewer, shown) VALUES (?, ?, ?)";
                for (viewer, shown) in shown {
                    transaction.prepare_cached(note)?.execute(params![&**id, viewer, shown])?;
                }
            }
        }
    }
    transaction.commit()
}

/// A whole save takes the place of all that was kept of a game; a piece is put behind it.
fn keep_save(transaction: &Transaction<'_>, id: &str, save: &SaveUpdate) -> rusqlite::Result<()> {
    match save {
        SaveUpdate::Whole(save) => {
            transaction.prepare_cached("UPDATE rooms SET save = ? WHERE id = ?")?.execute(params![save, id])?;
            transaction.prepare_cached("DELETE FROM pieces WHERE room = ?")?.execute([id])?;
        }
        SaveUpdate::More(piece) => {
            let insert = "INSERT INTO pieces (room, piece) VALUES (?, ?)";
            transaction.prepare_cached(insert)?.execute(params![id, piece])?;
        }
    }
    Ok(())
}

fn keep_archive(transaction: &Transaction<'_>, hash: &[u8; 32], packs: &KeptPacks) -> rusqlite::Result<()> {
    let keep = "INSERT INTO archives (packs, files, info) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET info = excluded.info WHERE info IS NULL";
    transaction.execute(keep, params![hash, packs.files, &*packs.info])?;
    Ok(())
}

fn add_room(transaction: &Transaction<'_>, room: &KeptRoom, packs: &KeptPacks) -> rusqlite::Result<()> {
    keep_archive(transaction, &room.packs, packs)?;
    transaction.execute(
        "INSERT INTO rooms (id, pack, title, packs, save, over, parent) VALUES (?, ?, ?, ?, ?, ?, ?)",
        params![room.id, room.pack, room.title, room.packs, room.save, room.over, room.parent],
    )?;
    for (seat, kept) in room.seats.iter().enumerate() {
        transaction.execute(
            "INSERT INTO seats (room, seat, secret, bot, decider) VALUES (?, ?, ?, ?, ?)",
            params![room.id, seat as i64, kept.secret.0, kept.bot, kept.decider],
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    fn room(id: &str) -> KeptRoom {
        let seats = vec![
            KeptSeat { secret: SecretHash::of("one"), bot: false, decider: None },
            KeptSeat { secret: SecretHash::of("two"), bot: true, decider: Some("greedy".into()) },
        ];
        let (pack, title) = ("spellfire".into(), "Spellfire".into());
        let parent = (id == "b").then(|| "a".into());
        KeptRoom { id: id.into(), pack, title, packs: [7; 32], save: vec![1, 2], over: false, parent, seats }
    }

    fn packs(files: &str) -> KeptPacks {
        KeptPacks { files: files.into(), info: format!("of {files}").into() }
    }

    #[test]
    fn games_are_there_again() {
        let folder = tempdir().expect("a folder can be made");
        let file = folder.path().join("games.db");
        let store = Store::open(&file).expect("it can be opened");
        store.add(room("b"), packs("files")).expect("it can be kept");
        store.add(room("a"), packs("files")).expect("it can be kept");
        assert!(store.add(room("a"), packs("")).is_err(), "a name is given once");
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
        let renewed = KeptRoom { save: vec![4], packs: [9; 32], ..room("b") };
        assert_eq!(kept, [KeptRoom { save: vec![3, 5, 6, 7], over: true, ..room("a") }, renewed]);
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
        #[cfg(unix)]
        {
            let link = folder.path().join("link.db");
            std::os::unix::fs::symlink(&file, &link).expect("a link can be made");
            assert!(matches!(Store::open(&link), Err(StoreError::Taken)), "it is the same file");
        }
        Store::open(&folder.path().join("other.db")).expect("another file is free");
        drop(keeper);
        Store::open(&file).expect("nobody has it any more");
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
        assert_eq!((kept[0].save.as_slice(), kept[0].seats.len()), (&[3][..], 1));
        assert_eq!(store.archive(&[0; 32]).expect("it can be read"), Some(vec![1, 2]));
        drop(store);

        let later = Connection::open(&file).expect("it can be opened");
        later.pragma_update(None, "user_version", SCHEMA + 1).expect("it can be set");
        drop(later);
        assert!(matches!(Store::open(&file), Err(StoreError::Newer(newer)) if newer == SCHEMA + 1));
    }
}
