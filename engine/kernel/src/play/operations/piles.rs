//! Piles: what is of one definition and one owner in one zone, and whose kind or zone piles up, is one entity with a
//! count. Counted pieces stay pieces wherever they go; a card that is taken from a supply becomes a card of its own,
//! and one that comes back is a part of its pile again. A pile that is empty ceases to exist.

use super::{Goes, Leaving, ZonePosition};
use crate::model::agenda::Event;
use crate::model::change::Change;
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Seats, Word, ZoneId};
use crate::model::rules::Category;
use crate::model::state::Entity;
use crate::model::trace::{FactKind, Named, Reason, Thing};
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::queries::{is_in_supply, pile_in, room_in, zone_decl};
use crate::play::run::RunningEvent;
use crate::play::session::Table;

impl Table {
    /// Pieces of a pile leave together for a cause, as many as there are and as find room. Returns how many did.
    ///
    /// # Errors
    /// A stop from a listener that was called.
    pub fn move_pieces(&mut self, pile: Handle, wanted: u32, goes: Goes, cause: Word) -> Result<u32, Stop> {
        self.refuse_if_pure("moving pieces")?;
        if is_in_supply(self.reading(), pile.id) {
            return Ok(self.take_from_supply(pile, wanted, goes, cause)?.len() as u32);
        }
        if wanted == 0 || !self.may_leave(pile) || !self.may_touch(pile.id)? {
            return Ok(0);
        }
        let entity = *self.state().entity(pile.id);
        let to = match goes {
            Goes::Routed => self.route_of(pile.id, cause).0,
            Goes::Into(zone, _) | Goes::Given(zone, _) => zone,
        };
        let event = self.event(
            cause,
            self.somebody(entity.controller),
            Value::Entity(pile),
            i64::from(wanted.min(entity.count)),
            entity.zone,
        );
        let Some(running) = self.replaced(RunningEvent::before(event, to))? else { return Ok(0) };
        // A replacement may have made it fewer, and the pile may have shrunk meanwhile.
        let there = if self.state().fresh(pile) { self.state().entity(pile.id).count } else { 0 };
        let wanted = u32::try_from(running.event.amount.max(0)).unwrap_or(0).min(there);
        match self.admitted(pile.id, running.to, goes == Goes::Routed) {
            None => return Ok(0),
            Some(ZoneId::NONE) => return self.destroy_pieces(pile, wanted),
            Some(_) => {}
        }
        let count = wanted.min(room_in(self.reading(), running.to));
        if count < wanted {
            let thing = self.thing(pile.id);
            self.tell(FactKind::Stays(
                thing,
                if count == 0 { Reason::Full(running.to) } else { Reason::Room(running.to, count) },
            ));
        }
        if count == 0 || running.to == entity.zone {
            return Ok(0);
        }
        self.carry(pile.id, count, running.to, cause, running.sent_by)?;
        Ok(count)
    }

    /// Pieces of a pile leave for a cause by their route, and as many of another pile come where they lay: as many as
    /// both have. Returns how many came.
    ///
    /// # Errors
    /// A stop from a listener that was called.
    pub fn replace_pieces(&mut self, pile: Handle, by: Handle, wanted: u32, cause: Word) -> Result<u32, Stop> {
        self.refuse_if_pure("replacing pieces")?;
        if wanted == 0 || !self.may_leave(pile) || !self.may_leave(by) {
            return Ok(0);
        }
        let place = self.state().entity(pile.id).zone;
        let wanted = wanted.min(self.state().entity(by.id).count);
        let gone = self.move_pieces(pile, wanted, Goes::Routed, cause)?;
        self.move_pieces(by, gone, Goes::Into(place, ZonePosition::Top), words::MOVED)
    }

    /// Moves pieces without asking anybody, and calls listeners.
    fn carry(
        &mut self,
        pile: EntityId,
        count: u32,
        to: ZoneId,
        cause: Word,
        sent_by: Option<Named>,
    ) -> Result<(), Stop> {
        let entity = *self.state().entity(pile);
        let named = self.named(pile);
        self.take_pieces(pile, count);
        let now = self.put_pieces(entity.def, entity.owner, count, to);
        self.tell(FactKind::Pieces(named, count, entity.zone, to, cause));
        self.tell_sent(sent_by, pile);
        self.signal_carried((now, count), (entity.zone, to), cause, entity.controller)
    }

    /// Calls the listeners for so much of a pile, or for a card that was taken from one, which has moved for a cause.
    /// Who held it is meant where the zone that it left is nobody's.
    fn signal_carried(
        &mut self,
        (id, count): (EntityId, u32),
        (from, to): (ZoneId, ZoneId),
        cause: Word,
        held_by: PlayerId,
    ) -> Result<(), Stop> {
        let player = self.somebody(self.state().zone(from).owner.unwrap_or(held_by));
        let subject = Value::Entity(self.state().handle(id));
        let event = self.event(cause, player, subject, i64::from(count), from);
        self.signal(event)?;
        if zone_decl(self.reading(), to).in_play {
            let player = self.somebody(self.state().entity(id).controller);
            self.signal(Event { signal: words::ENTERS, player, ..event })?;
        }
        if zone_decl(self.reading(), from).in_play {
            self.signal(Event { signal: words::LEAVES, ..event })?;
        }
        Ok(())
    }

