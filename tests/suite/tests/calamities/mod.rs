//! Calamities in whole games: what holds at every step, what nobody else may see, and what the rules say about chance and
//! about many victims at once.

mod many;
mod twins;
mod watch;

use cardwright_game::{Begin, Random, Ruleset, RulesetInside};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::rules::Rules;
use cardwright_kernel::setup::Setup;
use cardwright_kernel::state::{Game, State};
use cardwright_kernel::table::Nobody;
use cardwright_kernel::trace::{Fact, FactKind, Thing};
use cardwright_rulings::rulings::{self, Ruling, RulingFile};
use std::collections::BTreeMap;
use suite::{is_long, root};
use watch::Watch;

fn ruleset() -> Ruleset {
    suite::game("mega_calamities")
}

fn ruling(game: &Ruleset, text: &str) -> Ruling {
    let file =
        RulingFile { root: root(), path: "tests/rulings/mega_calamities/at/hand.toml".into(), text: text.into() };
    rulings::read(&file, game).unwrap_or_else(|problems| panic!("{}", problems.render(&file.source(), Colour::Plain)))
}

/// A game at a table that is set as a ruling sets it, with another seed.
fn set(game: &Ruleset, ruling: &Ruling, seed: u64) -> Game {
    Game::new(game.rules(), &Setup { seed: seed.into(), ..ruling.setup.clone() })
}

// --- Chance in the selection ---

/// How often each calamity was drawn as the first and as the last, over many seeds.
fn drawn(text: &str, seeds: u64) -> (BTreeMap<String, u32>, BTreeMap<String, u32>) {
    let game = ruleset();
    let host = game.host();
    let ruling = ruling(&game, text);
    let (mut first, mut last) = (BTreeMap::new(), BTreeMap::new());
    for seed in 0..seeds {
        let start = set(&game, &ruling, seed * 7919);
        let mut table = game.table(&host, start, Box::new(Random::new(seed)));
        let majors = game.rules().phases.get_index_of("minors").expect("a phase");
        table.advance_until(|state| state.turn().phase.index() == majors);
        let names: Vec<String> =
            table.game().trace().iter().filter_map(|fact| drawn_card(game.rules(), fact)).collect();
        *first.entry(names.first().expect("one too many").clone()).or_default() += 1;
        *last.entry(names.last().expect("one too many").clone()).or_default() += 1;
    }
    (first, last)
}

fn drawn_card(rules: &Rules, fact: &Fact) -> Option<String> {
    let FactKind::Chance(_, _, things, _) = &fact.what else { return None };
    match things.first() {
        Some(Thing::Card(named)) => Some(rules.definitions.get_index(named.def.index())?.0.to_string()),
        _ => None,
    }
}

#[test]
fn of_three_calamities_each_is_as_likely_to_go() {
    let text = "claim = \"x\"\nplayers = 8\nphase = \"trade\"\n\n[D]\nhand = [\"Famine\", \"Treachery\", \"Barbarian Hordes\"]\n\n[play]\nsteps = \"\"\n";
    let (first, _) = drawn(text, 300);
    assert_eq!(first.len(), 3, "{first:?}");
    for (name, count) in first {
        assert!((75..=125).contains(&count), "{name} went {count} times of 300");
    }
}

#[test]
fn after_the_duplicate_any_of_four_goes() {
    let text = "claim = \"x\"\nplayers = 16\nphase = \"trade\"\n\n[J]\nhand = [\"Superstition\", \"Superstition\", \"Tyranny\", \"Squandered Wealth\", \"Coastal Migration\"]\n\n[play]\nsteps = \"\"\n";
    let (first, last) = drawn(text, 800);
    assert_eq!(first.into_iter().collect::<Vec<_>>(), [("Superstition".to_string(), 800)]);
    assert_eq!(last.len(), 4, "{last:?}");
    for (name, count) in last {
        assert!((140..=260).contains(&count), "{name} went {count} times of 800");
    }
}

// --- Whole games ---

/// What was seen in games that were watched at every step.
#[derive(Default, Debug)]
struct Seen {
    named: u32,
    gained: u32,
}

fn watched(seats: u8, games: u64, seen: &mut Seen) {
    let game = ruleset();
    let host = game.host();
    for seed in 1..=games {
        let begin = game.begin(&Begin::new(seats, seed)).expect("so many can play");
        let mut table = game.table(&host, begin, Box::new(Random::new(seed)));
        let mut watch = Watch::new(game.rules());
        while table.step().is_none() {
            watch.look(table.game());
        }
        assert_eq!(table.state().turn().number, 10, "ten turns");
        watch.calls_are_in_order();
        seen.named += watch.named;
        seen.gained += watch.gained;
    }
}

/// Plays some games of each size, and four times as many in the long version.
fn watched_all(sizes: &[(u8, u64)]) {
    let times = if is_long() { 4 } else { 1 };
    let mut seen = Seen::default();
    for (seats, games) in sizes {
        watched(*seats, games * times, &mut seen);
    }
    assert!(seen.named >= 15 && seen.gained >= 15, "too little was seen: {seen:?}");
}

#[test]
fn small_games_hold() {
    watched_all(&[(3, 2), (5, 1)]);
}

#[test]
fn middle_games_hold() {
    watched_all(&[(8, 1), (9, 1)]);
}

#[test]
fn games_of_two_halves_hold() {
    watched_all(&[(12, 1), (18, 1)]);
}

/// MC-48: the first cards of a fresh stack, one for each player, are commodities, and the last cannot be traded.
#[test]
fn a_fresh_stack_begins_with_commodities() {
    let game = ruleset();
    let host = game.host();
    for seed in 0..20 {
        let begin = game.begin(&Begin::new(8, seed)).expect("eight can play");
        let mut table = game.table(&host, begin, Box::new(Nobody));
        let draw = game.rules().phases.get_index_of("growth").expect("a phase");
        table.advance_until(|state| state.turn().number == 1 && state.turn().phase.index() == draw);
        for (_, zone) in table.state().zones() {
            let (key, _) = game.rules().zones.get_index(zone.decl.index()).expect("a zone");
            let Some(number) = key.strip_prefix("west_").and_then(|number| number.parse::<i64>().ok()) else {
                continue;
            };
            let kinds: Vec<&str> = zone.cards.iter().map(|card| kind_of(&game, table.state(), *card)).collect();
            assert!(kinds.iter().rev().take(8).all(|kind| *kind == "commodity"), "{key}: {kinds:?}");
            assert_eq!(number > 1, kinds[0] == "calamity", "{key}: {kinds:?}");
        }
    }
}

fn kind_of<'a>(game: &'a Ruleset, state: &State, card: cardwright_kernel::ids::EntityId) -> &'a str {
    let kind = state.entity(card).kind;
    game.rules().kinds.get_index(kind.index()).map_or("", |(key, _)| key)
}
