//! The commands, one file each: its arguments, and what it does with them.

mod check;
mod list;
mod play;
mod sim;

use crate::failure::Outcome;
use crate::out::Out;
use crate::packs::Packs;
use clap::Subcommand;

/// What can be asked of `cardwright`.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List packs, cards, rulings, verbs or hooks
    List(list::Arguments),
    /// Show every problem in the packs
    Check(check::Arguments),
    /// Play in the terminal
    Play(play::Arguments),
    /// Play many games at random and count what happens
    Sim(sim::Arguments),
}

impl Command {
    /// Does what was asked.
    pub fn run(self, packs: Packs, out: &mut Out) -> Outcome {
        match self {
            Self::List(arguments) => list::run(&arguments, &packs, out),
            Self::Check(arguments) => check::run(&arguments, packs, out),
            Self::Play(arguments) => play::run(&arguments, &packs, out),
            Self::Sim(arguments) => sim::run(&arguments, &packs, out),
        }
    }
}
