//! Cardwright: a data-driven card scripting engine.

pub mod kernel;
