//! Where games are kept: one SQLite file, written by one thread. A decision is on the disk before anybody is shown what
//! came of it.

mod archive;
mod file;
mod reading;
mod schema;
#[cfg(test)]
mod tests;
mod writing;

use crate::secrets::SecretHash;
pub(crate) use archive::Moved;
use cardwright_game::SaveUpdate;
use rusqlite::Connection;
pub(crate) use schema::SCHEMA;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use writing::{Task, What, Write, write_all};

/// How many writes may wait.
const WAITING: usize = 256;

/// A game as it is kept, without its save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeptRoom {
    pub id: String,
    pub pack: String,
    /// The title of the game.
    pub title: String,
    /// The hash of its packs.
    pub packs: [u8; 32],
    pub over: bool,
    /// The game of which it is a fork.
    pub parent: Option<String>,
    pub seats: Vec<KeptSeat>,
    /// By what whoever has begun it removes it.
    pub owner: Option<SecretHash>,
    /// When somebody last touched it, in minutes of service.
    pub touched: i64,
    /// Why it cannot be read.
    pub damaged: Option<String>,
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
    /// The file has another name besides (a hard link), by which its newest games are not there.
    Linked,
    /// Others can write into this folder, in which the file is.
    Open(PathBuf),
    /// The file was written by a later version of Cardwright.
    Newer(i64),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(error) => write!(f, "the games cannot be kept: {}", writing::told(error)),
            Self::Io(error) => write!(f, "the games cannot be kept: {error}"),
            Self::Taken => f.write_str("another server keeps its games here"),
            Self::Linked => f.write_str("this file of games has a second name, a hard link"),
            Self::Open(folder) => {
                write!(f, "every user of this machine can write into `{}`, where the games are", folder.display())
            }
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
pub struct Store(Arc<Opened>);

/// It is closed in this order: the thread that writes, what is read, and then the lock.
#[derive(Debug)]
struct Opened {
    /// There until it is closed.
    tasks: Option<SyncSender<Task>>,
    writer: Option<JoinHandle<()>>,
    reading: Mutex<Connection>,
    archive: PathBuf,
    /// Open as long as anybody can write.
    _lock: File,
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.tasks = None;
        // Its thread catches nothing: if it has panicked, nothing is left to be waited for.
        let _ = self.writer.take().map(JoinHandle::join);
    }
}

impl Store {
    /// Opens a file, and makes it if there is none. Only its user can read it afterwards.
    ///
    /// # Errors
    /// It is no file of games, of a later version, or has a second name; another server has it; or every user of the machine
    /// can write into its folder.
    pub fn open(file: &Path) -> Result<Self, StoreError> {
        let lock = file::take(file)?;
        let mut writing = file::connect(file)?;
        schema::upgrade(&mut writing)?;
        Self::with(writing, file, lock)
    }

    /// A store that writes by this connection.
    fn with(mut writing: Connection, file: &Path, lock: File) -> Result<Self, StoreError> {
        let reading = Mutex::new(file::connect(file)?);
        let archive = file::archive_of(file);
        let (tasks, incoming) = sync_channel(WAITING);
        let beside = archive.clone();
        let writer = thread::Builder::new().name("store".into());
        // Without a thread nobody takes writes, and each is refused.
        let writer = writer.spawn(move || write_all(&mut writing, &beside, &incoming)).ok();
        Ok(Self(Arc::new(Opened { tasks: Some(tasks), writer, reading, archive, _lock: lock })))
    }

    /// One that can be read and no longer written, like that of a disk that has failed.
    #[cfg(test)]
    pub(crate) fn read_only(file: &Path) -> Result<Self, StoreError> {
        drop(Self::open(file)?);
        let lock = file::take(file)?;
        let writing = file::connect(file)?;
        writing.pragma_update(None, "query_only", true)?;
        Self::with(writing, file, lock)
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        Ok(read(&self.0.reading.lock().unwrap_or_else(PoisonError::into_inner))?)
    }

    /// All games, in the order of their names.
    pub(crate) fn rooms(&self) -> Result<Vec<KeptRoom>, StoreError> {
        self.read(reading::rooms)
    }

    /// The save of a game.
    pub(crate) fn save(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(|connection| reading::save(connection, id))
    }

    /// How long servers have served with this file, in minutes.
    pub(crate) fn minutes(&self) -> Result<i64, StoreError> {
        self.read(reading::minutes)
    }

    /// The files of the packs with this hash.
    pub(crate) fn archive(&self, packs: &[u8; 32]) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(|connection| reading::archive(connection, packs))
    }

    /// What a page must know of the game with these packs.
    pub(crate) fn info(&self, packs: &[u8; 32]) -> Result<Option<String>, StoreError> {
        self.read(|connection| reading::info(connection, packs))
    }

    /// What a viewer was last noted to be shown of a game.
    pub(crate) fn last_shown(&self, id: &str, viewer: u8) -> Result<Option<String>, StoreError> {
        self.read(|connection| reading::last_shown(connection, id, viewer))
    }

    /// Whether a game lies in the archive.
    pub(crate) fn is_archived(&self, id: &str) -> bool {
        archive::has(&self.0.archive, id)
    }

    /// Keeps a new game, with its packs.
    pub(crate) fn add(&self, room: KeptRoom, save: Vec<u8>, packs: KeptPacks) -> Result<(), String> {
        self.write(What::Room(Box::new(room), save, packs))
    }

    /// Keeps a game that goes on with other packs, of this hash.
    pub(crate) fn renew(&self, id: &Arc<str>, hash: [u8; 32], save: Vec<u8>, packs: KeptPacks) -> Result<(), String> {
        self.write(What::Renewed { id: Arc::clone(id), hash, save, packs })
    }

    /// Notes how long the server has served, and when rooms were touched.
    pub(crate) fn touch(&self, minutes: i64, rooms: Vec<(Arc<str>, i64)>) -> Result<(), String> {
        self.write(What::Touched { minutes, rooms })
    }

    /// Removes a game for good.
    pub(crate) fn remove(&self, id: &Arc<str>) -> Result<(), String> {
        self.write(What::Removed(Arc::clone(id)))
    }

    /// Moves games into the archive.
    pub(crate) fn move_out(&self, rooms: Vec<Arc<str>>) -> Moved {
        let (reply, done) = sync_channel(1);
        let sent = self.0.tasks.as_ref().is_some_and(|tasks| tasks.send(Task::Archive(rooms, reply)).is_ok());
        let moved = sent.then(|| done.recv().ok()).flatten();
        moved.unwrap_or_else(|| Moved { rooms: Vec::new(), failed: Some(closed()) })
    }

    fn write(&self, what: What) -> Result<(), String> {
        let (reply, done) = sync_channel(1);
        let tasks = self.0.tasks.as_ref().ok_or_else(closed)?;
        tasks.send(Task::Write(Write { what, reply })).map_err(|_| closed())?;
        done.recv().unwrap_or_else(|_| Err(closed()))
    }
}

fn closed() -> String {
    "the thread that keeps games has ended".to_string()
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
        if let Some(tasks) = &self.store.0.tasks {
            let _ = tasks.try_send(Task::Write(Write { what, reply }));
        }
    }
}
