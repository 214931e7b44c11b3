//! Decks against decks: every pair in both orders, with the same seeds, and what each deck is worth.

use super::score::DEVIATIONS;
use super::{Decks, Plan, Played, Share, SimTally, go_on};
use cardwright_game::Ruleset;
use cardwright_kernel::trace::Scores;
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko::{GlickoConfig, GlickoRating, glicko_rating_period};
use std::cmp::Ordering;
use std::iter;
use std::sync::atomic::AtomicBool;

/// Games of one deck, which begins, against another.
pub struct MatrixCell {
    /// The number of the deck of the first player.
    pub first: usize,
    /// The number of the deck of the second.
    pub second: usize,
    /// What came of the games.
    pub tally: SimTally,
    /// The scores of each game that ended, by seed.
    results: Vec<Option<Scores>>,
}

impl MatrixCell {
    /// The score of the first player.
    pub fn score(&self) -> Share {
        self.tally.seats()[0].score
    }
}

/// What a deck has come to against all others.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Its key.
    pub deck: String,
    /// Its score, without games against itself.
    pub score: Share,
    /// Its rating after Glicko; 1500 is the mean of all.
    pub rating: f64,
    /// Between this much less and this much more lies its strength with 95 % confidence.
    pub doubt: f64,
}

/// The plans of the cells, row by row: each pair of decks in both orders, and each deck against itself.
pub fn cells(plan: &Plan, decks: &[String]) -> Vec<Plan> {
    let pairs = decks.iter().flat_map(|one| decks.iter().map(move |other| vec![one.clone(), other.clone()]));
    pairs.map(|pair| Plan { decks: Decks::Named(pair), ..plan.clone() }).collect()
}

/// Plays the cells, each after the games of it that were played before. `told` is called after each further game, with its
/// plan.
pub fn matrix(
    ruleset: &Ruleset,
    plan: &Plan,
    decks: &[String],
    before: Vec<Vec<Played>>,
    mut told: impl FnMut(&Plan, &Played),
) -> Vec<MatrixCell> {
    let before = before.into_iter().chain(iter::repeat_with(Vec::new));
    let cell = |((number, plan), before): ((usize, Plan), Vec<Played>)| {
        let mut results: Vec<Option<Scores>> = before.iter().map(|played| played.worth.clone()).collect();
        let tally = go_on(ruleset, &plan, &AtomicBool::new(false), before, |played| {
            results.push(played.worth.clone());
            told(&plan, played);
        });
        results.truncate(tally.games as usize);
        MatrixCell { first: number / decks.len(), second: number % decks.len(), tally, results }
    };
    cells(plan, decks).into_iter().enumerate().zip(before).map(cell).collect()
}

/// What each deck has come to, the best first.
pub fn standings(decks: &[String], cells: &[MatrixCell]) -> Vec<Standing> {
    let ratings = ratings(decks.len(), cells);
    let standing = |(number, deck): (usize, &String)| {
        let mut score = Share::default();
        for (own, scores) in results_of(number, cells) {
            score.add(scores.halves[own], scores.most);
        }
        let GlickoRating { rating, deviation } = ratings[number];
        Standing { deck: deck.clone(), score, rating, doubt: DEVIATIONS * deviation }
    };
    let mut standings: Vec<Standing> = decks.iter().enumerate().map(standing).collect();
    standings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    standings
}

/// The results of a deck against others, with its place in the scores.
fn results_of(deck: usize, cells: &[MatrixCell]) -> impl Iterator<Item = (usize, &Scores)> {
    let others = cells.iter().filter(move |cell| (cell.first == deck) != (cell.second == deck));
    others.flat_map(move |cell| {
        let own = usize::from(cell.second == deck);
        cell.results.iter().flatten().map(move |scores| (own, scores))
    })
}

/// A rating for each deck. The games of a seed are a rating period; strengths do not change between them.
fn ratings(decks: usize, cells: &[MatrixCell]) -> Vec<GlickoRating> {
    let still = GlickoConfig { c: 0.0 };
    let mut ratings = vec![GlickoRating::new(); decks];
    let periods = cells.iter().map(|cell| cell.results.len()).max().unwrap_or(0);
    for period in 0..periods {
        let rated = |deck: usize| {
            let met = cells.iter().filter(|cell| (cell.first == deck) != (cell.second == deck));
            let result = |cell: &MatrixCell| {
                let scores = cell.results.get(period)?.as_ref()?;
                let own = usize::from(cell.second == deck);
                let outcome = match scores.halves[own].cmp(&scores.halves[1 - own]) {
                    Ordering::Greater => Outcomes::WIN,
                    Ordering::Equal => Outcomes::DRAW,
                    Ordering::Less => Outcomes::LOSS,
                };
                Some((ratings[if own == 0 { cell.second } else { cell.first }], outcome))
            };
            let results: Vec<(GlickoRating, Outcomes)> = met.filter_map(result).collect();
            glicko_rating_period(&ratings[deck], &results, &still)
        };
        ratings = (0..decks).map(rated).collect();
    }
    ratings
}
