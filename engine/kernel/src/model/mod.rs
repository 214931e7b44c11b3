//! What a game is: identifiers, rules, the state, what changes it, and what is asked and told about it. Plain data.
//!
//! Imports run one way, in the order of this list, and nothing outside of this module writes the state.

pub mod agenda;
mod apply;
mod arranging;
pub mod carried;
pub mod chance;
pub mod change;
pub mod deal;
pub mod due;
pub mod effect;
mod entity;
pub mod game;
pub mod generator;
pub mod guise;
mod held;
pub mod ids;
pub mod index;
pub mod item;
pub mod knowledge;
pub mod memory;
pub mod named;
pub mod numbers;
pub mod open_chance;
pub mod options;
pub mod packed;
pub mod prompt;
pub mod reason;
pub mod result;
pub mod rules;
mod sealed;
pub mod setup;
pub mod spent;
pub mod state;
pub mod tape;
pub mod topics;
pub mod trace;
pub mod turn;
pub mod value;
pub mod visit;
pub mod words;
