//! Deeds: what items and rules do to entities. Every deed asks first whether something keeps it from happening,
//! then makes its changes as one batch, then calls who listens.

use super::change::Change;
use super::filter::Looker;
use super::ids::{AttrId, DefId, EntityId, Handle, KindId, Seat, Seats, Word, ZoneDeclId, ZoneId};
use super::index::{Entry, Topic};
use super::rules::{Listener, Relation, Rules, SeenBy, When};
use super::state::{Entity, Happening, Step};
use super::table::{Arg, Cause, ChanceQuestion, Frame, Inner, Stop, Table};
use super::trace::{Named, Reason, Thing, Things, What};
use super::value::Value;
use super::words;
use smallvec::{SmallVec, smallvec};

/// Where a card is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// On top: the last of the zone.
    Top,
    /// At the bottom: the first of the zone.
    Bottom,
    /// So many cards from the top.
    FromTop(u32),
}

/// A card that has moved, and who was listening for that before it did.
struct Moved {
    card: Handle,
    from: ZoneId,
    before: SmallVec<[Entry; 2]>,
}

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goes {
    /// Where the routing table sends it for the cause.
    Routed,
    /// Into a zone.
    Into(ZoneId, Position),
}

impl Inner {
    /// The zone to which a card leaves for a cause: the definition's own routes go first, then its kind's.
    pub fn route(&self, id: EntityId, cause: Word) -> ZoneId {
        let entity = self.state().entity(id);
        let definition = &self.rules.definitions[entity.def.index()];
        let kind = &self.rules.kinds[entity.kind.index()];
        let routes = || definition.routes.iter().chain(&kind.routes);
        let to = routes()
            .find(|route| route.cause == Some(cause))
            .or_else(|| routes().find(|route| route.cause.is_none()))
            .map_or(ZoneDeclId(0), |route| route.to);
        self.state().zone_of(&self.rules, to, entity.owner)
    }

    /// What keeps the running item from touching an entity.
    fn kept_from(&self, id: EntityId) -> Option<(What, EntityId)> {
        let cause = self.run.causes.last()?;
        let entity = self.state().entity(id);
        if entity.kind != Rules::GAME && cause.exempt.has(entity.controller) && id != cause.source.id {
            let by = self.named_definition(self.exempted_by(cause.source.id, entity.controller), entity.controller);
            return Some((What::Stays(self.thing(id), Reason::Exempt(entity.controller, by)), id));
        }
        None
    }

    /// What exempted a player from an item or a standing effect.
    fn exempted_by(&self, id: EntityId, player: Seat) -> DefId {
        let item = self.state().item(id).map(|item| &item.exempt_by);
        let by = item.or_else(|| self.state().effect(id).map(|effect| &effect.exempt_by));
        let by = by.and_then(|by| by.iter().find(|(seat, _)| *seat == player));
        by.map_or(self.state().entity(id).def, |(_, def)| *def)
    }

    /// How an entity is named in a fact.
    pub fn thing(&self, id: EntityId) -> Thing {
        let entity = self.state().entity(id);
        if entity.kind == Rules::PLAYER { Thing::Player(entity.owner) } else { Thing::Card(self.named(id)) }
    }
}

impl Table {
    /// Whether the running item may touch an entity; if not, an `x` line says what keeps it from that.
    ///
    /// # Errors
    /// A stop from a predicate that was asked.
    pub fn may_touch(&mut self, id: EntityId) -> Result<bool, Stop> {
        if let Some((what, _)) = self.kept_from(id) {
            self.tell(what);
            return Ok(false);
        }
        if let Some(by) = self.protector(id)? {
            let thing = self.thing(id);
            self.tell(What::Stays(thing, Reason::Protected(by)));
            return Ok(false);
        }
        Ok(true)
    }

