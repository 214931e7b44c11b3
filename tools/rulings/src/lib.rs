//! Rulings, read, run and compared, and whatever else judges packs by playing: coverage, mutants, simulations, records.
//!
//! The command and the server of the studio do their work with it. It reads and writes the files of packs, and prints nothing.

pub mod archive;
pub mod command_error;
pub mod compare;
pub mod coverage;
pub mod debug;
pub mod deciders;
pub mod disk;
pub mod extensions;
pub mod format;
pub mod install;
pub mod mutants;
pub mod packs;
pub mod parallel;
pub mod pictures;
pub mod problems;
pub mod promote;
pub mod record;
pub mod rulings;
pub mod runner;
pub mod seed;
pub mod seeded_errors;
pub mod selection;
pub mod sim;
