//! What looking needs.

use crate::model::index::Cell;
use crate::model::rules::Rules;
use crate::model::state::State;
use crate::play::kept::Reads;

/// The rules, the state, and where it is noted what is read of it.
#[derive(Clone, Copy)]
pub struct Reading<'g> {
    /// The rules.
    pub rules: &'g Rules,
    /// The state.
    pub state: &'g State,
    reads: &'g Reads,
}

impl<'g> Reading<'g> {
    /// Reading for the computations that note what they read here.
    pub(in crate::play) const fn new(rules: &'g Rules, state: &'g State, reads: &'g Reads) -> Self {
        Self { rules, state, reads }
    }

    /// Notes that the running computation reads something.
    pub fn note(self, cell: Cell) {
        if self.reads.watching() {
            self.reads.note(cell.number());
        }
    }
}
