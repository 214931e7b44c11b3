//! What an action costs in a game that checks after every batch: on a full board, with many cards in effect.

use super::{Timing, ruleset};
use cardwright_content::{Files, games};
use cardwright_game::{Begin, Random, Ruleset, RulesetInside};
use cardwright_kernel::ids::PlayerId;
use cardwright_kernel::questions::{Answer, Choice, Prompt, Question};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Decider;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How many cards lie on the table, if a game comes to that.
const LAID: usize = 10;

/// Plays at random, but lays down whatever stays in effect; ends when enough lies there.
struct Layer {
    random: Random,
    enough: usize,
    /// How many there were at the most when somebody could act.
    most: Rc<Cell<usize>>,
}

impl Decider for Layer {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let acts = matches!(asked.question, Question::Act { .. });
        let count = game.state().effects().len();
        if acts {
            self.most.set(self.most.get().max(count));
        }
        if acts && count >= self.enough {
            return None;
        }
        let stays = |choice: &Choice| {
            let lies = |seat: PlayerId| game.state().effects().iter().any(|effect| effect.player == seat);
            let Choice::Use { named, answers: false, .. } = choice else { return false };
            let zone = game.state().entity(named.card).zone;
            let in_play = zone.is_some() && rules.zones[game.state().zone(zone).decl.index()].in_play;
            rules.lasts(named.def) && !in_play && (lies(named.controller) || count < self.enough)
        };
        match asked.options.iter().position(stays).filter(|_| acts) {
            Some(option) => Some(Answer::one(option)),
            None => self.random.decide(asked, game, rules),
        }
    }
}

/// Answers at random, and gives no answer when so many actions were taken.
struct Actions(Random, Rc<Cell<u32>>);

impl Decider for Actions {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        if matches!(asked.question, Question::Act { .. }) {
            self.1.set(self.1.get().checked_sub(1)?);
        }
        self.0.decide(asked, game, rules)
    }
}

/// A game that is still open and in which as many cards as wanted are in effect, or as many as any game comes to.
fn laid(game: &Ruleset, host: &Rc<dyn Scripts>) -> Game {
    let lay = |seed: u64, enough: usize| {
        let most = Rc::new(Cell::new(0));
        let begun = game.begin(&Begin::new(2, seed)).expect("two can play");
        let layer = Layer { random: Random::new(seed), enough, most: Rc::clone(&most) };
        let mut table = game.table(host, begun, Box::new(layer));
        table.advance();
        (most.get(), table.into_game())
    };
    let (most, seed) = (1..20).map(|seed| (lay(seed, LAID).0, seed)).max().expect("some are played");
    let (_, game) = lay(seed, most);
    assert!(most > 0 && game.state().outcome().is_none(), "cards are in effect, and the game goes on");
    game
}

pub fn cases(files: &Files, cases: &mut Vec<Timing>) {
    let checked = |game: &&str| ruleset(files, game).rules().checked_at.batches;
    let Some(name) = games(files).into_iter().find(checked) else { return };
    let game = ruleset(files, name);
    let host = game.host();
    let start = laid(&game, &host);
    let name = format!("one action on a full board, {} cards in effect", start.state().effects().len());
    cases.push(Timing::new(name, "15 µs", move || {
        let (mut time, mut actions) = (Duration::ZERO, 0);
        for seed in 0..20 {
            let left = Rc::new(Cell::new(3));
            let decider = Actions(Random::new(seed), Rc::clone(&left));
            let mut table = game.table(&host, start.fork(game.rules()), Box::new(decider));
            let begin = Instant::now();
            table.advance();
            time += begin.elapsed();
            actions += u64::from(3 - left.get());
        }
        assert!(actions > 0, "something is done");
        (time, actions)
    }));
}
