//! Debugging: a ruling is run, and the scripts that it runs are stopped where somebody wants to look at them.
//!
//! The [`Stepper`] watches every statement and decides where to stop; a [`Front`] is asked what to do then. What a step does again
//! because it was left to wait is not shown a second time.

mod breakpoints;
mod stepper;

pub use breakpoints::{Breakpoint, Breakpoints, Place};
pub use stepper::{Frame, Paused, Resume, Stepper};

use crate::rulings::{Ruling, Run, run};
use cardwright_game::{Ruleset, RulesetInside};
use std::cell::RefCell;
use std::rc::Rc;

/// Who is asked what to do where the scripts have stopped.
pub trait Front {
    /// The scripts have stopped.
    fn paused(&mut self, paused: &Paused<'_>, breakpoints: &mut Breakpoints) -> Resume;

    /// Whether the scripts are to stop at the next statement, whatever comes.
    fn wants_pause(&mut self, breakpoints: &mut Breakpoints) -> bool;
}

/// Runs a ruling, and stops where its scripts meet a breakpoint, or at their first statement.
pub fn debug(
    ruling: &Ruling,
    ruleset: &Ruleset,
    front: Box<dyn Front>,
    breakpoints: Breakpoints,
    first: Resume,
) -> Run {
    let stepper = Stepper::new(ruleset, front, breakpoints, first);
    let host = ruleset.watched(Rc::new(RefCell::new(stepper)));
    run(ruling, ruleset, &host)
}
