//! State checks: each runs when something that it watches has changed, until none is due any more.

use super::CHECKS;
use crate::model::agenda::Step;
use crate::model::due;
use crate::model::effect::Expiry;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::operations::ignore_fault;
use crate::play::session::Table;

impl Table {
    /// Whether anything is to be checked before the next step.
    pub(super) fn checks_due(&self) -> bool {
        let state = self.state();
        let phase = &self.rules.phases[state.turn.phase.index()];
        if phase.unchecked || state.turn.before_first || self.is_resolving_top() {
            return false;
        }
        let lapses = || state.effects.iter().any(|effect| effect.expiry == Expiry::Predicate);
        self.game.unchecked & !self.run.running_checks & !due::ANYTHING != 0 && !self.rules.checks.is_empty()
            || self.game.unchecked != 0 && lapses()
            || !state.queue.is_empty()
            || self.game.unchecked != 0 && self.waits_in_vain()
    }

    /// Whether the top of the stack has resolved and is not cleared away yet: checks wait until it is.
    fn is_resolving_top(&self) -> bool {
        let mut below = self.state().agenda.iter().rev().skip_while(|step| matches!(step, Step::Finish(_)));
        let finishing = matches!(self.state().agenda.last(), Some(Step::Finish(_)));
        finishing && below.next().is_some_and(|step| self.resolves_top(step))
    }

    /// Runs the state checks until none is due, then puts gathered triggers on the agenda.
    pub(super) fn check(&mut self) -> Result<(), Stop> {
        self.settle()?;
        self.rest();
        if !self.state().queue.is_empty() && self.state().outcome.is_none() {
            self.take_queue()?;
            self.rest();
        } else if self.waits_in_vain() {
            self.open_for_waiting();
        }
        Ok(())
    }

    /// Whether checks may run inside of a step now, and something has changed since none was due.
    pub fn may_check(&self) -> bool {
        let runs = self.run.pure > 0 || self.run.stopped || self.run.checking;
        self.game.unchecked != 0 && !runs && self.run.rested != Some(self.game.changed)
    }

    /// Runs the state checks inside of a step, if something that they watch may have changed: in nobody's name, so
    /// that no exemption of what is being done holds for them.
    ///
    /// # Errors
    /// A stop from a check.
    pub fn check_inside(&mut self) -> Result<(), Stop> {
        if !self.may_check() || self.state().outcome.is_some() {
            return Ok(());
        }
        if !self.checks_due() {
            self.run.rested = Some(self.game.changed);
            return Ok(());
        }
        self.room_for_a_call()?;
        let acting = self.run.acting.take();
        let place = self.run.place.take();
        self.run.checking = true;
        let result = self.without_cause(Self::settle);
        self.run.checking = false;
        self.run.place = place;
        self.run.acting = acting;
        match result {
            Ok(()) => self.rest(),
            Err(_) => self.game.unchecked = due::ALL,
        }
        result
    }

    /// No check is due any more, but for those that are running: these run again when they are done.
    const fn rest(&mut self) {
        self.run.overdue_checks |= self.game.unchecked & self.run.running_checks;
        self.game.unchecked = 0;
    }

    /// Runs a state check, which does not run again while it runs: what it asks or opens may want to check first.
    fn run_check_once(&mut self, at: usize) -> Result<(), Stop> {
        let outer = self.run.running_checks;
        self.run.running_checks |= due::bit(at);
        let result = ignore_fault(self.run_check(at));
        self.run.running_checks = outer;
        result
    }

    /// Runs the state checks until none is due. Checks that never come to rest are undone.
    fn settle(&mut self) -> Result<(), Stop> {
        self.settle_control();
        let begin = self.savepoint();
        let checks = self.rules.checks.len();
        let mut restless = 0;
        for _ in 0..CHECKS {
            let round = self.game.journal.len();
            for at in 0..checks {
                if self.game.unchecked & !self.run.running_checks & due::bit(at) == 0 {
                    continue;
                }
                // Those that share the last bit are all run before it is cleared.
                if at < 62 || at + 1 == checks {
                    self.game.unchecked &= !due::bit(at);
                }
                let (before, due) = (self.game.journal.len(), self.game.unchecked);
                self.run_check_once(at)?;
                if self.state().outcome.is_some() {
                    return Ok(());
                }
                if self.game.journal.len() > before {
                    restless = at;
                } else {
                    // What failed was undone: nothing has changed.
                    self.game.unchecked = due;
                }
                self.game.unchecked |= self.run.overdue_checks & !self.run.running_checks;
                self.run.overdue_checks &= self.run.running_checks;
            }
            self.end_what_no_longer_holds()?;
            if self.game.journal.len() == round {
                return Ok(());
            }
        }
        let restless = self.rules.checks.get(restless).map_or("", |check| &*check.hook.name);
        self.fault_step(begin, faults::checks_restless(restless));
        Ok(())
    }
}
