//! Bots: programs that answer for seats.

use super::load::Ruleset;
use super::seat::{Aftermath, Observation, Observer, PromptView, TraceLine, View, Viewer};
use super::table::Random;
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Decider;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// A program that answers for a seat.
pub trait Bot: Send {
    /// The answer to a prompt, or `None` to leave it open. One that does not fit the prompt leaves it open as well, and
    /// [`Match::advance`](super::Match::advance) says so.
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer>;
}

impl Bot for Box<dyn Bot> {
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer> {
        (**self).answer(asked, at)
    }
}

/// A game at the moment at which a bot is asked.
pub struct Situation<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) game: &'a Game,
    pub(super) asked: &'a Prompt,
}

impl Situation<'_> {
    /// The table as the bot's seat sees it.
    pub fn view(&self) -> View {
        self.observer().view()
    }

    /// What has happened, as the bot's seat may read it.
    pub fn trace(&self) -> Vec<TraceLine> {
        self.observer().lines(false)
    }

    /// All that the bot's seat gets at this moment; of its prompts, the one that is asked.
    pub fn observe(&self) -> Observation {
        let observer = self.observer();
        Observation {
            view: observer.view(),
            prompts: vec![observer.prompt(self.asked)],
            trace: observer.lines(false),
            why_not: observer.why_not(&Aftermath::default()),
        }
    }

    pub(crate) fn ruleset(&self) -> &Ruleset {
        self.ruleset
    }

    pub(crate) fn game(&self) -> &Game {
        self.game
    }

    pub(crate) fn asked(&self) -> &Prompt {
        self.asked
    }

    fn observer(&self) -> Observer<'_> {
        Observer::new(self.ruleset, self.game, Viewer::Seat(self.asked.seat))
    }
}

impl Ruleset {
    pub(crate) fn put_to(&self, bot: &mut dyn Bot, game: &Game, asked: &Prompt) -> Option<Answer> {
        let prompt = Observer::new(self, game, Viewer::Seat(asked.seat)).prompt(asked);
        bot.answer(&prompt, &Situation { ruleset: self, game, asked })
    }
}

impl Random {
    /// A legal answer to a prompt, or to wait where that may be done.
    pub fn choose(&mut self, asked: &PromptView) -> Answer {
        self.draw(&(&asked.shape).into(), asked.options.len(), asked.may_wait)
    }
}

impl Bot for Random {
    fn answer(&mut self, asked: &PromptView, _: &Situation<'_>) -> Option<Answer> {
        Some(self.choose(asked))
    }
}

/// The bots of a match, by seat.
#[derive(Default)]
pub(super) struct Seated(Vec<Option<Box<dyn Bot>>>);

impl Seated {
    /// Puts a bot on a seat.
    pub fn seat(&mut self, seat: Seat, bot: Box<dyn Bot>) {
        if self.0.len() <= seat.index() {
            self.0.resize_with(seat.index() + 1, || None);
        }
        self.0[seat.index()] = Some(bot);
    }
}

/// The bots for the time of one run.
pub(super) struct Lent(Rc<RefCell<Deciding>>);

struct Deciding {
    bots: Seated,
    ruleset: Ruleset,
    /// Whether chance is asked from outside.
    leaves_chance_open: bool,
    /// What a bot has panicked with.
    panic: Option<Box<dyn Any + Send>>,
}

impl Lent {
    /// Takes the bots of a match.
    pub fn new(bots: &mut Seated, ruleset: &Ruleset, leaves_chance_open: bool) -> Self {
        let bots = std::mem::take(bots);
        Self(Rc::new(RefCell::new(Deciding { bots, ruleset: ruleset.clone(), leaves_chance_open, panic: None })))
    }

    /// What asks them.
    pub fn decider(&self) -> Box<dyn Decider> {
        Box::new(Self(Rc::clone(&self.0)))
    }

    /// Gives the bots back; goes on with the panic of one that has panicked.
    pub fn give_back(self, to: &mut Seated) {
        let mut deciding = self.0.borrow_mut();
        *to = std::mem::take(&mut deciding.bots);
        if let Some(panic) = deciding.panic.take() {
            resume_unwind(panic);
        }
    }
}

impl Decider for Lent {
    fn leaves_chance_open(&self) -> bool {
        self.0.borrow().leaves_chance_open
    }

    fn decide(&mut self, asked: &Prompt, game: &Game, _: &Rules) -> Option<Answer> {
        let Deciding { bots, ruleset, panic, .. } = &mut *self.0.borrow_mut();
        // After a panic nobody is asked any more: the run ends at the next question.
        let bot = bots.0.get_mut(asked.seat.index())?.as_mut().filter(|_| panic.is_none())?;
        // The game lies on the table just now; a panic that went through here would lose it.
        match catch_unwind(AssertUnwindSafe(|| ruleset.put_to(bot, game, asked))) {
            Ok(answer) => answer,
            Err(cause) => {
                *panic = Some(cause);
                None
            }
        }
    }
}
