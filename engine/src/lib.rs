//! Cardwright: a data-driven card scripting engine.

pub mod base;
pub mod kernel;
