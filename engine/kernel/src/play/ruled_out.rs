//! Options that scripts and prices rule out, and why: they are not offered, and whoever asks is told the reason.

use crate::model::ids::{Handle, PlayerId};
use crate::model::prompt::Choice;
use crate::model::spent::{Limit, RULED_OUT};
use crate::model::trace::{Against, Reason};
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::run::{RuledOut, RuledOutFrom, RuledOutKey};
use crate::play::session::Table;

/// Of how many numbers in a row some can be ruled out: those that are left are options of their own.
const MOST_NUMBERS: i64 = 1_000;

impl Table {
    /// These cannot be chosen in what is left of an item's announcement.
    ///
    /// # Errors
    /// A fault if too much is ruled out.
    pub fn rule_out_of_announcement(&mut self, item: Handle, options: Vec<Choice>, reason: Reason) -> Result<(), Stop> {
        let against = Against::done(reason, self.run.place);
        self.rule_out(RuledOutFrom::Announcement(item), options, against)
    }

    /// These cannot be chosen in what the running script asks a player next.
    ///
    /// # Errors
    /// As [`Table::rule_out_of_announcement`].
    pub fn rule_out_of_question(&mut self, player: PlayerId, options: Vec<Choice>, reason: Reason) -> Result<(), Stop> {
        let against = Against::done(reason, self.run.place);
        self.rule_out(RuledOutFrom::NextQuestion(player), options, against)
    }

    pub(super) fn rule_out(&mut self, from: RuledOutFrom, options: Vec<Choice>, against: Against) -> Result<(), Stop> {
        for option in options {
            let key = (from, RuledOutKey::new(&option));
            let added = self.run.ruled_out.add(key, RuledOut { option, against, from }, (Limit::RuledOut, RULED_OUT));
            added.map_err(Limit::fault)?;
        }
        Ok(())
    }

    /// What is ruled out of the question that is put to a player: of what they are asked, and of what is being announced.
    pub fn ruled_out(&self, player: PlayerId) -> impl Iterator<Item = RuledOut> {
        let item = self.state().items().last().map(|item| self.state().handle(item.id));
        let asked = move |ruled_out: &&RuledOut| match ruled_out.from {
            RuledOutFrom::Announcement(of) => Some(of) == item,
            RuledOutFrom::NextQuestion(of) => of == player,
        };
        self.run.ruled_out.iter().filter(asked).cloned()
    }

    /// Why an option cannot be chosen there, if it is ruled out.
    pub(super) fn why_ruled_out(&self, from: RuledOutFrom, option: &Choice) -> Option<Against> {
        // An entity by its present incarnation: what was ruled out of an earlier one says nothing.
        let key = match option {
            Choice::Entity(handle, _) => RuledOutKey::Thing(self.state().handle(handle.id)),
            option => RuledOutKey::new(option),
        };
        self.run.ruled_out.get(&(from, key)).map(|ruled_out| ruled_out.against)
    }

    /// The options of a question that are not ruled out.
    pub fn without_ruled_out(&self, player: PlayerId, mut options: Vec<Choice>) -> Vec<Choice> {
        options.retain(|option| self.why_ruled_out(RuledOutFrom::NextQuestion(player), option).is_none());
        options
    }

    /// The numbers between two bounds that are not ruled out; nothing if none of them is.
    ///
    /// # Errors
    /// A fault if there are too many to be told one by one.
    pub fn numbers_left(&self, player: PlayerId, from: i64, to: i64) -> Result<Option<Vec<Choice>>, Stop> {
        let asked = RuledOutFrom::NextQuestion(player);
        let is_here = |ruled_out: &RuledOut| {
            ruled_out.from == asked
                && matches!(ruled_out.option, Choice::Number(number) if (from..=to).contains(&number))
        };
        if !self.run.ruled_out.iter().any(is_here) {
            return Ok(None);
        }
        if to.saturating_sub(from) >= MOST_NUMBERS {
            return Err(faults::too_many_numbers_to_rule_out(MOST_NUMBERS).into());
        }
        Ok(Some(self.without_ruled_out(player, (from..=to).map(Choice::Number).collect())))
    }

    /// The player has answered: what was ruled out of the question says nothing about the next.
    pub fn forget_ruled_out(&mut self, player: PlayerId) {
        self.forget_from(RuledOutFrom::NextQuestion(player));
    }

    pub(super) fn forget_from(&mut self, from: RuledOutFrom) {
        self.run.ruled_out.retain(|_, ruled_out| ruled_out.from != from);
    }

    /// A call of a script is over: what it has ruled out of a question that it never asked counts no more.
    pub(super) fn forget_unasked(&mut self, before: usize) {
        if self.run.ruled_out.len() > before {
            let announced = |ruled_out: &RuledOut| matches!(ruled_out.from, RuledOutFrom::Announcement(_));
            self.run.ruled_out.retain(|at, ruled_out| at < before || announced(ruled_out));
        }
    }
}
