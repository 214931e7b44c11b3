//! `cardwright new`: writes the files of a new pack or a new card with a first ruling, of a patch, or of a ruling.

mod analogy;
mod card;
mod pack;
mod patch;
mod place;
mod recorded;
mod ruling;

pub use place::root;

use crate::out::Out;
use cardwright_rulings::command_error::Outcome;
use cardwright_rulings::packs::Packs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `cardwright new`.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: NewCommand,
    /// The folder of packs to write to [default: `--packs`, or where you are]
    #[arg(long, value_name = "DIR", global = true)]
    dir: Option<PathBuf>,
}

/// What can be new.
#[derive(Subcommand, Debug)]
enum NewCommand {
    /// A pack: more cards for a game, or a game of its own
    Pack(pack::Arguments),
    /// A card of a pack
    Card(card::Arguments),
    /// A patch: a change to a card of another pack
    Patch(patch::Arguments),
    /// A ruling: a position of a recorded game, and what is true there
    Ruling(recorded::Arguments),
}

/// Runs the command.
pub fn run(arguments: Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let root = place::root(arguments.dir, &mut packs)?;
    match arguments.what {
        NewCommand::Pack(arguments) => pack::run(&arguments, packs, &root, out),
        NewCommand::Card(arguments) => card::run(&arguments, packs, &root, out),
        NewCommand::Patch(arguments) => patch::run(&arguments, &packs, &root, out),
        NewCommand::Ruling(arguments) => recorded::run(&arguments, &packs, &root, out),
    }
}
