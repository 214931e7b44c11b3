//! Playouts: a game that is imagined is played on for some decisions, and valued.

use cardwright_game::{Dealer, RulesetInside, Situation, SituationInside};
use cardwright_kernel::ids::PlayerId;
use cardwright_kernel::questions::{Answer, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::{Game, State};
use cardwright_kernel::table::{Decider, Table};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// Of several players who have won together, each gets this.
const SHARED: f64 = 0.5;

/// A playout that is still going on is worth this for a player who is neither ahead nor behind, and for everybody where
/// nothing says what a position is worth.
const EVEN: f64 = 0.5;

/// How much of the way from even to won or lost what a position is worth can go.
const SHARE: f64 = 0.9;

/// How many decisions are made at most until what goes on when a playout could end has come to an end.
const UNTIL_SETTLED: u32 = 24;

/// Counts the decisions of a playout.
#[derive(Clone, Default)]
pub(super) struct Count(Rc<Cell<u32>>);

/// Answers in a playout, counting its answers.
pub(super) struct Counted<D> {
    count: Count,
    decides: D,
}

impl<D: FnMut(&Prompt) -> Answer> Decider for Counted<D> {
    fn decide(&mut self, asked: &Prompt, _: &Game, _: &Rules) -> Option<Answer> {
        self.count.0.set(self.count.0.get() + 1);
        Some((self.decides)(asked))
    }
}

/// Gives an answer in an imagined game, and plays on until so many more decisions were made and nothing waits to resolve. What
/// that is worth to each player, from 0 (lost) to 1 (won); nothing if no game can be imagined.
pub(super) fn playout(
    at: &Situation<'_>,
    dealer: &Dealer<'_>,
    seed: u64,
    answer: &Answer,
    most: u32,
    decides: impl FnMut(&Prompt) -> Answer + 'static,
) -> Option<Vec<f64>> {
    let (mut game, memory) = dealer.game(seed).ok()?;
    game.make_light();
    let number = game.prompts().iter().find(|prompt| prompt.seat == at.asked().seat)?.number;
    let count = Count::default();
    let decider = Box::new(Counted { count: count.clone(), decides });
    let mut table =
        Table::new(game, Arc::clone(at.ruleset().rules()), at.ruleset().host(), decider).with_memory(memory);
    table.answer(number, answer.clone()).ok()?;
    let ended = |state: &State| is_settled(state) || count.0.get() >= most + UNTIL_SETTLED;
    table.advance_until(|state| count.0.get() >= most && ended(state));
    Some(worth(&mut table))
}

/// Whether nothing waits to resolve and no procedure goes on: in the middle of an attack nobody knows what it is worth.
fn is_settled(state: &State) -> bool {
    state.items().is_empty() && state.procedures().is_empty()
}

/// What the game is worth to each player.
fn worth(table: &mut Table) -> Vec<f64> {
    let players = table.state().players();
    if let Some(outcome) = table.state().outcome() {
        let (winners, defeat) = (outcome.winners, outcome.defeat);
        let alone = winners.iter().count() == 1 || table.rules().cooperative;
        let of = |player: PlayerId| match (winners.has(player), winners.is_empty()) {
            (true, _) if alone => 1.0,
            (true, _) => SHARED,
            (false, true) if !defeat => EVEN,
            (false, _) => 0.0,
        };
        return (0..players).map(|player| of(PlayerId(player as u8))).collect();
    }
    let Some(scale) = table.rules().worth.map(|worth| worth.scale as f64) else { return vec![EVEN; players] };
    let worth: Option<Vec<i64>> = (0..players).map(|player| table.worth(PlayerId(player as u8))).collect();
    let Some(worth) = worth else { return vec![EVEN; players] };
    let of = |player: usize| {
        let others = worth.iter().enumerate().filter(|(other, _)| *other != player).map(|(_, worth)| *worth);
        let ahead = others.max().map_or(0.0, |best| worth[player] as f64 - best as f64);
        EVEN + EVEN * SHARE * (ahead / scale).tanh()
    };
    (0..players).map(of).collect()
}
