//! Packs that were mangled at random: each is refused with a message, or can be played. It never panics, never hangs, and
//! what must hold between two steps holds in every game of it.
//!
//! Mostly the small packs of the tests are mangled, because they load fast; every fiftieth time one of the games of this
//! repository.
//!
//! What a failure names can be tried alone: the number 32520 is the part 32521 of 100,000,
//! `CARDWRIGHT_LONG=1 CARDWRIGHT_PART=32521/100000`. A number means another pack once a pack has changed or was added.

use cardwright_content::Files;
use cardwright_game::{Begin, Random, Ruleset, RulesetInside, load};
use cardwright_kernel::setup::Generator;
use cardwright_kernel::table::{Decider, Progress};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use suite::clock::WorkClock;
use suite::mangle::{differences, games, mangled};
use suite::{cores, is_long, part};

/// How many packs are mangled, and in the long version.
const PACKS: u64 = 240;
const PACKS_LONG: u64 = 100_000;

/// How many questions are answered in a game that can be played.
const QUESTIONS: usize = 25;

/// No pack takes a processor longer to load and to play, on however slow a machine.
const LONGEST: Duration = Duration::from_secs(60);

/// Plays a game at random for a while; what must hold between two steps is checked at each question.
fn play(game: &Ruleset, seed: u64) {
    let rules = game.rules();
    let begin = Begin::new(rules.players.0.max(3).min(rules.players.1), seed);
    // Mangled decks may be too large or too small.
    let Ok(start) = game.begin(&begin) else { return };
    let mut table = game.table_of_people(&game.host(), start);
    let mut random = Random::new(seed);
    for _ in 0..QUESTIONS {
        let progress = table.advance();
        assert_eq!(table.game().check_invariants(game.rules()), Vec::<String>::new());
        let Some(prompt) = table.game().prompts().first().cloned().filter(|_| progress == Progress::Waiting) else {
            break;
        };
        let answer = random.decide(&prompt, table.game(), game.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    let _ = (game.trace(table.game(), None), game.save(table.game()));
}

/// Loads a mangled pack and plays it if it loads. Whether it did, and how long it took.
fn try_out(whole: &Files, name: &str, number: u64) -> (bool, Duration) {
    let began = WorkClock::begin();
    let mut luck = Generator::new(number);
    let files = mangled(whole, name, &mut luck);
    let tried = catch_unwind(AssertUnwindSafe(|| {
        let loaded = load(&files, name);
        let _ = loaded.problems.render(&files, cardwright_kernel::problems::Colour::Plain);
        loaded.ruleset.as_ref().inspect(|game| play(game, number)).is_some()
    }));
    let loaded = tried.unwrap_or_else(|_| {
        panic!("{name}, mangled by {number}: a panic or a broken invariant\n{}", differences(whole, &files))
    });
    (loaded, began.elapsed())
}

#[test]
fn a_mangled_pack_is_refused_or_played() {
    let (small, large) = games();
    assert!(small.len() > 4 && large.len() > 4, "{} small games and {} large ones", small.len(), large.len());
    let numbers: Vec<u64> = part(if is_long() { PACKS_LONG } else { PACKS }).collect();
    let tried = cores::each(&numbers, |number| {
        let number = *number;
        let (files, name) = match number % 50 {
            49 => &large[(number / 50) as usize % large.len()],
            _ => &small[number as usize % small.len()],
        };
        let (loaded, took) = try_out(files, name, number);
        assert!(took < LONGEST, "{name}, mangled by {number}: it took {took:?}");
        loaded
    });
    let loaded = tried.iter().filter(|loaded| **loaded).count();
    if tried.len() >= PACKS as usize {
        assert!(loaded * 20 > tried.len(), "only {loaded} of {} could be loaded", tried.len());
        assert!(loaded < tried.len(), "everything that was mangled was loaded");
    }
    if is_long() {
        let told = format!("{} mangled packs, {loaded} of them loaded and played", tried.len());
        writeln!(std::io::stderr(), "{told}").expect("somebody reads");
    }
}
