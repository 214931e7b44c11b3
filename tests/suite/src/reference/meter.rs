//! The meter: how many operations scripts may take, how deeply their calls may nest, and why one is to stop.

use cardwright_kernel::limits::{CALL_WORK, NESTING, STEP_WORK};
use cardwright_script::sandbox::Location;
use rhai::{Dynamic, EvalAltResult, ImmutableString, NativeCallContext, Position};
use std::cell::{Cell, RefCell};

/// What scripts may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Operations of one call of a script, those of the calls nested in it not counted.
    pub per_call: u64,
    /// Operations of all calls of one transaction.
    pub total: u64,
    /// Calls that are open at once: a hook whose verb opens a window whose answer runs a hook, and so on.
    pub nesting: u32,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { per_call: CALL_WORK, total: STEP_WORK, nesting: NESTING }
    }
}

/// Why the running script is to stop at its next operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A question is open. Lasts until [`Meter::begin`].
    Stopped,
    /// This call has spent what one call may spend. Lasts until it is left.
    Spent,
    /// The transaction has spent what it may spend. Lasts until [`Meter::begin`].
    Exhausted,
}

/// Counts what the scripts of one host spend, one transaction after another.
#[derive(Debug, Default)]
pub struct Meter {
    pub(super) allowance: Allowance,
    spent: Cell<u64>,
    total: Cell<u64>,
    nesting: Cell<u32>,
    halt: Cell<Option<Halt>>,
    verb: RefCell<LastVerb>,
    shared: RefCell<String>,
}

/// Where the running script last called a verb.
#[derive(Clone, Debug, Default)]
struct LastVerb {
    path: Option<ImmutableString>,
    position: Position,
}

impl Meter {
    /// A meter with this allowance.
    pub fn new(allowance: Allowance) -> Self {
        Self { allowance, ..Self::default() }
    }

    /// Starts a transaction: nothing is spent, nothing is to stop.
    pub fn begin(&self) {
        self.total.set(0);
        self.halt.set(None);
    }

    /// Starts a call, nested in the one that is running, unless too many are open; it ends when the guard is dropped.
    pub fn enter(&self) -> Option<Running<'_>> {
        let depth = self.nesting.get();
        if depth >= self.allowance.nesting {
            return None;
        }
        self.nesting.set(depth + 1);
        Some(Running { meter: self, spent: self.spent.replace(0), verb: self.verb.take() })
    }

    /// Stops every running script at its next operation, even one that swallows errors.
    pub fn stop(&self) {
        self.halt.set(Some(Halt::Stopped));
    }

    /// Ends a stop: a dialogue was broken off at its question, and the scripts around it go on.
    pub fn resume(&self) {
        if self.halt.get() == Some(Halt::Stopped) {
            self.halt.set(None);
        }
    }

    /// Why the running script is to stop, if it is. A verb that sees it returns at once.
    pub fn halt(&self) -> Option<Halt> {
        self.halt.get()
    }

    /// How many operations the running call has taken.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// How many operations the transaction has taken.
    pub fn total(&self) -> u64 {
        self.total.get()
    }

    /// How many calls are open.
    pub fn nesting(&self) -> u32 {
        self.nesting.get()
    }

    /// Remembers where a verb is called. Every verb begins with this: errors that lose their place get this one,
    /// and a change is written down with it.
    pub fn at_verb(&self, context: &NativeCallContext<'_>) {
        let mut verb = self.verb.borrow_mut();
        verb.position = context.call_position();
        verb.path.clone_from(&context.global_runtime_state().source);
    }

    /// Where the running script last called a verb.
    pub fn place(&self) -> Option<Location> {
        let verb = self.verb.borrow();
        Location::new(verb.path.as_deref()?, verb.position)
    }

    /// Remembers the type of the captured variable that was read last.
    pub(super) fn note_shared(&self, type_: &str) {
        let mut shared = self.shared.borrow_mut();
        shared.clear();
        shared.push_str(type_);
    }

    /// The type of the captured variable that was read last.
    pub(super) fn shared(&self) -> String {
        self.shared.borrow().clone()
    }

    /// The error with which a verb ends a script that is to stop; no script can catch it.
    pub fn termination(halt: Halt) -> Box<EvalAltResult> {
        Box::new(EvalAltResult::ErrorTerminated(Dynamic::from(halt), Position::NONE))
    }

    /// Counts operations.
    pub fn charge(&self, work: u64) -> Option<Halt> {
        self.spent.set(self.spent.get() + work);
        self.total.set(self.total.get() + work);
        if self.halt.get().is_none() {
            if self.total.get() > self.allowance.total {
                self.halt.set(Some(Halt::Exhausted));
            } else if self.spent.get() > self.allowance.per_call {
                self.halt.set(Some(Halt::Spent));
            }
        }
        self.halt.get()
    }
}

/// A call that is being counted; dropping it goes back to the call around it, also through a panic.
#[derive(Debug)]
pub struct Running<'a> {
    meter: &'a Meter,
    spent: u64,
    verb: LastVerb,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.meter.nesting.set(self.meter.nesting.get() - 1);
        self.meter.spent.set(self.spent);
        self.meter.verb.replace(std::mem::take(&mut self.verb));
        if self.meter.halt.get() == Some(Halt::Spent) {
            self.meter.halt.set(None);
        }
    }
}
