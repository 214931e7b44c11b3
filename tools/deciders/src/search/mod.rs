//! Deciders that play to win: they look ahead in games that their seat imagines, and see nothing that it does not know.

mod greedy;
mod mcts;
mod playout;

pub use greedy::Greedy;
pub use mcts::Mcts;

use cardwright_game::{Bot, Random};
use cardwright_kernel::model::generator::Generator;
use cardwright_kernel::model::prompt::{Answer, Prompt};
use std::fmt;

/// How many answers to a question are weighed at most; where there are more, so many are drawn.
const WEIGHED: usize = 24;

/// The deciders that [`decider`] makes, each as it is named.
pub const DECIDERS: [&str; 3] = ["random", "greedy", "mcts:PLAYOUTS"];

/// How many playouts `mcts` has for a decision where nothing is said.
const PLAYOUTS: u32 = 200;

/// There is no such decider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeciderError(pub String);

impl fmt::Display for DeciderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no decider `{}`: name {}", self.0, DECIDERS.join(", "))
    }
}

impl std::error::Error for DeciderError {}

/// Makes the decider with this name: `random`, `greedy`, `mcts`, or `mcts:500` for so many playouts a decision. With the same
/// seed it gives the same answers.
///
/// # Errors
/// There is no decider with this name.
pub fn decider(name: &str, seed: u64) -> Result<Box<dyn Bot>, DeciderError> {
    match name.split_once(':').unwrap_or((name, "")) {
        ("random", "") => Ok(Box::new(Random::new(seed))),
        ("greedy", "") => Ok(Box::new(Greedy::new(seed))),
        ("mcts", "") if !name.ends_with(':') => Ok(Box::new(Mcts::new(PLAYOUTS, seed))),
        ("mcts", playouts) => match playouts.parse() {
            Ok(playouts @ 1..) => Ok(Box::new(Mcts::new(playouts, seed))),
            Ok(0) | Err(_) => Err(DeciderError(name.to_string())),
        },
        _ => Err(DeciderError(name.to_string())),
    }
}

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
