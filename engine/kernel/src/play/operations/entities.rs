//! Entities that come and go.

use crate::model::agenda::Event;
use crate::model::change::Change;
use crate::model::ids::{DefId, EntityId, Handle, KindId, PlayerId, Seats, Word, ZoneId};
use crate::model::index::Topic;
use crate::model::rules::{Category, Rules};
use crate::model::state::Entity;
use crate::model::trace::{FactKind, Reason, Thing};
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::queries::{is_full, zone_decl};
use crate::play::session::Table;

impl Table {
    /// Creates an entity, at a free place of its kind if there is one.
    pub fn create(&mut self, kind: KindId, def: DefId, owner: PlayerId) -> EntityId {
        self.create_part(kind, def, owner, (0, self.everyone()))
    }

    /// Creates an entity that has the abilities of a part of its definition, and is known to these seats.
    pub(crate) fn create_part(
        &mut self,
        kind: KindId,
        def: DefId,
        owner: PlayerId,
        (part, known): (u16, Seats),
    ) -> EntityId {
        let free = self.state().index.about(Topic::free(kind)).first().map(|place| place.entity);
        let changing = &self.rules.kinds[kind.index()].changing;
        let slots: Box<[Value]> = changing.iter().map(|attr| self.rules.printed_value(def, *attr)).collect();
        let (id, slot, incarnation, before) = match free {
            Some(id) => {
                let old = *self.state().entity(id);
                let at = old.slot as usize;
                let values = self.state().slots[at..at + slots.len()].to_vec();
                // The count of incarnations goes on, so that no handle to what was at this place before fits.
                (id, old.slot, old.incarnation + 1, Some(Box::new((old, values))))
            }
            None => (EntityId::from(self.state().entities.len()), self.state().slots.len() as u32, 0, None),
        };
        let entity = Entity {
            incarnation,
            known,
            part,
            token: kind.index() >= Rules::OWN_KINDS.len(),
            ..Entity::new(kind, def, owner, slot)
        };
        self.change(Change::Create { id, entity, before, slots });
        id
    }

    /// Creates a card in a zone, unless that is full. It comes from no deck: it ceases to exist when it leaves play.
    ///
    /// # Errors
    /// A stop from a listener that was called.
    pub fn create_card(&mut self, def: DefId, owner: PlayerId, zone: ZoneId) -> Result<Option<Handle>, Stop> {
        self.refuse_if_pure("creating a card")?;
        if self.rules.category_of(def) != Category::Card {
            let name = self.rules.name_of(def);
            return Err(faults::not_a_card(name).into());
        }
        let closed = self.closed_by(zone).map(Reason::Out);
        if let Some(why) = closed.or_else(|| is_full(self.reading(), zone).then_some(Reason::Full(zone))) {
            self.tell(FactKind::Stays(Thing::Player(self.somebody(owner)), why));
            return Ok(None);
        }
        let kind = self.rules.definitions[def.index()].kind;
        let id = self.create(kind, def, owner);
        let before = *self.state().entity(id);
        let to = self.state().zone(zone).cards.len() as u32;
        let after = Entity { incarnation: before.incarnation, ..self.entity_in(before, zone) };
        self.change(Change::Move { id, before, after, from: 0, to });
        let card = self.state().handle(id);
        self.tell(FactKind::Creates(self.named(id), zone));
        self.settle_control();
        if zone_decl(self.reading(), zone).in_play {
            let subject = Value::Entity(card);
            let (player, cause) = (self.somebody(after.controller), self.cause());
            let from = ZoneId::NONE;
            self.signal(Event { signal: words::ENTERS, player, subject, amount: 1, cause, from })?;
        }
        self.absorb(id);
        Ok(Some(card))
    }

    /// A created card that has left play ceases to exist.
    pub(super) fn vanish(&mut self, id: EntityId, cause: Word) {
        let before = *self.state().entity(id);
        if !before.token || !before.exists || !before.zone.is_some() {
            return;
        }
        let decl = zone_decl(self.reading(), before.zone);
        if decl.in_play || decl.pending {
            return;
        }
        let named = self.named(id);
        let from = self.place_in_zone(id, before.zone);
        let after = Entity { zone: ZoneId::NONE, exists: false, place: 0, ..before };
        self.change(Change::Move { id, before, after, from, to: 0 });
        self.tell(FactKind::Vanishes(named, cause));
    }

    /// Ends an entity that is in no zone: an item or a standing effect.
    pub(crate) fn end_entity(&mut self, id: EntityId) {
        let before = *self.state().entity(id);
        self.change(Change::End { id, before });
    }
}
