//! Verbs and properties: what scripts can ask of the game and do in it, each declared once, as a [row].
//!
//! The comment above a row is its entry in the reference.

mod attributes;
mod board;
mod card;
mod cards;
mod choose;
mod event;
mod game;
mod item;
mod lists;
mod log;
mod names;
mod pieces;
mod plain;
mod player;
pub mod row;
pub mod taking;
mod uses;
mod values;

use row::{Access, Row};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The names of the verbs by which scripts put questions to players.
pub fn questions() -> BTreeSet<Box<str>> {
    let asking = rows().iter().filter(|row| row.access == Access::Asks);
    asking.flat_map(|row| row.signatures()).map(|signature| signature.name).collect()
}

/// All verbs.
pub fn rows() -> &'static [&'static Row] {
    static ROWS: LazyLock<Vec<&'static Row>> = LazyLock::new(|| {
        let files = [
            game::ROWS,
            player::ROWS,
            uses::ROWS,
            cards::ROWS,
            choose::ROWS,
            card::ROWS,
            item::ROWS,
            event::ROWS,
            board::ROWS,
            pieces::ROWS,
            values::ROWS,
            attributes::ROWS,
            log::ROWS,
            lists::ROWS,
            plain::ROWS,
        ];
        files.into_iter().flatten().collect()
    });
    &ROWS
}
