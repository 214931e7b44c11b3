//! Cardwright: a data-driven card scripting engine.

pub mod kernel;
pub mod report;
pub mod script;
