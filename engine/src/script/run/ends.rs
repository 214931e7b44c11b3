//! How a script ends before its end: faults and their places, limits, what may be spent.

use super::Flow;
use super::context::{BLOCK, CallContext};
use super::eval::Evaluated;
use super::held::{Held, HeldKind};
use crate::model::trace::ScriptLocation;
use crate::play::session::{Fault, Stop};
use crate::script::lower::code::Point;
use crate::script::sandbox::Allowance;

impl CallContext<'_> {
    /// Ends the script with a fault at this place.
    #[cold]
    pub(super) fn fail(&mut self, message: String, at: Point) -> Flow {
        let place = Some(self.place(at));
        self.stop = Some(Stop::Fault(Box::new(Fault { message, place })));
        Flow::Stop
    }

    /// Ends the script at a limit: such a fault has the place of the last verb.
    #[cold]
    pub(super) fn limit(&mut self, message: String) -> Flow {
        let place = self.last.or(self.hook);
        self.stop = Some(Stop::Fault(Box::new(Fault { message, place })));
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
    pub(super) fn mismatch(&mut self, wanted: HeldKind, found: Held, at: Point) -> Flow {
        let message = format!("here stands {}, where {} is wanted", self.called(found), wanted.called());
        self.fail(message, at)
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
        if let Some(table) = self.table.as_deref_mut() {
            table.run.work += done;
        }
        let allowance = Allowance::default();
        if self.is_exhausted() {
            return Err(self.limit(exhausted()));
        }
        if self.spent > allowance.per_call {
            let most = allowance.per_call;
            return Err(self.limit(format!("this script does not come to an end: it took more than {most} operations")));
        }
        Ok(())
    }

    /// Whether the scripts of the running step have used up what they may use together.
    pub(super) fn is_exhausted(&self) -> bool {
        self.table.as_deref().map_or(self.spent, |table| table.run.work) > Allowance::default().total
    }
}

/// What is said when they have.
#[cold]
pub(super) fn exhausted() -> String {
    let most = Allowance::default().total;
    format!("the scripts of one step took more than {most} operations together")
}
