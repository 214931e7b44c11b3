//! Verbs and properties: what scripts can ask of the game and do in it, each declared once, as a [row].
//!
//! The comment above a row is its entry in the reference.

mod board;
mod card;
mod cards;
mod choose;
mod event;
pub(crate) mod filling;
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
pub mod things;
pub mod uses;
mod values;

use row::{Access, Row};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The names of the verbs by which scripts put questions to players.
pub fn questions() -> BTreeSet<Box<str>> {
    let asking = rows().iter().filter(|row| row.access == Access::Asks);
    asking.flat_map(|row| row.signatures()).map(|signature| signature.name).collect()
}

/// What verbs were written like before, and how that is written now: `x` is what a verb is asked of, `a`, `b`, `c` and `d`
/// are what it takes.
pub fn history() -> impl Iterator<Item = (&'static str, &'static str)> {
    rows().iter().flat_map(|row| row.history).copied()
}

/// What verbs there were before that nothing stands for, and what can be written instead.
pub const GONE: &[(&str, &str)] = &[
    ("x.destroy(a)", "let the pieces leave: `pile.leave(cause, amount)`"),
    ("x.direction", "keep the direction in an attribute of the game"),
    ("x.ends_with(a)", "compare the whole text"),
    ("x.extra_turn", "keep in an attribute whether the turn is an extra one"),
    ("x.is_exempt(a)", "ask `item.affected`"),
    ("x.joint", "ask each joint: `game().joints.find(|joint| card in joint.cards(zone))`"),
    ("x.joint_to(a)", "ask each joint of the space: `space.joints.find(|joint| joint.across(space) == other)`"),
    ("x.known_to(a)", "keep what a player knows in an attribute"),
    ("x.learned(a, b, c)", "keep what a player has learned in an attribute"),
    ("x.reduce(a, b)", "go through the list with `for`"),
    ("x.remove(a)", "write `list = list.without(value)`, which takes out every occurrence"),
    ("x.starts_with(a)", "compare the whole text"),
    ("x.twins", "ask for the name: `game().cards(zone).filter(|other| other.name == card.name)`"),
    ("x.values()", "go through `map.keys()`"),
];

/// What became of a verb, property or function of this name that there was before: how it is written now, or what can be
/// written instead.
pub fn formerly(name: &str) -> Option<String> {
    let is_it = |old: &str| {
        let old = old.strip_prefix("x.").unwrap_or(old);
        old.split('(').next() == Some(name)
    };
    let rewritten = history().filter(|(old, _)| is_it(old));
    let rewritten = rewritten.map(|(old, new)| format!("`{old}` is `{new}` now: `cardwright migrate` rewrites it"));
    let gone = GONE.iter().filter(|(old, _)| is_it(old));
    rewritten.chain(gone.map(|(old, instead)| format!("`{old}` is gone: {instead}"))).next()
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
            things::ROWS,
            log::ROWS,
            lists::ROWS,
            plain::ROWS,
        ];
        files.into_iter().flatten().collect()
    });
    &ROWS
}
