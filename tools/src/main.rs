//! The command `cardwright`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cardwright_cli::main()
}
