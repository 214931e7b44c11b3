//! Fingerprints: a hash of the state after each decision, to compare games in a few bytes.

use crate::model::state::State;
use crate::play::session::{Fingerprints, Table};

impl Table {
    /// From now on the state is hashed with this function after every step in which somebody decided something.
    pub fn keep_fingerprints(&mut self, of: fn(&State) -> u64) {
        self.fingerprints = Some(Fingerprints { of, taken: Vec::new() });
    }

    /// How many facts the trace had after a decision, and the fingerprint of the state then; in order.
    pub fn fingerprints(&self) -> impl Iterator<Item = (u32, u64)> {
        let facts = self.game.trace.len();
        let taken = self.fingerprints.iter().flat_map(|kept| &kept.taken);
        taken.take_while(move |(at, ..)| *at as usize <= facts).map(|(at, _, print)| (*at, *print))
    }

    /// A step with a decision is done, which began when the log had so many inputs. What was taken later than that belongs
    /// to steps that were undone. Facts do not tell: what was chosen in secret is written by later steps.
    pub(crate) fn take_fingerprint(&mut self, since: usize) {
        if let Some(kept) = &mut self.fingerprints {
            kept.taken.retain(|(_, inputs, _)| *inputs <= since);
            let (facts, inputs) = (self.game.trace.len() as u32, self.game.tape_from);
            kept.taken.push((facts, inputs, (kept.of)(self.game.state())));
        }
    }
}
