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
        taken.copied().take_while(move |(at, _)| *at as usize <= facts)
    }

    /// A step with a decision is done, which began when the trace had so many facts. What was taken later than that
    /// belongs to steps that were undone.
    pub(crate) fn take_fingerprint(&mut self, since: usize) {
        if let Some(kept) = &mut self.fingerprints {
            kept.taken.retain(|(at, _)| *at as usize <= since);
            kept.taken.push((self.game.trace.len() as u32, (kept.of)(self.game.state())));
        }
    }
}
