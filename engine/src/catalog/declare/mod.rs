//! What a game declares, from its zones to its cards: each file here reads some tables.

pub(in crate::catalog) mod abilities;
pub(in crate::catalog) mod actions;
pub(in crate::catalog) mod actors;
pub mod arranging;
pub(in crate::catalog) mod attributes;
pub(in crate::catalog) mod board;
pub(in crate::catalog) mod board_file;
pub(in crate::catalog) mod cards;
pub(in crate::catalog) mod decks;
pub(in crate::catalog) mod effects;
pub(in crate::catalog) mod families;
pub(in crate::catalog) mod filter;
pub(in crate::catalog) mod infinitive;
pub(in crate::catalog) mod kinds;
pub(in crate::catalog) mod printed;
pub(in crate::catalog) mod results;
pub(in crate::catalog) mod ruleset;
pub(in crate::catalog) mod tables;
pub(in crate::catalog) mod told;
pub(in crate::catalog) mod turn;
pub(in crate::catalog) mod uses;
pub(in crate::catalog) mod windows;
pub(in crate::catalog) mod zones;
