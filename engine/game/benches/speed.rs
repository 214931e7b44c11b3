//! How fast it is: `cargo bench`. Every figure is the quietest of several interleaved runs on one core; ratios
//! are what to look at. The last figures stand in `engine/game/benches/README.md`.

#![allow(clippy::print_stdout)]

mod alternation;
mod layers;
mod packs;
mod waiting;

use cardwright_content::{Files, games};
use cardwright_game::{Begin, MatchInside, Random, Ruleset, RulesetInside, SaveUpdate, load};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, Choice, Prompt, Question};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress, Table};
use std::cell::Cell;
use std::hint::black_box;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;

fn main() {
    let filter = std::env::args().nth(1).filter(|word| !word.starts_with('-')).unwrap_or_default();
    let mut cases: Vec<Timing> = Vec::new();
    events(&mut cases);
    chains(&mut cases);
    bystanders(&mut cases);
    whole_games(&mut cases);
    crowds(&mut cases);
    services(&mut cases);
    loading(&mut cases);
    waiting::cases(&mut cases);
    layers::cases(&mut cases);
    alternation::cases(&repository(), &mut cases);
    cases.retain(|case| case.name.contains(&filter));
    for _ in 0..ROUNDS {
        for case in &mut cases {
            case.run();
        }
    }
    println!("{:<46} {:>12} {:>8}", "what", "time", "aim");
    for case in &cases {
        println!("{:<46} {:>12} {:>8}", case.name, shown(case.best), case.aim);
    }
    let best = |name: &str| cases.iter().find(|case| case.name == name).map(|case| case.best);
    if let (Some(long), Some(short)) = (best("event, chain of 9 answers"), best("event, chain of 1 answers")) {
        println!("each further answer: {}", shown((long - short) / 8.0));
    }
    if let Some(load) = best("load and check 10000 cards") {
        println!("load and check, per card: {}", shown(load / 10_000.0));
    }
    ratio(&cases, "event, 1000 bystanders", "event, 10 bystanders", "at most 1.1");
    let effects = |permanents| format!("effects, 50 on one of {permanents}, changed and read");
    ratio(&cases, &effects(2_000), &effects(200), "at most 1.2");
    ratio(&cases, "trigger, one of 100 cares", "trigger, one of 1 cares", "at most 1.1");
}

/// One measured thing: `work` gives how long so many of it took.
struct Timing {
    name: String,
    aim: &'static str,
    work: Box<dyn FnMut() -> (Duration, u64)>,
    best: f64,
}

impl Timing {
    fn new(name: impl Into<String>, aim: &'static str, work: impl FnMut() -> (Duration, u64) + 'static) -> Self {
        Self { name: name.into(), aim, work: Box::new(work), best: f64::INFINITY }
    }

    fn run(&mut self) {
        let (time, count) = (self.work)();
        self.best = self.best.min(time.as_nanos() as f64 / count.max(1) as f64);
    }
}

fn shown(nanos: f64) -> String {
    match nanos {
        _ if nanos < 10_000.0 => format!("{nanos:.0} ns"),
        _ if nanos < 10_000_000.0 => format!("{:.1} µs", nanos / 1e3),
        _ => format!("{:.1} ms", nanos / 1e6),
    }
}

fn ratio(cases: &[Timing], one: &str, other: &str, aim: &str) {
    let best = |name: &str| cases.iter().find(|case| case.name == name).map(|case| case.best);
    if let (Some(one_best), Some(other_best)) = (best(one), best(other)) {
        println!("{one} / {other}: {:.3} ({aim})", one_best / other_best);
    }
}

/// A plays everything in hand; whoever may answer does so as long as the chain is shorter than asked for.
struct BenchScript {
    chain: u32,
    open: Rc<Cell<u32>>,
    left: Rc<Cell<u32>>,
}

impl Decider for BenchScript {
    fn decide(&mut self, asked: &Prompt, _: &Game, _: &Rules) -> Option<Answer> {
        let Question::Act { subject, .. } = asked.question else { return Some(asked.default.clone()) };
        let usable = asked.options.iter().position(|option| matches!(option, Choice::Use { .. }));
        match (subject, usable) {
            (None, Some(option)) if asked.seat == Seat(0) => {
                if self.left.get() == 0 {
                    return None;
                }
                self.left.set(self.left.get() - 1);
                self.open.set(0);
                Some(Answer::one(option))
            }
            (None, None) if asked.seat == Seat(0) => None,
            (Some(_), Some(option)) if self.open.get() < self.chain => {
                self.open.set(self.open.get() + 1);
                Some(Answer::one(option))
            }
            _ => Some(asked.default.clone()),
        }
    }
}

