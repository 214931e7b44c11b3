//! The whole command, driven as a person drives it: what `cardwright-lite` has not.

#[path = "../../cli/tests/common/mod.rs"]
mod common;
mod crowds;
mod links;
mod printing;
mod served;
mod serving;
mod terminal;

/// The command that is driven.
const PROGRAM: &str = env!("CARGO_BIN_EXE_cardwright");
