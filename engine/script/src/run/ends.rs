//! How a script ends before its end: faults and their places, limits, what may be spent.

use super::Flow;
use super::eval::Evaluated;
use crate::call::context::{BLOCK, BYTES, CallContext, ELEMENTS};
use crate::call::script_value::{ScriptType, ScriptValue};
use crate::faults;
use crate::lower::code::Point;
use cardwright_kernel::faults::{Fault, Stop, step_exhausted};
use cardwright_kernel::limits::{CALL_WORK, STEP_WORK};
use cardwright_kernel::trace::ScriptLocation;

impl CallContext<'_> {
    /// Ends the script with a fault at this place.
    #[cold]
    pub(super) fn fail(&mut self, fault: Fault, at: Point) -> Flow {
        self.stop = Some(Fault { place: Some(self.place(at)), ..fault }.into());
        Flow::Stop
    }

    /// Ends the script at a limit: such a fault has the place of the last verb.
    #[cold]
    pub(super) fn limit(&mut self, fault: Fault) -> Flow {
        self.stop = Some(Fault { place: self.last.or(self.hook), ..fault }.into());
        Flow::Stop
    }

    /// Ends the script with the stop of a verb; a fault gets the place of the verb.
    #[cold]
    pub(super) fn halt(&mut self, stop: Stop, place: ScriptLocation) -> Flow {
        self.stop = Some(match stop {
            Stop::Fault(fault) => Stop::Fault(Box::new(Fault { message: fault.message, place: Some(place) })),
            stop => stop,
        });
        Flow::Stop
    }

    #[cold]
    pub(super) fn mismatch(&mut self, wanted: ScriptType, found: ScriptValue, at: Point) -> Flow {
        self.fail(faults::type_mismatch(self.called(found), wanted.called()), at)
    }

    /// Counts work.
    pub(super) fn work(&mut self, amount: i64) -> Evaluated<()> {
        self.left -= amount;
        if self.left < 0 { self.settle() } else { Ok(()) }
    }

    /// Reckons what was spent.
    #[cold]
    pub(super) fn settle(&mut self) -> Evaluated<()> {
        let done = (BLOCK - self.left) as u64;
        self.left = BLOCK;
        self.spent += done;
        if let Some(table) = self.table.as_deref() {
            table.work().add(done);
        }
        if self.is_exhausted() {
            let fault = self.exhausted();
            return Err(self.limit(fault));
        }
        if self.spent > CALL_WORK {
            return Err(self.limit(faults::call_exhausted()));
        }
        Ok(())
    }

    /// Counts the work of going through so many elements of a list. What a single verb does is bounded by how large lists
    /// may be; so it is enough that the next operation finds out if this was too much.
    pub fn owe(&mut self, elements: usize) {
        self.left -= (elements / ELEMENTS) as i64;
    }

    /// Counts the work of going through so many bytes of a text.
    pub fn owe_text(&mut self, bytes: usize) {
        self.owe(bytes / BYTES);
    }

    /// The work of the context that has not been computed, and what was spent before.
    pub const fn owed(&self) -> u64 {
        self.spent + (BLOCK - self.left) as u64
    }

    /// Whether the scripts of the running step have used up what they may use together, or made too much of something.
    pub(super) fn is_exhausted(&self) -> bool {
        match self.table.as_deref() {
            Some(table) => table.work().total() > STEP_WORK || table.exceeded().is_some(),
            None => self.spent > STEP_WORK,
        }
    }

    /// What is said when they have.
    #[cold]
    pub(super) fn exhausted(&self) -> Fault {
        if let Some(limit) = self.table.as_deref().and_then(|table| table.exceeded()) {
            return limit.fault();
        }
        step_exhausted()
    }
}
