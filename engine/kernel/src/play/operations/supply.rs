//! Supplies: piles of like cards that are nobody's. A card that is taken from its pile becomes a card of its own; one that
//! comes back is a part of the pile again.

use super::{Goes, Leaving};
use crate::model::agenda::Event;
use crate::model::change::Change;
use crate::model::ids::{EntityId, Handle, PlayerId, Word, ZoneId};
use crate::model::state::Entity;
use crate::model::trace::FactKind;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::queries::{is_in_supply, zone_decl};
use crate::play::session::Table;

impl Table {
    /// Cards of a pile are taken one after another, as many as there are. Returns the cards.
    ///
    /// # Errors
    /// A stop from a listener that was called.
    pub fn take_from_supply(
        &mut self,
        pile: Handle,
        wanted: u32,
        goes: Goes,
        cause: Word,
    ) -> Result<Vec<Handle>, Stop> {
        self.refuse_if_pure("taking a card")?;
        let there = if self.state().fresh(pile) { self.state().entity(pile.id).count } else { 0 };
        // At least once: the line that says why nothing comes of it is told where a card is about to move.
        let mut taken = Vec::new();
        for _ in 0..wanted.min(there).max(u32::from(wanted > 0)) {
            let Some(leaving) = self.prepare_move(pile, goes, cause)? else { break };
            // A listener may have emptied the pile meanwhile.
            if !self.state().fresh(pile) || leaving.to == self.state().entity(pile.id).zone {
                break;
            }
            taken.push(self.split_off(leaving)?);
        }
        Ok(taken)
    }

    /// One card of a pile becomes a card of its own where it goes, and listeners are called.
    fn split_off(&mut self, leaving: Leaving) -> Result<Handle, Stop> {
        let Leaving { card: pile, to, position, cause, owner, sent_by, .. } = leaving;
        let Entity { kind, def, zone: from, .. } = *self.state().entity(pile.id);
        let owner = owner.or(self.state().zone(to).owner).unwrap_or(PlayerId::NOBODY);
        self.take_pieces(pile.id, 1);
        let id = self.create(kind, def, owner);
        let before = *self.state().entity(id);
        let at = self.position_in(to, position);
        // It comes from the box and goes back there: no token, which would cease to exist outside of play.
        let after = Entity { incarnation: before.incarnation, token: false, ..self.entity_in(before, to) };
        self.change(Change::Move { id, before, after, from: 0, to: at });
        self.tell(FactKind::Moves(self.named(id), from, to, cause));
        self.tell_sent(sent_by, id);
        let subject = Value::Entity(self.state().handle(id));
        let player = self.somebody(after.controller);
        let event = self.event(cause, player, subject, 1, from);
        self.signal(event)?;
        if zone_decl(self.reading(), to).in_play {
            self.signal(Event { signal: words::ENTERS, ..event })?;
        }
        self.absorb(id);
        Ok(self.state().handle(id))
    }

    /// A card that has come into a supply is nobody's, and a part of the pile of its like.
    pub(super) fn absorb(&mut self, id: EntityId) {
        let before = *self.state().entity(id);
        if !before.exists || !is_in_supply(self.reading(), id) {
            return;
        }
        let like = |other: &EntityId| *other != id && self.state().entity(*other).def == before.def;
        let pile = self.state().zone(before.zone).cards.iter().copied().find(like);
        let Some(pile) = pile else {
            let after = Entity { owner: PlayerId::NOBODY, controller: PlayerId::NOBODY, token: false, ..before };
            return self.change(Change::Alter { id, before, after });
        };
        let from = self.place_in_zone(id, before.zone);
        let after = Entity { zone: ZoneId::NONE, exists: false, ..before };
        self.change(Change::Move { id, before, after, from, to: 0 });
        let larger = *self.state().entity(pile);
        let after = Entity { count: larger.count + before.count, ..larger };
        self.change(Change::Alter { id: pile, before: larger, after });
    }
}
