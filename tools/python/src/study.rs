//! Whole games for balance studies: one row of plain numbers for each seed, the same on every machine and with any number
//! of threads.

use crate::deciding::{Deciders, heard};
use crate::lists::{List, MOST_NAMES};
use crate::playing::{Known, Wrong};
use crate::ruleset::{PyRuleset, Wanted};
use crate::threads::pool;
use cardwright_deciders::Complaints;
use cardwright_game::{Answer, Begin, Bot, Random, Ruleset, RulesetInside, Seat};
use cardwright_kernel::questions::Prompt;
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress};
use cardwright_kernel::trace::Scores;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

/// How many games are played at once.
const MOST_SEEDS: usize = 100_000_000;

/// How a game went: whether it ended, its turns, its decisions, how many scripts failed, the winning seats as bits, the
/// points of each seat, and the share of each seat in halves of a rival, with the most that there are, as [`Scores`] has it.
type Told = (bool, u32, u64, u32, u32, Option<Vec<i64>>, Vec<u32>, u32);

/// Random players, each with a generator of its own, who stop after so many decisions together.
struct Randoms {
    players: Vec<Random>,
    left: Rc<Cell<u64>>,
}

impl Decider for Randoms {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        self.players.get_mut(asked.seat.index())?.decide(asked, game, rules)
    }
}

/// Bots, who stop after so many decisions together.
struct Bots {
    ruleset: Ruleset,
    players: Vec<Option<Box<dyn Bot>>>,
    left: Rc<Cell<u64>>,
}

impl Decider for Bots {
    fn decide(&mut self, asked: &Prompt, game: &Game, _: &Rules) -> Option<Answer> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        let bot = self.players.get_mut(asked.seat.index())?.as_mut()?;
        self.ruleset.put_to(&mut **bot, game, asked)
    }
}

/// Plays a game for each seed to its end, or until it has had so many decisions.
#[pyfunction]
#[pyo3(signature = (ruleset, seeds, people = None, *, decks = None, first = 0, threads = 1, max_decisions = 100_000,
    deciders = None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn play(
    py: Python<'_>,
    ruleset: &PyRuleset,
    seeds: List<u64, MOST_SEEDS>,
    people: Option<u8>,
    decks: Option<List<String, MOST_NAMES>>,
    first: u8,
    threads: usize,
    max_decisions: u64,
    deciders: Option<List<String, MOST_NAMES>>,
) -> PyResult<Vec<Told>> {
    let decks = decks.map(|decks| decks.0);
    let begin = ruleset.begin(Wanted { people, decks, first, ..Wanted::default() });
    let known = ruleset.known.clone();
    let names: Vec<Option<String>> = deciders.unwrap_or_default().0.into_iter().map(Some).collect();
    let deciders = Deciders::ready(&known, &names, begin.players)?;
    if !names.is_empty() && names.len() != usize::from(begin.players) {
        let message = format!("name a decider for each of the {} seats", begin.players);
        return Err(Wrong::Decider(message).into());
    }
    let pool = pool(threads)?;
    let played: Result<Vec<Told>, Wrong> = py.detach(|| {
        let one = |seed: u64| play_one(&known, &begin, &deciders, seed, max_decisions);
        pool.install(|| seeds.0.into_par_iter().map(one).collect())
    });
    Ok(played?)
}

fn play_one(known: &Known, begin: &Begin, deciders: &Deciders, seed: u64, most: u64) -> Result<Told, Wrong> {
    let begin = Begin { seed: seed.into(), ..begin.clone() };
    let mut game = known.ruleset.begin(&begin).map_err(Wrong::Begin)?;
    if !deciders.want_trace() {
        game.make_light();
    }
    let (left, complaints) = (Rc::new(Cell::new(most)), Complaints::default());
    let decider: Box<dyn Decider> = if deciders.is_empty() {
        let seats = 0..u64::from(begin.players);
        let players = seats.map(|seat| Random::new(begin.seed.aside(seat))).collect();
        Box::new(Randoms { players, left: Rc::clone(&left) })
    } else {
        let players = deciders.bots(&begin.seed, &complaints);
        Box::new(Bots { ruleset: known.ruleset.clone(), players, left: Rc::clone(&left) })
    };
    let mut table = known.ruleset.table(&known.ruleset.host(), game, decider);
    let is_over = table.advance() == Progress::Over;
    heard(&complaints)?;
    let faults = table.take_faults().len() as u32;
    let state = table.state();
    let outcome = state.outcome().filter(|_| is_over);
    let player = |seat: u8| state.player_of(Seat(seat));
    let winners = (0..begin.players).filter(|seat| outcome.is_some_and(|outcome| outcome.winners.has(player(*seat))));
    let winners = winners.fold(0, |bits, seat| bits | 1 << seat);
    let scores = outcome.filter(|outcome| !outcome.placings.is_empty()).map(|outcome| {
        let score = |seat| outcome.placings.iter().find(|one| one.player == player(seat)).map_or(0, |one| one.score);
        (0..begin.players).map(score).collect()
    });
    let shares = outcome.map(|outcome| Scores::of(outcome, state.players(), known.ruleset.rules().cooperative));
    let halves = |seat: u8| shares.as_ref().map_or(0, |shares| shares.halves[player(seat).index()]);
    let halves = (0..begin.players).map(halves).collect();
    Ok((
        is_over,
        state.turn().number,
        most - left.get(),
        faults,
        winners,
        scores,
        halves,
        Scores::most(state.players()),
    ))
}