    /// Makes new pieces in a zone, as many as find room. Returns how many.
    ///
    /// # Errors
    /// A fault if the definition is none of counted pieces; a stop from a listener.
    pub fn create_pieces(&mut self, def: DefId, owner: PlayerId, wanted: u32, zone: ZoneId) -> Result<u32, Stop> {
        self.refuse_if_pure("making pieces")?;
        if self.rules.category_of(def) != Category::Counted {
            let name = self.rules.name_of(def);
            return Err(faults::not_counted(name).into());
        }
        if let Some(out) = self.closed_by(zone) {
            self.tell(FactKind::Stays(Thing::Player(self.somebody(owner)), Reason::Out(out)));
            return Ok(0);
        }
        let count = wanted.min(room_in(self.reading(), zone));
        if count == 0 {
            return Ok(0);
        }
        self.count_supply(def, i64::from(count));
        let pile = self.put_pieces(def, owner, count, zone);
        self.tell(FactKind::Pieces(self.named(pile), count, ZoneId::NONE, zone, words::ENTERS));
        if zone_decl(self.reading(), zone).in_play {
            let subject = Value::Entity(self.state().handle(pile));
            let player = self.somebody(self.state().entity(pile).controller);
            let (amount, from) = (i64::from(count), ZoneId::NONE);
            self.signal(self.event(words::ENTERS, player, subject, amount, from))?;
        }
        Ok(count)
    }

    /// Takes pieces out of the game, as many as there are. Returns how many.
    ///
    /// # Errors
    /// A stop from a predicate that was asked.
    fn destroy_pieces(&mut self, pile: Handle, wanted: u32) -> Result<u32, Stop> {
        self.refuse_if_pure("removing pieces")?;
        if wanted == 0 || !self.may_leave(pile) || !self.may_touch(pile.id)? {
            return Ok(0);
        }
        let entity = *self.state().entity(pile.id);
        let count = wanted.min(entity.count);
        let named = self.named(pile.id);
        self.take_pieces(pile.id, count);
        self.count_supply(entity.def, -i64::from(count));
        self.tell(FactKind::Pieces(named, count, entity.zone, ZoneId::NONE, words::LEAVES));
        Ok(count)
    }

    /// Makes a pile larger.
    fn grow(&mut self, pile: EntityId, by: u32) {
        let before = *self.state().entity(pile);
        self.change(Change::Alter { id: pile, before, after: Entity { count: before.count + by, ..before } });
    }

    /// Makes a pile smaller; an empty one ends.
    fn take_pieces(&mut self, pile: EntityId, count: u32) {
        let before = *self.state().entity(pile);
        if count < before.count {
            self.change(Change::Alter { id: pile, before, after: Entity { count: before.count - count, ..before } });
            return;
        }
        let from = self.place_in_zone(pile, before.zone);
        // The place of the entity may be used again, so it must lie in no zone when it ends.
        let after = Entity { zone: ZoneId::NONE, count: 0, place: 0, ..before };
        self.change(Change::Move { id: pile, before, after, from, to: 0 });
        self.end_entity(pile);
    }

    /// Makes a pile larger, or a new one.
    fn put_pieces(&mut self, def: DefId, owner: PlayerId, count: u32, to: ZoneId) -> EntityId {
        if let Some(pile) = pile_in(self.reading(), to, def, owner) {
            self.grow(pile, count);
            return pile;
        }
        let kind = self.rules.definitions[def.index()].kind;
        let pile = self.create(kind, def, owner);
        let before = *self.state().entity(pile);
        let zone = self.state().zone(to);
        let holder = zone.owner.unwrap_or(owner);
        let mover = self.run.causes.last().map_or(Seats::NONE, |cause| self.state().seats_of(cause.player));
        let known = self.state().seeing(&self.rules, zone, &before, mover);
        let place = self.state().free_place(&self.rules, to);
        let at = zone.cards.len() as u32;
        let after = Entity { zone: to, count, known, place, controller: holder, holder, ..before };
        self.change(Change::Move { id: pile, before, after, from: 0, to: at });
        pile
    }

    /// Notes that there are more or fewer pieces of a definition in the game.
    fn count_supply(&mut self, def: DefId, by: i64) {
        if let Some(at) = self.state().supply.iter().position(|(counted, _)| *counted == def) {
            let before = self.state().supply[at].1;
            self.change(Change::Supply { at: at as u32, before, after: before + by });
        }
    }

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
        self.signal_carried((id, 1), (from, to), cause, after.controller)?;
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
            let nobody = PlayerId::NOBODY;
            let after = Entity { owner: nobody, controller: nobody, holder: nobody, token: false, ..before };
            return self.change(Change::Alter { id, before, after });
        };
        let from = self.place_in_zone(id, before.zone);
        let after = Entity { zone: ZoneId::NONE, exists: false, ..before };
        self.change(Change::Move { id, before, after, from, to: 0 });
        self.grow(pile, before.count);
    }
}
