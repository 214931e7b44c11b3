//! The kernel: what every game needs, and no word of any game.
//!
//! Inside, imports run one way: ids, values, rules → state and its index → change → table (the game and what it
//! is played with) → asking, deeds, values, permissions, items, windows, turns → flow.

pub mod agenda;
pub mod ask;
pub mod change;
pub mod deed;
pub mod divergence;
pub mod filter;
pub mod fingerprints;
pub mod flow;
pub mod generator;
pub mod ids;
pub mod index;
pub mod invariants;
pub mod item;
pub mod permission;
pub mod prompt;
pub mod query;
pub mod rules;
pub mod run;
pub mod setup;
pub mod state;
pub mod table;
pub mod tape;
pub mod together;
pub mod trace;
pub mod turn;
pub mod valid;
pub mod value;
pub mod window;
pub mod words;
