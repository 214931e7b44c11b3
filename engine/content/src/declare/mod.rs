//! What a game declares, from its zones to its cards: each file here reads some tables.

pub(crate) mod abilities;
pub(crate) mod actions;
pub(crate) mod actors;
pub mod arranging;
pub(crate) mod attributes;
pub(crate) mod board;
pub(crate) mod board_file;
pub(crate) mod cards;
pub(crate) mod contributions;
pub(crate) mod decks;
pub(crate) mod effects;
pub(crate) mod families;
pub(crate) mod filter;
pub(crate) mod forms;
pub(crate) mod infinitive;
pub(crate) mod kinds;
pub(crate) mod printed;
pub(crate) mod results;
pub(crate) mod ruleset;
pub(crate) mod tables;
pub(crate) mod targets;
pub(crate) mod told;
pub(crate) mod turn;
pub(crate) mod uses;
pub(crate) mod windows;
pub(crate) mod zones;
