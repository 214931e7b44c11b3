//! Replaying: the log of a game, entered again from the beginning, gives the same game.

use super::load::Ruleset;
use cardwright_kernel::ids::Players;
use cardwright_kernel::questions::{Answer, ChanceQuestion, Input, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress, Table};
use std::rc::Rc;

/// Observes the replay of a game: is given each decision, with the question and the game at that moment.
pub trait Spectator {
    /// A seat gives this answer.
    fn answers(&mut self, asked: &Prompt, answer: &Answer, game: &Game, rules: &Rules);
}

/// A game that is being replayed, one step after the other.
pub struct Replaying {
    table: Table,
    log: Rc<[Input]>,
    /// How many inputs may still be put in between steps: no log holds more of them than inputs.
    left: usize,
}

impl Ruleset {
    pub(crate) fn replay(&self, host: &Rc<dyn Scripts>, game: Game, log: &[Input]) -> Game {
        let mut replaying = self.replaying(host, game, log, None);
        while replaying.step() {}
        replaying.table.into_game()
    }

    pub(crate) fn replaying(
        &self,
        host: &Rc<dyn Scripts>,
        game: Game,
        log: &[Input],
        spectator: Option<Box<dyn Spectator>>,
    ) -> Replaying {
        let log: Rc<[Input]> = log.into();
        let decider = Log { log: Rc::clone(&log), spectator };
        Replaying { table: self.table(host, game, Box::new(decider)), left: log.len(), log }
    }
}

impl Ruleset {
    /// A light game with all that has happened in it; `None` for one that has kept its trace, or has no beginning.
    pub(super) fn retold(&self, game: &Game) -> Option<Game> {
        let beginning = game.setup().filter(|_| game.light)?;
        Some(self.replay(&self.host(), Game::new(self.rules(), beginning), game.log()))
    }
}

impl Replaying {
    /// Does one step of the game, or puts in what cannot be decided inside of one. False when the inputs are used up,
    /// or the next does not fit, or the game is over.
    pub fn step(&mut self) -> bool {
        self.leave();
        match self.table.step() {
            None => true,
            Some(Progress::Waiting) if self.left > 0 => {
                self.left -= 1;
                self.withdraw()
            }
            Some(Progress::Waiting | Progress::Chance | Progress::Over) => false,
        }
    }

    /// A player who leaves before the next step that takes anything from the log is about to leave from now on.
    fn leave(&mut self) {
        let game = self.table.game();
        let between_steps = game.log().len() == game.tape_from;
        let next = self.log.get(game.log().len()).filter(|_| between_steps);
        let leavers = next.map_or(Players::NONE, Input::leavers).and(Players::first(game.state().players()));
        leavers.iter().for_each(|player| self.table.leave(player));
    }

    /// Gives up the action that was given up here according to the log. False if there is none.
    fn withdraw(&mut self) -> bool {
        let game = self.table.game();
        let number = game.prompts().first().map(|prompt| prompt.number);
        let given_up = matches!(self.log.get(game.log().len()), Some(Input::Withdrawn(..)));
        number.filter(|_| given_up).is_some_and(|number| self.table.withdraw(number).is_ok())
    }

    pub(super) fn into_game(self) -> Game {
        self.table.into_game()
    }
}

impl Replaying {
    /// The game as far as it was replayed.
    pub fn game(&self) -> &Game {
        self.table.game()
    }

    /// From now on a copy is kept of the game as it is when so many facts have been told.
    pub fn keep_moment(&mut self, facts: usize) {
        self.table.keep_moment(facts);
    }

    /// That game, if the moment has come.
    pub fn moment(&self) -> Option<&Game> {
        self.table.moment()
    }
}

/// Answers what the log holds at the place where the game's own log stands.
struct Log {
    log: Rc<[Input]>,
    spectator: Option<Box<dyn Spectator>>,
}

impl Log {
    /// The input at the place where the game's own log stands, also inside of a simultaneous question.
    fn next(&self, game: &Game) -> Option<&Input> {
        let Some((entry, at, sealed)) = game.branch() else { return self.log.get(game.log().len()) };
        match (game.log().get(entry), self.log.get(entry)) {
            (Some(Input::Together(_, own)), Some(Input::Together(_, branches))) => {
                branches.get(at)?.inputs(sealed).get(own.get(at)?.inputs(sealed).len())
            }
            _ => None,
        }
    }
}

impl Decider for Log {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let answer = match self.next(game) {
            Some(Input::Answer(_, seat, answer)) if *seat == asked.seat => answer.clone(),
            _ => return None,
        };
        if let Some(spectator) = &mut self.spectator
            && asked.check(&answer).is_ok()
        {
            spectator.answers(asked, &answer, game, rules);
        }
        Some(answer)
    }

    fn chance(&mut self, _: &ChanceQuestion, game: &Game, _: &Rules) -> Option<Answer> {
        match self.next(game) {
            Some(Input::Chance(_, answer, false)) => Some(answer.clone()),
            _ => None,
        }
    }
}
