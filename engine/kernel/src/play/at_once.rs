//! Questions to several seats at once in the open: the first answer counts.
//!
//! All are asked at the same time. Whose answer comes first goes on the tape as the only one, with its seat; the game goes
//! on from it, and asks the others again if they still have something to say. Prompts that come up again as they were keep
//! their numbers, so an answer to one is not late because another seat has passed meanwhile. Deciders are asked in the order
//! in which the seats would be asked one after another.

use crate::model::agenda::OpenWindow;
use crate::model::ids::PlayerId;
use crate::model::prompt::{Answer, Choice, Prompt};
use crate::model::rules::Rules;
use crate::play::ask::{Ask, limited};
use crate::play::call::Stop;
use crate::play::session::Table;
use crate::play::window::AskedNow;
use smallvec::SmallVec;

impl Table {
    /// Asks all participants of a window at the same time, and does what the first to answer wants.
    pub(super) fn ask_at_once(&mut self, rules: &Rules, open: OpenWindow, asked: AskedNow) -> Result<(), Stop> {
        let mut asks = Vec::with_capacity(asked.len());
        for (player, options) in asked {
            asks.push(self.acting(rules, open, player, options)?);
        }
        let (player, chosen) = self.first_chosen(asks)?;
        if chosen != Choice::Pass {
            // The window is over: no prompt of it comes up again.
            self.game.kept_prompts.clear();
        }
        self.answered_in(rules, open, player, &chosen)
    }

    /// Asks players at the same time which option they choose, and takes the first answer that comes.
    ///
    /// # Errors
    /// [`Stop::Pending`] if there is no answer yet; a fault if a re-run asks something else than before.
    fn first_chosen(&mut self, asks: Vec<Ask>) -> Result<(PlayerId, Choice), Stop> {
        self.refuse_if_pure("a question")?;
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        if self.rules.checked_at.questions {
            self.check_inside()?;
        }
        let players: SmallVec<[PlayerId; 8]> = asks.iter().map(|ask| ask.player).collect();
        let prompts = self.prompts_at_once(asks)?;
        if let Some(at) = players.iter().position(|player| self.state().is_leaving(*player)) {
            return Ok((players[at], chosen(&prompts[at], &prompts[at].default)));
        }
        for player in &players {
            self.seal_unless(*player);
        }
        match self.first_answer(&prompts, &players)? {
            Some((at, answer)) => {
                self.note_doing(&prompts[at], &answer);
                Ok((players[at], chosen(&prompts[at], &answer)))
            }
            None => Err(self.leave_open_at_once(prompts)),
        }
    }

    /// The prompts, each with its number: one that is as it was before somebody else answered keeps its own.
    fn prompts_at_once(&self, asks: Vec<Ask>) -> Result<Vec<Prompt>, Stop> {
        let mut prompts = Vec::with_capacity(asks.len());
        for ask in asks {
            limited(ask.options.len())?;
            let seat = self.state().acting_seat(ask.player);
            let mut prompt = ask.into_prompt(self.game.numbers.next(seat), seat);
            if let Some(kept) = self.game.kept_prompts.iter().find(|kept| kept.is_like(&prompt)) {
                prompt.number = kept.number;
            }
            prompts.push(prompt);
        }
        Ok(prompts)
    }

    /// The questions stay open; the step ends here until one of them is answered.
    fn leave_open_at_once(&mut self, prompts: Vec<Prompt>) -> Stop {
        for prompt in &prompts {
            if prompt.number == self.game.numbers.next(prompt.seat) {
                self.game.numbers.spend(prompt.seat);
            }
        }
        self.game.stopped_at = Some((self.run.at as u32, self.game.hash_of_changes()));
        self.game.prompts = prompts;
        self.stop_at_question()
    }
}

/// The option that an answer to a question for one of them chooses.
fn chosen(prompt: &Prompt, answer: &Answer) -> Choice {
    prompt.options[answer.first()].clone()
}
