//! Cardwright: a data-driven card scripting engine.

pub mod base;
pub mod catalog;
pub mod game;
pub mod kernel;
pub mod report;
pub mod script;
