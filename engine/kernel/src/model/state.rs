//! The state of one game: plain data, read by everybody, changed only by [`Change`](crate::model::change::Change).
//!
//! Entities are kept in one table, and their changing attributes in one flat table of slots, so that a state is
//! copied in a handful of blocks. What can be computed from the rest (the [`Index`]) is kept beside it, never saved.

use crate::model::agenda::Step;
use crate::model::chance::Chance;
use crate::model::effect::Effect;
pub use crate::model::entity::Entity;
use crate::model::guise::Guise;
use crate::model::ids::{AttrId, DefId, EntityId, Handle, PlayerId, Players, Seat, Seats, SiteId, ZoneDeclId, ZoneId};
use crate::model::index::{Cell, Index};
use crate::model::item::Item;
use crate::model::knowledge::Learned;
use crate::model::memory::Memory;
use crate::model::result::Outcome;
use crate::model::rules::{Abilities, AttrType, Printed, Rules, SeenBy, StaticAbility, ZonePer};
use crate::model::turn::{RunningProcedure, Turn};
use crate::model::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An instance of a zone.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// Its declaration.
    pub decl: ZoneDeclId,
    /// Whose it is, if it is a player's.
    pub owner: Option<PlayerId>,
    /// The site of the board where it lies, if it lies on one.
    pub site: SiteId,
    /// Its cards; the last is the top. Most zones have few, and a state is copied without a block for each.
    pub cards: SmallVec<[EntityId; 4]>,
}

/// The cards are copied in one piece; a derived copy takes them one by one, with half of the instructions of a fork.
impl Clone for Zone {
    fn clone(&self) -> Self {
        Self { cards: SmallVec::from_slice(&self.cards), ..*self }
    }
}

/// The state of one game. The default is that of no game: nothing exists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// Everything that exists. The first is the game, the next are the players in seat order.
    pub entities: Vec<Entity>,
    /// Changing attributes of all entities.
    pub slots: Vec<Value>,
    /// Instances of zones, by declaration, then by seat.
    pub zones: Vec<Zone>,
    /// Items that are not done yet, the oldest first: the stack.
    pub items: Vec<Item>,
    /// The entity of the board's first site; the others follow it.
    pub board: EntityId,
    /// How many pieces there are in the game of each counted definition, in all zones together.
    pub supply: Vec<(DefId, i64)>,
    /// Standing effects, the oldest first.
    pub effects: Vec<Effect>,
    /// What cards have become, the latest last.
    pub guises: Vec<Guise>,
    /// What seats have learned about cards, the oldest first.
    pub learned: Vec<Learned>,
    /// What is to be done, the next step last.
    pub agenda: Vec<Step>,
    /// Procedures that go on, the innermost last.
    pub procedures: Vec<RunningProcedure>,
    /// Listeners' calls that wait for the next check.
    pub queue: Vec<Step>,
    /// Whose turn it is.
    pub turn: Turn,
    /// The players who are still in the game.
    pub present: Players,
    /// How many players the game began with.
    pub players: u8,
    /// The player of each seat.
    pub seats: SmallVec<[PlayerId; 8]>,
    /// The seat that acts for each player now.
    pub acting_seats: SmallVec<[Seat; 8]>,
    /// The source of chance.
    pub chance: Chance,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The positions with which turns began, as hashes, the oldest first, if the rules end the game by repetition.
    pub positions: Vec<u64>,
    /// When each entity arrived, began or was attached last, counted from 1, in games with layers or effects of control; 0, or
    /// missing, for what has been there from the beginning.
    pub since: Vec<u32>,
    /// What cards were just before they moved, by their ids, the oldest first of each, if scripts ask for that.
    pub memories: Vec<Memory>,
    /// When each card was last given to a player for good, in games with effects of control: none of those that began
    /// earlier holds it. 0, or missing, for one that was not.
    pub given: Vec<u32>,
    /// Derived from the rest: how many cells the lists of items, effects, steps and procedures take together. Never saved.
    #[serde(skip)]
    pub held: u64,
    /// Derived from the rest: who listens, offers, forbids. Never saved.
    #[serde(skip)]
    pub index: Index,
}

