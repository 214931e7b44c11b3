//! Setting up a game: players, zones and decks as entities, before the ruleset's own setup.

use crate::model::agenda::Step;
use crate::model::carried::Carried;
use crate::model::chance::Chance;
use crate::model::generator::Seed;
use crate::model::guise::Guise;
use crate::model::ids::{
    AttrId, DefId, EntityId, Handle, KindId, PhaseId, PlayerId, Players, Seat, Seats, SiteId, ZoneDeclId, ZoneId,
};
use crate::model::index::Index;
use crate::model::rules::{Category, Rules, ZonePer};
use crate::model::state::{Entity, State, Zone};
use crate::model::turn::Turn;
use crate::model::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// What a game begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// How many players.
    pub players: u8,
    /// The player of each seat; if empty, each seat is a player.
    pub seats: Vec<PlayerId>,
    /// Whose turn is first.
    pub first: PlayerId,
    /// What its chance and its handles come from.
    pub seed: Seed,
    /// The cards.
    pub cards: Vec<Lot>,
    /// Counted pieces; they follow the cards.
    pub pieces: Vec<Pieces>,
    /// Options of the game that were chosen; the others are at their defaults.
    pub options: Vec<(AttrId, Value)>,
    /// Where it starts.
    pub start: Start,
}

/// Cards that begin in one zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lot {
    /// Whose they are.
    pub owner: PlayerId,
    /// In whose zone they lie, where each player has one: mostly the owner's.
    pub holder: PlayerId,
    /// The zone, of the holder or the game's, or of the site.
    pub zone: ZoneDeclId,
    /// The site of the board, for a zone that lies on one.
    pub site: SiteId,
    /// The cards, from the bottom to the top.
    pub cards: Vec<DefId>,
}

impl Lot {
    /// Cards in a zone of a player, or in a shared one.
    pub fn new(owner: PlayerId, zone: ZoneDeclId, cards: Vec<DefId>) -> Self {
        Self { owner, holder: owner, zone, site: SiteId::NONE, cards }
    }

    fn zone(&self, rules: &Rules, state: &State) -> ZoneId {
        if self.site.is_some() {
            state.zone_at(rules, self.zone, self.site)
        } else {
            state.zone_of(rules, self.zone, self.holder)
        }
    }
}

/// Counted pieces that begin in one zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pieces {
    /// Whose they are.
    pub owner: PlayerId,
    /// In whose zone they lie, where each player has one: mostly the owner's.
    pub holder: PlayerId,
    /// The zone, of the holder or the game's, or of the site.
    pub zone: ZoneDeclId,
    /// The site of the board, for a zone that lies on one.
    pub site: SiteId,
    /// What is printed on them.
    pub def: DefId,
    /// How many.
    pub count: u32,
}

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Start {
    /// With the ruleset's own setup and the first turn.
    Beginning,
    /// In the middle of the first player's turn, on a table that is arranged: a ruling, a puzzle.
    Middle(Arranged),
}

/// A table in the middle of a turn: the windows of a phase are about to open. Cards are named by their number in
/// the order of [`Setup::cards`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Arranged {
    /// The running phase; its beginning is over.
    pub phase: PhaseId,
    /// Changing attributes that differ from what is printed.
    pub sets: Vec<(Subject, AttrId, Value)>,
    /// Cards and what each is attached to.
    pub attached: Vec<(usize, usize)>,
    /// Cards and the number of the place of each; all others have the lowest that are free.
    pub places: Vec<(usize, u16)>,
}

/// Whose attribute is arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Subject {
    /// The game's own.
    Game,
    /// A player's.
    Player(PlayerId),
    /// A card's.
    Card(usize),
    /// That of a space or joint of the board.
    Site(SiteId),
}

impl Setup {
    /// The key of this game's handles. Seats see handles, so what they are made from must not lead back to the seed, from
    /// which all that is hidden follows.
    pub(crate) fn handle_key(&self) -> [u8; 32] {
        blake3::derive_key("cardwright 2026-11-22 handles", self.seed.bytes())
    }

