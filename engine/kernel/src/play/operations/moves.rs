//! Moving cards from zone to zone.

use super::{Goes, Leaver, Leaving, Moved, ZonePosition};
use crate::model::agenda::Event;
use crate::model::change::Change;
use crate::model::ids::{EntityId, Handle, PlayerId, Seats, Word, ZoneId};
use crate::model::rules::Lifetime;
use crate::model::state::Entity;
use crate::model::trace::{FactKind, Named, Reason};
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::queries::{are_joined, is_full, is_in_supply, is_pile, route, zone_decl};
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use smallvec::SmallVec;

impl Table {
    /// Cards leave together for a cause, and whole piles of pieces. Returns how many cards and pieces did.
    ///
    /// # Errors
    /// A stop from a listener that was called.
    pub fn move_cards(&mut self, cards: &[Handle], goes: Goes, cause: Word) -> Result<usize, Stop> {
        self.refuse_if_pure("moving a card")?;
        let mut moving: SmallVec<[Leaving; 4]> = SmallVec::new();
        let mut count = 0;
        for card in cards {
            if is_in_supply(self.reading(), card.id) {
                count += self.take_from_supply(*card, 1, goes, cause)?.len();
            } else if is_pile(self.reading(), card.id) {
                count += self.move_pieces(*card, u32::MAX, goes, cause)? as usize;
            } else if let Some(leaving) = self.prepare_move(*card, goes, cause)? {
                let stays = self.state().entity(card.id).zone == leaving.to;
                if stays { moving.push(leaving) } else { self.prepare_attachments(leaving, cards, &mut moving)? }
            }
        }
        // Who leaves in the batch still sees all of it: listeners are looked up before anything has moved.
        let leavers = self.leavers(&moving);
        let recalled = self.recall(&moving)?;
        let mut moved: Vec<Moved> = Vec::with_capacity(moving.len());
        for Leaving { card, to, position, cause, attached, owner, sent_by } in moving {
            let Entity { zone: from, controller, .. } = *self.state().entity(card.id);
            if self.relocate(card.id, (to, position), cause, attached, owner) {
                self.tell_sent(sent_by, card.id);
                self.remember(&recalled, card.id);
                moved.push(Moved { card, from, controller, cause, attached });
            }
        }
        for host in &moved {
            self.let_go(host.card.id, &moved);
        }
        count += moved.iter().filter(|moved| cards.contains(&moved.card)).count();
        self.settle_control();
        for moved in moved {
            self.after_move(&moved, &leavers)?;
            self.vanish(moved.card.id, moved.cause);
            self.absorb(moved.card.id);
        }
        Ok(count)
    }

