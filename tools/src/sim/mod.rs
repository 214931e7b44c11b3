//! Simulation: many games of random legal play, each with a seed of its own, on several threads.
//!
//! What comes out depends on the plan alone: games are told in the order of their seeds, however many threads
//! played them.

mod decks;
mod game;
mod luck;
mod profile;
mod tally;

pub use game::{Flaw, Played, play};
pub use profile::{Profile, Took};
pub use tally::{SimTally, Spread};

use cardwright::game::Ruleset;
use cardwright::play::session::Scripts;
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
    /// The options that are chosen.
    pub options: Vec<(String, String)>,
    /// Whether in some games a player leaves at a random moment.
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
        !self.digest && !self.traces && !self.checked && self.answers == Answers::AtOnce
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Answers {
    /// While the script that asks is running.
    #[default]
    AtOnce,
    /// Later: the step is undone and run again with the answer.
    Late,
    /// In another table, from a save.
    Saved,
}

/// Plays all games of a plan. `told` is called after each game, in the order of the seeds.
pub fn run(ruleset: &Ruleset, plan: &Plan, told: impl FnMut(&Played)) -> SimTally {
    run_until(ruleset, plan, &AtomicBool::new(false), told)
}

/// The same, until somebody says stop: then no further game is begun.
pub fn run_until(ruleset: &Ruleset, plan: &Plan, stop: &AtomicBool, mut told: impl FnMut(&Played)) -> SimTally {
    let mut tally = SimTally::new(ruleset.rules(), plan.players);
    let next = AtomicU64::new(0);
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
            }
        }
    });
    drop(silence);
    tally.profile = profile.into_inner().unwrap_or_default();
    tally
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
