//! Whether a mutant is killed: a committed ruling fails by it.

use super::{Mutant, Touched};
use crate::rulings::{self, RulingFile};
use crate::sim::{self, Plan};
use cardwright::catalog::{Files, pack_of};
use cardwright::game::{self, Ruleset};
use cardwright::play::session::Scripts;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Mutex;

/// What becomes of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It does not check clean: it is none.
    Refused,
    /// This ruling fails.
    Killed(String),
    /// No ruling fails, and none calls what it changes.
    Untouched,
    /// No ruling fails, but this seeded game goes differently.
    Matters(u64),
    /// No ruling fails, and no seeded game goes differently: it may be equivalent.
    Silent,
    /// No ruling fails, and a person has said why nobody can notice it.
    Equivalent(String),
}

impl Fate {
    /// Whether no ruling fails.
    pub const fn survives(&self) -> bool {
        matches!(self, Self::Untouched | Self::Matters(_) | Self::Silent)
    }
}

/// Judges mutants of a game.
pub struct Judge<'a> {
    /// The files of the game.
    pub files: &'a Files,
    /// The pack that holds the ruleset.
    pub game: &'a str,
    /// The game as it is.
    pub ruleset: &'a Ruleset,
    /// Which rulings touch what.
    pub touched: &'a Touched,
    /// How many seeded games are played with a survivor.
    pub games: u64,
    warnings: usize,
    snapshots: BTreeMap<String, String>,
    digests: Mutex<BTreeMap<u64, Option<[u8; 32]>>>,
}

impl<'a> Judge<'a> {
    /// A judge of the mutants of a game.
    pub fn new(files: &'a Files, game: &'a str, ruleset: &'a Ruleset, touched: &'a Touched, games: u64) -> Self {
        let warnings = game::load(files, game).warnings.len();
        let host = ruleset.host();
        let trace = |file: &RulingFile| Some((file.name().to_owned(), trace(file, ruleset, &host)?));
        let snapshots = touched.all().iter().filter_map(trace).collect();
        Self { files, game, ruleset, touched, games, warnings, snapshots, digests: Mutex::default() }
    }

    /// The rules with a mutant in them; none if it does not check clean.
    pub fn mutated(&self, mutant: &Mutant) -> Option<Ruleset> {
        let loaded = game::load(&mutant.files(self.files), self.game);
        let is_clean = loaded.problems.is_empty() && loaded.warnings.len() <= self.warnings;
        loaded.ruleset.filter(|_| is_clean)
    }

    /// What becomes of a mutant.
    pub fn judge(&self, mutant: &Mutant) -> Fate {
        let Some(mutated) = self.mutated(mutant) else { return Fate::Refused };
        let touching = self.touched.rulings(self.files, mutant);
        let host = mutated.host();
        if let Some(file) = touching.iter().find(|file| self.fails(file, &mutated, &host)) {
            return Fate::Killed(file.name().to_owned());
        }
        match self.difference(&mutated) {
            Some(seed) => Fate::Matters(seed),
            None if touching.is_empty() => Fate::Untouched,
            None => Fate::Silent,
        }
    }

    /// Whether a ruling holds no more, or tells something else.
    pub fn fails(&self, file: &RulingFile, mutated: &Ruleset, host: &Rc<dyn Scripts>) -> bool {
        let Some(before) = self.snapshots.get(file.name()) else { return false };
        let run = AssertUnwindSafe(|| trace(file, mutated, host));
        catch_unwind(run).map_or(true, |now| now.as_ref() != Some(before))
    }

    /// Whether a ruling that is not committed, and has this trace now, fails or has another one with a mutant.
    pub fn tells_otherwise(&self, file: &RulingFile, now: &str, mutated: &Ruleset, host: &Rc<dyn Scripts>) -> bool {
        let run = AssertUnwindSafe(|| trace(file, mutated, host));
        catch_unwind(run).map_or(true, |other| other.as_deref() != Some(now))
    }

    /// The seed of the first seeded game that goes differently.
    fn difference(&self, mutated: &Ruleset) -> Option<u64> {
        let host = mutated.host();
        let plan = plan(self.ruleset);
        (1..=self.games).find(|seed| sim::play(mutated, &host, &plan, *seed).digest != self.digest(&plan, *seed))
    }

    fn digest(&self, plan: &Plan, seed: u64) -> Option<[u8; 32]> {
        if let Some(known) = self.digests.lock().ok().and_then(|known| known.get(&seed).copied()) {
            return known;
        }
        let digest = sim::play(self.ruleset, &self.ruleset.host(), plan, seed).digest;
        if let Ok(mut known) = self.digests.lock() {
            known.insert(seed, digest);
        }
        digest
    }
}

/// How the seeded games are played.
pub fn plan(ruleset: &Ruleset) -> Plan {
    Plan {
        games: 1,
        players: ruleset.rules().players.0,
        seed: 1,
        threads: 1,
        decks: sim::Decks::AnyCards,
        options: Vec::new(),
        leaving: false,
        answers: sim::Answers::AtOnce,
        checked: false,
        digest: true,
        traces: false,
        profile: false,
        max_turns: 60,
        max_decisions: 1500,
    }
}

/// The trace of a ruling; none if it cannot be read or does not hold.
fn trace(file: &RulingFile, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> Option<String> {
    let ruling = rulings::read(file, ruleset).ok()?;
    let run = rulings::run(&ruling, ruleset, host);
    run.failures.is_empty().then_some(run.trace)
}

/// The files of a game, without its rulings and without other games.
pub fn files_of_game(files: &Files, game: &str) -> Files {
    let packs = cardwright::catalog::packs(files);
    let is_of_game = |path: &str| {
        let pack = pack_of(path).unwrap_or_default();
        packs.iter().any(|info| info.name == pack && (info.games.is_empty() || info.games.iter().any(|it| it == game)))
    };
    Files::new(files.iter().filter(|(path, _)| !path.starts_with("tests/") && is_of_game(path)))
}