    fn protector(&mut self, id: EntityId) -> Result<Option<Named>, Stop> {
        let Some(cause) = self.run.causes.last().copied() else {
            return Ok(None);
        };
        if !cause.item || !self.state().fresh(cause.source) {
            return Ok(None);
        }
        let entries: SmallVec<[Entry; 4]> = self.state().index.about(Topic::PROTECTION).into();
        for entry in entries {
            let rules = self.rules.clone();
            let protection = &rules.definitions[self.state().entity(entry.entity).def.index()].abilities.protections
                [usize::from(entry.number)];
            let seat = self.state().entity(entry.entity).controller;
            let looker = Looker { seat, source: entry.entity };
            if !self.passes(&protection.subject, id, looker)
                || !self.passes(&protection.against, cause.source.id, looker)
            {
                continue;
            }
            let holds = match &protection.script {
                None => true,
                Some(hook) => {
                    let args = [self.arg_of(entry.entity), self.arg_of(id), Arg::Item(cause.source)];
                    self.predicate(hook, &args)?
                }
            };
            if holds {
                return Ok(Some(self.named(entry.entity)));
            }
        }
        Ok(None)
    }

    /// The argument by which a script is handed an entity.
    pub fn arg_of(&self, id: EntityId) -> Arg {
        let entity = self.state().entity(id);
        let handle = Handle { id, incarnation: entity.incarnation };
        match entity.kind {
            Rules::GAME => Arg::Game,
            Rules::PLAYER => Arg::Player(entity.owner),
            Rules::ITEM => Arg::Item(handle),
            Rules::EFFECT => Arg::Effect(handle),
            _ => Arg::Card(handle),
        }
    }

    /// Cards leave together for a cause. Gives how many did.
    ///
    /// # Errors
    /// A stop from a listener that was called.
    pub fn move_cards(&mut self, cards: &[Handle], goes: Goes, cause: Word) -> Result<usize, Stop> {
        self.refuse_if_pure("moving a card")?;
        let mut moving: SmallVec<[(Handle, ZoneId, Position); 4]> = SmallVec::new();
        for card in cards {
            if let Some(step) = self.prepare_move(*card, goes, cause)? {
                moving.push(step);
            }
        }
        let mut moved: Vec<Moved> = Vec::with_capacity(moving.len());
        for (card, to, position) in moving {
            // Who leaves in the batch still sees it: listeners are looked up before anything has moved.
            let before = self.listeners_of(cause, When::AtOnce, Some(card.id));
            let from = self.state().entity(card.id).zone;
            if self.relocate(card.id, to, position, cause) {
                moved.push(Moved { card, from, before });
            }
        }
        let count = moved.len();
        for Moved { card, from, before } in moved {
            self.after_move(card, from, cause, &before)?;
        }
        Ok(count)
    }

    /// Whether a card is still the one that was meant, and lies where cards can leave; if not, an `x` line says so.
    pub fn may_leave(&mut self, card: Handle) -> bool {
        let zone = self.state().entity(card.id).zone;
        let reason = match self.state().fresh(card) {
            false => Reason::Gone,
            true if zone.is_some() && self.decl(zone).terminal => Reason::Terminal(zone),
            true => return true,
        };
        let thing = self.thing(card.id);
        self.tell(What::Stays(thing, reason));
        false
    }

    fn prepare_move(
        &mut self,
        card: Handle,
        goes: Goes,
        cause: Word,
    ) -> Result<Option<(Handle, ZoneId, Position)>, Stop> {
        if !self.may_leave(card) || !self.may_touch(card.id)? {
            return Ok(None);
        }
        let entity = *self.state().entity(card.id);
        let (to, position) = match goes {
            Goes::Routed => (self.route(card.id, cause), Position::Top),
            Goes::Into(zone, position) => (zone, position),
        };
        let happening = Happening {
            signal: cause,
            player: entity.controller,
            subject: Value::Entity(card),
            amount: 1,
            cause: self.cause(),
            from: entity.zone,
        };
        let frame = Frame::before(happening, to);
        match self.replaced(frame)? {
            Some(frame) if self.is_full(frame.to) => {
                let thing = self.thing(card.id);
                self.tell(What::Stays(thing, Reason::Full(frame.to)));
                Ok(None)
            }
            Some(frame) => Ok(Some((card, frame.to, position))),
            None => Ok(None),
        }
    }

