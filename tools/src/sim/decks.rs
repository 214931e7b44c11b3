//! What the players of a simulated game play with.

use super::game::scatter;
use super::{Decks, Plan};
use cardwright::game::{Begin, Ruleset};
use cardwright::kernel::generator::Generator;
use cardwright::kernel::ids::{DefId, Seat, ZoneDeclId};
use cardwright::kernel::rules::{Rules, Sort};
use cardwright::kernel::setup::{Lot, Setup, Start};
use cardwright::kernel::table::Game;

/// How many cards a random deck has in a game that comes without decks.
const FEW: usize = 40;

/// The game with this seed, before its first step. `None` if players or decks do not fit.
pub(super) fn begin(ruleset: &Ruleset, plan: &Plan, seed: u64, luck: &mut Generator) -> Option<Game> {
    match named(ruleset, plan, seed) {
        None => any_cards(ruleset.rules(), plan.players, seed, luck),
        Some(decks) => ruleset.begin(&Begin { decks, ..Begin::new(plan.players, seed) }).ok(),
    }
}

/// The decks of the game with this seed; none for cards at random.
fn named(ruleset: &Ruleset, plan: &Plan, seed: u64) -> Option<Vec<String>> {
    let rules = ruleset.rules();
    match &plan.decks {
        Decks::AnyCards => None,
        Decks::Named(decks) => Some(decks.clone()),
        Decks::InTurn if rules.decks.values().all(|deck| deck.player.is_some()) => Some(Vec::new()),
        Decks::InTurn => Some(in_turn(rules, plan.players, seed)),
    }
}

/// The luck with which decks are made.
pub(super) fn luck_of_decks(seed: u64) -> Generator {
    Generator::new(scatter(seed, 3))
}

fn in_turn(rules: &Rules, players: u8, seed: u64) -> Vec<String> {
    let first = (seed % rules.decks.len() as u64) as usize;
    rules.decks.keys().cycle().skip(first).take(usize::from(players)).map(|key| key.to_string()).collect()
}

/// Draw piles of cards at random, each as often as chance has it.
fn any_cards(rules: &Rules, people: u8, seed: u64, luck: &mut Generator) -> Option<Game> {
    let players = rules.players_of(people);
    let draw = rules.zones.get_index_of("draw").map(ZoneDeclId::from)?;
    let count = rules.decks.values().next().map_or(FEW, |deck| deck.cards.len());
    let all: Vec<DefId> =
        (0..rules.definitions.len()).map(DefId::from).filter(|def| rules.sort_of(*def) == Sort::Card).collect();
    let mut pile = || (0..count).map(|_| all[luck.below(all.len() as u32) as usize]).collect::<Vec<DefId>>();
    let cards = (0..players).map(|seat| Lot::new(Seat(seat), draw, pile())).collect();
    let seats = rules.seating(people);
    let (pieces, start) = (Vec::new(), Start::Beginning);
    Some(Game::new(rules, &Setup { players, seats, first: Seat(0), seed, cards, pieces, start }))
}
