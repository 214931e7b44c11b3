//! The command with the reference evaluator: Rhai runs the scripts, and everything must come out as it does otherwise.
//! `cargo run --release --bin reference -- test` runs all rulings with it.

use rulings_content::reference::scripts;
use std::process::ExitCode;

fn main() -> ExitCode {
    cardwright_cli::main_by(scripts)
}
