//! The file itself: one server has it at a time, and nobody but its user reads it.

use super::StoreError;
use rusqlite::Connection;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Takes a file of games for this server, as long as what is returned is open, and makes it if there is none. The system gives
/// it back when the process ends, however that happens.
///
/// Each game is a chain of pieces, to which two servers would append each its own. Whoever only reads or copies the games is
/// not in the way.
///
/// # Errors
/// Another server has it, it has several names, others can write into its folder, or the system refuses it.
pub(super) fn take(file: &Path) -> Result<File, StoreError> {
    own_folder(file)?;
    let opened = private(file)?;
    let taken = lock(file, opened)?;
    one_name(file)?;
    Ok(taken)
}

/// Opens a file that only its user can read, and makes it if there is none.
fn private(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).read(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(file)?;
    // What SQLite writes beside it has the same mode; what is there already may not.
    for name in [file.to_owned(), beside(file, "-wal"), beside(file, "-shm")] {
        keep_to_user(&name)?;
    }
    Ok(opened)
}

#[cfg(unix)]
fn keep_to_user(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    match file.metadata() {
        Ok(known) if known.permissions().mode() & 0o077 != 0 => {
            std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn keep_to_user(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Locks what is written, by whatever names it is reached. SQLite has locks of another kind on the file, which are lost when
/// any descriptor of it is closed: this one is closed last.
#[cfg(target_os = "linux")]
fn lock(_: &Path, opened: File) -> Result<File, StoreError> {
    locked(opened)
}

/// Locks a file beside: elsewhere a lock of the file itself would be in the way of SQLite's own.
#[cfg(not(target_os = "linux"))]
fn lock(file: &Path, opened: File) -> Result<File, StoreError> {
    drop(opened);
    locked(private(&beside(&file.canonicalize()?, "-lock"))?)
}

fn locked(file: File) -> Result<File, StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Taken),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// A file with a second name (a hard link) has a second journal beside that name: what is confirmed by one is not there by the
/// other.
#[cfg(unix)]
fn one_name(file: &Path) -> Result<(), StoreError> {
    let names = std::os::unix::fs::MetadataExt::nlink(&file.metadata()?);
    if names > 1 { Err(StoreError::Linked) } else { Ok(()) }
}

#[cfg(not(unix))]
fn one_name(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Whoever can write into a folder can put another file into the place of this one.
#[cfg(unix)]
fn own_folder(file: &Path) -> Result<(), StoreError> {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mode = std::os::unix::fs::PermissionsExt::mode(&parent.metadata()?.permissions());
    if mode & 0o002 != 0 { Err(StoreError::Open(parent.to_owned())) } else { Ok(()) }
}

#[cfg(not(unix))]
fn own_folder(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The file in which games lie that made room: `games-archive.db` of `games.db`.
pub(super) fn archive_of(file: &Path) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push("-archive");
    if let Some(ending) = file.extension() {
        name.push(".");
        name.push(ending);
    }
    file.with_file_name(name)
}

/// Opens a file of games that is taken.
pub(super) fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    Ok(connection)
}
