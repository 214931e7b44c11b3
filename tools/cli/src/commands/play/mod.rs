//! `cardwright play`: people and machines play in the terminal.
//!
//! Input is lines, so that a game can be played through a pipe as well; at its end the game is left politely.

mod board;
mod orders;
mod screen;
mod seats;
mod session;
#[cfg(test)]
mod tests;

use crate::commands::patience::Patience;
use crate::out::Out;
use cardwright_deciders::Complaints;
use cardwright_game::{Begin, Match, Ruleset, RulesetInside, Seed};
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::disk;
use cardwright_rulings::packs::{self, Packs};
use cardwright_rulings::seed;
use clap::Args;
use seats::Seating;
use session::Session;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Arguments of `cardwright play`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack whose game is played
    pack: String,
    /// Who plays: `human` or a decider for each seat, separated by commas, or a number of random players. Deciders are
    /// `random`, `greedy`, `mcts:N`, `mcts:50ms`, `weights:FILE` and `external:COMMAND` [default: a human and one random player,
    /// or as many as `--table` is for]
    #[arg(long, value_name = "WHO,WHO")]
    seats: Option<String>,
    /// The seed for chance and for the random players. Whoever guesses a number knows every hidden card; left out, 256
    /// bits of the operating system are used
    #[arg(long, value_name = "N")]
    seed: Option<Seed>,
    /// The decks of the players, separated by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    decks: Vec<String>,
    /// Begin on this table of the game, in the middle of a turn
    #[arg(long, value_name = "NAME", conflicts_with_all = ["decks", "load"])]
    table: Option<String>,
    /// Choose an option of the game; more than once for several
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = packs::option, conflicts_with = "load")]
    options: Vec<(String, String)>,
    /// Save the game to this file when you leave it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue the game saved in this file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Ask even if all you can do is pass
    #[arg(long)]
    every_question: bool,
    #[command(flatten)]
    patience: Patience,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let ruleset = packs.ruleset(&arguments.pack)?;
    let table = arguments.table.as_deref().map(|name| packs::table(&ruleset, name)).transpose()?;
    let seating = match &arguments.seats {
        Some(seats) => Seating::parse(seats)?,
        None => Seating::one_person_of(table.map_or(2, |table| table.people)),
    };
    let seed = arguments.seed.map_or_else(seed::drawn, Ok)?;
    let mut game = match &arguments.load {
        Some(file) => load(&ruleset, file)?,
        None => begin(&ruleset, arguments, &seating, seed)?,
    };
    if game.people() != seating.len() {
        let message = format!("the game has {} players, not {}", game.people(), seating.len());
        return Err(CommandError::usage(message).help("name one `human` or decider for each player with `--seats`"));
    }
    let complaints = Complaints::default();
    for (seat, bot) in seating.bots(&ruleset, seed, arguments.patience, &complaints)? {
        game.seat(seat, bot);
    }
    out.wrap();
    let mut session = Session::new(packs, &ruleset, game, &seating, io::stdin().lock(), out);
    session.echoes = !io::stdin().is_terminal();
    session.ask_everything |= arguments.every_question;
    session.save_at_the_end.clone_from(&arguments.save);
    session.complaints = complaints;
    session.play()
}

fn begin(ruleset: &Ruleset, arguments: &Arguments, seating: &Seating, seed: Seed) -> Result<Match, CommandError> {
    let decks = ruleset.info().decks;
    if let Some(deck) = arguments.decks.iter().find(|name| !decks.iter().any(|deck| *deck.key == ***name)) {
        return Err(CommandError::unknown("deck", deck, decks.iter().map(|deck| &*deck.key)));
    }
    let (decks, table) = (arguments.decks.clone(), arguments.table.clone());
    let options = arguments.options.clone();
    ruleset
        .rules()
        .chosen(options.iter().map(|(name, said)| (name, said)))
        .map_err(|wrong| CommandError::usage(wrong.to_string()))?;
    let begin = Begin { decks, table, options, ..Begin::new(seating.len() as u8, seed) };
    Match::begin(ruleset, &begin).map_err(|error| {
        CommandError::usage(error.to_string()).help("name one `human` or decider for each player with `--seats`")
    })
}

/// The largest size of a save that is loaded, in bytes.
const LARGEST_SAVE: u64 = 64 << 20;

fn load(ruleset: &Ruleset, file: &Path) -> Result<Match, CommandError> {
    let cannot = |why: String| CommandError::broken(format!("`{}` cannot be loaded: {why}", file.display()));
    let bytes = disk::read_up_to(file, LARGEST_SAVE).map_err(|error| cannot(error.to_string()))?;
    Match::load(ruleset, &bytes).map_err(|damage| cannot(damage.to_string()))
}
