//! The command `cardwright`: check, run, test, play and simulate packs of cards.
//!
//! It parses arguments, prints, and watches the disk where it is asked to; what it does is in the engine, in
//! `cardwright-rulings` and in the commands.

pub mod commands;
pub mod dev;
pub mod explain;
pub mod guide;
mod help;
pub mod migrate;
pub mod out;
pub mod schema;
pub mod sheet;
pub mod site;
mod wrap;

use cardwright_game::MakeScripts;
use cardwright_kernel::text::printable;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use clap::{CommandFactory, FromArgMatches, Parser};
use commands::Workrooms;
use out::Out;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write cards and rules as data, test them, play them
#[derive(Parser, Debug)]
#[command(name = "cardwright", version, arg_required_else_help = true)]
struct Arguments {
    /// Add the packs in a folder, over built-in ones of the same names
    #[arg(long, value_name = "DIR", global = true, help_heading = "Global options")]
    packs: Vec<PathBuf>,

    /// Leave out a pack
    #[arg(long, value_name = "PACK", global = true, help_heading = "Global options")]
    without: Vec<String>,

    #[command(subcommand)]
    command: commands::Command,
}

/// Runs the command with the arguments of the process, and with these workrooms.
pub fn main(workrooms: Option<Workrooms>) -> ExitCode {
    main_with(workrooms, None)
}

/// Runs the command with the arguments of the process, with scripts that something else than the engine's own evaluator runs.
pub fn main_by(scripts: MakeScripts) -> ExitCode {
    main_with(None, Some(scripts))
}

fn main_with(workrooms: Option<Workrooms>, scripts: Option<MakeScripts>) -> ExitCode {
    let matches = help::in_groups(Arguments::command()).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let mut out = Out::standard();
    let outcome = run(arguments, workrooms, scripts, &mut out);
    out.flush();
    finish(outcome.and_then(|verdict| out.failure().map_or(Ok(verdict), Err)))
}

/// Runs a command on these packs in place of those around: `["csv", "out", "toy", "charm"]`.
///
/// # Errors
/// The command fails, or there is none like this.
pub fn run_on(packs: Packs, command: &[&str], out: &mut Out) -> Outcome {
    let arguments = Arguments::try_parse_from(["cardwright"].iter().chain(command));
    let arguments = arguments.map_err(|error| CommandError::usage(error.to_string()))?;
    arguments.command.run(packs, None, out)
}

fn run(arguments: Arguments, workrooms: Option<Workrooms>, scripts: Option<MakeScripts>, out: &mut Out) -> Outcome {
    let mut packs = Packs::gather(&arguments.packs)?;
    for pack in &arguments.without {
        packs.leave_out(pack)?;
    }
    packs.scripts = scripts;
    packs.judge = workrooms.map(|rooms| rooms.judge).unwrap_or_default();
    arguments.command.run(packs, workrooms, out)
}

fn finish(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            // Nobody is left to be told if this fails as well.
            let _ = writeln!(io::stderr(), "{}", printable(&out::told(&failure, &console::Term::stderr())));
            (&failure).into()
        }
    }
}

/// So many of something: `1 card`, `2 cards`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// [`Verdict::Fine`] if it holds, otherwise [`Verdict::Found`].
const fn fine_if(fine: bool) -> Verdict {
    if fine { Verdict::Fine } else { Verdict::Found }
}
