//! What chance has shown tells nothing about what it has given unseen, nor about what it will give.
//!
//! Found once: he seed follows from handles.

use cardwright_game::{Begin, Match, Progress, Ruleset, Seat, Seed, Viewer};
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::Chance;
use suite::root;

/// The attack on the chance of games as it once was: a PCG whose increment and first state were both made from the seed, by
/// steps of which every bit depends on lower bits only.
mod attack {
    use cardwright_kernel::setup::Generator;

    const FACTOR: u64 = 6_364_136_223_846_793_005;

    /// How many low bits of the state an output does not show.
    const UNSEEN: u32 = 27;

    /// How many of those are tried. All of them take a minute.
    const TRIED: u32 = 10;

    /// The state behind the first output of the generator with this seed.
    fn state(seed: u64) -> u64 {
        let increment = (seed << 1) | 1;
        increment.wrapping_add(seed ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(FACTOR).wrapping_add(increment)
    }

    /// The state with these low bits that gives this output, if its five highest bits are `turn`.
    fn state_behind(output: u32, turn: u32, low: u64) -> u64 {
        let mixed = u64::from(output.rotate_left(turn));
        let mut high = u64::from(turn) << 32;
        for bit in (0..32).rev() {
            high |= ((mixed >> bit ^ high >> (bit + 18)) & 1) << bit;
        }
        high << UNSEEN | low
    }

    /// The seed from which a state follows, bit by bit from the lowest.
    fn seed_behind(wanted: u64) -> u64 {
        (0..64).fold(0, |seed, bit| if (state(seed) ^ wanted) >> bit & 1 == 0 { seed } else { seed | 1 << bit })
    }

    /// The seed of a generator with these outputs. To be quick, it is told some of the seed's low bits.
    pub fn recover(outputs: &[u32], told: u64) -> Option<u64> {
        let told = told & ((1 << UNSEEN) - 1) & !((1 << TRIED) - 1);
        let seeds = (0..1 << TRIED).flat_map(|tried| {
            let low = state(told | tried) & ((1 << UNSEEN) - 1);
            (0..32).map(move |turn| seed_behind(state_behind(outputs[0], turn, low)))
        });
        seeds.into_iter().find(|seed| {
            let mut generator = Generator::new(*seed);
            outputs.iter().all(|output| generator.bits() == *output)
        })
    }
}

/// Of the same class as attack 00: the seed, from what chance shows.
#[test]
fn the_seed_cannot_be_computed_from_what_chance_has_shown() {
    const SEED: u64 = 0x0123_4567_89ab_cdef;
    // More than any game shows: every bit that is drawn.
    let mut chance = Chance::new(&Seed::from(SEED)).draw();
    let shown: Vec<u32> = (0..8).map(|_| chance.bits()).collect();
    assert_eq!(attack::recover(&shown, SEED), None);

    // The attack itself works: on outputs of the generator from which the chance of games came before.
    let mut generator = Generator::new(SEED);
    let shown: Vec<u32> = (0..8).map(|_| generator.bits()).collect();
    assert_eq!(attack::recover(&shown, SEED), Some(SEED));
}

/// What players at random do tells their own seeds, and nothing leads back from there.
#[test]
fn the_seed_cannot_be_computed_from_what_bots_do() {
    const SEED: u64 = 0x0123_4567_89ab_cdef;
    let aside = Seed::from(SEED).aside(0);
    let mut bot = Generator::new(aside);
    let shown: Vec<u32> = (0..8).map(|_| bot.bits()).collect();
    assert_eq!(attack::recover(&shown, aside), Some(aside));
    assert_eq!(attack::recover(&shown, SEED), None);
}

fn toy() -> Ruleset {
    let (files, _) = cardwright_content::Files::read(&root().join("tests/packs/toy"));
    cardwright_game::load(&files, "toy").ruleset.expect("it is right")
}

/// What seat A sees of a game before its first decision, by the names of cards: handles are others in every game.
fn first_sight(game: &Ruleset, seed: Seed) -> Vec<String> {
    let mut playing = Match::begin(game, &Begin::new(2, seed)).expect("two can play it");
    assert_eq!(playing.advance(), Ok(Progress::Waiting));
    let view = playing.view(Viewer::Seat(Seat(0)));
    view.zones.iter().flat_map(|zone| &zone.cards).map(|card| card.name.to_string()).collect()
}

/// Why the documents say that a short seed can be guessed.
#[test]
fn a_short_seed_is_guessed_by_trying_and_one_of_256_bits_is_not() {
    let game = toy();
    let guess = |seen: &[String]| (0..60).find(|seed| first_sight(&game, Seed::from(*seed)) == seen);

    let own = first_sight(&game, Seed::from(37));
    let guessed = guess(&own).expect("37 is among them");
    assert_eq!(first_sight(&game, Seed::from(guessed)), own);

    let mut bytes = [0; 32];
    bytes[31] = 37;
    assert_eq!(guess(&first_sight(&game, Seed::from(bytes))).map(Seed::from), None);
}
