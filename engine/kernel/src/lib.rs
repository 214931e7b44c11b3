//! The kernel: what a game is, and what happens in it. Zones, the stack, windows, items, effects and questions are here; no
//! word of any game is, no file and no script.

pub mod audit;
pub mod base;
pub mod model;
pub mod play;
