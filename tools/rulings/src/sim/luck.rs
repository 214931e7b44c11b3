//! Who answers in a simulated game: one sequence of random answers, or a bot at each seat.

use super::{Answers, Plan};
use cardwright_deciders::{Complaints, of_seat};
use cardwright_game::{Bot, Player, Random, Ruleset, RulesetInside};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Decider;
use std::cell::RefCell;
use std::rc::Rc;

/// Answers everything, whether at once or later, counts the answers, and pauses on request.
#[derive(Clone)]
pub(super) struct Luck(Rc<RefCell<Inner>>);

struct Inner {
    players: Players,
    complaints: Complaints,
    count: u64,
    most: u64,
    pause_at: Option<u64>,
    late: bool,
}

/// Who answers.
enum Players {
    /// Chance, for all seats together.
    Chance(Random),
    /// A bot at each seat.
    Bots(Ruleset, Vec<Box<dyn Bot>>),
}

impl Luck {
    /// Who answers in the game with this seed: chance, from a seed of its own, or the contenders of the plan. `pause_at` is
    /// the number of the question at which it pauses.
    pub fn new(ruleset: &Ruleset, plan: &Plan, (seed, of_chance): (u64, u64), pause_at: Option<u64>) -> Self {
        let complaints = Complaints::default();
        let bots: Vec<Box<dyn Bot>> = (0..)
            .zip(plan.seating(ruleset.rules(), seed))
            .map(|(seat, at)| plan.contenders[at].bot(of_seat(&seed.into(), Seat(seat)), &complaints))
            .collect();
        let players = match bots.is_empty() {
            true => Players::Chance(Random::new(of_chance)),
            false => Players::Bots(ruleset.clone(), bots),
        };
        let late = plan.answers != Answers::AtOnce;
        let inner = Inner { players, complaints, count: 0, most: plan.max_decisions, pause_at, late };
        Self(Rc::new(RefCell::new(inner)))
    }

    /// What answers at a table.
    pub fn decider(&self) -> Player {
        Box::new(self.clone())
    }

    /// The next answer; none if a bot has failed.
    pub fn answer(&self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let inner = &mut *self.0.borrow_mut();
        inner.count += 1;
        match &mut inner.players {
            Players::Chance(random) => random.decide(asked, game, rules),
            Players::Bots(ruleset, bots) => ruleset.put_to(&mut **bots.get_mut(asked.seat.index())?, game, asked),
        }
    }

    /// What has gone wrong with a bot, if something has.
    pub fn complaint(&self) -> Option<String> {
        let (seat, complaint) = self.0.borrow().complaints.take().into_iter().next()?;
        Some(format!("{}: {complaint}", seat.letter()))
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
        self.answer(asked, game, rules)
    }
}
