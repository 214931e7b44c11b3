//! `cardwright sim --matrix`: a table of decks against decks.

use super::print::{fitted, shown};
use super::{Arguments, bar};
use crate::out::Out;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::sim::{MatrixCell, Plan, Share, Standing, cells, matrix, standings};
use serde::Serialize;
use std::time::Instant;

/// How wide the names of decks may be.
const NAME: usize = 22;

/// How many decks fit beside each other.
const ABREAST: usize = 7;

/// The table as JSON: nothing in it depends on how long it took.
#[derive(Serialize)]
struct Table<'a> {
    pack: &'a str,
    seed: u64,
    games: u64,
    decks: &'a [String],
    cells: Vec<CellOfTable<'a>>,
    standings: Vec<Standing>,
    first_player: Share,
    faults: usize,
}

#[derive(Serialize)]
struct CellOfTable<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    score: Share,
    drawn: u64,
    turns: f64,
}

impl Arguments {
    /// Plays the table and prints it.
    pub(super) fn table_of_decks(&self, packs: &Packs, ruleset: &Ruleset, plan: &Plan, out: &mut Out) -> Outcome {
        let decks = self.decks_of_table(ruleset, plan)?;
        let (before, mut rows) = self.rows(packs, ruleset, &cells(plan, &decks))?;
        let bar = bar(plan.games * (decks.len() * decks.len()) as u64);
        bar.inc(before.iter().map(|games| games.len() as u64).sum());
        let began = Instant::now();
        let mut unwritten = None;
        let cells = matrix(ruleset, plan, &decks, before, |plan, played| {
            bar.inc(1);
            if let Some(rows) = &mut rows {
                unwritten = unwritten.take().or(rows.add(ruleset, plan, played).err());
            }
        });
        bar.finish_and_clear();
        if let Some(rows) = rows {
            rows.finish()?;
        }
        if let Some(failure) = unwritten {
            return Err(failure);
        }
        let first_player: Share = cells.iter().map(MatrixCell::score).sum();
        let standings = standings(&decks, &cells);
        if self.json {
            let table = Table {
                pack: &self.pack,
                seed: plan.seed,
                games: cells.iter().map(|cell| cell.tally.games).sum(),
                cells: cells.iter().map(|cell| of_table(cell, &decks)).collect(),
                decks: &decks,
                standings,
                first_player,
                faults: cells.iter().map(|cell| cell.tally.flaws.len()).sum(),
            };
            out.json(&serde_json::to_string_pretty(&table).unwrap_or_default());
        } else {
            let games: u64 = cells.iter().map(|cell| cell.tally.games).sum();
            let took = began.elapsed();
            let speed = super::per_second(games, took);
            let title = &ruleset.rules().title;
            out.line(format_args!("{games} games of {title}, {} for each cell", plan.games));
            out.line(format_args!("speed   {:.1} s, {speed:.1} games/s", took.as_secs_f64()));
            print_table(&decks, &cells, out);
            print_standings(&standings, out);
            out.line(format_args!("\nfirst player {}", shown(&first_player)));
        }
        let mut is_fine = true;
        for cell in &cells {
            is_fine &= cell.tally.flaws.is_empty();
            if !self.json && !cell.tally.flaws.is_empty() {
                let decks = vec![decks[cell.first].clone(), decks[cell.second].clone()];
                Self { decks, matrix: false, ..self.clone() }.print_flaws(packs, plan, &cell.tally, out);
            }
        }
        Ok(crate::fine_if(is_fine))
    }

    /// The decks that are named, or all that anybody can play.
    fn decks_of_table(&self, ruleset: &Ruleset, plan: &Plan) -> Result<Vec<String>, CommandError> {
        let rules = ruleset.rules();
        if plan.players != 2 {
            return Err(CommandError::usage("a table of decks is for two players").help("play it with `--seats 2`"));
        }
        let all = rules.decks.iter().filter(|(_, deck)| deck.player.is_none()).map(|(key, _)| key.to_string());
        let decks: Vec<String> = if self.decks.is_empty() { all.collect() } else { self.decks.clone() };
        match decks.len() {
            0 => Err(CommandError::usage(format!("{} has no decks that either player can have", rules.title))),
            _ => Ok(decks),
        }
    }
}

fn of_table<'a>(cell: &MatrixCell, decks: &'a [String]) -> CellOfTable<'a> {
    CellOfTable {
        first: &decks[cell.first],
        second: &decks[cell.second],
        score: cell.score(),
        drawn: cell.tally.drawn,
        turns: cell.tally.turns().mean,
    }
}

fn print_table(decks: &[String], cells: &[MatrixCell], out: &mut Out) {
    for from in (0..decks.len()).step_by(ABREAST) {
        let columns = from..decks.len().min(from + ABREAST);
        let heads: String = columns.clone().map(|column| format!("{:>7}", column + 1)).collect();
        out.line(format_args!("\n   {} against{}", fitted("who begins", NAME - 6), heads));
        for (row, deck) in decks.iter().enumerate() {
            let of_row = cells.iter().filter(|cell| cell.first == row && columns.contains(&cell.second));
            let share = |cell: &MatrixCell| match cell.score() {
                score if score.games() == 0 => format!("{:>7}", "–"),
                score => format!("{:>7.1}", 100.0 * score.mean()),
            };
            let shares: String = of_row.map(share).collect();
            out.line(format_args!("{:>2} {}  {shares}", row + 1, fitted(deck, NAME)));
        }
    }
    let scores = cells.iter().map(MatrixCell::score).filter(|score| score.games() > 0);
    let doubt = scores.map(|score| score.doubt()).fold(0.0, f64::max);
    out.line(format_args!("score of the first player in %, each ±{:.1} or less", 100.0 * doubt));
}

fn print_standings(standings: &[Standing], out: &mut Out) {
    out.line(format_args!("\n{} score {:17} rating", fitted("deck", NAME), ""));
    for standing in standings {
        let score = shown(&standing.score);
        let name = fitted(&standing.deck, NAME);
        out.line(format_args!("{name}{score:<24} {:>6.0} ±{:.0}", standing.rating, standing.doubt));
    }
}
