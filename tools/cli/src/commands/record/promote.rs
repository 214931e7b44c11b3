//! `cardwright record promote`: makes a ruling of something that happened in a recorded game.

use super::replay;
use crate::commands::new::root;
use crate::out::Out;
use cardwright_game::RulesetInside;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::promote::{Patience, Promoted, Promoting};
use clap::Args;
use std::path::{Path, PathBuf};

/// How many reasons why there is no ruling are listed.
const MOST_REASONS: usize = 5;

/// Arguments of `cardwright record promote`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The record, as written by `sim --record` or `play`
    file: PathBuf,
    /// A part of the trace line that the ruling must show [default: the first failure of a script]
    #[arg(allow_hyphen_values = true, long, value_name = "TEXT")]
    shows: Option<String>,
    /// The name of the ruling, as `<subject>/<claim>`
    #[arg(long, default_value = "promoted/what-happened")]
    name: String,
    /// The pack that the ruling is for [default: the game's own]
    #[arg(long)]
    pack: Option<String>,
    /// The folder of packs to write to [default: `--packs`, or where you are]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let record = replay::read(&arguments.file)?;
    let pack = arguments.pack.clone().unwrap_or_else(|| record.game.clone());
    if packs.game_of(&pack)? != record.game {
        return Err(CommandError::usage(format!("`{pack}` belongs to a different game than the record")));
    }
    let root = root(arguments.dir.clone(), &mut packs)?;
    let ruleset = packs.ruleset(&record.game)?;
    let line = line(arguments, &record.trace)?;
    let host = ruleset.host();
    let promoting = Promoting {
        record: &record,
        ruleset: &ruleset,
        host: &host,
        path: format!("tests/rulings/{pack}/{}.toml", arguments.name),
        claim: format!("This happened in a game: {}", line.trim_start_matches(['-', '!', 'x', '#', ' '])),
        line,
        also: None,
        from: 0,
        keeps_line: true,
        patience: &Patience::OfAPerson,
    };
    let promoted = promoting.promote().map_err(|reasons| unshown(&promoting.line, &reasons))?;
    write(&promoted, &root, out)?;
    out.text(format_args!("\n{}", promoted.trace));
    out.line("\nnext: write in `claim` what should be true, and read the trace: is it right?");
    Ok(Verdict::Fine)
}

/// No ruling shows a line, and why.
fn unshown(line: &str, reasons: &[String]) -> CommandError {
    let shown: String = reasons.iter().take(MOST_REASONS).map(|reason| format!("\n  - {reason}")).collect();
    CommandError::broken(format!("no ruling shows `{line}`{shown}")).help(
        "`cardwright record replay` tells whether the game still goes like this; `--shows` can name a line close to it",
    )
}

/// The line of the trace that is meant.
fn line(arguments: &Arguments, trace: &str) -> Result<String, CommandError> {
    let mut lines = trace.lines().map(str::trim);
    let found = match &arguments.shows {
        Some(part) => lines.find(|line| line.contains(&**part)),
        None => lines.find(|line| line.starts_with("! ")),
    };
    found.map(str::to_owned).ok_or_else(|| match &arguments.shows {
        Some(part) => CommandError::usage(format!("no line of the trace contains `{part}`"))
            .help("`cardwright record replay FILE --trace` prints it"),
        None => CommandError::usage("no script fails in this game").help("name a line with `--shows TEXT`"),
    })
}

/// Writes a ruling and its snapshot, and says so.
///
/// # Errors
/// If there is a file of its name, or it cannot be written.
pub fn write(promoted: &Promoted, root: &Path, out: &mut Out) -> Result<(), CommandError> {
    let path = promoted.write(root)?;
    out.line(format_args!("wrote {}", path.display()));
    Ok(())
}
