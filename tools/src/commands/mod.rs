//! The commands, one file each: its arguments, and what it does with them.

mod accept;
mod check;
mod csv;
mod dev;
mod docs;
mod list;
mod lsp;
mod mutate;
mod new;
mod pack;
mod play;
mod promote;
mod replay;
mod run;
mod schema;
mod sim;
mod test;
mod why;

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
    /// Write the cards of a pack as a sheet, and put a sheet back
    Csv(csv::Arguments),
    /// Watch the packs, and say after every save what is wrong and what it changed
    Dev(dev::Arguments),
    /// Show a card as it is, and where each line of it comes from
    Why(why::Arguments),
    /// Write a new pack or a new card
    New(new::Arguments),
    /// Pass packs on: build, verify and install archives
    Pack(pack::Arguments),
    /// Run one ruling and print its trace
    Run(run::Arguments),
    /// Play a recorded game again, and say which changes make it go otherwise
    Replay(replay::Arguments),
    /// Make a ruling of what happened in a recorded game
    Promote(promote::Arguments),
    /// Run rulings and compare their traces with their snapshots
    Test(test::Arguments),
    /// Take the traces of rulings as their snapshots
    Accept(accept::Arguments),
    /// Serve an editor over standard input and output
    Lsp(lsp::Arguments),
    /// Write the reference as a static site
    Docs(docs::Arguments),
    /// Write JSON Schemas of the TOML files of a game, and definitions of its verbs
    Schema(schema::Arguments),
    /// Make small mistakes in packs and count how many are caught
    Mutate(mutate::Arguments),
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
            Self::Csv(arguments) => csv::run(&arguments, &packs, out),
            Self::Dev(arguments) => dev::run(&arguments, packs, out),
            Self::Why(arguments) => why::run(&arguments, &packs, out),
            Self::New(arguments) => new::run(arguments, packs, out),
            Self::Pack(arguments) => pack::run(&arguments, packs, out),
            Self::Run(arguments) => run::run(&arguments, &packs, out),
            Self::Replay(arguments) => replay::run(&arguments, &packs, out),
            Self::Promote(arguments) => promote::run(&arguments, packs, out),
            Self::Test(arguments) => test::run(&arguments, &packs, out),
            Self::Accept(arguments) => accept::run(&arguments, &packs, out),
            Self::Lsp(_) => lsp::run(packs),
            Self::Docs(arguments) => docs::run(&arguments, &packs, out),
            Self::Schema(arguments) => schema::run(&arguments, &packs, out),
            Self::Mutate(arguments) => mutate::run(&arguments, &packs, out),
            Self::Play(arguments) => play::run(&arguments, &packs, out),
            Self::Sim(arguments) => sim::run(&arguments, &packs, out),
        }
    }
}
