//! The tables of a file of games, and what brings a file of an older version to them.

use super::StoreError;
use rusqlite::Connection;

/// The version of the tables below; a file of an older one is brought to it when it is opened.
pub(crate) const SCHEMA: i64 = 7;

/// What brings a file from each version to the next, from an empty one on.
pub(super) const UPGRADES: [&str; SCHEMA as usize] = [
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
    // Who has begun a game can remove it, and one that nobody touches makes room. When it was touched lies beside it, since
    // writing a row writes the whole save in it. It is counted in minutes of service: no clock can jump.
    "ALTER TABLE rooms ADD COLUMN owner BLOB;
     CREATE TABLE touched (room TEXT PRIMARY KEY REFERENCES rooms(id), minute INTEGER NOT NULL) STRICT;
     CREATE TABLE service (one INTEGER PRIMARY KEY CHECK (one = 1), minutes INTEGER NOT NULL) STRICT;
     INSERT INTO service VALUES (1, 0);",
];

/// Brings a file to the newest version.
///
/// # Errors
/// It is of a later version, or cannot be written.
pub(super) fn upgrade(connection: &mut Connection) -> Result<(), StoreError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let Some(missing) = usize::try_from(version).ok().and_then(|done| UPGRADES.get(done..)) else {
        return Err(StoreError::Newer(version));
    };
    if missing.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    for upgrade in missing {
        transaction.execute_batch(upgrade)?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA)?;
    Ok(transaction.commit()?)
}
