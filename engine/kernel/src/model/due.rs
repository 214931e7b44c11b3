//! Which state checks are due: what a change makes so.

use crate::model::change::Change;
use crate::model::ids::{AttrId, EntityId, ZoneId};
use crate::model::rules::{Check, Rules};
use crate::model::state::{Entity, State};

/// Which checks are due: one bit for each, the last for all that there are no bits for, and one that says that
/// anything has changed at all.
pub type Due = u64;

/// Anything has changed.
pub(crate) const ANYTHING: Due = 1 << 63;

/// Everything is due: nothing was checked yet.
pub(crate) const ALL: Due = Due::MAX;

/// The bit of a check.
pub(crate) const fn bit(check: usize) -> Due {
    1 << if check < 62 { check } else { 62 }
}

impl Rules {
    /// What becomes due by a change that was made just now.
    pub(crate) fn due(&self, state: &State, change: &Change) -> Due {
        let watching = self.checks.iter().enumerate().filter(|(_, check)| check.watches(self, state, change));
        watching.fold(ANYTHING, |due, (at, _)| due | bit(at))
    }
}

impl Check {
    fn watches(&self, rules: &Rules, state: &State, change: &Change) -> bool {
        let lies_in = |zone: ZoneId| zone.is_some() && self.zones.contains(&state.zone(zone).decl);
        // What a set of words is depends on continuous effects, and they on anything.
        let is_shaped = |attr: &AttrId| rules.attributes[attr.index()].modified.is_some();
        let always = self.zones.is_empty() && self.attributes.is_empty() || self.attributes.iter().any(is_shaped);
        match change {
            Change::Move { before, after, .. } => always || lies_in(before.zone) || lies_in(after.zone),
            Change::Create { entity, .. } => always || lies_in(entity.zone),
            Change::End { before, .. } => always || lies_in(before.zone),
            Change::Order { zone, .. } => always || lies_in(*zone),
            Change::Alter { before, after, .. } => {
                let told = |entity: &Entity| (entity.count, entity.controller, entity.def);
                always || before.def != after.def || lies_in(before.zone) && told(before) != told(after)
            }
            Change::Set { id, slot, .. } => always || self.attributes.contains(&attribute(rules, state, *id, *slot)),
            Change::Present { .. } => true,
            Change::AddItem(_)
            | Change::RemoveItem { .. }
            | Change::Status { .. }
            | Change::Retarget { .. }
            | Change::Answerable(_)
            | Change::Target { .. }
            | Change::Note { .. }
            | Change::AddEffect(_)
            | Change::RemoveEffect { .. }
            | Change::Exempt { .. }
            | Change::Learn(_)
            | Change::Forget { .. }
            | Change::Push { .. }
            | Change::Pop { .. }
            | Change::Restep { .. }
            | Change::BeginProcedure(_)
            | Change::EndProcedure { .. }
            | Change::Queue(_)
            | Change::TakeQueue(_)
            | Change::Supply { .. }
            | Change::Turn { .. }
            | Change::Chance { .. }
            | Change::ActingSeat { .. }
            | Change::Position { .. }
            | Change::Arrive { .. }
            | Change::Remember { .. }
            | Change::Give { .. }
            | Change::BeginGuise(_)
            | Change::EndGuise { .. }
            | Change::Outcome { .. } => always,
        }
    }
}

/// The attribute that an entity keeps in a slot.
fn attribute(rules: &Rules, state: &State, id: EntityId, slot: u32) -> AttrId {
    let entity = state.entity(id);
    rules.kinds[entity.kind.index()].changing[(slot - entity.slot) as usize]
}
