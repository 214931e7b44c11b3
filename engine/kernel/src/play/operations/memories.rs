//! Memory: what cards were just before they moved, kept only in games whose scripts or rules ask for it.

use super::{Leaving, ignore_fault};
use crate::model::agenda::Event;
use crate::model::ids::{EntityId, Handle, ValueId};
use crate::model::memory::Memory;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::queries::attachments;
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use smallvec::SmallVec;

impl Table {
    /// Whether it is to be known what cards were.
    pub(crate) fn remembers(&self) -> bool {
        self.rules.remembers || self.scripts.remember()
    }

    /// What the cards of a batch are, as long as none has moved; nothing where nobody asks for it.
    pub(super) fn recall(&mut self, moving: &[Leaving]) -> Result<SmallVec<[Memory; 1]>, Stop> {
        match self.remembers() {
            true => moving.iter().map(|leaving| self.memory_of(leaving.card)).collect(),
            false => Ok(SmallVec::new()),
        }
    }

    fn memory_of(&mut self, card: Handle) -> Result<Memory, Stop> {
        let was = *self.state().entity(card.id);
        let from = was.slot as usize;
        let count = self.rules.kinds[was.kind.index()].changing.len();
        Ok(Memory {
            card,
            became: card.incarnation,
            was,
            slots: self.state().slots[from..from + count].to_vec(),
            values: self.values_of(card.id)?,
            attached: attachments(self.reading(), card.id).into_vec(),
        })
    }

    /// All values of an entity; what fails has none.
    fn values_of(&mut self, id: EntityId) -> Result<Vec<(ValueId, i64)>, Stop> {
        let kind = self.state().entity(id).kind;
        let mut values = Vec::new();
        for at in 0..self.rules.values.len() {
            if !self.rules.values[at].of.contains(&kind) {
                continue;
            }
            let value = ValueId::from(at);
            let computed = self.value(value, id);
            values.extend(computed.as_ref().ok().map(|number| (value, *number)));
            ignore_fault(computed.map(drop))?;
        }
        Ok(values)
    }

    /// What was recalled of a card that has moved is remembered.
    pub(super) fn remember(&mut self, recalled: &[Memory], card: EntityId) {
        if let Some(memory) = recalled.iter().find(|memory| memory.card.id == card) {
            let became = self.state().entity(card).incarnation;
            let changes: SmallVec<[_; 2]> = self.state().remembering(Memory { became, ..memory.clone() }).collect();
            changes.into_iter().for_each(|change| self.change(change));
        }
    }

    /// What a handle means if it is not what the card is now: a card as it was, or in a game that remembers, one that has
    /// gone since.
    pub fn past(&self, card: Handle) -> Option<&Memory> {
        if card.is_past() {
            return self.state().memory(card);
        }
        let gone = self.rules.remembers && !self.state().fresh(card);
        self.state().last_known(card).filter(|_| gone)
    }

    /// The card as it was when it ceased to be what this handle means; as it is, if it has not.
    pub fn last_known(&self, card: Handle) -> Handle {
        if self.state().fresh(card) || self.state().last_known(card).is_none() { card } else { card.as_it_was() }
    }

    /// What the card of an event was just before it moved; what it is, if it is still to move.
    pub fn was(&self, running: &RunningEvent) -> Option<Handle> {
        let Value::Entity(card) = running.event.subject else { return None };
        let before = self.state().before(card).filter(|_| !running.open);
        Some(before.map_or(card, |memory| memory.card.as_it_was()))
    }

    /// What the card was that has left, of an event that tells that: listeners judge it by that, in a game that remembers.
    pub(super) fn left(&self, event: Event) -> Option<&Memory> {
        let Value::Entity(card) = event.subject else { return None };
        let leaves =
            self.rules.remembers && (event.signal == words::LEAVES || self.rules.causes.contains(&event.signal));
        leaves.then(|| self.state().before(card)).flatten()
    }
}
