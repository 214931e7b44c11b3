//! What the players of a simulated game play with.

use super::game::scatter;
use super::{Decks, Plan};
use cardwright_game::{Begin, Ruleset, RulesetInside};
use cardwright_kernel::ids::{DefId, PlayerId};
use cardwright_kernel::rules::{Category, Deck, Rules, SeenBy};
use cardwright_kernel::setup::{Generator, Lot, Setup, Start};
use cardwright_kernel::state::Game;

/// How many cards a random deck has in a game that comes without decks.
const FEW: usize = 40;

/// The game with this seed, before its first step. `None` if players or decks do not fit.
pub(super) fn begin(ruleset: &Ruleset, plan: &Plan, seed: u64, luck: &mut Generator) -> Option<Game> {
    let rules = ruleset.rules();
    let new = || Begin { options: plan.options.clone(), ..Begin::new(plan.players, seed) };
    let with = |decks: Vec<String>| ruleset.begin(&Begin { decks, ..new() }).ok();
    match &plan.decks {
        Decks::Named(decks) => with(decks.clone()),
        Decks::OnTable(table) => {
            let begin = Begin { table: Some(table.clone()), ..new() };
            ruleset.begin(&begin).ok()
        }
        Decks::InTurn => with(in_turn(rules, plan.players, seed)),
        Decks::AnyCards if rules.decks.is_empty() => few_cards(rules, plan.players, seed, luck),
        Decks::AnyCards => Some(exchanged(rules, with(in_turn(rules, plan.players, seed))?.setup()?, luck)),
    }
}

/// The luck with which decks are made.
pub(super) fn luck_of_decks(seed: u64) -> Generator {
    Generator::new(scatter(seed, 3))
}

/// The decks of the game with this seed; none if each player has their own.
fn in_turn(rules: &Rules, players: u8, seed: u64) -> Vec<String> {
    if rules.decks.values().all(|deck| deck.player.is_some()) {
        return Vec::new();
    }
    let first = (seed % rules.decks.len() as u64) as usize;
    rules.decks.keys().cycle().skip(first).take(usize::from(players)).map(|key| key.to_string()).collect()
}

/// The decks of the players in the game with this seed, by their keys; none where they have none that are named.
pub(super) fn names(rules: &Rules, decks: &Decks, players: u8, seed: u64) -> Vec<String> {
    match decks {
        Decks::Named(decks) => decks.clone(),
        Decks::InTurn if !rules.decks.is_empty() => in_turn(rules, players, seed),
        Decks::InTurn | Decks::AnyCards | Decks::OnTable(_) => Vec::new(),
    }
}

/// After how many games the decks of the seats come again.
pub(super) fn period(rules: &Rules, decks: &Decks) -> u64 {
    let in_turn =
        matches!(decks, Decks::InTurn | Decks::AnyCards) && rules.decks.values().any(|deck| deck.player.is_none());
    if in_turn { rules.decks.len() as u64 } else { 1 }
}

/// A game that begins as this one, with as many cards in the same places and the same pieces; but each card of a pile
/// that lies face down is any of its kind. What somebody sees from the beginning is what the rules count on, and stays.
fn exchanged(rules: &Rules, setup: &Setup, luck: &mut Generator) -> Game {
    let mut setup = setup.clone();
    let face_down = |lot: &&mut Lot| rules.zones[lot.zone.index()].seen == SeenBy::Nobody;
    for lot in setup.cards.iter_mut().filter(face_down) {
        let owner = lot.owner;
        for card in &mut lot.cards {
            let others = alike(rules, owner, *card);
            *card = others[luck.below(others.len() as u32) as usize];
        }
    }
    Game::new(rules, &setup)
}

/// The cards that could be in the place of one, itself among them: all of its kind; where it is in a deck that only this
/// player may have, or in one that is nobody's, those of such decks.
fn alike(rules: &Rules, owner: PlayerId, card: DefId) -> Vec<DefId> {
    let holds = |deck: &&Deck| has(deck, card);
    let own: Vec<&Deck> = rules.decks.values().filter(|deck| deck.player == Some(owner)).collect();
    let commons: Vec<&Deck> = rules.commons.values().collect();
    let bound = [own, commons].into_iter().find(|decks| decks.iter().any(holds));
    let kind = |def: &DefId| rules.definitions[def.index()].kind;
    let in_bounds = |def: &DefId| bound.as_ref().is_none_or(|decks| decks.iter().any(|deck| has(deck, *def)));
    all_cards(rules).filter(|def| kind(def) == kind(&card)).filter(in_bounds).collect()
}

/// All cards of a deck, wherever they begin.
fn all_of(deck: &Deck) -> impl Iterator<Item = DefId> {
    deck.cards.iter().chain(deck.zones.iter().flat_map(|(_, cards)| cards)).copied()
}

fn has(deck: &Deck, card: DefId) -> bool {
    all_of(deck).any(|def| def == card)
}

fn all_cards(rules: &Rules) -> impl Iterator<Item = DefId> {
    let all = (0..rules.definitions.len()).map(DefId::from);
    all.filter(|def| rules.category_of(*def) == Category::Card && rules.form_of(*def).is_none())
}

/// Draw piles of cards at random in a game without decks, each as often as chance has it.
fn few_cards(rules: &Rules, people: u8, seed: u64, luck: &mut Generator) -> Option<Game> {
    let players = rules.players_of(people);
    let (draw, _) = rules.draw_pile()?;
    let all: Vec<DefId> = all_cards(rules).collect();
    let mut pile = || (0..FEW).map(|_| all[luck.below(all.len() as u32) as usize]).collect::<Vec<DefId>>();
    let cards = (0..players).map(|seat| Lot::new(PlayerId(seat), draw, pile())).collect();
    let seats = rules.seating(people);
    let (pieces, options, start) = (Vec::new(), Vec::new(), Start::Beginning);
    let setup = Setup { players, seats, first: PlayerId(0), seed: seed.into(), cards, pieces, options, start };
    Some(Game::new(rules, &setup))
}
