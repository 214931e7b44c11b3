//! Calls of scripts as savepoints, and runs of the agenda inside a step.

use super::IDLE;
use crate::model::agenda::Step;
use crate::model::carried::Carried;
use crate::model::ids::Handle;
use crate::model::rules::FunctionId;
use crate::model::trace::{Fact, FactKind, ScriptLocation};
use crate::play::call::{Arg, Fault, Stop, Wanted};
use crate::play::faults;
use crate::play::limits::{NESTING, shortened};
use crate::play::savepoint::Savepoint;
use crate::play::session::Table;

impl Table {
    /// Runs the agenda down to where it is now: for windows that open inside a resolution.
    ///
    /// # Errors
    /// A stop from one of the steps.
    pub fn run_nested(&mut self, push: impl FnOnce(&mut Self)) -> Result<(), Stop> {
        self.refuse_if_pure("opening a window")?;
        if self.run.branch.is_some() {
            return Err(faults::window_inside_together().into());
        }
        if self.run.nesting >= NESTING {
            return Err(faults::uses_too_deep().into());
        }
        self.push_step(Step::Floor);
        let depth = self.state().agenda.len();
        let (acting, around) = (self.run.acting.take(), self.run.depth);
        self.run.depth = self.around();
        self.run.nested_flow += 1;
        // What happens in the windows is not done in the name of what opened them.
        let result = self.without_cause(|table| table.run_down_to(depth, push));
        (self.run.acting, self.run.depth) = (acting, around);
        self.run.nested_flow -= 1;
        if result.is_ok() && self.state().agenda.last() == Some(&Step::Floor) {
            self.pop_step();
        }
        result
    }

    fn run_down_to(&mut self, depth: usize, push: impl FnOnce(&mut Self)) -> Result<(), Stop> {
        push(self);
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        while self.state().agenda.len() > depth && self.state().outcome.is_none() {
            self.run.idle += 1;
            let before = self.savepoint();
            if self.run.idle > IDLE {
                return Err(faults::nobody_asked().into());
            }
            match self.run_step().and_then(|()| self.within_limits()) {
                Err(Stop::Pending) => return Err(Stop::Pending),
                // What proves illegal never was; its seat is asked again, without that use. The answer stays on
                // the tape, because the step around it goes on.
                Err(Stop::Illegal(against)) => {
                    let used = self.run.illegal_use.map(|(card, _)| card);
                    self.take_back_step(before);
                    self.run.illegal = Some((against, used));
                }
                Err(Stop::Fault(fault)) => self.fault_step(before, *fault),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Undoes what a step inside a resolution did before it proved illegal. A step that is no use of a card leaves
    /// the agenda, so that it is not tried again for ever.
    fn take_back_step(&mut self, before: Savepoint) {
        let used = self.run.illegal_use.take();
        self.take_back_to(before);
        self.run.acting = None;
        match used {
            Some(used) => self.run.barred.push(used),
            None => self.pop_step(),
        }
    }

    /// Calls a function of a script, as a savepoint: if it faults, what it did is undone, its decisions and
    /// what chance gave stay in the trace, and one fault line follows.
    ///
    /// # Errors
    /// The stop of the script: a fault, or that a question is open.
    pub fn call(&mut self, function: FunctionId, args: &[Arg<'_>]) -> Result<(), Stop> {
        self.call_at(function, args, Wanted::Nothing, false).map(drop)
    }

    /// The same for a function of which something is wanted.
    ///
    /// # Errors
    /// As [`Table::call`]; a fault also if the function gives something else.
    pub fn call_for(&mut self, function: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        self.call_at(function, args, wanted, false)
    }

    /// Calls a function that a card has for the ruleset's scripts. Gives what it gives; nothing if it fails. Where something
    /// may only look, so may the function.
    ///
    /// # Errors
    /// That a question is open; inside a predicate, also the fault of the function.
    pub fn perform(&mut self, function: FunctionId, card: Handle, value: &Carried) -> Result<Carried, Stop> {
        let args = [Arg::Card(card), Arg::Carried(value)];
        if self.run.pure > 0 {
            return self.pure_call(function, &args, Wanted::Whole);
        }
        self.refuse_if_pure("`perform`")?;
        self.room_for_a_call()?;
        match self.call_for(function, &args, Wanted::Whole) {
            Err(Stop::Fault(_) | Stop::Illegal(_)) => Ok(Carried::NOTHING),
            other => other,
        }
    }

    /// Calls a function that belongs to the announcement of an action: it may also find that the action is
    /// impossible. Whoever announces it undoes it then.
    ///
    /// # Errors
    /// The stop of the script.
    pub(crate) fn call_announcing(&mut self, function: FunctionId, args: &[Arg<'_>]) -> Result<(), Stop> {
        self.call_at(function, args, Wanted::Nothing, true).map(drop)
    }

    fn call_at(
        &mut self,
        function: FunctionId,
        args: &[Arg<'_>],
        wanted: Wanted,
        announcing: bool,
    ) -> Result<Carried, Stop> {
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        // Not told here: it is the fault of the script whose verb calls this one.
        self.room_for_a_call()?;
        let (before, place, ruled_out) = (self.savepoint(), self.run.place, self.run.ruled_out.len());
        let looked = self.run.looked.replace(false);
        self.run.nesting += 1;
        self.run.deepest = self.run.deepest.max(self.run.nesting);
        let scripts = self.scripts.clone();
        let result = scripts.call(self, function, args, wanted);
        self.run.nesting -= 1;
        self.run.looked.set(looked);
        let last = std::mem::replace(&mut self.run.place, place);
        // Whatever the script has returned does not count: it runs again when the question is answered.
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        self.forget_unasked(ruled_out);
        let fault = match result {
            Err(Stop::Fault(fault)) => fault,
            Err(Stop::Illegal(_)) if !announcing => Box::new(Fault { place: last, ..faults::impossible_too_late() }),
            other => return other,
        };
        self.fail_to(before);
        self.tell_fault(&fault);
        Err(Stop::Fault(fault))
    }

    /// Writes a fault line. What may only look runs again and again, so its failure is reported once in a step.
    pub(in crate::play) fn tell_fault(&mut self, fault: &Fault) {
        self.run.faults += 1;
        let who = self.run.causes.last().and_then(|cause| cause.named);
        let what = FactKind::Faulted(who, fault.place, shortened(&fault.message));
        let told = |facts: &[Fact]| facts.iter().any(|fact| fact.what == what);
        if self.run.pure == 0 || !self.game.trace.get(self.game.mark.facts..).is_some_and(told) {
            self.tell(what);
        }
    }

    /// Where the verb that runs was called.
    pub fn at(&mut self, place: Option<ScriptLocation>) {
        self.run.place = place;
    }
}