impl State {
    /// The entity.
    pub fn entity(&self, id: EntityId) -> &Entity {
        &self.entities[id.index()]
    }

    /// All entities, with their ids.
    pub fn entities(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        self.entities.iter().enumerate().map(|(index, entity)| (EntityId::from(index), entity))
    }

    /// The number of cells that can be read, or a little more; see [`Cell::number`](crate::model::index::Cell::number).
    pub fn cells(&self) -> usize {
        Cell::count(self.entities.len(), self.zones.len(), self.slots.len())
    }

    /// When an entity arrived, began or was attached last.
    pub(crate) fn since(&self, id: EntityId) -> u32 {
        self.since.get(id.index()).copied().unwrap_or(0)
    }

    /// When a card was last given to a player for good.
    pub(crate) fn given(&self, id: EntityId) -> u32 {
        self.given.get(id.index()).copied().unwrap_or(0)
    }

    /// The entity of a player.
    pub const fn player_entity(player: PlayerId) -> EntityId {
        EntityId(1 + player.0 as u32)
    }

    /// The handle of the present incarnation.
    pub fn handle(&self, id: EntityId) -> Handle {
        Handle { id, incarnation: self.entity(id).incarnation }
    }

    /// Whether the handle still holds the present incarnation.
    pub fn fresh(&self, handle: Handle) -> bool {
        self.entities
            .get(handle.id.index())
            .is_some_and(|entity| entity.exists && entity.incarnation == handle.incarnation)
    }

    /// The zone.
    pub fn zone(&self, id: ZoneId) -> &Zone {
        &self.zones[id.index()]
    }

    /// All zones, with their ids.
    pub fn zones(&self) -> impl Iterator<Item = (ZoneId, &Zone)> {
        self.zones.iter().enumerate().map(|(index, zone)| (ZoneId::from(index), zone))
    }

    /// Whose zones a card goes to where each player has one: its owner's; if it is nobody's, those of the player who
    /// controls it; if nobody does, those of the player whose turn it is, or of the next who is there.
    pub fn home(&self, id: EntityId) -> PlayerId {
        let entity = self.entity(id);
        let candidates = [entity.owner, entity.controller];
        candidates.into_iter().find(|player| player.is_somebody()).unwrap_or_else(|| self.turn_player())
    }

    /// The instance of a declared zone that belongs to the player, or the game's; none if it lies on the board. Nobody
    /// has no zones: the player whose turn it is stands in.
    pub fn zone_of(&self, rules: &Rules, decl: ZoneDeclId, player: PlayerId) -> ZoneId {
        let player = if player.is_somebody() { player } else { self.turn_player() };
        match rules.zones.get_index(decl.index()).map(|(_, zone)| zone.per) {
            Some(ZonePer::Player) => ZoneId::from(self.first_instance(rules, decl) + player.index()),
            Some(ZonePer::Game) => ZoneId::from(self.first_instance(rules, decl)),
            Some(ZonePer::Space | ZonePer::Joint) | None => ZoneId::NONE,
        }
    }

    /// The instance of a declared zone that lies on a site of the board; none if it lies on no such site.
    pub fn zone_at(&self, rules: &Rules, decl: ZoneDeclId, site: SiteId) -> ZoneId {
        let spaces = rules.board.spaces.len();
        let number = match rules.zones.get_index(decl.index()).map(|(_, zone)| zone.per) {
            Some(ZonePer::Space) => Some(site.index()).filter(|at| *at < spaces),
            Some(ZonePer::Joint) => site.index().checked_sub(spaces).filter(|at| *at < rules.board.joints.len()),
            Some(ZonePer::Player | ZonePer::Game) | None => None,
        };
        number.map_or(ZoneId::NONE, |number| ZoneId::from(self.first_instance(rules, decl) + number))
    }

    /// All instances of a declared zone, in their order.
    pub fn instances(&self, rules: &Rules, decl: ZoneDeclId) -> impl Iterator<Item = ZoneId> + use<> {
        let per = rules.zones.get_index(decl.index()).map(|(_, zone)| zone.per);
        let start = self.first_instance(rules, decl);
        (start..start + per.map_or(0, |per| rules.instances(per, self.players()))).map(ZoneId::from)
    }

