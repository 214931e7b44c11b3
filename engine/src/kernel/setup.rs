//! Setting up a game: players, zones and decks as entities, before the ruleset's own setup.

use super::ids::{AttrId, DefId, EntityId, Handle, KindId, PhaseId, Seat, Seats, ZoneDeclId, ZoneId};
use super::index::Index;
use super::rules::{Rules, SeenBy, ZonePer};
use super::state::{Entity, Generator, State, Step, Turn, Zone};
use super::table::{Game, Mark};
use super::value::Value;
use smallvec::SmallVec;

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many players.
    pub players: u8,
    /// The player of each seat; each his own if empty.
    pub seats: Vec<Seat>,
    /// Whose turn is first.
    pub first: Seat,
    /// The seed of the game's generator.
    pub seed: u64,
    /// Cards by player and zone, from the bottom to the top; shared zones belong to the first player.
    pub cards: Vec<(Seat, ZoneDeclId, Vec<DefId>)>,
    /// Where it starts.
    pub start: Start,
}

/// Where a game starts.
#[derive(Clone, Debug)]
pub enum Start {
    /// With the ruleset's own setup and the first turn.
    Beginning,
    /// In the middle of the first player's turn, on a table that is arranged: a ruling, a puzzle.
    Middle(Arranged),
}

/// A table in the middle of a turn: the windows of a phase are about to open. Cards are named by their number in
/// the order of [`Setup::cards`].
#[derive(Clone, Debug, Default)]
pub struct Arranged {
    /// The running phase; its beginning is over.
    pub phase: PhaseId,
    /// Changing attributes that differ from what is printed.
    pub sets: Vec<(Subject, AttrId, Value)>,
    /// Cards and what each is attached to.
    pub attached: Vec<(usize, usize)>,
}

/// Whose attribute is arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The game's own.
    Game,
    /// A player's.
    Player(Seat),
    /// A card's.
    Card(usize),
}

impl Setup {
    /// The card with this number, as attributes hold it.
    pub fn card(&self, number: usize) -> Handle {
        Handle { id: EntityId::from(1 + usize::from(self.players) + number), incarnation: 0 }
    }
}

impl Game {
    /// A game before its first step.
    pub fn new(rules: &Rules, setup: &Setup) -> Self {
        let mut state = empty(rules, setup);
        for (seat, decl, cards) in &setup.cards {
            let zone = state.zone_of(rules, *decl, *seat);
            for def in cards {
                add_card(rules, &mut state, zone, *def, *seat);
            }
        }
        if let Start::Middle(arranged) = &setup.start {
            arrange(rules, &mut state, setup, arranged);
        }
        state.index = Index::of(rules, &state);
        Self {
            state,
            trace: Vec::new(),
            log: Vec::new(),
            tape_from: 0,
            prompts: Vec::new(),
            next_prompt: 1,
            leaving: SmallVec::new(),
            barred: Vec::new(),
            stopped_at: None,
            unchecked: true,
            idle: 0,
            secret: setup.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D,
            journal: Vec::new(),
            marks: Vec::new(),
            mark: Mark { unchecked: true, ..Mark::default() },
        }
    }
}

/// What is to be done first: the ruleset's setup, then the first turn.
fn first_steps(rules: &Rules, setup: &Setup) -> Vec<Step> {
    if !matches!(setup.start, Start::Beginning) {
        return vec![Step::NextTurn];
    }
    let hook = rules.setup.as_ref().and_then(|hook| rules.words.get(&hook.name));
    [Some(Step::NextTurn), hook.map(|name| Step::Hook(name, Value::Nothing))].into_iter().flatten().collect()
}

/// The zones of a game of so many players, with nothing in them.
pub(super) fn zones_of(rules: &Rules, players: u8) -> Vec<Zone> {
    let mut zones = Vec::new();
    for (at, decl) in rules.zones.values().enumerate() {
        let owners: Vec<Option<Seat>> = match decl.per {
            ZonePer::Player => (0..players).map(|seat| Some(Seat(seat))).collect(),
            ZonePer::Game => vec![None],
        };
        zones.extend(owners.into_iter().map(|owner| Zone { decl: ZoneDeclId::from(at), owner, cards: Vec::new() }));
    }
    zones
}

fn empty(rules: &Rules, setup: &Setup) -> State {
    let players = usize::from(setup.players);
    let zones = zones_of(rules, setup.players);
    let turn = Turn {
        number: 0,
        player: setup.first,
        phase: PhaseId(0),
        extra: false,
        rotation: setup.first,
        reversed: false,
        inserted: SmallVec::new(),
        skips: SmallVec::from_elem(0, players),
        before_first: true,
    };
    let mut state = State {
        entities: Vec::new(),
        slots: Vec::new(),
        zones,
        items: Vec::new(),
        effects: Vec::new(),
        agenda: first_steps(rules, setup),
        queue: Vec::new(),
        turn,
        present: Seats::first(players),
        players: setup.players,
        seats: seats(setup).collect(),
        speakers: (0..setup.players).map(|player| first_seat(setup, Seat(player))).collect(),
        generator: Generator::new(setup.seed),
        outcome: None,
        index: Index::default(),
    };
    add(rules, &mut state, Rules::GAME, DefId::NONE, Seat(0), ZoneId::NONE);
    for seat in 0..setup.players {
        add(rules, &mut state, Rules::PLAYER, DefId::NONE, Seat(seat), ZoneId::NONE);
    }
    state
}

/// The player of each seat.
fn seats(setup: &Setup) -> impl Iterator<Item = Seat> {
    let own = if setup.seats.is_empty() { setup.players } else { 0 };
    setup.seats.iter().copied().chain((0..own).map(Seat))
}

fn first_seat(setup: &Setup, player: Seat) -> Seat {
    seats(setup).position(|owner| owner == player).map_or(player, |seat| Seat(seat as u8))
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
            Subject::Player(seat) => State::player_entity(*seat),
            Subject::Card(number) => setup.card(*number).id,
        };
        if let Some(slot) = state.slot_of(rules, id, *attr) {
            state.slots[slot as usize] = *value;
        }
    }
    for (card, host) in &arranged.attached {
        let (card, host) = (setup.card(*card).id, setup.card(*host).id);
        state.entities[card.index()].host = host;
        state.entities[host.index()].attachments += 1;
    }
}

fn add_card(rules: &Rules, state: &mut State, zone: ZoneId, def: DefId, owner: Seat) -> EntityId {
    let kind = rules.definitions[def.index()].kind;
    let id = add(rules, state, kind, def, owner, zone);
    state.zones[zone.index()].cards.push(id);
    id
}

fn add(rules: &Rules, state: &mut State, kind: KindId, def: DefId, owner: Seat, zone: ZoneId) -> EntityId {
    let id = EntityId::from(state.entities.len());
    let everyone = Seats::first(state.people());
    let known = match zone.is_some().then(|| &rules.zones[state.zone(zone).decl.index()]) {
        None => everyone,
        Some(decl) => match decl.seen {
            SeenBy::All => everyone,
            SeenBy::Owner => state.seats_of(owner),
            SeenBy::Nobody => Seats::NONE,
        },
    };
    let entity = Entity {
        kind,
        def,
        owner,
        controller: owner,
        exists: true,
        incarnation: 0,
        zone,
        slot: state.slots.len() as u32,
        known,
        host: EntityId::NONE,
        attachments: 0,
    };
    state.entities.push(entity);
    let values = rules.kinds[kind.index()].changing.iter().map(|attr| Value::of(rules.printed(def, *attr)));
    state.slots.extend(values);
    id
}
