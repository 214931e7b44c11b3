//! Boards full of events, as nobody would lay them and as games do; and what comes of them when time goes by.

use super::eager::Eager;
use cardwright_game::{Begin, Ruleset, RulesetInside};
use cardwright_kernel::ids::{AttrId, DefId, EntityId, PhaseId, PlayerId, SiteId, ZoneDeclId};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::{Arranged, Generator, Lot, Pieces, Setup, Start, Subject};
use cardwright_kernel::state::{Entity, Game, State};
use cardwright_kernel::table::{Progress, Table};
use cardwright_kernel::values::Value;
use std::rc::Rc;

const PLAYERS: u8 = 3;

/// A board full of events, before its nodes are realised from the centre outwards.
#[derive(Clone)]
pub struct Board {
    pub setup: Setup,
    /// The nodes with events, in the order of time, each with the number of its event.
    pub events: Vec<(SiteId, usize)>,
}

impl Board {
    fn empty(rules: &Rules) -> Self {
        let phase = PhaseId::from(rules.phases.get_index_of("actions").expect("there is the phase"));
        let start = Start::Middle(Arranged { phase, ..Arranged::default() });
        let (players, seats, first, seed) = (PLAYERS, rules.seating(PLAYERS), PlayerId(0), 1.into());
        let setup =
            Setup { players, seats, first, seed, cards: Vec::new(), pieces: Vec::new(), options: Vec::new(), start };
        Self { setup, events: Vec::new() }
    }

    fn lay(&mut self, rules: &Rules, site: SiteId, owner: PlayerId, card: DefId, turned: Value) {
        let number = self.events.len();
        let lot = Lot { site, ..Lot::new(owner, zone(rules, "slot"), vec![card]) };
        self.events.push((site, number));
        self.setup.cards.push(lot);
        let Start::Middle(arranged) = &mut self.setup.start else { return };
        arranged.sets.push((Subject::Card(number), attribute(rules, "turned"), turned));
    }

    fn put(&mut self, owner: PlayerId, zone: ZoneDeclId, site: SiteId, def: DefId, count: u32) {
        self.setup.pieces.push(Pieces { owner, holder: owner, zone, site, def, count });
    }
}

fn zone(rules: &Rules, key: &str) -> ZoneDeclId {
    rules.zones.get_index_of(key).expect("the zone is declared").into()
}

pub fn attribute(rules: &Rules, key: &str) -> AttrId {
    rules.attributes.get_index_of(key).expect("the attribute is declared").into()
}

/// The nodes of the board in the order in which they are printed: that of time.
fn nodes(rules: &Rules) -> impl Iterator<Item = SiteId> + use<'_> {
    let node = rules.kinds.get_index_of("node").expect("there are nodes");
    rules.board.space_ids().filter(move |site| rules.definitions[rules.board.def(*site).index()].kind.index() == node)
}

// --- Boards that are made up ---

/// Lays cards by luck, whatever their marks face: how points are computed does not depend on that.
pub struct Maker<'a> {
    rules: &'a Rules,
    pub luck: Generator,
}

impl<'a> Maker<'a> {
    pub fn new(game: &'a Ruleset, luck: Generator) -> Self {
        Self { rules: game.rules(), luck }
    }

    fn card(&self, name: &str) -> DefId {
        self.rules.definitions.get_index_of(name).expect("the card is there").into()
    }

    fn one_of(&mut self, names: &[&str]) -> DefId {
        let at = self.luck.below(names.len() as u32) as usize;
        self.card(names[at])
    }

    fn anybody(&mut self) -> PlayerId {
        PlayerId(self.luck.below(u32::from(PLAYERS)) as u8)
    }

    pub fn event(&mut self) -> DefId {
        let kind = self.rules.kinds.get_index_of("event").expect("there are events");
        let events = self.rules.definitions.iter().enumerate().filter(|(_, (_, card))| card.kind.index() == kind);
        let events: Vec<DefId> = events.map(|(at, _)| at.into()).collect();
        events[self.luck.below(events.len() as u32) as usize]
    }

    fn board(&mut self) -> Board {
        let rules = self.rules;
        let mut board = Board::empty(rules);
        for site in nodes(rules) {
            if self.luck.below(4) > 0 {
                self.fill(&mut board, site);
            }
        }
        for site in rules.board.joint_ids() {
            if self.luck.below(5) == 0 {
                let arrow = self.one_of(&["Single Arrow", "Double Arrow"]);
                let (owner, count) = (self.anybody(), 1 + self.luck.below(2));
                board.put(owner, zone(rules, "arrows"), site, arrow, count);
            }
        }
        board
    }