    /// The card with this number, as attributes hold it.
    pub fn card(&self, rules: &Rules, number: usize) -> Handle {
        Handle { id: EntityId::from(1 + usize::from(self.players) + rules.board.sites() + number), incarnation: 0 }
    }

    /// The state before the first step.
    pub(crate) fn state(&self, rules: &Rules) -> State {
        // The game, the players, the board, the cards: `card`, `site` and `State::player_entity` rely on this order.
        let mut state = empty(rules, self);
        state.entities.reserve(self.entities(rules));
        state.slots.reserve(2 * self.entities(rules));
        add_board(rules, &mut state);
        for lot in &self.cards {
            let zone = lot.zone(rules, &state);
            if let Some(zone) = state.zones.get_mut(zone.index()) {
                zone.cards.reserve(lot.cards.len());
            }
            for def in &lot.cards {
                add_card(rules, &mut state, zone, *def, lot.owner);
            }
        }
        for pieces in &self.pieces {
            add_pieces(rules, &mut state, pieces);
        }
        for (attr, value) in &self.options {
            if let Some(slot) = state.slot_of(rules, EntityId::GAME, *attr) {
                state.slots[slot as usize] = *value;
            }
        }
        if let Start::Middle(arranged) = &self.start {
            arrange(rules, &mut state, self, arranged);
        }
        state.index = Index::of(rules, &state);
        state.held = state.count_held();
        state
    }

    /// How many entities the game begins with.
    pub fn entities(&self, rules: &Rules) -> usize {
        let cards: usize = self.cards.iter().map(|lot| lot.cards.len()).sum();
        1 + usize::from(self.players) + rules.board.sites() + cards + self.pieces.len()
    }

    /// A zone that would begin with more cards and pieces than it has room for.
    pub fn overfull(&self, rules: &Rules) -> Option<ZoneDeclId> {
        if rules.zones.values().all(|zone| zone.capacity.is_none()) {
            return None;
        }
        let lots = self.cards.iter().map(|lot| ((lot.zone, lot.holder, lot.site), lot.cards.len()));
        let piles = self.pieces.iter().map(|pile| ((pile.zone, pile.holder, pile.site), pile.count as usize));
        let mut lying: BTreeMap<(ZoneDeclId, PlayerId, SiteId), usize> = BTreeMap::new();
        for ((zone, holder, site), count) in lots.chain(piles) {
            let (_, decl) = rules.zones.get_index(zone.index())?;
            // What is not one of each player's is one zone, whoever holds it.
            let holder = if decl.per == ZonePer::Player { holder } else { PlayerId::NOBODY };
            let lying = lying.entry((zone, holder, site)).or_default();
            *lying = lying.saturating_add(count);
            if decl.capacity.is_some_and(|most| *lying > most as usize) {
                return Some(zone);
            }
        }
        None
    }

    /// How many people sit at the table.
    pub fn people(&self) -> usize {
        if self.seats.is_empty() { usize::from(self.players) } else { self.seats.len() }
    }

    /// The player for whom a seat answers.
    pub fn player_of(&self, seat: Seat) -> PlayerId {
        self.seats.get(seat.index()).copied().unwrap_or(PlayerId(seat.0))
    }

    /// A site of the board, as attributes hold it: the board follows the players.
    pub fn site(&self, site: SiteId) -> Handle {
        Handle { id: EntityId::from(1 + usize::from(self.players) + site.index()), incarnation: 0 }
    }
}

/// What is to be done first: the ruleset's setup, then the first turn.
fn first_steps(rules: &Rules, setup: &Setup) -> Vec<Step> {
    if !matches!(setup.start, Start::Beginning) {
        return vec![Step::NextTurn];
    }
    let hook = rules.setup.as_ref().and_then(|hook| rules.words.get(&hook.name));
    [Some(Step::NextTurn), hook.map(|name| Step::Hook(name, Carried::game()))].into_iter().flatten().collect()
}

