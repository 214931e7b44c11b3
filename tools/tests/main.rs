//! The command `cardwright` from outside: one binary for all of it, so that it is linked once.

mod boards;
mod changing;
mod common;
mod coverage;
mod deciders;
mod dev;
mod explain;
mod games;
mod kills;
mod laboratory;
mod links;
mod lsp;
mod migration;
mod mutants;
mod new_user;
mod new_user_of_a_stack;
mod packs;
mod printing;
mod records;
mod selection;
mod serving;
mod tables;
mod terminal;
mod versions;
mod vscode;
mod workshop;