fn ruleset(files: &Files, game: &str) -> Ruleset {
    let loaded = load(files, game);
    match loaded.ruleset {
        Some(ruleset) => ruleset,
        None => panic!("{}", loaded.problems.render(files, cardwright_kernel::problems::Colour::Plain)),
    }
}

/// How long it takes to play hands of events, each answered by a chain of so many answers.
fn play_events(ruleset: &Ruleset, host: &Rc<dyn Scripts>, hands: &packs::Hands, chain: u32) -> (Duration, u64) {
    (0..50)
        .map(|_| play_hand(ruleset, host, hands, chain))
        .fold((Duration::ZERO, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

#[inline(never)]
fn play_hand(ruleset: &Ruleset, host: &Rc<dyn Scripts>, hands: &packs::Hands, chain: u32) -> (Duration, u64) {
    let game = packs::dealt(ruleset, hands);
    let (open, left) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(hands.events)));
    let decider = BenchScript { chain, open, left: Rc::clone(&left) };
    let mut table = ruleset.table(host, game, Box::new(decider));
    let start = Instant::now();
    let progress = table.advance();
    let time = start.elapsed();
    assert!(progress == Progress::Waiting && left.get() == 0, "every event is played");
    black_box(table.game());
    (time, u64::from(hands.events))
}

fn events(cases: &mut Vec<Timing>) {
    let ruleset = ruleset(&packs::pause(), "pause");
    let host = ruleset.host();
    cases.push(Timing::new("event, three passes, resolved", "4 µs", move || {
        play_events(&ruleset, &host, &packs::Hands { events: 8, answers: 0, dull: 0 }, 0)
    }));
}

fn chains(cases: &mut Vec<Timing>) {
    for length in [1, 3, 5, 9] {
        let ruleset = ruleset(&packs::pause(), "pause");
        let host = ruleset.host();
        cases.push(Timing::new(format!("event, chain of {length} answers"), "+2 µs each", move || {
            play_events(&ruleset, &host, &packs::Hands { events: 8, answers: 8 * length, dull: 0 }, length)
        }));
    }
}

fn bystanders(cases: &mut Vec<Timing>) {
    for dull in [10, 100, 1000] {
        let ruleset = ruleset(&packs::pause(), "pause");
        let host = ruleset.host();
        cases.push(Timing::new(format!("event, {dull} bystanders"), "", move || {
            play_events(&ruleset, &host, &packs::Hands { events: 8, answers: 0, dull }, 0)
        }));
    }
}

fn repository() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Files::read(&root).0
}

/// The built-in game with most definitions.
fn whole_game(files: &Files) -> &str {
    let size = |game: &&str| load(files, game).ruleset.map_or(0, |ruleset| ruleset.rules().definitions.len());
    games(files).into_iter().max_by_key(size).expect("the repository holds a game")
}

fn played(ruleset: &Ruleset, host: &Rc<dyn Scripts>, players: u8, seed: u64) -> Table {
    let game = ruleset.begin(&Begin::new(players, seed)).expect("the pack has decks for so many players");
    let mut table = ruleset.table(host, game, Box::new(Random::new(seed)));
    table.advance();
    table
}

fn whole_games(cases: &mut Vec<Timing>) {
    let files = repository();
    for players in [2, 4] {
        let ruleset = ruleset(&files, whole_game(&files));
        let host = ruleset.host();
        cases.push(Timing::new(format!("whole game, a random decision, {players} seats"), "2.5 µs", move || {
            let mut seed = 0;
            let (mut time, mut decisions) = (Duration::ZERO, 0);
            for _ in 0..10 {
                seed += 1;
                let start = Instant::now();
                let table = played(&ruleset, &host, players, seed);
                time += start.elapsed();
                decisions += table.game().log().len() as u64;
            }
            (time, decisions)
        }));
    }
}

/// Eighteen seats: a question to all of them at once.
fn crowds(cases: &mut Vec<Timing>) {
    const SEATS: u8 = 18;
    let crowd = ruleset(&packs::crowd(), "crowd");
    let host = crowd.host();
    cases.push(Timing::new("one question to 18 seats at once", "", move || {
        let game = crowd.begin(&Begin::new(SEATS, 1)).expect("eighteen can play");
        let mut table = crowd.table(&host, game, Box::new(Random::new(1)));
        let start = Instant::now();
        let turns = 50;
        table.advance_until(|state| state.turn().number > turns);
        (start.elapsed(), u64::from(turns))
    }));
}

