//! Deciders that need neither files nor programs. Those that play to win look ahead in games that their seat imagines, and see
//! nothing that it does not know.

mod greedy;
mod mcts;
mod playout;

pub use greedy::Greedy;
pub use mcts::Mcts;

use cardwright_game::{Bot, Random};
use cardwright_kernel::questions::{Answer, Prompt};
use cardwright_kernel::setup::Generator;
use std::fmt;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// How many playouts `mcts` has for a decision where nothing is said.
const PLAYOUTS: u32 = 200;

/// A decider that needs neither files nor programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unaided {
    /// Any legal answer.
    Random,
    /// Looks one step ahead.
    Greedy,
    /// Searches, perhaps with so many playouts for an answer.
    Mcts(Option<NonZeroU32>),
    /// Searches for so long.
    Timed(Duration),
}

impl Unaided {
    /// A bot for a seat in one game.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Greedy => Box::new(Greedy::new(seed)),
            Self::Mcts(playouts) => Box::new(Mcts::new(playouts.map_or(PLAYOUTS, NonZeroU32::get), seed)),
            Self::Timed(time) => Box::new(timed(time, seed)),
        }
    }
}

impl fmt::Display for Unaided {
    /// As a name is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Mcts(None) => f.write_str("mcts"),
            Self::Mcts(Some(playouts)) => write!(f, "mcts:{playouts}"),
            Self::Timed(time) => write!(f, "mcts:{}ms", time.as_millis()),
        }
    }
}

/// A search that ends after some time.
fn timed(time: Duration, seed: u64) -> Mcts {
    let mut began = Instant::now();
    Mcts::new(u32::MAX, seed).stop(move |played| {
        if played == 0 {
            began = Instant::now();
        }
        played > 0 && began.elapsed() >= time
    })
}

/// How many answers to a question are weighed at most; where there are more, so many are drawn.
const WEIGHED: usize = 24;

/// The answers that are weighed: all there are, or some of them and the default.
fn answers(asked: &Prompt, luck: &mut Generator) -> Vec<Answer> {
    if let Some(all) = asked.shape.walk(asked.options.len(), WEIGHED) {
        return all;
    }
    let mut some = vec![asked.default.clone()];
    for _ in 1..WEIGHED {
        let drawn = asked.shape.draw(asked.options.len(), luck);
        if !some.contains(&drawn) {
            some.push(drawn);
        }
    }
    some
}
