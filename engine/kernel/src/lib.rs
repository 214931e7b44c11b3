//! The kernel: what a game is, and what happens in it. It has zones, the stack, windows, items, effects and questions, and
//! knows no word of any game, no file and no script.

pub mod audit;
pub mod base;
pub mod model;
pub mod play;
