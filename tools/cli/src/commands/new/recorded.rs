//! A new ruling: the table of a recorded game at some position, and what is true there.

use crate::commands::record::promote::write;
use crate::commands::record::replay;
use crate::out::Out;
use cardwright_game::RulesetInside;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::promote::{Patience, Promoting, check_name};
use clap::Args;
use std::path::{Path, PathBuf};

/// Arguments of `cardwright new ruling`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Its name, as `<subject>/<claim>`
    name: String,
    /// The record of a game, as written by `sim --record` or by `r FILE` in `play`
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// A part of the trace line behind which the position is [default: where the record ends]
    #[arg(allow_hyphen_values = true, long, value_name = "TEXT")]
    at: Option<String>,
    /// The pack that the ruling is for [default: the game's own]
    #[arg(long)]
    pack: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, root: &Path, out: &mut Out) -> Outcome {
    check_name(&arguments.name)?;
    let record = replay::read(&arguments.from)?;
    let pack = arguments.pack.clone().unwrap_or_else(|| record.game.clone());
    if packs.game_of(&pack)? != record.game {
        return Err(CommandError::usage(format!("`{pack}` belongs to a different game than the record")));
    }
    let ruleset = packs.ruleset(&record.game)?;
    let host = ruleset.host();
    let line = match &arguments.at {
        Some(part) => line_with(part, &record.trace)?,
        None => String::new(),
    };
    let promoting = Promoting {
        also: None,
        from: 0,
        keeps_line: true,
        patience: &Patience::OfAPerson,
        record: &record,
        ruleset: &ruleset,
        host: &host,
        path: format!("tests/rulings/{pack}/{}.toml", arguments.name),
        claim: "Write here what is true on this table.".to_string(),
        line,
    };
    let written = promoting.position().map_err(|reasons| {
        let shown: String = reasons.iter().map(|reason| format!("\n  - {reason}")).collect();
        CommandError::broken(format!("no ruling shows this position{shown}")).help(
            "`cardwright record replay` tells whether the game still goes like this; `--at` can name another line",
        )
    })?;
    write(&written, root, out)?;
    out.text(format_args!("\n{}", written.trace));
    out.line("\nnext: write what it shows in `claim`, add steps and claims, and leave out what they do not need");
    Ok(Verdict::Fine)
}

/// The first line of a trace with this text.
fn line_with(part: &str, trace: &str) -> Result<String, CommandError> {
    let found = trace.lines().map(str::trim).find(|line| line.contains(part));
    found.map(str::to_owned).ok_or_else(|| {
        CommandError::usage(format!("no line of the trace contains `{part}`"))
            .help("`cardwright record replay FILE --trace` prints it")
    })
}
