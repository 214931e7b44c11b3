//! The commands, one file each: its arguments, and what it does with them.

mod accept;
mod ask;
mod check;
mod compare;
mod coverage;
mod csv;
mod debug;
mod dev;
mod docs;
mod explain;
mod fmt;
mod guide;
mod list;
mod lsp;
mod migrate;
mod mutate;
mod new;
mod pack;
mod patience;
mod play;
mod print;
mod record;
mod run;
mod schema;
mod serve;
mod sim;
mod studio;
mod test;
mod why;

pub use docs::Arguments as DocsArguments;
pub use print::{Arguments as PrintArguments, PaperName};
pub use serve::Arguments as ServeArguments;
pub use studio::Arguments as StudioArguments;

use crate::out::Out;
use cardwright_pictures::Judge;
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::packs::Packs;
use clap::Subcommand;
use std::io::{self, Write};

/// What can be asked of `cardwright`; [`help`](crate::help) shows it in groups.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Write a new pack, card, patch or ruling
    New(new::Arguments),
    /// Show every problem in the packs
    Check(check::Arguments),
    /// Show a card or a table as it is, and where each line of it comes from
    Why(why::Arguments),
    /// List packs, cards, rulings, tables, options, verbs or hooks
    List(list::Arguments),
    /// Watch the packs, and report after every save what is wrong and what changed
    Dev(dev::Arguments),
    /// Put the TOML and the scripts of packs into one form
    Fmt(fmt::Arguments),
    /// Bring a pack that was written for an older version to this one
    Migrate(migrate::Arguments),
    /// Run one ruling and print its trace
    Run(run::Arguments),
    /// Run rulings and compare their traces with their snapshots
    Test(test::Arguments),
    /// Accept the traces of rulings as their snapshots
    Accept(accept::Arguments),
    /// Show which cards and rules behave differently in two versions of packs
    Compare(compare::Arguments),
    /// Show which parts of scripts, cards and rules no ruling exercises
    Coverage(coverage::Arguments),
    /// Show why a line of a trace is there, or why something cannot be done
    Explain(explain::Arguments),
    /// Compute an expression of the script language at a table or in the middle of a ruling
    Ask(ask::Arguments),
    /// Run a ruling, and step through the scripts that it runs
    Debug(debug::Arguments),
    /// Play in the terminal
    Play(play::Arguments),
    /// See, play and fork games in a browser on this machine
    Studio(studio::Arguments),
    /// Let people play with each other in their browsers
    Serve(serve::Arguments),
    /// Play many random games and count what happens
    Sim(sim::Arguments),
    /// Replay a recorded game, or turn a part of it into a ruling
    Record(record::Arguments),
    /// Build, verify and install archives of packs
    Pack(pack::Arguments),
    /// Write the cards of a pack as a spreadsheet, and read one back
    Csv(csv::Arguments),
    /// Write card sheets for a printer, and pictures of cards
    Print(print::Arguments),
    /// List the chapters of the guide, or print one
    Guide(guide::Arguments),
    /// Write the reference as a static site
    Docs(docs::Arguments),
    /// Write JSON Schemas of a game's TOML files, and definitions of its verbs
    Schema(schema::Arguments),
    /// Serve an editor over standard input and output
    Lsp(lsp::Arguments),
    /// Make small mistakes in packs and count how many are caught
    Mutate(mutate::Arguments),
    /// The name of `record replay` up to version 0.1
    #[command(hide = true)]
    Replay(record::replay::Arguments),
    /// The name of `record promote` up to version 0.1
    #[command(hide = true)]
    Promote(record::promote::Arguments),
}

/// What takes long to build, with what it draws and keeps its games with: `cardwright` has it, `cardwright-lite` has not.
#[derive(Clone, Copy)]
pub struct Workrooms {
    /// `cardwright print`.
    pub print: fn(&PrintArguments, &Packs, &mut Out) -> Outcome,
    /// `cardwright docs`.
    pub docs: fn(&DocsArguments, &Packs, &mut Out) -> Outcome,
    /// `cardwright studio`.
    pub studio: fn(&StudioArguments, &Packs, &mut Out) -> Outcome,
    /// `cardwright serve`.
    pub serve: fn(&ServeArguments, &Packs, &mut Out) -> Outcome,
    /// Who judges pictures by what the renderer makes of them.
    pub judge: &'static Judge,
}

/// Why a command cannot be done here.
fn not_here(name: &str) -> CommandError {
    let help = format!("in a checkout, `cargo run --bin cardwright -- {name} …` builds the whole command and runs it");
    CommandError::broken(format!(
        "`{name}` is part of `cardwright`, and not of `cardwright-lite`, which is built quickly"
    ))
    .help(help)
}

impl Command {
    /// Does what was asked.
    pub fn run(self, packs: Packs, workrooms: Option<Workrooms>, out: &mut Out) -> Outcome {
        let rooms = |name: &str| workrooms.ok_or_else(|| not_here(name));
        match self {
            Self::New(arguments) => new::run(arguments, packs, out),
            Self::Check(arguments) => check::run(&arguments, packs, out),
            Self::Why(arguments) => why::run(&arguments, &packs, out),
            Self::List(arguments) => list::run(&arguments, &packs, out),
            Self::Dev(arguments) => dev::run(&arguments, packs, out),
            Self::Fmt(arguments) => fmt::run(&arguments, &packs, out),
            Self::Migrate(arguments) => migrate::run(&arguments, &packs, out),
            Self::Run(arguments) => run::run(&arguments, packs, out),
            Self::Test(arguments) => test::run(&arguments, packs, out),
            Self::Accept(arguments) => accept::run(&arguments, packs, out),
            Self::Compare(arguments) => compare::run(&arguments, &packs, out),
            Self::Coverage(arguments) => coverage::run(&arguments, packs, out),
            Self::Explain(arguments) => explain::run(&arguments, packs, out),
            Self::Ask(arguments) => ask::run(&arguments, packs, out),
            Self::Debug(arguments) => debug::run(&arguments, packs, out),
            Self::Play(arguments) => play::run(&arguments, &packs, out),
            Self::Studio(arguments) => (rooms("studio")?.studio)(&arguments, &packs, out),
            Self::Serve(arguments) => (rooms("serve")?.serve)(&arguments, &packs, out),
            Self::Sim(arguments) => sim::run(&arguments, &packs, out),
            Self::Record(arguments) => record::run(&arguments, packs, out),
            Self::Pack(arguments) => pack::run(&arguments, packs, out),
            Self::Csv(arguments) => csv::run(&arguments, &packs, out),
            Self::Print(arguments) => (rooms("print")?.print)(&arguments, &packs, out),
            Self::Guide(arguments) => guide::run(&arguments, out),
            Self::Docs(arguments) => (rooms("docs")?.docs)(&arguments, &packs, out),
            Self::Schema(arguments) => schema::run(&arguments, &packs, out),
            Self::Lsp(_) => lsp::run(packs),
            Self::Mutate(arguments) => mutate::run(&arguments, packs, out),
            Self::Replay(arguments) => {
                renamed("replay", "record replay");
                record::replay::run(&arguments, &packs, out)
            }
            Self::Promote(arguments) => {
                renamed("promote", "record promote");
                record::promote::run(&arguments, packs, out)
            }
        }
    }
}

/// Prints the new name of a command that was called by its old name.
fn renamed(old: &str, new: &str) {
    // Nobody is left to be told if this fails.
    let _ =
        writeln!(io::stderr(), "hint: `cardwright {old}` is now `cardwright {new}`; version 0.3 drops the old name");
}
