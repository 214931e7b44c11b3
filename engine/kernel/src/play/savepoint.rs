//! Savepoints: everything that is restored when something is taken back is listed here, and nowhere else.

use crate::model::due::Due;
use crate::play::run::{Cause, RunningEvent};
use crate::play::session::Table;

/// A point inside a step to return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Savepoint {
    pub(super) changes: usize,
    facts: usize,
    logged: usize,
    unchecked: Due,
    causes: usize,
    events: usize,
    /// The happening that was looked at.
    running: Option<RunningEvent>,
    replaced: usize,
    barred: usize,
    idle: u32,
    faults: u32,
}

impl Table {
    pub(super) fn savepoint(&self) -> Savepoint {
        Savepoint {
            changes: self.game.journal.len(),
            facts: self.game.trace.len(),
            logged: self.game.logged_lines().len(),
            unchecked: self.game.unchecked,
            causes: self.run.causes.len(),
            events: self.run.events.len(),
            running: self.run.events.last().copied(),
            replaced: self.run.replaced.len(),
            barred: self.run.barred.len(),
            idle: self.run.idle,
            faults: self.run.faults,
        }
    }

    /// Takes back what was done since, as if it had never happened; what was read from the tape stays read.
    pub(super) fn take_back_to(&mut self, to: Savepoint) {
        self.undo_to(to.changes);
        self.game.untell(to.facts, |_| false);
        self.game.cut_log(to.logged);
        self.game.unchecked = to.unchecked;
        self.run.rested = None;
        self.run.idle = to.idle;
        self.run.faults = to.faults;
        self.run.replaced.truncate(to.replaced);
        self.run.barred.truncate(to.barred);
        self.leave_to(to);
    }

    /// Undoes what was done since, because it has failed; its decisions and the results of chance stay in the trace.
    pub(super) fn fail_to(&mut self, to: Savepoint) {
        self.undo_to(to.changes);
        self.game.untell(to.facts, |fact| fact.input);
        self.leave_to(to);
    }

    /// Drops the causes and happenings that began since, and restores the happening that was being looked at.
    fn leave_to(&mut self, to: Savepoint) {
        self.run.causes.truncate(to.causes);
        self.run.events.truncate(to.events);
        if let (Some(last), Some(running)) = (self.run.events.last_mut(), to.running) {
            *last = running;
        }
    }

    /// Does something in the name of a card, an item or an effect.
    pub(super) fn with_cause<R>(&mut self, cause: Cause, work: impl FnOnce(&mut Self) -> R) -> R {
        let causes = self.run.causes.len();
        self.run.causes.push(cause);
        let result = work(self);
        self.run.causes.truncate(causes);
        result
    }

    /// Does something in nobody's name: exemptions from what is being done do not hold for it.
    pub(super) fn without_cause<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let causes = std::mem::take(&mut self.run.causes);
        let result = work(self);
        self.run.causes = causes;
        result
    }

    /// Does something for which a happening is looked at, by its number.
    pub(super) fn with_event<R>(&mut self, running: RunningEvent, work: impl FnOnce(&mut Self, u32) -> R) -> R {
        let at = self.run.events.len();
        self.run.events.push(running);
        let result = work(self, at as u32);
        self.run.events.truncate(at);
        result
    }
}
