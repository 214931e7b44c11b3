//! How fast whole games are: `cargo bench -p suite --bench games`. For each game of the repository random decisions a
//! second and how long it takes from its files to the first question; then all rulings with all their variants. A word after
//! `--` selects what is measured.

#![allow(clippy::print_stdout)]

use cardwright_content::Files;
use cardwright_game::{Begin, Random, Ruleset, RulesetInside, load};
use cardwright_kernel::questions::{Answer, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Decider;
use cardwright_rulings::rulings;
use mimalloc::MiMalloc;
use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;
use suite::{content, cores, root};

/// As the command has it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const ROUNDS: usize = 5;
const GAMES: u64 = 4;
/// The largest number of decisions that are played of one game.
const MOST: u64 = 600;

fn main() {
    let filter = std::env::args().nth(1).filter(|word| !word.starts_with('-')).unwrap_or_default();
    let wanted = |case: &str| case.contains(&filter);
    if wanted("decisions") {
        decisions();
    }
    if wanted("first question") {
        beginnings();
    }
    if wanted("rulings") {
        all_rulings();
    }
}

/// The games in the order of their names.
fn games() -> impl Iterator<Item = (&'static str, &'static Ruleset)> {
    content().games.iter().filter_map(|(name, game)| Some((&**name, game.as_ref().ok()?)))
}

/// Random decisions a second: of each game the best of interleaved runs, and their geometric mean.
fn decisions() {
    let games: Vec<_> = games().collect();
    let mut best = vec![0.0_f64; games.len()];
    for _ in 0..ROUNDS {
        for (best, (_, game)) in best.iter_mut().zip(&games) {
            *best = best.max(speed(game));
        }
    }
    for ((name, _), best) in games.iter().zip(&best) {
        println!("decisions a second, {name}: {best:.0}");
    }
    let mean = (best.iter().map(|best| best.ln()).sum::<f64>() / best.len() as f64).exp();
    println!("decisions a second, geometric mean: {mean:.0}");
}

fn speed(game: &Ruleset) -> f64 {
    let host = game.host();
    let players = game.rules().players.0.max(2);
    let (mut seconds, mut decisions) = (0.0, 0);
    for seed in 1..=GAMES {
        let begun = game.begin(&Begin::new(players, seed)).expect("the game has decks");
        let left = Rc::new(Cell::new(MOST));
        let mut table = game.table(&host, begun, Box::new(Limited(Random::new(seed), Rc::clone(&left))));
        let start = Instant::now();
        table.advance();
        seconds += start.elapsed().as_secs_f64();
        decisions += MOST - left.get();
    }
    decisions as f64 / seconds
}

/// From the files of a game to its first question.
fn beginnings() {
    let (files, _) = Files::read(&root());
    for (name, game) in games() {
        let players = game.rules().players.0.max(2);
        let took = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            let game = load(&files, name).ruleset.expect("it could be loaded before");
            let begun = game.begin(&Begin::new(players, 1)).expect("the game has decks");
            let mut table = game.table_of_people(&game.host(), begun);
            table.advance();
            black_box(table.game());
            start.elapsed()
        });
        let best = took.min().unwrap_or_default();
        println!("from the files to the first question, {name}: {:.1} ms", best.as_secs_f64() * 1e3);
    }
}

/// All rulings with all their variants, on all cores.
fn all_rulings() {
    let start = Instant::now();
    let held = cores::each(&content().rulings, |file| {
        let game = content().game(file).ok()?;
        let host = game.host();
        let ruling = rulings::read(file, &game).ok()?;
        let run = rulings::run(&ruling, &game, &host);
        let is_same = rulings::metamorphic(&ruling, &game, &host).is_empty();
        (run.failures.is_empty() && is_same).then_some(())
    });
    let count = held.iter().flatten().count();
    println!("{count} of {} rulings with their variants: {:.1} s", held.len(), start.elapsed().as_secs_f64());
}

/// Answers so many questions, then none.
struct Limited(Random, Rc<Cell<u64>>);

impl Decider for Limited {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        self.1.set(self.1.get().checked_sub(1)?);
        self.0.decide(asked, game, rules)
    }
}
