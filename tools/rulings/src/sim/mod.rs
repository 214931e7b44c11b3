//! Simulation: many games of random legal play or between deciders, each with a seed of its own, on several threads.
//!
//! What comes out depends on the plan alone: games are told in the order of their seeds, however many threads
//! played them.

mod cards;
mod curves;
mod decks;
mod game;
mod luck;
mod matrix;
mod profile;
mod score;
mod tally;

pub use cards::{CardCounts, CardTally, CardsOfGame};
pub use curves::{CurvePoint, Curves, TurnPoint};
pub use game::{Flaw, Played, play};
pub use matrix::{MatrixCell, Standing, cells, matrix, standings};
pub use profile::{Profile, Took};
pub use score::Share;
pub use tally::{SeatTally, SimTally, Spread};

use cardwright_deciders::Contender;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use profile::Measured;
use std::collections::BTreeMap;
use std::panic;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// How much stack a worker has: scripts nest, and the engine looks for more before it runs out.
const STACK: usize = 8 << 20;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// How many players each has.
    pub players: u8,
    /// The seed of the first game; every further game uses the next seed.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// What the players play with.
    pub decks: Decks,
    /// Who plays, each once; nobody if chance answers all questions.
    pub contenders: Vec<Contender>,
    /// Which of the contenders plays at each seat, before seats rotate; none if there is no contender.
    pub lineup: Vec<usize>,
    /// Whether contenders keep their seats in all games.
    pub keeps_seats: bool,
    /// Whether it is noted how each turn begins.
    pub curves: bool,
    /// The games end as soon as each score is known this well: half the width of its interval.
    pub until: Option<f64>,
    /// The options that are chosen.
    pub options: Vec<(String, String)>,
    /// Whether in some games players leave at a random moment, one or several at the same time.
    pub leaving: bool,
    /// When questions are answered.
    pub answers: Answers,
    /// Whether the invariants are checked after every step and not only at the end.
    pub checked: bool,
    /// Whether traces are made into a digest.
    pub digest: bool,
    /// Whether the traces themselves, and the decisions, are kept for the callback.
    pub traces: bool,
    /// Whether it is measured what the functions of scripts take.
    pub profile: bool,
    /// A game of more turns counts as one that never ends.
    pub max_turns: u32,
    /// A game of more decisions counts as one that never ends.
    pub max_decisions: u64,
}

impl Plan {
    /// Whether nobody wants to see more of a game than its figures: then it keeps nothing but its log.
    fn is_light(&self) -> bool {
        let shows_all = self.contenders.iter().any(|contender| contender.name().is_external());
        !self.digest && !self.traces && !self.checked && self.answers == Answers::AtOnce && !shows_all
    }

    /// The decks of the players in the game with this seed; none where they have none that are named.
    pub fn decks_of(&self, rules: &Rules, seed: u64) -> Vec<String> {
        decks::names(rules, &self.decks, self.players, seed)
    }

    /// Which contender has each seat in the game with this seed. Seats rotate from game to game, but not before all decks
    /// have been in their turn, so that each contender plays each deck at each seat.
    pub fn seating(&self, rules: &Rules, seed: u64) -> Vec<usize> {
        let seats = self.lineup.len();
        if seats == 0 || self.keeps_seats {
            return self.lineup.clone();
        }
        let turn = seed / decks::period(rules, &self.decks);
        let from = (turn % seats as u64) as usize;
        (0..seats).map(|seat| self.lineup[(seat + from) % seats]).collect()
    }
}

/// What the players of a simulation play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decks {
    /// The game's decks in their order, beginning with another one in each game.
    InTurn,
    /// These, by their keys.
    Named(Vec<String>),
    /// What lies on a table of the game, on which every game begins.
    OnTable(String),
    /// Cards at random out of all that there are, so that each is played some time.
    AnyCards,
}

/// When questions are answered. The games are the same in every case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answers {
    /// While the script that asks is running.
    #[default]
    AtOnce,
    /// Later: the step is undone and run again with the answer.
    Late,
    /// In another table, from a save.
    Saved,
}

/// After how many games it is looked whether they are enough, and how many there must be at least.
const LOOKS: u64 = 50;

/// Plays all games of a plan. `told` is called after each game, in the order of the seeds.
pub fn run(ruleset: &Ruleset, plan: &Plan, told: impl FnMut(&Played)) -> SimTally {
    run_until(ruleset, plan, &AtomicBool::new(false), told)
}

/// The same, until somebody says stop: then no further game is begun.
pub fn run_until(ruleset: &Ruleset, plan: &Plan, stop: &AtomicBool, told: impl FnMut(&Played)) -> SimTally {
    go_on(ruleset, plan, stop, Vec::new(), told)
}

/// The same after games that were played before, which are those of the first seeds.
pub fn go_on(
    ruleset: &Ruleset,
    plan: &Plan,
    stop: &AtomicBool,
    before: Vec<Played>,
    mut told: impl FnMut(&Played),
) -> SimTally {
    let mut tally = SimTally::new(ruleset.rules(), plan);
    for played in before {
        tally.add(&played);
        if is_enough(plan, &tally) {
            return tally;
        }
    }
    let next = AtomicU64::new(tally.games);
    let profile = Mutex::new(Profile::default());
    let (sender, receiver) = mpsc::channel();
    let silence = Silence::begin();

    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (sender, next, profile) = (sender.clone(), &next, &profile);
            let worker = thread::Builder::new().stack_size(STACK);
            worker
                .spawn_scoped(scope, move || work(ruleset, plan, (next, stop), profile, &sender))
                .expect("the system gives a few threads");
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (at, played) in receiver {
            waiting.insert(at, played);
            while let Some(played) = waiting.remove(&tally.games) {
                told(&played);
                tally.add(&played);
                if is_enough(plan, &tally) {
                    // Games that are already being played are not counted: the result does not depend on the threads.
                    return;
                }
            }
        }
    });
    drop(silence);
    tally.profile = profile.into_inner().unwrap_or_default();
    tally
}

/// Whether every score is known as well as the plan wants.
fn is_enough(plan: &Plan, tally: &SimTally) -> bool {
    let Some(doubt) = plan.until.filter(|_| tally.games.is_multiple_of(LOOKS)) else { return false };
    tally.doubt() <= doubt
}

/// A worker: takes the next game that has not been started, until there is none.
fn work(
    ruleset: &Ruleset,
    plan: &Plan,
    (next, stop): (&AtomicU64, &AtomicBool),
    all: &Mutex<Profile>,
    done: &Sender<(u64, Played)>,
) {
    let mut measured = None;
    let mut host = ruleset.host();
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        if at >= plan.games || stop.load(Ordering::Relaxed) {
            return;
        }
        if plan.profile && measured.is_none() {
            let watch = Rc::new(Measured::new(host));
            host = Rc::clone(&watch) as Rc<dyn Scripts>;
            measured = Some(watch);
        }
        let played = play(ruleset, &host, plan, plan.seed.wrapping_add(at));
        if played.flaws.iter().any(|flaw| flaw.kind == Flaw::PANIC) {
            host = ruleset.host();
            measured = None;
        }
        if let (Some(watch), Ok(mut all)) = (&measured, all.lock()) {
            all.add(watch.taken());
        }
        if done.send((at, played)).is_err() {
            return;
        }
    }
}

/// For its time, panics are kept instead of printed: each becomes a flaw of its game.
struct Silence;

impl Silence {
    fn begin() -> Self {
        panic::set_hook(Box::new(game::keep_panic));
        Self
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        drop(panic::take_hook());
    }
}