    fn fill(&mut self, board: &mut Board, site: SiteId) {
        let owner = self.anybody();
        let (card, turned) = (self.event(), Value::Number(i64::from(self.luck.below(6))));
        board.lay(self.rules, site, owner, card, turned);
        let side = if self.luck.below(2) == 0 { "yes" } else { "no" };
        board.put(owner, zone(self.rules, side), site, self.card("Token"), 1);
        for side in ["yes", "no"] {
            if self.luck.below(3) == 0 {
                let influence = self.one_of(&["Influence 1", "Influence 2", "Influence 3"]);
                let (owner, count) = (self.anybody(), 1 + self.luck.below(2));
                board.put(owner, zone(self.rules, side), site, influence, count);
            }
        }
    }
}

// --- Boards as games leave them ---

/// The board at the end of a game: every card, turned as it lies, and every piece; nothing is realised yet.
fn left_by(rules: &Rules, state: &State) -> Board {
    let mut board = Board::empty(rules);
    let turned = attribute(rules, "turned");
    for site in nodes(rules) {
        for (id, event) in lying(rules, state, "slot", site) {
            let turned = state.changing(rules, id, turned).expect("an event is turned");
            board.lay(rules, site, event.owner, event.def, turned);
        }
    }
    let spaces = rules.board.space_ids().flat_map(|site| ["yes", "no"].map(|side| (side, site)));
    for (key, site) in spaces.chain(rules.board.joint_ids().map(|site| ("arrows", site))) {
        for (_, pile) in lying(rules, state, key, site) {
            board.put(pile.owner, zone(rules, key), site, pile.def, pile.count);
        }
    }
    board
}

fn lying<'a>(
    rules: &Rules,
    state: &'a State,
    key: &str,
    site: SiteId,
) -> impl Iterator<Item = (EntityId, &'a Entity)> + use<'a> {
    let zone = state.zone(state.zone_at(rules, zone(rules, key), site));
    zone.cards.iter().map(|id| (*id, state.entity(*id)))
}

/// The end of a game in which everybody organises what he can.
pub fn eager_game(game: &Ruleset, host: &Rc<dyn Scripts>, players: u8, seed: u64) -> Game {
    let begin = game.begin(&Begin::new(players, seed)).expect("the game has decks");
    let mut table = game.table(host, begin, Box::new(Eager::new(game.rules(), seed)));
    assert_eq!(table.advance(), Progress::Over, "everybody answers");
    table.into_game()
}

/// Boards that are made up, then boards as games leave them, each with luck to go on with.
pub fn boards<'a>(
    game: &'a Ruleset,
    host: &'a Rc<dyn Scripts>,
    made: u64,
    played: u64,
) -> impl Iterator<Item = (Board, Generator)> + use<'a> {
    let made = (1..=made).map(|seed| {
        let mut maker = Maker::new(game, Generator::new(seed));
        let board = maker.board();
        (board, maker.luck)
    });
    let played = (1..=played).map(|seed| {
        let end = eager_game(game, host, PLAYERS, seed);
        (left_by(game.rules(), end.state()), Generator::new(seed))
    });
    made.chain(played)
}

/// Realises every radius, to the end of the game.
pub fn realised(game: &Ruleset, host: &Rc<dyn Scripts>, board: &Board) -> Game {
    let start = Game::new(game.rules(), &board.setup);
    let mut table = game.table_of_people(host, start);
    // An event may let its organiser do something; everybody passes, and all rounds go by.
    while table.advance() != Progress::Over {
        let prompt = table.game().prompts()[0].clone();
        table.answer(prompt.number, prompt.default).expect("what stands for an answer fits");
    }
    let broken = table.game().check_invariants(game.rules());
    assert!(broken.is_empty(), "{broken:?}");
    table.game().clone()
}

/// The results of the events, in the order of time.
pub fn results(game: &Ruleset, board: &Board, end: &Game) -> Vec<Value> {
    let result = attribute(game.rules(), "result");
    let of = |(_, number): &(SiteId, usize)| {
        let card = board.setup.card(game.rules(), *number).id;
        end.state().changing(game.rules(), card, result).expect("events have results")
    };
    board.events.iter().map(of).collect()
}

/// The bytes of a state, as a save holds them.
pub fn bytes(table: &Table) -> Vec<u8> {
    postcard::to_allocvec(table.state()).expect("a state can be written")
}
