//! The thread that writes. What waits together is one transaction: each room has at most one write under way, so whatever
//! happens, every game stands at its last decision that was confirmed.

use super::archive::{self, Moved};
use super::{KeptPacks, KeptRoom};
use cardwright_game::SaveUpdate;
use rusqlite::{Connection, ErrorCode, Transaction, params};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};

/// How many of those that wait are written together at most.
const TOGETHER: usize = 64;

/// Something to be written, and who waits for it.
pub(super) struct Write {
    pub what: What,
    pub reply: SyncSender<Result<(), String>>,
}

pub(super) enum What {
    Room(Box<KeptRoom>, Vec<u8>, KeptPacks),
    Save {
        id: Arc<str>,
        save: SaveUpdate,
        over: bool,
    },
    Renewed {
        id: Arc<str>,
        hash: [u8; 32],
        save: Vec<u8>,
        packs: KeptPacks,
    },
    Shown {
        id: Arc<str>,
        shown: Vec<(u8, String)>,
    },
    /// How long the server has served, and which rooms were touched when, in minutes of that.
    Touched {
        minutes: i64,
        rooms: Vec<(Arc<str>, i64)>,
    },
    Removed(Arc<str>),
}

/// What the thread is asked for: writes, and games that go into another file.
pub(super) enum Task {
    Write(Write),
    Archive(Vec<Arc<str>>, SyncSender<Moved>),
}

/// Writes what comes, until nobody can send anything any more.
pub(super) fn write_all(connection: &mut Connection, archive: &std::path::Path, incoming: &Receiver<Task>) {
    while let Ok(first) = incoming.recv() {
        let mut batch = Vec::new();
        let mut moving = Vec::new();
        for task in std::iter::once(first).chain(incoming.try_iter().take(TOGETHER - 1)) {
            match task {
                Task::Write(write) => batch.push(write),
                Task::Archive(rooms, reply) => moving.push((rooms, reply)),
            }
        }
        write_batch(connection, batch);
        for (rooms, reply) in moving {
            let _ = reply.send(archive::move_into(connection, archive, &rooms));
        }
    }
}

/// What fails together is written one by one: a game that cannot be written is in the way of no other.
fn write_batch(connection: &mut Connection, batch: Vec<Write>) {
    if batch.is_empty() {
        return;
    }
    let together = write_together(connection, &batch);
    let is_alone = batch.len() == 1;
    for write in batch {
        let done = match &together {
            Err(_) if !is_alone => write_together(connection, std::slice::from_ref(&write)).map_err(|why| told(&why)),
            Err(why) => Err(told(why)),
            Ok(()) => Ok(()),
        };
        // Who waited may be gone.
        let _ = write.reply.send(done);
    }
}

/// Why something cannot be written, for the players of a game.
pub(super) fn told(why: &rusqlite::Error) -> String {
    match why.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk of the server is full".into(),
        Some(ErrorCode::ReadOnly) => "the server may not write the file of its games".into(),
        Some(ErrorCode::SystemIoFailure) => "the disk of the server fails".into(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => "the file of its games is damaged".into(),
        _ => why.to_string(),
    }
}

fn write_together(connection: &mut Connection, batch: &[Write]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for Write { what, .. } in batch {
        match what {
            What::Room(room, save, packs) => add_room(&transaction, room, save, packs)?,
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
                let note = "INSERT OR REPLACE INTO last_shown (room, viewer, shown)
                            SELECT id, ?2, ?3 FROM rooms WHERE id = ?1";
                for (viewer, shown) in shown {
                    transaction.prepare_cached(note)?.execute(params![&**id, viewer, shown])?;
                }
            }
            What::Touched { minutes, rooms } => keep_touched(&transaction, *minutes, rooms)?,
            What::Removed(id) => {
                remove_room(&transaction, id)?;
                remove_packs(&transaction)?;
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

fn keep_touched(transaction: &Transaction<'_>, minutes: i64, rooms: &[(Arc<str>, i64)]) -> rusqlite::Result<()> {
    transaction.execute("UPDATE service SET minutes = ?", [minutes])?;
    let note = "INSERT OR REPLACE INTO touched (room, minute) SELECT id, ?2 FROM rooms WHERE id = ?1";
    for (id, minute) in rooms {
        transaction.prepare_cached(note)?.execute(params![&**id, minute])?;
    }
    Ok(())
}

fn keep_archive(transaction: &Transaction<'_>, hash: &[u8; 32], packs: &KeptPacks) -> rusqlite::Result<()> {
    let keep = "INSERT INTO archives (packs, files, info) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET info = excluded.info WHERE info IS NULL";
    transaction.execute(keep, params![hash, packs.files, &*packs.info])?;
    Ok(())
}

/// Adds a game with its packs.
pub(super) fn add_room(
    transaction: &Transaction<'_>,
    room: &KeptRoom,
    save: &[u8],
    packs: &KeptPacks,
) -> rusqlite::Result<()> {
    keep_archive(transaction, &room.packs, packs)?;
    transaction.execute(
        "INSERT INTO rooms (id, pack, title, packs, save, over, parent, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            room.id,
            room.pack,
            room.title,
            room.packs,
            save,
            room.over,
            room.parent,
            room.owner.map(|owner| owner.0)
        ],
    )?;
    transaction.execute("INSERT INTO touched (room, minute) VALUES (?, ?)", params![room.id, room.touched])?;
    for (seat, kept) in room.seats.iter().enumerate() {
        transaction.execute(
            "INSERT INTO seats (room, seat, secret, bot, decider) VALUES (?, ?, ?, ?, ?)",
            params![room.id, seat as i64, kept.secret.0, kept.bot, kept.decider],
        )?;
    }
    Ok(())
}

/// Removes all that is kept of a game but its packs.
pub(super) fn remove_room(transaction: &Transaction<'_>, id: &str) -> rusqlite::Result<()> {
    for table in ["seats", "pieces", "last_shown", "touched"] {
        transaction.execute(&format!("DELETE FROM {table} WHERE room = ?"), [id])?;
    }
    transaction.execute("DELETE FROM rooms WHERE id = ?", [id]).map(drop)
}

/// Removes packs with which no game is played any more.
pub(super) fn remove_packs(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM archives WHERE packs NOT IN (SELECT packs FROM rooms)", []).map(drop)
}
