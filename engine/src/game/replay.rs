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
        loop {
            if let Some(Input::Leave(player)) = between_steps(table.game()).and_then(|at| log.get(at)) {
                // It takes effect before the next question, wherever that is.
                table.leave(*player);
            }
            match table.step() {
                Some(Progress::Over) => break,
                Some(Progress::Waiting) if !withdraws(&mut table, &log) => break,
                Some(Progress::Waiting) | None => {}
            }
        }
        table.into_game()
    }
}

/// Where the log of a game stands, if the running step has taken nothing from it yet.
fn between_steps(game: &Game) -> Option<usize> {
    (game.log().len() == game.tape_from).then_some(game.tape_from)
}

/// Gives up the action that the log says was given up here.
fn withdraws(table: &mut Table, log: &[Input]) -> bool {
    let Some(number) = table.game().prompts().first().map(|prompt| prompt.number) else { return false };
    matches!(log.get(table.game().log().len()), Some(Input::Withdrawn(..))) && table.withdraw(number).is_ok()
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