    fn first_instance(&self, rules: &Rules, decl: ZoneDeclId) -> usize {
        self.index.zone_start(decl.index()).unwrap_or_else(|| {
            rules.zones.values().take(decl.index()).map(|zone| rules.instances(zone.per, self.players())).sum()
        })
    }

    /// The entity of a site of the board.
    pub fn entity_at(&self, site: SiteId) -> EntityId {
        if site.is_some() { EntityId(self.board.0 + u32::from(site.0)) } else { EntityId::NONE }
    }

    /// The site of the board that an entity is, if it is one.
    pub fn site_of(&self, rules: &Rules, id: EntityId) -> Option<SiteId> {
        let at = id.0.checked_sub(self.board.0)? as usize;
        (at < rules.board.sites()).then(|| SiteId::from(at))
    }

    /// The site of the board on which a card lies.
    pub fn site_under(&self, id: EntityId) -> Option<SiteId> {
        let zone = self.entity(id).zone;
        Some(self.zones.get(zone.index())?.site).filter(|site| zone.is_some() && site.is_some())
    }

    /// The value of a changing attribute of an entity, if its kind has it.
    pub fn changing(&self, rules: &Rules, id: EntityId, attr: AttrId) -> Option<Value> {
        self.slot_of(rules, id, attr).map(|slot| self.in_slot(slot))
    }

    /// The value in a slot.
    pub(crate) fn in_slot(&self, slot: u32) -> Value {
        self.slots[slot as usize]
    }

    /// Whether an attribute of a card is this value, or has this word among several: as it is now, or as it is printed.
    pub(crate) fn has_learnable(&self, rules: &Rules, card: EntityId, attr: AttrId, value: Value) -> bool {
        let printed = rules.printed(self.entity(card).def, attr);
        let type_ = &rules.attributes[attr.index()].type_;
        match (self.changing(rules, card, attr), type_, printed, value) {
            (Some(Value::Choices(set)), AttrType::Choices(choices), _, Value::Word(word)) => {
                set.words(choices).any(|other| other == word)
            }
            (Some(held), ..) => held == value,
            (None, _, Printed::Words(words), Value::Word(word)) => words.contains(&word),
            (None, type_, printed, value) => type_.value_of(printed) == value,
        }
    }

    /// The value in a slot of an entity: the changing attributes of its kind, in the order of their declaration.
    pub fn slot_value(&self, id: EntityId, position: u16) -> Value {
        self.in_slot(self.entity(id).slot + u32::from(position))
    }

    /// Where a changing attribute of an entity is kept.
    pub fn slot_of(&self, rules: &Rules, id: EntityId, attr: AttrId) -> Option<u32> {
        let entity = self.entity(id);
        let position = rules.kinds[entity.kind.index()].changing.binary_search(&attr).ok()?;
        Some(entity.slot + position as u32)
    }

    /// The item with this id.
    pub fn item(&self, id: EntityId) -> Option<&Item> {
        self.items.iter().rev().find(|item| item.id == id)
    }

    /// Whether an entity is a use of this card: a trigger is none.
    pub(crate) fn is_use_of(&self, id: EntityId, card: EntityId) -> bool {
        self.entity(id).kind == Rules::ITEM
            && self.item(id).is_some_and(|item| item.card.id == card && item.trigger.is_none())
    }

    /// The items, the oldest first.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The standing effect with this id.
    pub fn effect(&self, id: EntityId) -> Option<&Effect> {
        self.effects.get(self.index.effect_place(id)).filter(|effect| effect.id == id)
    }

    /// The standing effects, the oldest first.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// The agenda; the next step is the last.
    pub fn agenda(&self) -> &[Step] {
        &self.agenda
    }

    /// Whose turn it is.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The positions with which turns began, as hashes, the oldest first; see [`Repetition`](crate::model::rules::Repetition).
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// The players who are still in the game.
    pub fn present(&self) -> Players {
        self.present
    }

    /// How many people sit at the table.
    pub fn people(&self) -> usize {
        self.seats.len()
    }

