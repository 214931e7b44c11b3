//! The handles by which seats name cards tell nothing, neither alone nor all together: an attacker who has seen every
//! handle of one seat cannot compute what they were made from, and with it the seed and what is hidden.
//!
//! Found once: he seed follows from handles.

use cardwright_game::{Begin, Match, Progress, Random, Ruleset, RulesetInside, Seat, SeatHandle, View, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use suite::root;

/// How many prompts are answered while a seat writes down what it sees.
const PROMPTS: usize = 60;

fn toy() -> Ruleset {
    let (files, _) = cardwright_content::Files::read(&root().join("tests/packs/toy"));
    cardwright_game::load(&files, "toy").ruleset.expect("it is right")
}

fn cards(view: &View) -> impl Iterator<Item = (String, u64)> + '_ {
    let cards = view.zones.iter().flat_map(|zone| &zone.cards);
    cards.map(|card| (card.name.to_string(), number(card.handle)))
}

fn number(handle: SeatHandle) -> u64 {
    u64::from_str_radix(&handle.to_string(), 16).expect("a handle is written in hexadecimal digits")
}

/// The names and handles of all cards that a viewer sees in a random game.
fn seen(game: &Ruleset, seed: u64, viewer: Viewer) -> BTreeSet<(String, u64)> {
    let mut playing = Match::begin(game, &Begin::new(2, seed)).expect("two can play it");
    let (mut luck, mut seen) = (Random::new(3), BTreeSet::new());
    for _ in 0..PROMPTS {
        if playing.advance().expect("no script fails") == Progress::Over {
            break;
        }
        seen.extend(cards(&playing.view(viewer)));
        let prompt = playing.prompts(Viewer::Host).remove(0);
        playing.answer(prompt.number, luck.choose(&prompt)).expect("what is drawn fits");
    }
    seen
}

/// The attack on handles as they once were: the hash of secret, seat, card and incarnation, with all its steps invertible
/// but for 16 bits that were cut off, and the secret made from the seed by steps that are invertible as well.
mod attack {
    use std::collections::BTreeMap;

    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

    fn inverse(of: u64) -> u64 {
        (0..6).fold(of, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(of.wrapping_mul(inverse))))
    }

    /// What the hash adds to the multiplied secret for a card of seat A.
    fn tail(id: u32, incarnation: u32) -> (u64, u64) {
        let fed = [1, 0, u64::from(id), u64::from(incarnation)];
        fed.iter().fold((FACTOR, 0), |(factor, sum), word| {
            (factor.wrapping_mul(FACTOR), sum.wrapping_add(*word).wrapping_mul(FACTOR))
        })
    }

    /// The handle that seat A would have been given.
    pub fn handle(seed: u64, id: u32, incarnation: u32) -> u64 {
        let secret = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D;
        let (factor, sum) = tail(id, incarnation);
        secret.wrapping_mul(factor).wrapping_add(sum).rotate_left(26) >> 16
    }

    /// The seeds with which these cards would have had these handles.
    pub fn recover(seen: &[(String, u64)], ids: &BTreeMap<String, Vec<u32>>) -> Vec<u64> {
        let sums = |name: &String| -> Vec<u64> {
            let ids = ids.get(name).into_iter().flatten();
            ids.flat_map(|id| (0..8).map(|incarnation| tail(*id, incarnation).1)).collect()
        };
        let may: Vec<(u64, Vec<u64>)> = seen.iter().map(|(name, handle)| (*handle, sums(name))).collect();
        let may: Vec<_> = may.into_iter().filter(|(_, sums)| !sums.is_empty()).collect();
        let Some(((first, sums), others)) = may.split_first() else { return Vec::new() };
        let back = inverse(tail(1, 0).0);
        let mut seeds = Vec::new();
        for (sum, cut) in sums.iter().flat_map(|sum| (0..1 << 16).map(move |cut| (*sum, cut))) {
            let multiplied = (first << 16 | cut).rotate_right(26).wrapping_sub(sum);
            let fits = |(handle, sums): &(u64, Vec<u64>)| {
                sums.iter().any(|other| multiplied.wrapping_add(*other).rotate_left(26) >> 16 == *handle)
            };
            if others.iter().all(fits) {
                let secret = multiplied.wrapping_mul(back);
                seeds.push((secret ^ 0x5851_F42D_4C95_7F2D).wrapping_mul(inverse(0x9E37_79B9_7F4A_7C15)));
            }
        }
        seeds
    }
}

/// Which numbers the cards of a name have in any game of these packs: that is no secret.
fn public_ids(game: &Ruleset) -> BTreeMap<String, Vec<u32>> {
    let begun = game.begin(&Begin::new(2, 0)).expect("two can play it");
    let mut ids: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (id, entity) in begun.state().entities() {
        if let Some((name, _)) = game.rules().definitions.get_index(entity.def.index()) {
            ids.entry(name.to_string()).or_default().push(id.0);
        }
    }
    ids
}

/// Attack 00: the seed, from handles.
#[test]
fn the_seed_cannot_be_computed_from_what_a_seat_has_seen() {
    const SEED: u64 = 1_337_133_713_371_337;
    let game = toy();
    let ids = public_ids(&game);

    let seen: Vec<(String, u64)> = seen(&game, SEED, Viewer::Seat(Seat(0))).into_iter().collect();
    assert!(seen.len() > 10, "{seen:?}");
    assert_eq!(attack::recover(&seen, &ids), Vec::<u64>::new());

    // The attack itself works: on handles as they were made before it finds the seed.
    let name = |name: &str| (name.to_string(), attack::handle(SEED, ids[name][0], 1));
    let names: Vec<&String> = ids.iter().filter(|(_, ids)| ids.len() < 12).map(|(name, _)| name).take(6).collect();
    let as_before: Vec<(String, u64)> = names.into_iter().map(|text| name(text)).collect();
    assert!(attack::recover(&as_before, &ids).contains(&SEED), "{as_before:?}");
}

#[test]
fn no_two_viewers_and_no_two_games_share_a_handle() {
    let game = toy();
    let viewers = [Viewer::Host, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];
    let mut all: BTreeMap<u64, (Viewer, u64)> = BTreeMap::new();
    for seed in 1..4 {
        for viewer in viewers {
            for (name, handle) in seen(&game, seed, viewer) {
                let other = all.insert(handle, (viewer, seed));
                assert!(
                    other.is_none_or(|other| other == (viewer, seed)),
                    "{name}: {handle:x} of {viewer:?} and {other:?}"
                );
            }
        }
    }
}

#[test]
fn a_handle_means_one_card_for_ever() {
    let game = toy();
    let mut names: BTreeMap<u64, String> = BTreeMap::new();
    for (name, handle) in seen(&game, 7, Viewer::Seat(Seat(0))) {
        assert_eq!(*names.entry(handle).or_insert_with(|| name.clone()), name);
    }
    assert!(names.len() > 10, "{names:?}");
}