    fn is_full(&self, zone: ZoneId) -> bool {
        self.decl(zone).capacity.is_some_and(|most| self.state().zone(zone).cards.len() >= most as usize)
    }

    /// Moves a card without asking anybody: it becomes a new incarnation unless the two zones are joined, and its
    /// attachments leave or follow. False if it already was there.
    fn relocate(&mut self, id: EntityId, to: ZoneId, position: Position, cause: Word) -> bool {
        let before = *self.state().entity(id);
        if before.zone == to {
            return false;
        }
        let old = self.named(id);
        if before.attachments > 0 {
            self.detach_all(id);
        }
        if before.host.is_some() {
            self.attach(id, EntityId::NONE);
        }
        let before = *self.state().entity(id);
        let from_at = self.place_in_zone(id, before.zone);
        let cards = self.state().zone(to).cards.len() as u32;
        let to_at = match position {
            Position::Top => cards,
            Position::Bottom => 0,
            Position::FromTop(depth) => cards.saturating_sub(depth),
        };
        let after = self.entity_in(before, to);
        self.change(Change::Move { id, before, after, from: from_at, to: to_at });
        if after.incarnation != before.incarnation {
            self.reset_attributes(id);
        }
        let name = Named { known: old.known.or(after.known), ..old };
        self.tell(What::Moves(name, before.zone, to, cause));
        true
    }

    fn place_in_zone(&self, id: EntityId, zone: ZoneId) -> u32 {
        let cards = &self.state().zone(zone).cards;
        cards.iter().rposition(|card| *card == id).unwrap_or(0) as u32
    }

    fn entity_in(&self, before: Entity, to: ZoneId) -> Entity {
        let zone = self.state().zone(to);
        let decl = self.decl(to);
        let joined = before.zone.is_some() && self.are_joined(before.zone, to);
        let known = match decl.seen {
            SeenBy::All => self.everyone(),
            SeenBy::Owner => before.known.or(self.seats_of(zone.owner.unwrap_or(before.owner))),
            SeenBy::Nobody => before.known,
        };
        let controller =
            if decl.pending || joined { before.controller } else { zone.owner.unwrap_or(before.controller) };
        Entity { zone: to, known, controller, incarnation: before.incarnation + u32::from(!joined), ..before }
    }

    fn are_joined(&self, one: ZoneId, other: ZoneId) -> bool {
        let (one, other) = (self.state().zone(one).decl, self.state().zone(other).decl);
        one == other || self.rules.joined.iter().any(|pair| *pair == (one, other) || *pair == (other, one))
    }

    /// The seats that answer for a player.
    pub fn seats_of(&self, player: Seat) -> Seats {
        let seats = &self.state().seats;
        seats.iter().enumerate().fold(
            Seats::NONE,
            |all, (seat, owner)| {
                if *owner == player { all.with(Seat(seat as u8)) } else { all }
            },
        )
    }

    fn reset_attributes(&mut self, id: EntityId) {
        let rules = self.rules.clone();
        let entity = *self.state().entity(id);
        for (position, attr) in rules.kinds[entity.kind.index()].changing.iter().enumerate() {
            let slot = entity.slot + position as u32;
            let before = self.state().slots[slot as usize];
            let after = Value::of(rules.printed(entity.def, *attr));
            if before != after {
                self.change(Change::Set { id, slot, before, after });
            }
        }
    }

