//! The command `cardwright`: check, run, test, play and simulate packs of cards.
//!
//! It parses arguments, prints, and watches the disk where it is asked to; what it does is in the engine, in [`sim`]
//! and in the commands.

pub mod archive;
mod commands;
pub mod dev;
pub mod docket;
pub mod failure;
pub mod keys;
pub mod lsp;
pub mod mutation;
pub mod out;
pub mod packs;
pub mod promote;
pub mod record;
pub mod rulings;
pub mod schema;
pub mod sheet;
pub mod sim;
pub mod site;

use clap::Parser;
use failure::{Outcome, Verdict};
use out::Out;
use packs::Packs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Cards, games and rulings that are data: check them, play them, test them.
#[derive(Parser, Debug)]
#[command(name = "cardwright", version, arg_required_else_help = true)]
struct Arguments {
    /// A folder of packs (`cards/`, `scripts/`, `tests/`) to lay over the built-in ones; may be given several times
    #[arg(long, value_name = "DIR", global = true)]
    packs: Vec<PathBuf>,

    /// A pack to leave out; may be given several times
    #[arg(long, value_name = "PACK", global = true)]
    without: Vec<String>,

    #[command(subcommand)]
    command: commands::Command,
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = Out::standard();
    let outcome = run(arguments, &mut out);
    out.flush();
    finish(outcome)
}

fn run(arguments: Arguments, out: &mut Out) -> Outcome {
    let mut packs = Packs::gather(&arguments.packs)?;
    for pack in &arguments.without {
        packs.leave_out(pack)?;
    }
    arguments.command.run(packs, out)
}

fn finish(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            // Nobody is left to be told if this fails as well.
            let _ = writeln!(io::stderr(), "{failure}");
            (&failure).into()
        }
    }
}

/// [`Verdict::Fine`] if it holds, otherwise [`Verdict::Found`].
const fn fine_if(fine: bool) -> Verdict {
    if fine { Verdict::Fine } else { Verdict::Found }
}