/// The zones of a game of so many players, with nothing in them.
pub(crate) fn zones_of(rules: &Rules, players: u8) -> Vec<Zone> {
    let count = rules.zones.values().map(|zone| rules.instances(zone.per, usize::from(players))).sum();
    let mut zones = Vec::with_capacity(count);
    // `State::zone_of` and `State::zone_at` find an instance by counting those of the declarations before it.
    for (at, decl) in rules.zones.values().enumerate() {
        let decl_id = ZoneDeclId::from(at);
        let zone = |owner: Option<PlayerId>, site: SiteId| Zone { decl: decl_id, owner, site, cards: SmallVec::new() };
        match decl.per {
            ZonePer::Player => zones.extend((0..players).map(|player| zone(Some(PlayerId(player)), SiteId::NONE))),
            ZonePer::Game => zones.push(zone(None, SiteId::NONE)),
            ZonePer::Space => zones.extend(rules.board.space_ids().map(|site| zone(None, site))),
            ZonePer::Joint => zones.extend(rules.board.joint_ids().map(|site| zone(None, site))),
        }
    }
    zones
}

fn empty(rules: &Rules, setup: &Setup) -> State {
    let players = usize::from(setup.players);
    let seats: SmallVec<[PlayerId; 8]> = (0..setup.people()).map(|seat| setup.player_of(Seat(seat as u8))).collect();
    let first_seat = |player: u8| seats.iter().position(|owner| owner.0 == player).map_or(player, |seat| seat as u8);
    let mut state = State {
        zones: zones_of(rules, setup.players),
        board: EntityId::NONE,
        supply: supply_of(rules),
        agenda: first_steps(rules, setup),
        turn: Turn {
            player: setup.first,
            rotation: setup.first,
            skips: SmallVec::from_elem(0, players),
            before_first: true,
            ..Turn::default()
        },
        present: Players::first(players),
        players: setup.players,
        acting_seats: (0..setup.players).map(|player| Seat(first_seat(player))).collect(),
        seats,
        chance: Chance::new(&setup.seed),
        ..State::default()
    };
    add(rules, &mut state, Rules::GAME, rules.actor_def(Rules::GAME), PlayerId(0), ZoneId::NONE);
    for player in 0..setup.players {
        add(rules, &mut state, Rules::PLAYER, rules.actor_def(Rules::PLAYER), PlayerId(player), ZoneId::NONE);
    }
    state
}

/// Puts the state into the middle of a turn: nothing of this is a change, for nothing was before.
fn arrange(rules: &Rules, state: &mut State, setup: &Setup, arranged: &Arranged) {
    state.turn.number = 1;
    state.turn.phase = arranged.phase;
    state.turn.before_first = false;
    state.agenda = vec![Step::EndPhase(arranged.phase), Step::PhaseWindows(arranged.phase, 0)];

    for (subject, attr, value) in &arranged.sets {
        let id = match subject {
            Subject::Game => EntityId::GAME,
            Subject::Player(player) => State::player_entity(*player),
            Subject::Card(number) => setup.card(rules, *number).id,
            Subject::Site(site) => state.entity_at(*site),
        };
        if let Some(slot) = state.slot_of(rules, id, *attr) {
            state.slots[slot as usize] = *value;
        }
    }
    for (card, host) in &arranged.attached {
        let (card, host) = (setup.card(rules, *card).id, setup.card(rules, *host).id);
        state.entities[card.index()].host = host;
        state.entities[host.index()].attachments += 1;
    }
    place(rules, state, setup, &arranged.places);
}

