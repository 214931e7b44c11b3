//! The command `cardwright`, with all that it can do.

mod docs;
mod faces;
mod print;
mod serve;
mod serving;
mod studio;

use cardwright_cli::commands::Workrooms;
use cardwright_face::OF_OUTLINES;
use mimalloc::MiMalloc;
use std::process::ExitCode;

/// Games are played in many small pieces of memory, which the system's allocator gives more slowly.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let (print, docs, studio, serve) = (print::run, docs::run, studio::run, serve::run);
    cardwright_cli::main(Some(Workrooms { print, docs, studio, serve, judge: &OF_OUTLINES }))
}
