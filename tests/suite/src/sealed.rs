//! Questions that many are asked at once, answered by luck: the same in every process.

use cardwright_game::{Random, Ruleset, RulesetInside};
use cardwright_kernel::questions::Answer;
use cardwright_kernel::table::{Decider, Table};

/// Answers so many of the open questions, the last first, each seat by luck of its own.
///
/// # Panics
/// If an answer does not fit.
pub fn answer(game: &Ruleset, table: &mut Table, many: usize) {
    for _ in 0..many {
        table.advance();
        let Some(prompt) = table.game().prompts().last().filter(|prompt| prompt.is_sealed()).cloned() else { return };
        let mut luck = Random::new(1 + u64::from(prompt.seat.0));
        let answer = loop {
            match luck.decide(&prompt, table.game(), game.rules()).expect("luck answers") {
                Answer::Wait => {}
                answer => break answer,
            }
        };
        table.answer(prompt.number, answer).expect("it fits");
    }
    table.advance();
}