/// Gives these cards their places, and all others of their zones the lowest that are left, in their order.
fn place(rules: &Rules, state: &mut State, setup: &Setup, places: &[(usize, u16)]) {
    let placed: Vec<(EntityId, u16)> =
        places.iter().map(|(number, place)| (setup.card(rules, *number).id, *place)).collect();
    let mut zones: Vec<ZoneId> = placed.iter().map(|(card, _)| state.entity(*card).zone).collect();
    zones.sort_unstable();
    zones.dedup();
    for zone in zones {
        let cards = state.zone(zone).cards.clone();
        cards.iter().for_each(|card| state.entities[card.index()].place = 0);
        for (card, place) in placed.iter().filter(|(card, _)| cards.contains(card)) {
            state.entities[card.index()].place = *place;
        }
        for card in cards.iter().filter(|card| !placed.iter().any(|(placed, _)| placed == *card)) {
            state.entities[card.index()].place = state.free_place(rules, zone);
        }
    }
}

/// Spaces and joints are entities without an owner: everybody knows them, and they lie in no zone.
fn add_board(rules: &Rules, state: &mut State) {
    state.board = EntityId::from(state.entities.len());
    for site in rules.board.space_ids().chain(rules.board.joint_ids()) {
        let def = rules.board.def(site);
        let kind = rules.definitions[def.index()].kind;
        add(rules, state, kind, def, PlayerId(0), ZoneId::NONE);
    }
}

fn add_card(rules: &Rules, state: &mut State, zone: ZoneId, def: DefId, owner: PlayerId) -> EntityId {
    let kind = rules.definitions[def.index()].kind;
    let id = add(rules, state, kind, def, owner, zone);
    // Whoever holds a card controls it.
    let holder = state.zone(zone).owner.unwrap_or(owner);
    (state.entities[id.index()].controller, state.entities[id.index()].holder) = (holder, holder);
    state.entities[id.index()].place = state.free_place(rules, zone);
    state.zones[zone.index()].cards.push(id);
    id
}

/// No pieces yet of each counted definition.
pub(crate) fn supply_of(rules: &Rules) -> Vec<(DefId, i64)> {
    let defs = (0..rules.definitions.len()).map(DefId::from);
    defs.filter(|def| rules.category_of(*def) == Category::Counted).map(|def| (def, 0)).collect()
}

fn add_pieces(rules: &Rules, state: &mut State, pieces: &Pieces) {
    let Pieces { owner, holder, zone, site, def, count } = *pieces;
    let zone = Lot { owner, holder, zone, site, cards: Vec::new() }.zone(rules, state);
    let same = |id: &EntityId| (state.entity(*id).def, state.entity(*id).owner) == (def, owner);
    let pile = state.zone(zone).cards.iter().copied().find(same);
    if count == 0 {
        return;
    }
    match pile {
        Some(pile) => state.entities[pile.index()].count += count,
        None => {
            let pile = add_card(rules, state, zone, def, owner);
            state.entities[pile.index()].count = count;
        }
    }
    if let Some((_, supply)) = state.supply.iter_mut().find(|(counted, _)| *counted == def) {
        *supply += i64::from(count);
    }
}

fn add(rules: &Rules, state: &mut State, kind: KindId, def: DefId, owner: PlayerId, zone: ZoneId) -> EntityId {
    let id = EntityId::from(state.entities.len());
    let new = Entity::new(kind, def, owner, state.slots.len() as u32);
    let known = match zone.is_some() {
        false => Seats::first(state.people()),
        // What lies there from the beginning is put there by its owner.
        true => state.seeing(rules, state.zone(zone), &new, state.seats_of(owner)),
    };
    // Elsewhere than in play a card is what it is by itself.
    let own = rules.own_side(def);
    let in_play = zone.is_some() && rules.zones[state.zone(zone).decl.index()].in_play;
    let def = if in_play { def } else { own };
    let entity = Entity { zone, known, def, own, ..new };
    if def != own {
        state.guises.push(Guise { card: id, def, until: Handle::NONE });
    }
    state.entities.push(entity);
    match rules.definitions.get_index(def.index()) {
        Some((_, definition)) => state.slots.extend_from_slice(&definition.first_values),
        // The game and the players, where nothing is declared of them.
        None => {
            let changing = &rules.kinds[kind.index()].changing;
            state.slots.extend(changing.iter().map(|attr| rules.printed_value(def, *attr)));
        }
    }
    id
}
