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
