//! `cardwright compare`: what behaves differently between two versions of packs, by which change, and the shortest trace
//! that shows it.

use crate::out::Out;
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::compare::{self, Comparing, Side, report};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::parallel;
use clap::Args;
use std::num::NonZero;
use std::path::PathBuf;

/// Arguments of `cardwright compare`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The old version: a folder of packs, an archive, or a git revision
    old: String,
    /// The new version: a folder of packs, an archive, or a git revision
    new: String,
    /// The pack whose game is compared [default: every game whose files differ]
    pack: Option<String>,
    /// How many seeded games are played with both
    #[arg(long, value_name = "N", default_value_t = 16)]
    games: u64,
    /// Print JSON; it has the whole ruling to which each difference was shrunk
    #[arg(long)]
    json: bool,
    /// Write a page of HTML that can be attached to a pull request
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The number of games to play at once [default: the number of processors]
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let (old, new) = (Side::read(&arguments.old, packs)?, Side::read(&arguments.new, packs)?);
    let game = arguments.pack.as_deref().map(|pack| game_of(pack, &old, &new)).transpose()?;
    let threads = arguments.threads.map_or_else(parallel::threads, NonZero::get);
    let comparing = Comparing { old: &old, new: &new, games: arguments.games, threads };
    let found = compare::compare(&comparing, |name| game.as_deref().is_none_or(|game| game == name));
    if arguments.json {
        out.json(&report::as_json(&found));
    } else {
        out.text(report::text(&found));
    }
    if let Some(path) = &arguments.html {
        let page = report::html(&format!("{} → {}", old.name, new.name), &found);
        disk::write(path, page).map_err(|error| CommandError::unwritable(path, &error))?;
    }
    Ok(crate::fine_if(found.iter().all(compare::GameComparison::is_empty)))
}

/// The game to which a pack belongs in the new version, or in the old one if it is gone.
fn game_of(pack: &str, old: &Side, new: &Side) -> Result<String, CommandError> {
    let of_side = |side: &Side| Packs { files: side.files.clone(), ..Packs::default() }.game_of(pack);
    of_side(new).or_else(|failure| of_side(old).map_err(|_| failure))
}
