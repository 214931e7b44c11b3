//! `cardwright mutate`: makes small mistakes in packs, one at a time, and counts how many are caught before anything
//! runs; or small changes of behaviour, and counts how many make a ruling fail.

mod behaviour;
mod rulings;

use crate::out::Out;
use cardwright_rulings::command_error::{Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::parallel;
use cardwright_rulings::seeded_errors::{self, MutationTally, Sort};
use clap::Args;
use std::num::NonZero;
use std::path::PathBuf;

/// Arguments of `cardwright mutate`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack whose game gets mistakes; with `--behaviour` also a card, or the beginning of a file's path [default: all]
    game: Option<String>,
    /// Make changes of behaviour that check clean, and show those by which no ruling fails
    #[arg(long, conflicts_with_all = ["every", "from", "missed"])]
    behaviour: bool,
    /// Judge only so many, drawn by `--seed`; the sample stays the same while the lines that it changes do
    #[arg(long, value_name = "N", requires = "behaviour")]
    sample: Option<usize>,
    /// The seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1, requires = "behaviour")]
    seed: u64,
    /// How many seeded games tell a survivor that matters from one that may be equivalent
    #[arg(long, value_name = "N", default_value_t = 8, requires = "behaviour")]
    games: u64,
    /// Fail if a smaller share is killed, in percent
    #[arg(long, value_name = "PERCENT", requires = "behaviour")]
    at_least: Option<f64>,
    /// Keep verdicts in this file, and go on from those in it
    #[arg(long, value_name = "FILE", requires = "behaviour")]
    state: Option<PathBuf>,
    /// Say first which rulings of the card or files fail, and what of them no ruling exercises
    #[arg(long, requires = "behaviour")]
    judge: bool,
    /// Draft a ruling for each survivor that matters, from the game in which it shows earliest
    #[arg(long, requires = "behaviour")]
    write: bool,
    /// The number of mutants to judge at once [default: the number of processors]
    #[arg(long, value_name = "T", requires = "behaviour")]
    threads: Option<NonZero<usize>>,
    /// Make only every Nth mistake
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Skip this many mistakes at the beginning
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// Print each mistake that is not caught
    #[arg(long)]
    missed: bool,
}

impl Arguments {
    fn threads(&self) -> usize {
        self.threads.map_or_else(parallel::threads, NonZero::get)
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: Packs, out: &mut Out) -> Outcome {
    if arguments.behaviour { behaviour::run(arguments, packs, out) } else { mistakes(arguments, &packs, out) }
}

fn mistakes(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let games: Vec<String> = match &arguments.game {
        Some(game) => vec![packs.game_of(game)?],
        None => cardwright_content::games(&packs.files).into_iter().map(str::to_string).collect(),
    };
    let mut all = MutationTally::default();
    for game in &games {
        packs.ruleset(game)?;
        let tally = of_game(arguments, packs, game, out);
        out.line(format_args!("{game}\n{tally}"));
        all.extend(&tally);
    }
    if games.len() > 1 {
        out.line(format_args!("all games\n{all}"));
    }
    Ok(Verdict::Fine)
}

fn of_game(arguments: &Arguments, packs: &Packs, game: &str, out: &mut Out) -> MutationTally {
    let mut tally = MutationTally::default();
    let before = seeded_errors::warnings(&packs.files, game);
    let mutations = seeded_errors::seed(&packs.files, game);
    for mutation in mutations.iter().skip(arguments.from).step_by(arguments.every.max(1)) {
        let caught = seeded_errors::caught(&packs.files, game, mutation, before);
        tally.add(mutation.sort, caught);
        if arguments.missed && !caught {
            out.line(format_args!("missed ({}): {}", Sort::title(mutation.sort), mutation.told(&packs.files)));
        }
    }
    tally
}
