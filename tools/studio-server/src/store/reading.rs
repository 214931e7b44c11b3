//! What is read of a file of games. What cannot be read of one game is in the way of no other.

use super::{KeptRoom, KeptSeat};
use crate::secrets::SecretHash;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// All games, in the order of their names; one that is damaged says so.
pub(super) fn rooms(connection: &Connection) -> rusqlite::Result<Vec<KeptRoom>> {
    let mut names = connection.prepare("SELECT id FROM rooms ORDER BY id")?;
    let names = names.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    let read = |id: String| match room(connection, &id) {
        Ok(room) => room,
        Err(why) => Some(KeptRoom { id, damaged: Some(why.to_string()), ..KeptRoom::default() }),
    };
    Ok(names.into_iter().filter_map(read).collect())
}

/// One game, without its save.
pub(super) fn room(connection: &Connection, id: &str) -> rusqlite::Result<Option<KeptRoom>> {
    let select = "SELECT pack, title, packs, over, parent, owner, coalesce(minute, 0) FROM rooms
                  LEFT JOIN touched ON room = id WHERE id = ?";
    let found = connection.prepare_cached(select)?.query_row([id], |row| head(id, row)).optional()?;
    let Some(mut room) = found else { return Ok(None) };
    let select = "SELECT secret, bot, decider FROM seats WHERE room = ? ORDER BY seat";
    let kept = |row: &Row<'_>| Ok(KeptSeat { secret: SecretHash(row.get(0)?), bot: row.get(1)?, decider: row.get(2)? });
    room.seats = connection.prepare_cached(select)?.query_map([id], kept)?.collect::<Result<_, _>>()?;
    Ok(Some(room))
}

fn head(id: &str, row: &Row<'_>) -> rusqlite::Result<KeptRoom> {
    Ok(KeptRoom {
        id: id.into(),
        pack: row.get(0)?,
        title: row.get(1)?,
        packs: row.get(2)?,
        over: row.get(3)?,
        parent: row.get(4)?,
        owner: row.get::<_, Option<[u8; 32]>>(5)?.map(SecretHash),
        touched: row.get(6)?,
        seats: Vec::new(),
        damaged: None,
    })
}

/// The save of a game with all of its pieces.
pub(super) fn save(connection: &Connection, id: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    let whole = connection.query_row("SELECT save FROM rooms WHERE id = ?", [id], |row| row.get::<_, Vec<u8>>(0));
    let Some(mut save) = whole.optional()? else { return Ok(None) };
    let mut pieces = connection.prepare_cached("SELECT piece FROM pieces WHERE room = ? ORDER BY number")?;
    for piece in pieces.query_map([id], |row| row.get::<_, Vec<u8>>(0))? {
        save.extend(piece?);
    }
    Ok(Some(save))
}

/// How long the server has served, in minutes.
pub(super) fn minutes(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT minutes FROM service", [], |row| row.get(0))
}

/// The files of the packs with this hash.
pub(super) fn archive(connection: &Connection, packs: &[u8; 32]) -> rusqlite::Result<Option<Vec<u8>>> {
    connection.query_row("SELECT files FROM archives WHERE packs = ?", [packs], |row| row.get(0)).optional()
}

/// What a page must know of the game with these packs.
pub(super) fn info(connection: &Connection, packs: &[u8; 32]) -> rusqlite::Result<Option<String>> {
    let found = connection.query_row("SELECT info FROM archives WHERE packs = ?", [packs], |row| row.get(0));
    found.optional().map(Option::flatten)
}

/// What a viewer was last noted to be shown of a game.
pub(super) fn last_shown(connection: &Connection, id: &str, viewer: u8) -> rusqlite::Result<Option<String>> {
    let select = "SELECT shown FROM last_shown WHERE room = ? AND viewer = ?";
    connection.query_row(select, params![id, viewer], |row| row.get(0)).optional()
}

/// What all viewers were last noted to be shown of a game.
pub(super) fn all_shown(connection: &Connection, id: &str) -> rusqlite::Result<Vec<(u8, String)>> {
    let mut select = connection.prepare_cached("SELECT viewer, shown FROM last_shown WHERE room = ?")?;
    select.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
