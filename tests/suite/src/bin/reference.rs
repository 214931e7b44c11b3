//! The command with the reference evaluator: Rhai runs the scripts, and everything must come out as it does otherwise.
//! `cargo run --release --bin reference -- test` runs all rulings with it.

use std::process::ExitCode;
use suite::reference::scripts;

fn main() -> ExitCode {
    cardwright_cli::main_by(scripts)
}
