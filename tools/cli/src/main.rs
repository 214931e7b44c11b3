//! The command `cardwright-lite`: all of `cardwright` that is built quickly.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// Games are played in many small pieces of memory, which the system's allocator gives more slowly.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cardwright_cli::main(None)
}
