//! Looks from outside a step: what a function gives that only looks, and the game as it was when a fact was told.

use crate::model::carried::Carried;
use crate::model::game::Game;
use crate::model::rules::FunctionId;
use crate::model::trace::FactKind;
use crate::play::call::{Arg, Stop, Wanted};
use crate::play::limits::shortened;
use crate::play::session::Table;

/// What a function gives to callers outside a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookNow {
    /// What it gives, whole. `None` if it fails.
    pub given: Option<Carried>,
    /// What failed, as facts: the function itself, or something that the game goes on without.
    pub faults: Vec<FactKind>,
}

/// The moment that a table keeps a copy of.
#[derive(Debug)]
pub(super) struct KeptMoment {
    /// How many facts have been told then.
    facts: usize,
    game: Option<Box<Game>>,
}

impl Table {
    /// Calls a function that only looks, with the budget of a look: nothing changes, whatever the function tries.
    pub fn look_now(&mut self, function: FunctionId, args: &[Arg<'_>]) -> LookNow {
        let (given, faults) = self.looking(0, |table| table.pure_call(function, args, Wanted::Whole));
        LookNow { given, faults }
    }

    /// Computes something for a look that has spent so much already of what a step may: what it is, and what failed.
    pub(super) fn looking<R>(
        &mut self,
        spent: u64,
        look: impl FnOnce(&mut Self) -> Result<R, Stop>,
    ) -> (Option<R>, Vec<FactKind>) {
        self.begin_scripts();
        self.run.work.set(spent);
        let told = self.game.trace.len();
        let result = look(self);
        // Whoever asks is told what failed; it is not a part of what has happened.
        let told = self.game.trace.split_off(told).into_iter().map(|fact| fact.what);
        let mut faults: Vec<FactKind> = told.filter(|what| matches!(what, FactKind::Faulted(..))).collect();
        if let (Err(Stop::Fault(fault)), true) = (&result, faults.is_empty()) {
            faults.push(FactKind::Faulted(None, fault.place, shortened(&fault.message)));
        }
        (result.ok(), faults)
    }

    /// Whether the running step, or a dialogue in it, does again what it has done before it was left to wait: the next decision
    /// is on its tape.
    pub fn repeats(&self) -> bool {
        self.replayed().is_some()
    }

    /// From now on the table keeps a copy of the game as it is when so many facts have been told, also in the middle of a step.
    pub fn keep_moment(&mut self, facts: usize) {
        self.moment = Some(KeptMoment { facts, game: None });
        self.note_moment();
    }

    /// The game at that moment, if it has come. Where a step ran again, it is the moment of the last run.
    pub fn moment(&self) -> Option<&Game> {
        self.moment.as_ref()?.game.as_deref()
    }

    /// A fact was told: this may be the moment.
    pub(super) fn note_moment(&mut self) {
        let told = self.game.trace.len();
        if let Some(moment) = self.moment.as_mut().filter(|moment| moment.facts == told) {
            moment.game = Some(Box::new(self.game.state_only()));
        }
    }
}
