//! What looking needs.

use crate::model::ids::{EntityId, ZoneId};
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
    /// A card whose price is computed, and where it lay before it was used.
    pricing: Option<(EntityId, ZoneId)>,
}

impl<'g> Reading<'g> {
    /// Reading for the computations that note what they read here; the price of a card may be computed as if it still lay in
    /// a zone.
    pub(in crate::play) const fn new(
        rules: &'g Rules,
        state: &'g State,
        reads: &'g Reads,
        pricing: Option<(EntityId, ZoneId)>,
    ) -> Self {
        Self { rules, state, reads, pricing }
    }

    /// Where an entity lies; while its price is computed, where it lay before it was used.
    pub fn zone_counted(self, id: EntityId) -> ZoneId {
        match self.pricing {
            Some((card, from)) if card == id => from,
            _ => self.state.entity(id).zone,
        }
    }

    /// Notes that the running computation reads something.
    pub fn note(self, cell: Cell) {
        if self.reads.watching() {
            self.reads.note(cell.number());
        }
    }
}
