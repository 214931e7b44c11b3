//! What looking needs.

use crate::model::ids::EntityId;
use crate::model::index::Cell;
use crate::model::item::Item;
use crate::model::memory::Memory;
use crate::model::rules::Rules;
use crate::model::spent::LARGE;
use crate::model::state::{Entity, State};
use crate::play::kept::{Reads, Work};
use crate::play::queries::{LayerMemory, Moment};

/// The rules, the state, and where it is noted what is read of it.
#[derive(Clone, Copy)]
pub struct Reading<'g> {
    /// The rules.
    pub rules: &'g Rules,
    /// The state.
    pub state: &'g State,
    pub(super) reads: &'g Reads,
    pub(super) work: &'g Work,
    pub(super) layers: &'g LayerMemory,
    pub(super) moment: Moment<'g>,
    /// What a card is taken to be that has moved since.
    pub(super) past: Option<&'g Memory>,
}

impl<'g> Reading<'g> {
    /// Reading for the computations that note here what they read, and the work that this is.
    pub(in crate::play) const fn new(
        rules: &'g Rules,
        state: &'g State,
        (reads, work): (&'g Reads, &'g Work),
        layers: &'g LayerMemory,
    ) -> Self {
        Self { rules, state, reads, work, layers, moment: Moment::End, past: None }
    }

    /// The same as things are when continuous effects have applied so far.
    pub(in crate::play) const fn at(self, moment: Moment<'g>) -> Self {
        Self { moment, ..self }
    }

    /// The same, with a card taken for what it was.
    pub(in crate::play) const fn as_it_was(self, past: Option<&'g Memory>) -> Self {
        Self { past, ..self }
    }

    /// What is remembered of an entity, if it is taken for what it was.
    pub(super) fn past(self, id: EntityId) -> Option<&'g Memory> {
        self.past.filter(|memory| memory.card.id == id)
    }

    /// The entity, as it is or as it is taken to be.
    pub(super) fn entity(self, id: EntityId) -> &'g Entity {
        self.past(id).map_or_else(|| self.state.entity(id), |memory| &memory.was)
    }

    /// Counts work: whatever a script causes to be looked at is charged to it.
    pub fn charge(self, operations: usize) {
        self.work.add(operations as u64);
    }

    /// The item with this id.
    pub fn item(self, id: EntityId) -> Option<&'g Item> {
        self.charge(self.state.items.len() / LARGE);
        self.state.item(id)
    }

    /// Notes that the running computation reads something.
    pub fn note(self, cell: Cell) {
        if self.reads.watching() {
            self.reads.note(cell.number());
        }
    }
}
