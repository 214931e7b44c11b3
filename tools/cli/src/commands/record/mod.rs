//! `cardwright record`: what can be done with the record of a game.

pub mod promote;
pub mod replay;

use crate::out::Out;
use cardwright_rulings::command_error::Outcome;
use cardwright_rulings::packs::Packs;
use clap::{Args, Subcommand};

/// Arguments of `cardwright record`.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    command: RecordCommand,
}

/// What can be done with a record.
#[derive(Subcommand, Debug)]
enum RecordCommand {
    /// Play a recorded game again, and say which changes make it go differently
    Replay(replay::Arguments),
    /// Turn something that happened in a recorded game into a ruling
    Promote(promote::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: Packs, out: &mut Out) -> Outcome {
    match &arguments.command {
        RecordCommand::Replay(arguments) => replay::run(arguments, &packs, out),
        RecordCommand::Promote(arguments) => promote::run(arguments, packs, out),
    }
}
