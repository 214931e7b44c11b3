//! The luck of a simulated game: one sequence of random answers, whether they are given at once or later.

use super::{Answers, Plan};
use cardwright::game::{Player, Random};
use cardwright::model::game::Game;
use cardwright::model::prompt::{Answer, Prompt};
use cardwright::model::rules::Rules;
use cardwright::play::session::Decider;
use std::cell::RefCell;
use std::rc::Rc;

/// Answers everything at random, counts the answers, and pauses on request.
#[derive(Clone)]
pub(super) struct Luck(Rc<RefCell<Inner>>);

struct Inner {
    random: Random,
    count: u64,
    most: u64,
    pause_at: Option<u64>,
    late: bool,
}

impl Luck {
    /// The luck of a game, with the number of the question at which it pauses.
    pub fn new(seed: u64, plan: &Plan, pause_at: Option<u64>) -> Self {
        let late = plan.answers != Answers::AtOnce;
        let random = Random::new(seed);
        Self(Rc::new(RefCell::new(Inner { random, count: 0, most: plan.max_decisions, pause_at, late })))
    }

    /// What answers at a table.
    pub fn decider(&self) -> Player {
        Box::new(self.clone())
    }

    /// The next answer.
    pub fn answer(&self, asked: &Prompt, game: &Game, rules: &Rules) -> Answer {
        let mut inner = self.0.borrow_mut();
        inner.count += 1;
        inner.random.decide(asked, game, rules).unwrap_or_else(|| asked.default.clone())
    }

    /// How many answers were given.
    pub fn count(&self) -> u64 {
        self.0.borrow().count
    }

    /// Whether there were too many questions.
    pub fn is_spent(&self) -> bool {
        let inner = self.0.borrow();
        inner.count >= inner.most
    }

    /// Whether it pauses now.
    pub fn pauses(&self) -> bool {
        let inner = self.0.borrow();
        inner.pause_at.is_some_and(|at| inner.count >= at)
    }

    /// Ends the pause.
    pub fn go_on(&self) {
        self.0.borrow_mut().pause_at = None;
    }
}

impl Decider for Luck {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        if self.0.borrow().late || self.is_spent() || self.pauses() {
            return None;
        }
        Some(self.answer(asked, game, rules))
    }
}
