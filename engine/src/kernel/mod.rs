//! The kernel: what every game needs, and no word of any game.

pub mod ids;
pub mod rules;
