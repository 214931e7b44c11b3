//! Setting up a game: players, zones and decks as entities, before the ruleset's own setup.

use super::ids::{DefId, EntityId, KindId, PhaseId, Seat, Seats, ZoneDeclId, ZoneId};
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
    /// Whose turn is first.
    pub first: Seat,
    /// The seed of the game's generator.
    pub seed: u64,
    /// Cards by player and zone, from the bottom to the top; shared zones belong to the first player.
    pub cards: Vec<(Seat, ZoneDeclId, Vec<DefId>)>,
    /// Whether the ruleset's `setup` is called and the first turn begins; a ruling's table has neither.
    pub begins: bool,
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
            secret: setup.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D,
            fingerprints: None,
            journal: Vec::new(),
            marks: Vec::new(),
            mark: Mark::default(),
        }
    }
}

/// What is to be done first: the ruleset's setup, then the first turn.
fn first_steps(rules: &Rules, setup: &Setup) -> Vec<Step> {
    if !setup.begins {
        return Vec::new();
    }
    let hook = rules.setup.as_ref().and_then(|hook| rules.words.get(&hook.name));
    [Some(Step::NextTurn), hook.map(|name| Step::Hook(name, Value::Nothing))].into_iter().flatten().collect()
}

fn empty(rules: &Rules, setup: &Setup) -> State {
    let players = usize::from(setup.players);
    let mut zones = Vec::new();
    for (at, decl) in rules.zones.values().enumerate() {
        let owners: Vec<Option<Seat>> = match decl.per {
            ZonePer::Player => (0..setup.players).map(|seat| Some(Seat(seat))).collect(),
            ZonePer::Game => vec![None],
        };
        zones.extend(owners.into_iter().map(|owner| Zone { decl: ZoneDeclId::from(at), owner, cards: Vec::new() }));
    }
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
        seats: (0..setup.players).map(Seat).collect(),
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

fn add_card(rules: &Rules, state: &mut State, zone: ZoneId, def: DefId, owner: Seat) -> EntityId {
    let kind = rules.definitions[def.index()].kind;
    let id = add(rules, state, kind, def, owner, zone);
    state.zones[zone.index()].cards.push(id);
    id
}

fn add(rules: &Rules, state: &mut State, kind: KindId, def: DefId, owner: Seat, zone: ZoneId) -> EntityId {
    let id = EntityId::from(state.entities.len());
    let everyone = Seats::first(usize::from(state.players));
    let known = match zone.is_some().then(|| &rules.zones[state.zone(zone).decl.index()]) {
        None => everyone,
        Some(decl) => match decl.seen {
            SeenBy::All => everyone,
            SeenBy::Owner => Seats::only(owner),
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
