//! The branch of a simultaneous question that is running: where its prompts belong, and its own tape.

use crate::model::ids::Seat;
use crate::model::prompt::Part;
use crate::model::tape::{Branch, BranchStage, Input};
use crate::play::dialogue::Said;
use crate::play::session::Table;

impl Table {
    /// The number of a prompt to a seat that is asked now, and its place in the simultaneous question, if it belongs to one.
    pub(in crate::play) fn place_of_prompt(&self, seat: Seat) -> (u32, Option<Part>) {
        let Some(running) = &self.run.branch else { return (self.game.numbers.next(seat), None) };
        let (entry, branch) = (running.entry, running.branch);
        let part = Part {
            entry: entry as u32,
            branch: branch as u16,
            changes: self.changes_since_mark() as u32,
            sealed: running.is_sealed(),
            may_wait: running.may_wait && running.said.iter().all(|said| matches!(said, Said::Answer(..))),
        };
        (self.branch(entry, branch).map_or(0, |branch| branch.number), Some(part))
    }

    pub(in crate::play) fn branch(&self, entry: usize, at: usize) -> Option<&Branch> {
        match self.game.log.get(self.game.tape_from + entry) {
            Some(Input::Together(_, branches)) => branches.get(at),
            _ => None,
        }
    }

    pub(super) fn stage_of(&self, entry: usize, at: usize) -> BranchStage {
        self.branch(entry, at).map_or(BranchStage::Finished, |branch| branch.stage)
    }
}
