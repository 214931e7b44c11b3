//! The command `cardwright` from outside: one binary for all of it, so that it is linked once.

mod boards;
mod changing;
mod checking;
mod common;
mod coverage;
mod debugging;
mod deciders;
mod desk;
mod dev;
mod explain;
mod forming;
mod from_elsewhere;
mod games;
mod guide;
mod kills;
mod laboratory;
mod lsp;
mod migration;
mod mutants;
mod new_user;
mod new_user_of_a_stack;
mod packs;
mod records;
mod selection;
mod strangers;
mod tables;
mod versions;
mod vscode;
mod workshop;

/// The command that is driven.
const PROGRAM: &str = env!("CARGO_BIN_EXE_cardwright-lite");
