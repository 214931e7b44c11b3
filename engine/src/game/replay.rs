//! Replaying: the log of a game, put in again from the beginning, gives the same game.

use super::load::Ruleset;
use crate::kernel::flow::Progress;
use crate::kernel::prompt::{Answer, Prompt};
use crate::kernel::rules::Rules;
use crate::kernel::table::{ChanceQuestion, Decider, Game, Scripts, Table};
use crate::kernel::tape::Input;
use std::rc::Rc;

impl Ruleset {
    /// Plays a game on with the inputs of a log, from where the game's own log ends, until they are used up or one
    /// does not fit.
    pub fn replay(&self, host: &Rc<dyn Scripts>, game: Game, log: &[Input]) -> Game {
        let log: Rc<[Input]> = log.into();
        let mut table = self.table(host, game, Box::new(Log(Rc::clone(&log))));
        for _ in 0..=log.len() {
            let goes_on = table.advance() == Progress::Waiting && put_in(&mut table, &log);
            if !goes_on {
                break;
            }
        }
        table.into_game()
    }
}

/// Puts in what cannot be decided inside of a step: leaving, and giving an action up.
fn put_in(table: &mut Table, log: &[Input]) -> bool {
    let Some(number) = table.game().prompts().first().map(|prompt| prompt.number) else { return false };
    match log.get(table.game().log().len()) {
        Some(Input::Leave(player)) => {
            table.leave(*player);
            true
        }
        Some(Input::Withdrawn(..)) => table.withdraw(number).is_ok(),
        Some(Input::Answer(..) | Input::Chance(..) | Input::Together(..)) | None => false,
    }
}

/// Answers what the log holds at the place where the game's own log stands.
struct Log(Rc<[Input]>);

impl Log {
    /// The input at the place where the game's own log stands, also inside of a simultaneous question.
    fn next(&self, game: &Game) -> Option<&Input> {
        let Some((entry, at, sealed)) = game.branch() else { return self.0.get(game.log().len()) };
        match (game.log().get(entry), self.0.get(entry)) {
            (Some(Input::Together(_, own)), Some(Input::Together(_, branches))) => {
                branches.get(at)?.inputs(sealed).get(own.get(at)?.inputs(sealed).len())
            }
            _ => None,
        }
    }
}

impl Decider for Log {
    fn decide(&mut self, asked: &Prompt, game: &Game, _: &Rules) -> Option<Answer> {
        match self.next(game) {
            Some(Input::Answer(_, seat, answer)) if *seat == asked.seat => Some(answer.clone()),
            _ => None,
        }
    }

    fn chance(&mut self, _: &ChanceQuestion, game: &Game, _: &Rules) -> Option<Answer> {
        match self.next(game) {
            Some(Input::Chance(_, answer, false)) => Some(answer.clone()),
            _ => None,
        }
    }
}
