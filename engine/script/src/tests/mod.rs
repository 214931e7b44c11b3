//! Tests of the checker. Those that run scripts are in `tests/suite/tests/evaluators`, with both evaluators.

mod checks;
mod declared;
mod functions;
mod words;

use super::compile::{Script, compile};
use super::sandbox::engine;

/// A script that must be one.
fn script(path: &str, text: &str) -> Script {
    compile(&engine(), path, text).unwrap_or_else(|findings| panic!("{}", findings[0]))
}
