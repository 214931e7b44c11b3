//! `cardwright mutate`: makes small mistakes in packs, one at a time, and counts how many are caught before anything
//! runs.

use crate::failure::{Outcome, Verdict};
use crate::mutation::{self, MutationTally, Sort};
use crate::out::Out;
use crate::packs::Packs;
use cardwright::catalog;
use clap::Args;

/// Arguments of `cardwright mutate`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The game whose packs get mistakes [default: all games]
    game: Option<String>,
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

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let games: Vec<String> = match &arguments.game {
        Some(game) => vec![packs.game_of(game)?],
        None => catalog::games(&packs.files).into_iter().map(str::to_string).collect(),
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
    let before = mutation::warnings(&packs.files, game);
    let mutations = mutation::seed(&packs.files, game);
    for mutation in mutations.iter().skip(arguments.from).step_by(arguments.every.max(1)) {
        let caught = mutation::caught(&packs.files, game, mutation, before);
        tally.add(mutation.sort, caught);
        if arguments.missed && !caught {
            out.line(format_args!("missed ({}): {}", Sort::title(mutation.sort), mutation.told(&packs.files)));
        }
    }
    tally
}
