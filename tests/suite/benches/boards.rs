//! How fast a board is: `cargo bench -p suite --bench boards`. Each figure is the quietest of several runs on one
//! core, with the trace and all services on; the last ones stand in `engine/game/benches/README.md`.

#![allow(clippy::print_stdout)]

use cardwright_game::{Begin, Random, Ruleset, RulesetInside};
use cardwright_kernel::ids::{AttrId, DefId, PhaseId, PlayerId, SiteId, ZoneDeclId};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::{Attempt, Scripts};
use cardwright_kernel::setup::{Arranged, Lot, Pieces, Setup, Start, Subject};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Progress, Table};
use cardwright_kernel::values::Value;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

const ROUNDS: usize = 20;

fn main() {
    let large = suite::game("mega_calamities");
    let calamities = quietest(|| calamities(&large));
    println!(
        "a phase in which 18 seats lose something, answered at once: {:.0} µs",
        calamities.as_nanos() as f64 / 1e3
    );
    let game = suite::game("time_nodes");
    let host = game.host();
    let ring = quietest(|| ring(&game, &host));
    println!("a ring of 24 occupied nodes realised: {:.1} µs", ring.as_nanos() as f64 / 1e3);
    let rotations = quietest(|| rotations(&game, &host));
    println!("legal rotations of a card over 61 nodes: {:.1} µs", rotations.as_nanos() as f64 / 1e3);
}

/// From the selection of calamities to the end of their resolution, at random, in the mean of some turns.
fn calamities(game: &Ruleset) -> Duration {
    const TURNS: u32 = 8;
    let phase = |name: &str| game.rules().phases.get_index_of(name).expect("there is the phase");
    let (from, to) = (phase("selection"), phase("surplus"));
    let begun = game.begin(&Begin::new(18, 3)).expect("eighteen can play");
    let mut table = game.table(&game.host(), begun, Box::new(Random::new(3)));
    let mut time = Duration::ZERO;
    for _ in 0..TURNS {
        table.advance_until(|state| state.turn().phase.index() == from);
        let start = Instant::now();
        table.advance_until(|state| state.turn().phase.index() == to);
        time += start.elapsed();
    }
    time / TURNS
}

fn quietest(mut run: impl FnMut() -> Duration) -> Duration {
    (0..ROUNDS).map(|_| run()).min().unwrap_or_default()
}

struct Words<'a>(&'a Rules);

impl Words<'_> {
    fn zone(&self, key: &str) -> ZoneDeclId {
        self.0.zones.get_index_of(key).expect("the zone is declared").into()
    }

    fn attribute(&self, key: &str) -> AttrId {
        self.0.attributes.get_index_of(key).expect("the attribute is declared").into()
    }

    fn card(&self, name: &str) -> DefId {
        self.0.definitions.get_index_of(name).expect("the card is there").into()
    }

    fn site(&self, name: &str) -> SiteId {
        self.0.board.site_of(self.card(name)).expect("the space is there")
    }

    fn word(&self, text: &str) -> Value {
        Value::Word(self.0.words.get(text).expect("the pack says it"))
    }

    fn setup(&self, cards: Vec<Lot>, pieces: Vec<Pieces>, sets: Vec<(Subject, AttrId, Value)>) -> Setup {
        let phase = PhaseId::from(self.0.phases.get_index_of("actions").expect("there is the phase"));
        let start = Start::Middle(Arranged { phase, sets, ..Arranged::default() });
        Setup {
            players: 2,
            seats: self.0.seating(2),
            first: PlayerId(0),
            seed: 1.into(),
            cards,
            pieces,
            options: Vec::new(),
            start,
        }
    }
}

/// The last round of the last phase goes by: 24 events are realised, each with links to two of radius 3 and to the one
/// before it.
fn ring(game: &Ruleset, host: &Rc<dyn Scripts>) -> Duration {
    let words = Words(game.rules());
    let (mut cards, mut pieces) = (Vec::new(), Vec::new());
    let mut sets = vec![(Subject::Game, words.attribute("horizon"), Value::Number(13))];
    for (radius, nodes) in [(3, 18), (4, 24)] {
        for at in 0..nodes {
            let site = words.site(&format!("{radius}.{at}"));
            let number = Subject::Card(cards.len());
            cards.push(Lot { site, ..Lot::new(PlayerId(0), words.zone("slot"), vec![words.card("Plague")]) });
            sets.push((number, words.attribute("turned"), Value::Number(at % 6)));
            if radius == 3 {
                sets.push((number, words.attribute("result"), words.word("happened")));
            }
            let (owner, def) = (PlayerId(0), words.card("Token"));
            pieces.push(Pieces { owner, holder: owner, zone: words.zone("yes"), site, def, count: 1 });
        }
    }
    let setup = words.setup(cards, pieces, sets);
    let mut table = game.table_of_people(host, Game::new(game.rules(), &setup));
    let start = Instant::now();
    assert!(table.advance() == Progress::Over, "the last phase ends the game");
    let time = start.elapsed();
    black_box(table.game());
    time
}

/// Whether a card may be organised in each node of the board: all rotations are tried, and the other gates besides.
fn rotations(game: &Ruleset, host: &Rc<dyn Scripts>) -> Duration {
    let words = Words(game.rules());
    let node = game.rules().kinds.get_index_of("node").expect("there are nodes");
    let nodes = game.rules().board.space_ids();
    let nodes =
        nodes.filter(|site| game.rules().definitions[game.rules().board.def(*site).index()].kind.index() == node);
    let tables: Vec<(Table, Attempt)> = nodes.map(|site| standing(game, host, &words, site)).collect();
    assert_eq!(tables.len(), 61);
    let start = Instant::now();
    for (mut table, attempt) in tables {
        black_box(table.reasons_against(attempt).expect("it can be asked"));
    }
    start.elapsed()
}

fn standing(game: &Ruleset, host: &Rc<dyn Scripts>, words: &Words<'_>, site: SiteId) -> (Table, Attempt) {
    let cards = vec![Lot::new(PlayerId(0), words.zone("hand"), vec![words.card("Caravan Road")])];
    let mut setup = words.setup(cards, Vec::new(), Vec::new());
    let here = Value::Entity(setup.site(site));
    let own = Subject::Player(PlayerId(0));
    let sets = [("stands", here), ("ea", Value::Number(4)), ("res2", Value::Number(13))];
    if let Start::Middle(arranged) = &mut setup.start {
        arranged.sets = sets.into_iter().map(|(key, value)| (own, words.attribute(key), value)).collect();
    }
    let card = setup.card(game.rules(), 0).id;
    let mut table = game.table_of_people(host, Game::new(game.rules(), &setup));
    table.advance();
    (table, Attempt { player: PlayerId(0), card, number: 0, subject: None, free: false, copy: 0 })
}
