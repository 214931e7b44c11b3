//! State checks, run until none changes anything.

use super::CHECKS;
use crate::kernel::deed::forgive;
use crate::kernel::rules::Then;
use crate::kernel::state::Step;
use crate::kernel::table::{Arg, Fault, Mark, Stop, Table};

impl Table {
    pub(super) fn checks_due(&self) -> bool {
        let checked = self.game.unchecked || !self.state().queue.is_empty();
        let phase = &self.rules.phases[self.state().turn.phase.index()];
        checked && !phase.unchecked && !self.state().turn.before_first && !self.is_resolving_top()
    }

    /// Whether the top of the stack has resolved and is not cleared away yet: checks wait until it is.
    fn is_resolving_top(&self) -> bool {
        let mut below = self.state().agenda.iter().rev().skip_while(|step| matches!(step, Step::Finish(_)));
        let finishing = matches!(self.state().agenda.last(), Some(Step::Finish(_)));
        let resolves = |step: &Step| match step {
            Step::Window(open) => self.rules.windows[open.decl.index()].then == Then::ResolveTop,
            _ => false,
        };
        finishing && below.next().is_some_and(resolves)
    }

    /// Runs the state checks until none changes anything, then puts gathered triggers on the agenda.
    pub(super) fn check(&mut self) -> Result<(), Stop> {
        self.settle()?;
        self.game.unchecked = false;
        if !self.state().queue.is_empty() && self.state().outcome.is_none() {
            self.take_queue()?;
            self.game.unchecked = false;
        } else if self.waits_in_vain() {
            self.open_for_waiting();
        }
        Ok(())
    }

    /// Runs the state checks inside of a step, if something that they watch may have changed: in nobody's name, so
    /// that no exemption of what is being done holds for them.
    ///
    /// # Errors
    /// A stop from a check.
    pub fn check_inside(&mut self) -> Result<(), Stop> {
        let running = self.run.pure > 0 || self.run.stopped || self.run.checking || self.state().outcome.is_some();
        if !self.game.unchecked || running || !self.checks_due() {
            return Ok(());
        }
        let causes = std::mem::take(&mut self.run.causes);
        let acting = self.run.acting.take();
        let place = self.run.place.take();
        self.run.checking = true;
        let result = self.settle();
        self.run.checking = false;
        self.run.place = place;
        self.run.acting = acting;
        self.run.causes = causes;
        self.game.unchecked = result.is_err();
        result
    }

    /// Runs the state checks until none changes anything. Checks that never come to rest are undone.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let begin = Mark { changes: self.game.journal.len(), facts: self.game.trace.len(), ..self.game.mark };
        let mut restless = "";
        for _ in 0..CHECKS {
            let round = self.game.journal.len();
            for check in &rules.checks {
                let before = self.game.journal.len();
                forgive(self.call(&check.hook, &[Arg::Game]))?;
                if self.state().outcome.is_some() {
                    return Ok(());
                }
                if self.game.journal.len() > before {
                    restless = &check.hook.name;
                }
            }
            self.end_what_no_longer_holds()?;
            if self.game.journal.len() == round {
                return Ok(());
            }
        }
        let message = format!(
            "the state checks do not come to rest: after {CHECKS} rounds, `{restless}` still changes something"
        );
        self.fault_step(begin, Fault { message, place: None });
        Ok(())
    }
}
