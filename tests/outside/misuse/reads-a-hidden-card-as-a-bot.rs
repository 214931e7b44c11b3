//! E0616: field `game` of struct `Situation` is private
//! The state, from inside of a question.

use cardwright::{Answer, Bot, Situation, PromptView};

struct Cheat;

impl Bot for Cheat {
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer> {
        drop(at.game.state());
        Some(asked.default.clone())
    }
}

fn main() {
    let _ = Cheat;
}
