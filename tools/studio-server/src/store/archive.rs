//! The archive: a second file of games, beside the first, with those that made room for others. A server can be started with
//! it like with any other.

use super::writing::{add_room, remove_packs, remove_room, told};
use super::{KeptPacks, StoreError, file, reading, schema};
use rusqlite::{Connection, OpenFlags, params};
use std::path::Path;
use std::sync::Arc;

/// Which games have been moved, and why not all, if not.
pub(crate) struct Moved {
    pub rooms: Vec<Arc<str>>,
    pub failed: Option<String>,
}

/// Moves games one by one into the archive. Each is there before it is removed here: a kill in between leaves it in both, and
/// the next time it is moved again.
pub(super) fn move_into(from: &mut Connection, archive: &Path, rooms: &[Arc<str>]) -> Moved {
    let mut moved = Moved { rooms: Vec::new(), failed: None };
    match opened(archive) {
        Ok((mut into, _lock)) => {
            for id in rooms {
                match move_one(from, &mut into, id) {
                    Ok(()) => moved.rooms.push(Arc::clone(id)),
                    Err(why) => moved.failed = Some(told(&why)),
                }
            }
        }
        Err(why) => moved.failed = Some(why.to_string()),
    }
    moved
}

/// The archive, and the lock that keeps others out as long as it is held. It is closed before that.
fn opened(archive: &Path) -> Result<(Connection, std::fs::File), StoreError> {
    let lock = file::take(archive)?;
    let mut connection = file::connect(archive)?;
    schema::upgrade(&mut connection)?;
    Ok((connection, lock))
}

fn move_one(from: &mut Connection, into: &mut Connection, id: &str) -> rusqlite::Result<()> {
    let Some(room) = reading::room(from, id)? else { return Ok(()) };
    let save = reading::save(from, id)?.unwrap_or_default();
    let packs = KeptPacks {
        files: reading::archive(from, &room.packs)?.unwrap_or_default(),
        info: reading::info(from, &room.packs)?.unwrap_or_default().into(),
    };
    let transaction = into.transaction()?;
    remove_room(&transaction, id)?;
    add_room(&transaction, &room, &save, &packs)?;
    for (viewer, shown) in reading::all_shown(from, id)? {
        let note = "INSERT INTO last_shown (room, viewer, shown) VALUES (?, ?, ?)";
        transaction.execute(note, params![id, viewer, shown])?;
    }
    transaction.commit()?;
    let transaction = from.transaction()?;
    remove_room(&transaction, id)?;
    remove_packs(&transaction)?;
    transaction.commit()
}

/// Whether a game lies in the archive.
pub(super) fn has(archive: &Path, id: &str) -> bool {
    let look = || -> rusqlite::Result<bool> {
        let reading = Connection::open_with_flags(archive, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        reading.query_row("SELECT EXISTS (SELECT 1 FROM rooms WHERE id = ?)", [id], |row| row.get(0))
    };
    archive.exists() && look().unwrap_or(false)
}