    fn after_move(&mut self, card: Handle, from: ZoneId, cause: Word, leaving: &[Entry]) -> Result<(), Stop> {
        let entity = *self.state().entity(card.id);
        if let Some(effect) = self.state().effects().iter().find(|effect| effect.card == card).map(|effect| effect.id) {
            self.end_effect(effect, cause)?;
        }
        let player = self.state().zone(from).owner.unwrap_or(entity.controller);
        let subject = Value::Entity(self.state().handle(card.id));
        let happening = Happening { signal: cause, player, subject, amount: 1, cause: self.cause(), from };
        for entry in leaving {
            self.call_listener(*entry, happening)?;
        }
        // What becomes of the card of an item that is done is told by the item's own signal.
        if !self.decl(from).pending {
            self.signal_except(happening, card.id)?;
        }
        if self.decl(entity.zone).in_play {
            self.signal(Happening { signal: words::ENTERS, player: entity.controller, ..happening })?;
        }
        if self.decl(from).in_play {
            self.signal(Happening { signal: words::LEAVES, ..happening })?;
        }
        Ok(())
    }

    /// The declaration of a zone.
    pub fn decl(&self, zone: ZoneId) -> &super::rules::ZoneDecl {
        &self.rules.zones[self.state().zone(zone).decl.index()]
    }

    // ---- attachments ----

    /// Attaches a card to another, or to nothing.
    pub fn attach(&mut self, id: EntityId, host: EntityId) {
        let before = *self.state().entity(id);
        if before.host == host {
            return;
        }
        if before.host.is_some() {
            self.count_attachments(before.host, -1);
        }
        self.change(Change::Alter { id, before, after: Entity { host, ..before } });
        if host.is_some() {
            self.count_attachments(host, 1);
            let (card, to) = (self.named(id), self.named(host));
            self.tell(What::Attaches(card, Some(to)));
        }
    }

    fn count_attachments(&mut self, id: EntityId, by: i32) {
        let before = *self.state().entity(id);
        let attachments = (i32::from(before.attachments) + by).max(0) as u16;
        self.change(Change::Alter { id, before, after: Entity { attachments, ..before } });
    }

    /// What is attached to an entity, in the order of zones and piles.
    pub fn attachments(&self, id: EntityId) -> SmallVec<[Handle; 4]> {
        if self.state().entity(id).attachments == 0 {
            return SmallVec::new();
        }
        let all = self.state().zones().flat_map(|(_, zone)| zone.cards.iter());
        all.filter(|card| self.state().entity(**card).host == id).map(|card| self.state().handle(*card)).collect()
    }

    fn detach_all(&mut self, id: EntityId) {
        let follow = self.rules.kinds[self.state().entity(id).kind.index()].attachments_follow;
        for attached in self.attachments(id) {
            self.attach(attached.id, EntityId::NONE);
            if !follow {
                let to = self.route(attached.id, words::UNATTACHED);
                self.relocate(attached.id, to, Position::Top, words::UNATTACHED);
            }
        }
    }

    // ---- attributes, knowledge, control ----

    /// Sets a changing attribute. False if something keeps it from that or it has that value already.
    ///
    /// # Errors
    /// A stop from a listener, or a fault if the kind of the entity has no such changing attribute.
    pub fn set(&mut self, id: EntityId, attr: AttrId, value: Value) -> Result<bool, Stop> {
        self.refuse_if_pure("setting an attribute")?;
        let rules = self.rules.clone();
        let Some(slot) = self.state().slot_of(&rules, id, attr) else {
            let name = rules.attributes.get_index(attr.index()).map_or("?", |(name, _)| name);
            let kind = rules.kinds.get_index(self.state().entity(id).kind.index()).map_or("?", |(name, _)| name);
            return Err(super::table::Fault::stop(format!("the kind `{kind}` has no changing attribute `{name}`")));
        };
        let before = self.state().slots[slot as usize];
        if before == value || !self.may_touch(id)? {
            return Ok(false);
        }
        let signal = rules.attributes[attr.index()].changed;
        let subject = match self.state().entity(id).kind {
            Rules::PLAYER => Value::Player(self.state().entity(id).owner),
            _ => Value::Entity(self.state().handle(id)),
        };
        let happening = Happening {
            signal: signal.unwrap_or(words::MOVED),
            player: self.state().entity(id).controller,
            subject,
            amount: value.number(),
            cause: self.cause(),
            from: ZoneId::NONE,
        };
        let happening = match signal {
            Some(_) => match self.replaced(Frame::before(happening, ZoneId::NONE))? {
                Some(frame) => frame.happening,
                None => return Ok(false),
            },
            None => happening,
        };
        // A replacement may have made a number more or less.
        let value = if let Value::Number(_) = value { Value::Number(happening.amount) } else { value };
        if before == value {
            return Ok(false);
        }
        self.change(Change::Set { id, slot, before, after: value });
        let kind = self.state().entity(id).kind;
        let thing = (kind != Rules::GAME).then(|| self.thing(id));
        self.tell(What::Sets(thing, attr, before, value));
        if signal.is_some() {
            self.signal(happening)?;
        }
        Ok(true)
    }