    /// The player for whom a seat answers.
    pub fn player_of(&self, seat: Seat) -> PlayerId {
        // A seat that is not there answers for a player who is not there.
        self.seats.get(seat.index()).copied().unwrap_or(PlayerId(seat.0))
    }

    /// The seats that answer for a player.
    pub fn seats_of(&self, player: PlayerId) -> Seats {
        let own = self.seats.iter().enumerate().filter(|(_, owner)| **owner == player);
        own.fold(Seats::NONE, |all, (seat, _)| all.with(Seat(seat as u8)))
    }

    /// The seat that acts for a player now.
    pub fn acting_seat(&self, player: PlayerId) -> Seat {
        self.acting_seats.get(player.index()).copied().unwrap_or(Seat(player.0))
    }

    /// Whether the player has lost and leaves when the running step is done.
    pub(crate) fn is_leaving(&self, player: PlayerId) -> bool {
        self.agenda.contains(&Step::Leave(player))
    }

    /// Whether a card is nobody's, or that of a player who is out.
    pub(crate) fn belongs_to_none(&self, card: &Entity) -> bool {
        !card.owner.is_somebody() || !self.present.has(card.owner)
    }

    /// The player whose turn it is; if that one is out, the next who is there.
    pub fn turn_player(&self) -> PlayerId {
        let player = self.turn.player;
        if self.present.has(player) { player } else { self.around(player).first().copied().unwrap_or(player) }
    }

    /// The players who have lost and leave when the running step is done.
    pub fn leaving(&self) -> Players {
        self.agenda.iter().fold(Players::NONE, |all, step| match step {
            Step::Leave(player) => all.with(*player),
            _ => all,
        })
    }

    /// The players who are still in the game and have not lost.
    pub fn staying(&self) -> Players {
        self.present.minus(self.leaving())
    }

    /// How many players the game began with.
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The next player in the direction of play, including players who have left.
    pub fn left_of(&self, player: PlayerId) -> PlayerId {
        let (count, player) = (self.players, player.0 % self.players);
        PlayerId(if self.turn.reversed { (player + count - 1) % count } else { (player + 1) % count })
    }

    /// The present players in the direction of play, beginning with `first`.
    pub fn around(&self, first: PlayerId) -> SmallVec<[PlayerId; 8]> {
        let mut players = SmallVec::new();
        let mut player = first;
        for _ in 0..self.players {
            if self.present.has(player) {
                players.push(player);
            }
            player = self.left_of(player);
        }
        players
    }
}

impl Rules {
    /// The abilities of an entity: those of its definition, or of the named effect that it is.
    pub(crate) fn abilities_of(&self, entity: &Entity) -> &Abilities {
        self.abilities(entity.def, entity.part)
    }

    /// A static ability of an entity, by its number.
    pub(crate) fn static_ability(&self, entity: &Entity, number: u16) -> &StaticAbility {
        &self.abilities_of(entity).statics[usize::from(number)]
    }
}

impl State {
    /// The seats that get to know a card as it enters a zone. `before` is the card; `mover` are the seats in whose name it
    /// is put there.
    pub fn seeing(&self, rules: &Rules, zone: &Zone, before: &Entity, mover: Seats) -> Seats {
        let everyone = Seats::first(self.people());
        let owner = || self.seats_of(zone.owner.unwrap_or(before.owner));
        match rules.zones[zone.decl.index()].seen {
            SeenBy::All => everyone,
            SeenBy::Owner => owner(),
            SeenBy::Others => everyone.minus(owner()),
            SeenBy::Mover => mover,
            SeenBy::Nobody => Seats::NONE,
        }
    }

    /// The place that a card takes which enters a zone: the lowest that is free, from 1; 0 where cards have no places.
    pub(crate) fn free_place(&self, rules: &Rules, zone: ZoneId) -> u16 {
        let zone = self.zone(zone);
        if !rules.zones[zone.decl.index()].places {
            return 0;
        }
        let taken: Vec<u16> = zone.cards.iter().map(|card| self.entity(*card).place).collect();
        (1..=taken.len() as u16 + 1).find(|place| !taken.contains(place)).unwrap_or(0)
    }
}
