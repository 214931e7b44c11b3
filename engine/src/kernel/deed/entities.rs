//! Entities that come and go.

use crate::kernel::change::Change;
use crate::kernel::ids::{DefId, EntityId, KindId, Seat, ZoneId};
use crate::kernel::state::Entity;
use crate::kernel::table::Table;
use crate::kernel::value::Value;

impl Table {
    /// Creates an entity, at a free place of its kind if there is one.
    pub fn create(&mut self, kind: KindId, def: DefId, owner: Seat) -> EntityId {
        let rules = self.rules.clone();
        let free = self.state().entities().find(|(_, entity)| !entity.exists && entity.kind == kind).map(|(id, _)| id);
        let changing = &rules.kinds[kind.index()].changing;
        let slots: Box<[Value]> = changing.iter().map(|attr| Value::of(rules.printed(def, *attr))).collect();
        let (id, slot, incarnation, before) = match free {
            Some(id) => {
                let old = *self.state().entity(id);
                let at = old.slot as usize;
                let values = self.state().slots[at..at + slots.len()].to_vec();
                (id, old.slot, old.incarnation + 1, Some(Box::new((old, values))))
            }
            None => (EntityId::from(self.state().entities.len()), self.state().slots.len() as u32, 0, None),
        };
        let entity = Entity {
            kind,
            def,
            owner,
            controller: owner,
            exists: true,
            incarnation,
            zone: ZoneId::NONE,
            slot,
            known: self.everyone(),
            host: EntityId::NONE,
            attachments: 0,
            count: 1,
        };
        self.change(Change::Create { id, entity, before, slots });
        id
    }

    /// Ends an entity that lies in no zone: an item or a standing effect.
    pub fn end_entity(&mut self, id: EntityId) {
        let before = *self.state().entity(id);
        self.change(Change::End { id, before });
    }
}