fn services(cases: &mut Vec<Timing>) {
    let files = repository();
    let whole = ruleset(&files, whole_game(&files));
    let host = whole.host();
    let (rules, h) = (whole.clone(), Rc::clone(&host));
    cases.push(Timing::new("whole game, a game started, 4 seats", "50 µs", move || {
        let start = Instant::now();
        for seed in 0..50 {
            let game = rules.begin(&Begin::new(4, seed)).expect("four can play");
            let table = rules.table_of_people(&h, game);
            black_box(table.game());
        }
        (start.elapsed(), 50)
    }));
    let (rules, h) = (whole.clone(), Rc::clone(&host));
    cases.push(Timing::new("whole game, set up and dealt, 4 seats", "", move || {
        let start = Instant::now();
        for seed in 0..50 {
            let game = rules.begin(&Begin::new(4, seed)).expect("four can play");
            let mut table = rules.table_of_people(&h, game);
            table.advance();
            black_box(table.game());
        }
        (start.elapsed(), 50)
    }));
    let middle = |rules: &Ruleset, h: &Rc<dyn Scripts>| {
        let game = rules.begin(&Begin::new(4, 3)).expect("four can play");
        let decider = Limited(Random::new(3), 120);
        let mut table = rules.table(h, game, Box::new(decider));
        assert_eq!(table.advance(), Progress::Waiting, "the game is not over");
        table
    };
    let (rules, h) = (whole.clone(), Rc::clone(&host));
    cases.push(Timing::new("whole game, a fork in mid-game", "2 µs", move || {
        let table = middle(&rules, &h);
        let start = Instant::now();
        for _ in 0..200 {
            black_box(table.game().fork(rules.rules()));
        }
        (start.elapsed(), 200)
    }));
    let (rules, h) = (whole.clone(), Rc::clone(&host));
    cases.push(Timing::new("whole game, a save in mid-game, with its trace", "5 µs", move || {
        let table = middle(&rules, &h);
        let start = Instant::now();
        for _ in 0..50 {
            black_box(rules.save(table.game()));
        }
        (start.elapsed(), 50)
    }));
    let (rules, h) = (whole.clone(), Rc::clone(&host));
    cases.push(Timing::new("whole game, saved again after a decision", "5 µs", move || {
        let mut random = Random::new(3);
        let mut game = rules.match_of(middle(&rules, &h).into_game());
        black_box(game.save_on());
        let (mut time, mut count) = (Duration::ZERO, 0);
        for _ in 0..100 {
            let Some(prompt) = game.game().prompts().first().cloned() else { break };
            let Some(answer) = random.decide(&prompt, game.game(), rules.rules()) else { break };
            if game.answer(prompt.number, answer).is_err() || game.advance().is_err() {
                break;
            }
            let start = Instant::now();
            let update = black_box(game.save_on());
            time += start.elapsed();
            assert!(matches!(update, SaveUpdate::More(_)), "so few decisions are a piece");
            count += 1;
        }
        assert!(count > 50, "only {count} decisions were saved");
        (time, count)
    }));
    let (rules, h) = (whole.clone(), Rc::clone(&host));
    cases.push(Timing::new("whole game, undone by a decision", "1 µs", move || {
        let mut table = middle(&rules, &h);
        let start = Instant::now();
        let mut undone = 0;
        while undone < 300 && table.undo().is_ok() {
            undone += 1;
        }
        (start.elapsed(), undone)
    }));
}

/// Answers so many questions, then none.
struct Limited(Random, u32);

impl Decider for Limited {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        self.1 = self.1.checked_sub(1)?;
        self.0.decide(asked, game, rules)
    }
}

fn loading(cases: &mut Vec<Timing>) {
    for (cards, aim) in [(100, ""), (1_000, ""), (10_000, "1 s")] {
        let files = packs::large(cards);
        cases.push(Timing::new(format!("load and check {cards} cards"), aim, move || {
            let start = Instant::now();
            let loaded = load(&files, "large");
            let time = start.elapsed();
            assert!(loaded.ruleset.is_some(), "the generated pack is sound");
            (time, 1)
        }));
    }
}
