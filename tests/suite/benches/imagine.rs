//! What looking ahead costs: `cargo bench -p suite --bench imagine`. For each game of the repository how long it takes to
//! imagine the game from a seat that is asked, and how many playouts a search has in a second. A word after `--` selects games.

#![allow(clippy::print_stdout)]

use cardwright_deciders::Mcts;
use cardwright_game::{Begin, Match, Progress, Random, Ruleset, Seat, Viewer};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use suite::content;

/// In how many positions of a game it is measured, and how often in each.
const POSITIONS: u64 = 40;
const TIMES: u64 = 10;
/// How many decisions lie between two positions.
const APART: u64 = 5;
/// How many playouts each search has, and how many turns are searched.
const PLAYOUTS: u32 = 50;
const TURNS: u32 = 4;

fn main() {
    let filter = std::env::args().nth(1).filter(|word| !word.starts_with('-')).unwrap_or_default();
    let games = content().games.iter().filter_map(|(name, game)| Some((&**name, game.as_ref().ok()?)));
    for (name, game) in games.filter(|(name, _)| name.contains(&filter)) {
        let (each, failed) = imagined(game);
        let speed = playouts(game);
        println!(
            "{name}: {:.1} µs to imagine, {failed} of {} not; {speed:.0} playouts a second",
            each,
            POSITIONS * TIMES
        );
    }
}

fn begun(game: &Ruleset) -> Match {
    Match::begin(game, &Begin::new(game.info().people.0.max(2), 1)).expect("the game has decks")
}

/// How many microseconds it takes on average, and how often nothing can be imagined.
fn imagined(game: &Ruleset) -> (f64, u64) {
    let (mut playing, mut luck) = (begun(game).light(), Random::new(1));
    let (mut took, mut done, mut failed) = (Duration::ZERO, 0_u64, 0);
    for decision in 0..POSITIONS * APART {
        if playing.advance().expect("no script fails") == Progress::Over {
            playing = begun(game).light();
            continue;
        }
        let prompt = playing.prompts(Viewer::Host).remove(0);
        for seed in (0..TIMES).filter(|_| decision % APART == 0) {
            let began = Instant::now();
            let imagined = black_box(playing.imagine(prompt.seat, seed));
            took += began.elapsed();
            done += 1;
            failed += u64::from(imagined.is_err());
        }
        playing.answer(prompt.number, luck.choose(&prompt)).expect("what is drawn fits");
    }
    (took.as_secs_f64() * 1e6 / done.max(1) as f64, failed)
}

/// How many playouts a second a search has in the first turns of a game.
fn playouts(game: &Ruleset) -> f64 {
    let (mut playing, played) = (begun(game).light(), Arc::new(AtomicU64::new(0)));
    for seat in 0..playing.people() as u8 {
        let count = Arc::clone(&played);
        let search = Mcts::new(PLAYOUTS, u64::from(seat)).stop(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            false
        });
        playing.seat(Seat(seat), search);
    }
    let began = Instant::now();
    let _ = playing.advance_to_turn(TURNS);
    played.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64()
}
