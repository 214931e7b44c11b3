//! How much a game may spend: in one call of a script, in one step, from one decision to the next, and in all.
//!
//! Each limit ends in a fault that names it. What is counted is the same however the game is played: at once, with late
//! answers, from a save. So a step that is run again spends what it spent before, and a decision that is read from the
//! tape counts like one that is made just now.

use crate::model::spent::{CHANGES, FACTS, Limit, Spent};
use crate::play::call::{Fault, Stop};
use crate::play::faults;
use crate::play::session::Table;

/// Operations of one call of a script, without those of the calls nested in it.
pub const CALL_WORK: u64 = 500_000;

/// Operations of all scripts of one step, and of all steps from one decision to the next.
pub const STEP_WORK: u64 = 4_000_000;

/// Operations of all that is computed to show a viewer the table, and as many to tell why something is not possible: as much as
/// a step may spend.
pub const LOOK_WORK: u64 = STEP_WORK;

/// How many calls of scripts may be inside of each other: what a card sets off at once runs before the verb that set it off
/// returns, so this is how long a chain of cards can be in which each sets off the next. The number is the same on every
/// thread and in every build, and the stack grows by segments until it is reached.
pub const NESTING: u32 = 1_200;

/// The weight of the whole trace of a game.
pub const TRACE: u64 = 1_000_000;

/// The weight of the changes that are kept so that steps can be undone.
pub(super) const JOURNAL: u64 = 300_000;

/// The longest message of a fault, in bytes.
const MESSAGE: usize = 2_000;

impl Table {
    /// Notes it if what was done last, which has made these lists of the state longer, has crossed a limit: the running script
    /// then fails at its next verb.
    pub(super) fn note_limits(&mut self, grown: &[Limit]) {
        let crossed = grown.iter().copied().find(|limit| limit.is_crossed(self.state()));
        if let Some(limit) = crossed.or_else(|| self.made_too_much()) {
            self.run.exceeded = Some(limit);
        }
    }

    /// What the running step has made too much of.
    fn made_too_much(&self) -> Option<Limit> {
        if self.game.journaled - self.game.mark.journaled.min(self.game.journaled) > CHANGES {
            return Some(Limit::Changes);
        }
        (self.game.told - self.game.mark.told.min(self.game.told) > FACTS).then_some(Limit::Facts)
    }

    /// A step that did too much outside of every script is undone as one that failed.
    ///
    /// # Errors
    /// A fault that says what there is too much of.
    pub(super) fn within_limits(&self) -> Result<(), Stop> {
        let Some(limit) = self.run.exceeded else { return Ok(()) };
        // A script that made too much of it has failed, and all that it did was undone.
        let still = match limit {
            Limit::Changes | Limit::Facts => self.made_too_much().is_some(),
            Limit::Agenda | Limit::Entities | Limit::Turns | Limit::Learned | Limit::Held | Limit::RuledOut => {
                limit.is_crossed(self.state())
            }
        };
        if still { Err(limit.fault().into()) } else { Ok(()) }
    }

    /// A seat has decided something: what was spent before no longer counts towards what may be spent until the next
    /// decision.
    pub(super) fn note_decision(&mut self) {
        self.run.idle = 0;
        self.run.before_decision = self.spent_in_step();
        self.run.decided = true;
    }

    /// Whether a script may be called inside of those that run. Whoever forgives the faults of what it calls asks this first:
    /// it is not the script that cannot be called that has failed, but the one whose verb would call it.
    ///
    /// # Errors
    /// A fault that says how the chain can be made shorter.
    pub(super) fn room_for_a_call(&self) -> Result<(), Stop> {
        if self.run.nesting < NESTING {
            return Ok(());
        }
        Err(if self.run.pure > 0 {
            faults::values_too_deep().into()
        } else if self.run.events.is_empty() {
            faults::scripts_too_deep().into()
        } else {
            faults::cards_too_deep().into()
        })
    }

    /// Charges the running script for work that no verb knows of before it is done.
    ///
    /// # Errors
    /// A fault if the step has spent more than a step may.
    pub(super) fn charge(&self, work: u64) -> Result<(), Stop> {
        self.run.work.add(work);
        if self.is_out_of_work() { Err(faults::step_exhausted().into()) } else { Ok(()) }
    }

    /// Whether the running step has spent what a step may. A verb that goes on until its end is found out by its script;
    /// whatever looks at very much without one stops here.
    pub(super) fn is_out_of_work(&self) -> bool {
        self.run.work.total() > STEP_WORK
    }

    /// Writes that the running step has spent what a step may, where no script is running that would fail.
    pub(super) fn tell_out_of_work(&mut self) {
        if self.run.nesting == 0 {
            self.tell_fault(&faults::step_exhausted());
        }
    }

    /// What the running step has spent so far.
    fn spent_in_step(&self) -> Spent {
        Spent {
            work: self.run.work.total(),
            changes: self.game.journaled.saturating_sub(self.game.mark.journaled),
            facts: self.game.told.saturating_sub(self.game.mark.told),
        }
    }

    /// What has been spent since a seat last decided something.
    pub fn spent(&self) -> Spent {
        let since = self.spent_in_step().without(self.run.before_decision);
        if self.run.decided { since } else { self.game.spent.and(since) }
    }

    /// Which budget has been used up since the last decision, that often.
    pub(super) fn used_up(&self, times: u64) -> Option<String> {
        let Spent { work, changes, facts } = self.game.spent;
        if work > times * STEP_WORK {
            return Some(format!("scripts took more than {STEP_WORK} operations"));
        }
        if changes > times * CHANGES {
            return Some(format!("there were more than {CHANGES} changes"));
        }
        (facts > times * FACTS).then(|| format!("more than {FACTS} lines were written"))
    }

    /// Why the game must end: its trace is as long as a trace may be.
    pub(super) fn is_too_long(&self) -> Option<String> {
        (self.game.told > TRACE).then(|| format!("the game has more than {TRACE} lines, and ends here"))
    }
}

impl Limit {
    /// The fault of what has crossed it.
    pub fn fault(self) -> Fault {
        match self {
            Self::Changes => faults::changes_exhausted(),
            Self::Facts => faults::lines_exhausted(),
            Self::Agenda => faults::steps_exhausted(),
            Self::Entities => faults::entities_exhausted(),
            Self::Turns => faults::turns_exhausted(),
            Self::Learned => faults::knowledge_exhausted(),
            Self::Held => faults::room_exhausted(),
            Self::RuledOut => faults::exclusions_exhausted(),
        }
    }
}

/// A message, cut off where it is longer than anybody would read.
pub(super) fn shortened(message: &str) -> Box<str> {
    if message.len() <= MESSAGE {
        return message.into();
    }
    let end = (0..=MESSAGE).rev().find(|at| message.is_char_boundary(*at)).unwrap_or(0);
    format!("{}…", &message[..end]).into()
}