    /// Cards are put on top or at the bottom of the zone in which they lie, the first of them uppermost; those in
    /// another zone than the first, and those that have moved since, are left out. Returns how many were.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn restack(&mut self, cards: &[Handle], position: ZonePosition) -> Result<usize, Stop> {
        self.refuse_if_pure("reordering a zone")?;
        let there = |card: &&Handle| self.state().fresh(**card);
        let Some(zone) = cards.iter().find(there).map(|card| self.state().entity(card.id).zone) else {
            return Ok(0);
        };
        let lies = |card: &&Handle| there(card) && self.state().entity(card.id).zone == zone;
        let mut moved: Vec<EntityId> = Vec::with_capacity(cards.len());
        for card in cards.iter().filter(lies) {
            if !moved.contains(&card.id) {
                moved.push(card.id);
            }
        }
        let before: Box<[EntityId]> = self.state().zone(zone).cards[..].into();
        let mut after: Vec<EntityId> = before.iter().filter(|card| !moved.contains(card)).copied().collect();
        // The top of a zone is its end.
        moved.reverse();
        let count = moved.len();
        match position {
            ZonePosition::Bottom => after.splice(0..0, moved).for_each(drop),
            ZonePosition::Top => after.extend(moved),
        }
        if *before != *after {
            self.change(Change::Order { zone, before, after: after.into() });
        }
        self.tell(FactKind::Restacks(zone, count as u32, position == ZonePosition::Bottom));
        Ok(count)
    }

    /// Whether a card is still the one that was meant, and is in a zone that cards can leave; if not, an `x` line
    /// says so.
    pub fn may_leave(&mut self, card: Handle) -> bool {
        let zone = self.state().entity(card.id).zone;
        let reason = match self.state().fresh(card) {
            false => Reason::Gone,
            true if zone.is_some() && zone_decl(self.reading(), zone).terminal => Reason::Terminal(zone),
            true => return true,
        };
        self.tell(FactKind::Stays(self.thing(card.id), reason));
        false
    }

    pub(super) fn prepare_move(&mut self, card: Handle, goes: Goes, cause: Word) -> Result<Option<Leaving>, Stop> {
        if !self.may_leave(card) || !self.may_touch(card.id)? {
            return Ok(None);
        }
        let entity = *self.state().entity(card.id);
        let ((to, owner), position) = match goes {
            Goes::Routed => (self.route_of(card.id, cause), ZonePosition::Top),
            Goes::Into(zone, position) => ((zone, None), position),
            Goes::Given(zone, owner) => ((zone, Some(owner)), ZonePosition::Top),
        };
        let event = self.event(cause, self.somebody(entity.controller), Value::Entity(card), 1, entity.zone);
        let Some(running) = self.replaced(RunningEvent::before(event, to))? else { return Ok(None) };
        let sent_by = running.sent_by;
        // Sent where it lies, it does not move, and this says why.
        if let Some(by) = sent_by.filter(|_| running.to == entity.zone) {
            self.tell(FactKind::Stays(self.thing(card.id), Reason::Replaced(by)));
            return Ok(None);
        }
        // A card of a supply is one of a pile that stays.
        let routed = goes == Goes::Routed && !is_in_supply(self.reading(), card.id);
        let Some(to) = self.admitted(card.id, running.to, routed) else { return Ok(None) };
        if to.is_some() && is_full(self.reading(), to) {
            self.tell(FactKind::Stays(self.thing(card.id), Reason::Full(to)));
            return Ok(None);
        }
        Ok(Some(Leaving { card, to, position, cause, attached: false, owner, sent_by }))
    }

    /// Where a card goes for a cause, and whose it is then, if that changes.
    pub(super) fn route_of(&self, id: EntityId, cause: Word) -> (ZoneId, Option<PlayerId>) {
        route(self.reading(), id, cause, self.somebody(PlayerId::NOBODY))
    }

    /// Moves a card without asking anybody: it becomes a new incarnation unless the two zones are joined. It is no
    /// longer attached to anything unless it goes `attached`. One that goes into no zone leaves the game. False if it
    /// already was there.
    pub(super) fn relocate(
        &mut self,
        id: EntityId,
        (to, position): (ZoneId, ZonePosition),
        cause: Word,
        attached: bool,
        owner: Option<PlayerId>,
    ) -> bool {
        let before = *self.state().entity(id);
        let owner = owner.unwrap_or(before.owner);
        if before.zone == to {
            self.own(id, owner);
            return false;
        }
        if !to.is_some() {
            self.leave_game(id, words::LEFT);
            return true;
        }
        let old = self.named(id);
        if before.host.is_some() && !attached {
            self.attach(id, EntityId::NONE);
        }
        self.own_quietly(id, owner);
        let after = self.shift(id, to, position);
        let name = Named { known: old.known.or(after.known), ..old };
        self.tell(FactKind::Moves(name, before.zone, to, cause));
        true
    }

    /// A card belongs to a player from now on, or to nobody; it stays where it is.
    pub fn own(&mut self, id: EntityId, owner: PlayerId) {
        if self.own_quietly(id, owner) {
            self.tell(FactKind::Owns(self.named(id), owner));
        }
    }

    fn own_quietly(&mut self, id: EntityId, owner: PlayerId) -> bool {
        let before = *self.state().entity(id);
        if before.owner == owner {
            return false;
        }
        self.change(Change::Alter { id, before, after: Entity { owner, ..before } });
        true
    }

    /// Where in a zone a card goes.
    pub(super) fn position_in(&self, zone: ZoneId, position: ZonePosition) -> u32 {
        match position {
            ZonePosition::Top => self.state().zone(zone).cards.len() as u32,
            ZonePosition::Bottom => 0,
        }
    }

    /// Moves a card without a line. Returns what it is then.
    pub(super) fn shift(&mut self, id: EntityId, to: ZoneId, position: ZonePosition) -> Entity {
        let before = *self.state().entity(id);
        let from_at = self.place_in_zone(id, before.zone);
        let to_at = self.position_in(to, position);
        let after = self.entity_in(before, to);
        self.change(Change::Move { id, before, after, from: from_at, to: to_at });
        if after.incarnation != before.incarnation {
            let stays_in_play = zone_decl(self.reading(), before.zone).in_play && zone_decl(self.reading(), to).in_play;
            self.reset_attributes(id, stays_in_play);
            self.forget(Handle { id, incarnation: before.incarnation });
            self.forget_gift(id);
            if !stays_in_play {
                self.forget_guises(id);
            }
            self.enter_in_guise(id);
        }
        *self.state().entity(id)
    }

    pub(super) fn place_in_zone(&self, id: EntityId, zone: ZoneId) -> u32 {
        let cards = &self.state().zone(zone).cards;
        cards.iter().rposition(|card| *card == id).unwrap_or(0) as u32
    }

    pub(super) fn entity_in(&self, before: Entity, to: ZoneId) -> Entity {
        let zone = self.state().zone(to);
        let decl = zone_decl(self.reading(), to);
        let joined = before.zone.is_some() && are_joined(self.reading(), before.zone, to);
        let mover = self.run.causes.last().map_or(Seats::NONE, |cause| self.state().seats_of(cause.player));
        let known = before.known.or(self.state().seeing(&self.rules, zone, &before, mover));
        let place = self.state().free_place(&self.rules, to);
        let (controller, holder) = match zone.owner {
            _ if joined => (before.controller, before.holder),
            _ if decl.pending => (before.controller, before.controller),
            Some(holder) => (holder, holder),
            // What is nobody's is controlled only where it lies before somebody.
            None if !before.owner.is_somebody() => (PlayerId::NOBODY, PlayerId::NOBODY),
            None => (before.controller, before.controller),
        };
        let incarnation = before.incarnation + u32::from(!joined);
        let stays = joined || before.zone.is_some() && zone_decl(self.reading(), before.zone).in_play && decl.in_play;
        let def = if stays { before.def } else { before.own };
        Entity { zone: to, def, known, controller, holder, place, incarnation, ..before }
    }

    /// What scripts have set on a card that has become another incarnation is what is printed again, unless it lives
    /// longer.
    fn reset_attributes(&mut self, id: EntityId, stays_in_play: bool) {
        let entity = *self.state().entity(id);
        for position in 0..self.rules.kinds[entity.kind.index()].changing.len() {
            let attr = self.rules.kinds[entity.kind.index()].changing[position];
            match self.rules.attributes[attr.index()].lives {
                Lifetime::Game => continue,
                Lifetime::InPlay if stays_in_play => continue,
                Lifetime::InPlay | Lifetime::Incarnation => {}
            }
            let slot = entity.slot + position as u32;
            let before = self.state().slots[slot as usize];
            let after = self.rules.definitions[entity.def.index()].first_values[position];
            if before != after {
                self.change(Change::Set { id, slot, before, after });
            }
        }
    }

    pub(super) fn after_move(&mut self, moved: &Moved, leavers: &[Leaver]) -> Result<(), Stop> {
        let Moved { card, from, controller, cause, .. } = *moved;
        let entity = *self.state().entity(card.id);
        if let Some(effect) = self.state().effects().iter().find(|effect| effect.card == card).map(|effect| effect.id) {
            self.end_effect(effect, cause)?;
        }
        let player = self.somebody(self.state().zone(from).owner.unwrap_or(entity.controller));
        let subject = Value::Entity(self.state().handle(card.id));
        let event = self.event(cause, player, subject, 1, from);
        let controller = self.somebody(controller);
        self.tell_leavers(event, controller, leavers)?;
        // What becomes of the card of an item that is done is told by the item's own signal.
        if !zone_decl(self.reading(), from).pending {
            self.signal_except(event, leavers)?;
        }
        if entity.zone.is_some() && zone_decl(self.reading(), entity.zone).in_play {
            let player = self.somebody(entity.controller);
            self.signal(Event { signal: words::ENTERS, player, ..event })?;
        }
        if zone_decl(self.reading(), from).in_play {
            let event = Event { signal: words::LEAVES, ..event };
            self.tell_leavers(event, controller, leavers)?;
            self.signal_except(event, leavers)?;
        }
        Ok(())
    }
}