    /// Shows a card to seats.
    pub fn show(&mut self, id: EntityId, seats: Seats) {
        let before = *self.state().entity(id);
        let known = before.known.or(seats);
        self.run.sealed = true;
        if known != before.known {
            self.change(Change::Alter { id, before, after: Entity { known, ..before } });
        }
        let named = self.named(id);
        self.tell(What::Shows(named, seats));
    }

    /// Gives the control of a card to a player, where it lies.
    pub fn control(&mut self, id: EntityId, player: Seat) {
        let before = *self.state().entity(id);
        if before.controller != player {
            self.change(Change::Alter { id, before, after: Entity { controller: player, ..before } });
            let named = self.named(id);
            self.tell(What::Controls(named, player));
        }
    }

    // ---- drawing, shuffling, dice ----

    /// A player draws cards from the top of a pile into a zone. Gives the drawn cards.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn draw(&mut self, player: Seat, count: i64, from: ZoneId, to: ZoneId) -> Result<Vec<Handle>, Stop> {
        self.refuse_if_pure("drawing")?;
        let id = super::state::State::player_entity(player);
        if count <= 0 {
            return Ok(Vec::new());
        }
        let happening = Happening {
            signal: words::DRAWN,
            player,
            subject: Value::Player(player),
            amount: count,
            cause: self.cause(),
            from,
        };
        let Some(frame) = self.replaced(Frame::before(happening, to))? else {
            return Ok(Vec::new());
        };
        let wanted = frame.happening.amount.max(0) as usize;
        let cards: Vec<EntityId> = self.state().zone(from).cards.iter().rev().take(wanted).copied().collect();
        self.run.sealed |= !cards.is_empty();
        if cards.len() < wanted {
            let thing = self.thing(id);
            self.tell(What::Stays(thing, Reason::Short(wanted as i64, cards.len() as i64)));
        }
        let mut drawn = Vec::with_capacity(cards.len());
        for card in &cards {
            self.relocate(*card, frame.to, Position::Top, words::DRAWN);
            drawn.push(self.state().handle(*card));
        }
        if !drawn.is_empty() {
            self.signal(Happening { amount: drawn.len() as i64, ..frame.happening })?;
        }
        Ok(drawn)
    }

    /// Shuffles a zone: nobody knows any more which of its cards is where, nor, if it is hidden, which they are.
    ///
    /// # Errors
    /// A stop from the question to chance.
    pub fn shuffle(&mut self, zone: ZoneId) -> Result<(), Stop> {
        self.refuse_if_pure("shuffling")?;
        let before: Box<[EntityId]> = self.state().zone(zone).cards.clone().into();
        let hidden = self.decl(zone).seen == SeenBy::Nobody;
        let seat = self.state().zone(zone).owner.unwrap_or(self.state().turn.player);
        let options: Vec<Thing> = before.iter().map(|card| self.thing(*card)).collect();
        let question = ChanceQuestion {
            what: words::SHUFFLED,
            seat,
            count: options.len() as u32,
            options,
            without_repetition: true,
        };
        if before.len() > 1 {
            let order = self.ask_chance(question)?;
            // The outcome lists the cards from the top, which is the end of the zone.
            let after: Box<[EntityId]> = order.iter().rev().map(|at| before[usize::from(*at)]).collect();
            let seen = if hidden { Seats::NONE } else { self.everyone() };
            let things: Things = after.iter().rev().map(|card| hide(self.thing(*card), seen)).collect();
            self.tell(What::Chance(words::SHUFFLED, seat, things, seen));
            self.change(Change::Order { zone, before, after: after.clone() });
        }
        self.tell(What::Shuffles(zone));
        if hidden {
            let cards = self.state().zone(zone).cards.clone();
            for card in cards {
                let before = *self.state().entity(card);
                if !before.known.is_empty() {
                    self.change(Change::Alter { id: card, before, after: Entity { known: Seats::NONE, ..before } });
                }
            }
        }
        Ok(())
    }

    /// Rolls dice with so many sides; gives what they show, from 1.
    ///
    /// # Errors
    /// A stop from the question to chance.
    pub fn roll(&mut self, player: Seat, dice: u32, sides: u32, what: Word) -> Result<Vec<i64>, Stop> {
        let options: Vec<Thing> = (1..=i64::from(sides)).map(Thing::Number).collect();
        let question = ChanceQuestion { what, seat: player, options, count: dice, without_repetition: false };
        let outcome = self.ask_chance(question)?;
        let shown: Vec<i64> = outcome.iter().map(|side| i64::from(*side) + 1).collect();
        let things: Things = shown.iter().map(|number| Thing::Number(*number)).collect();
        let everyone = self.everyone();
        self.tell(What::Chance(what, player, things, everyone));
        Ok(shown)
    }

    /// Picks some of these cards at random.
    ///
    /// # Errors
    /// A stop from the question to chance.
    pub fn pick_at_random(
        &mut self,
        player: Seat,
        cards: &[Handle],
        count: usize,
        what: Word,
    ) -> Result<Vec<Handle>, Stop> {
        let count = count.min(cards.len());
        if count == 0 {
            return Ok(Vec::new());
        }
        let options: Vec<Thing> = cards.iter().map(|card| self.thing(card.id)).collect();
        let question = ChanceQuestion { what, seat: player, options, count: count as u32, without_repetition: true };
        let outcome = self.ask_chance(question)?;
        let picked: Vec<Handle> = outcome.iter().map(|at| cards[usize::from(*at)]).collect();
        let seen = picked.iter().fold(self.everyone(), |seen, card| seen.and(self.state().entity(card.id).known));
        let things: Things = picked.iter().map(|card| self.thing(card.id)).collect();
        self.tell(What::Chance(what, player, things, seen));
        Ok(picked)
    }

    // ---- entities that come and go ----

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
        };
        self.change(Change::Create { id, entity, before, slots });
        id
    }

    /// Ends an entity that lies in no zone: an item or a standing effect.
    pub fn end_entity(&mut self, id: EntityId) {
        let before = *self.state().entity(id);
        self.change(Change::End { id, before });
    }

    // ---- listeners ----

    /// Asks those who replace it; for happenings that are no move and no change.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn ask_replacements(&mut self, frame: Frame) -> Result<Option<Frame>, Stop> {
        self.replaced(frame)
    }

    /// Asks those who replace it. `None` if one of them stopped it.
    fn replaced(&mut self, frame: Frame) -> Result<Option<Frame>, Stop> {
        let signal = frame.happening.signal;
        if !self.has_listeners(signal) {
            return Ok(Some(frame));
        }
        let entries = self.listeners_of(signal, When::Instead, None);
        let rules = self.rules.clone();
        let ruleset = |listener: &&Listener| listener.signal == signal && listener.when == When::Instead;
        if entries.is_empty() && !rules.listeners.iter().any(|listener| ruleset(&listener)) {
            return Ok(Some(frame));
        }
        let at = self.run.frames.len();
        self.run.frames.push(frame);
        let mut result = self.replace_all(&entries, at);
        for listener in rules.listeners.iter().filter(ruleset) {
            if result.is_ok() && self.run.frames[at].stopped_by.is_none() {
                result = forgive(self.call(&listener.hook, &[Arg::Game, Arg::Event(at as u32)]));
            }
        }
        let frame = self.run.frames.swap_remove(at);
        result?;
        let Some(by) = frame.stopped_by else {
            return Ok(Some(frame));
        };
        let thing = match frame.happening.subject {
            Value::Entity(handle) => self.thing(handle.id),
            Value::Player(seat) => Thing::Player(seat),
            _ => Thing::Word(signal),
        };
        self.tell(What::Stays(thing, Reason::Replaced(by)));
        Ok(None)
    }

    fn replace_all(&mut self, entries: &[Entry], at: usize) -> Result<(), Stop> {
        for entry in entries {
            let key = (entry.entity, entry.number);
            let happening = self.run.frames[at].happening;
            if self.run.replaced.contains(&key) || !self.listens(*entry, happening) {
                continue;
            }
            self.run.replaced.push(key);
            let result = self.run_listener(*entry, at);
            self.run.replaced.retain(|other| *other != key);
            result?;
            if self.run.frames[at].stopped_by.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn has_listeners(&self, signal: Word) -> bool {
        !self.state().index.about(Topic::listener(signal)).is_empty()
            || self.rules.listeners.iter().any(|listener| listener.signal == signal)
    }

    /// Listeners for a signal, in the order of turn and play; `of` limits them to one entity.
    fn listeners_of(&self, signal: Word, when: When, of: Option<EntityId>) -> SmallVec<[Entry; 2]> {
        let about = self.state().index.about(Topic::listener(signal));
        about
            .iter()
            .filter(|entry| of.is_none_or(|of| of == entry.entity) && self.listener(**entry).when == when)
            .copied()
            .collect()
    }

    fn listener(&self, entry: Entry) -> &Listener {
        let def = self.state().entity(entry.entity).def;
        &self.rules.definitions[def.index()].abilities.listeners[usize::from(entry.number)]
    }

    fn listens(&self, entry: Entry, happening: Happening) -> bool {
        let listener = self.listener(entry);
        let source = entry.entity;
        let seat = self.state().entity(source).controller;
        if self.state().effect(source).is_some_and(|effect| effect.exempt.has(happening.player)) {
            return false;
        }
        let looker = Looker { seat, source };
        let whose = match (listener.of, happening.subject) {
            (None, _) => true,
            (Some(Relation::Yours), _) => happening.player == seat,
            (Some(Relation::Others), _) => happening.player != seat,
            (Some(Relation::This), Value::Entity(handle)) => handle.id == source,
            (Some(Relation::Host), Value::Entity(handle)) => self.state().entity(source).host == handle.id,
            (Some(Relation::This | Relation::Host), _) => false,
        };
        whose
            && match happening.subject {
                Value::Entity(handle) => self.passes(&listener.filter, handle.id, looker),
                _ => true,
            }
    }

    /// Tells everybody who listens what happened.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn signal(&mut self, happening: Happening) -> Result<(), Stop> {
        self.signal_except(happening, EntityId::NONE)
    }

    fn signal_except(&mut self, happening: Happening, except: EntityId) -> Result<(), Stop> {
        if !self.has_listeners(happening.signal) {
            return Ok(());
        }
        let entries: SmallVec<[Entry; 4]> = self.state().index.about(Topic::listener(happening.signal)).into();
        for entry in entries {
            let when = self.listener(entry).when;
            match when {
                When::Instead => {}
                When::AtOnce if entry.entity == except => {}
                When::AtOnce => self.call_listener(entry, happening)?,
                When::After | When::Queued => self.defer(entry, happening, when),
            }
        }
        self.signal_ruleset(happening)
    }

    fn defer(&mut self, entry: Entry, happening: Happening, when: When) {
        if !self.listens(entry, happening) {
            return;
        }
        let handle = self.state().handle(entry.entity);
        let step = Step::Listener(handle, entry.number, happening);
        if when == When::Queued {
            self.change(Change::Queue(step));
        } else {
            self.push_step(step);
        }
    }

    fn signal_ruleset(&mut self, happening: Happening) -> Result<(), Stop> {
        let rules = self.rules.clone();
        for listener in rules
            .listeners
            .iter()
            .filter(|listener| listener.signal == happening.signal && listener.when != When::Instead)
        {
            let at = self.run.frames.len();
            self.run.frames.push(Frame::after(happening));
            let result = self.call(&listener.hook, &[Arg::Game, Arg::Event(at as u32)]);
            self.run.frames.truncate(at);
            forgive(result)?;
        }
        Ok(())
    }

    fn call_listener(&mut self, entry: Entry, happening: Happening) -> Result<(), Stop> {
        if !self.listens(entry, happening) {
            return Ok(());
        }
        let at = self.run.frames.len();
        self.run.frames.push(Frame::after(happening));
        let result = self.run_listener(entry, at);
        self.run.frames.truncate(at);
        result
    }

    /// Calls a listener whose time has come.
    ///
    /// # Errors
    /// A stop from its script.
    pub fn call_deferred(&mut self, source: Handle, number: u16, happening: Happening) -> Result<(), Stop> {
        // A card is the same wherever it went meanwhile; the place of an effect that has ended may be another's.
        if self.state().entity(source.id).kind == Rules::EFFECT && !self.state().fresh(source) {
            return Ok(());
        }
        let at = self.run.frames.len();
        self.run.frames.push(Frame::after(happening));
        let topic = Topic::listener(happening.signal);
        let result = self.run_listener(Entry { topic, entity: source.id, number }, at);
        self.run.frames.truncate(at);
        result
    }

    fn run_listener(&mut self, entry: Entry, at: usize) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let def = self.state().entity(entry.entity).def;
        let listener = &rules.definitions[def.index()].abilities.listeners[usize::from(entry.number)];
        let cause = self.cause_of(entry.entity);
        self.run.causes.push(cause);
        let result = self.call(&listener.hook, &[self.arg_of(entry.entity), Arg::Event(at as u32)]);
        self.run.causes.pop();
        forgive(result)
    }

    /// A card's or an effect's own doing.
    pub fn cause_of(&self, id: EntityId) -> Cause {
        let exempt = self.state().effect(id).map_or(Seats::NONE, |effect| effect.exempt);
        Cause {
            source: self.state().handle(id),
            named: Some(self.named(id)),
            player: self.state().entity(id).controller,
            exempt,
            item: false,
        }
    }

    // ---- the agenda ----

    /// Puts a step on top of the agenda.
    pub fn push_step(&mut self, step: Step) {
        let at = self.state().agenda.len() as u32;
        self.change(Change::Push { at, step });
    }
}

/// A fault inside a listener is written down already; what went on around it goes on.
pub(super) fn forgive(result: Result<Value, Stop>) -> Result<(), Stop> {
    match result {
        Ok(_) | Err(Stop::Fault(_) | Stop::Illegal(_)) => Ok(()),
        Err(Stop::Pending) => Err(Stop::Pending),
    }
}

fn hide(thing: Thing, seen: Seats) -> Thing {
    match thing {
        Thing::Card(named) => Thing::Card(Named { known: seen, ..named }),
        other => other,
    }
}

/// One target or the like.
pub fn one(value: Value) -> super::state::Values {
    smallvec![value]
}
