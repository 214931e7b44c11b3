//! Whether a mutant is killed: a committed ruling fails by it.

use super::excluded::are_alike;
use super::plans::plans;
use super::{Guard, Mutant, SeededPlan, Touched};
use crate::rulings::{self, RulingFile};
use crate::sim;
use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::scripts::Scripts;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::{Mutex, OnceLock};

/// What becomes of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It does not check clean, or says what is so anyway: it is none.
    Refused,
    /// This ruling fails.
    Killed(String),
    /// No ruling fails, and none calls what it changes.
    Untouched,
    /// No ruling fails, but this seeded game goes differently: "the game with seed 3 for 4 players".
    Matters(String),
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

/// What a seeded game comes to; none if it cannot be played.
type Digest = Option<[u8; 32]>;

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
    /// What extends the game, and relies on it.
    pub guards: &'a [Guard],
    /// How many seeded games are played with a survivor in the usual way, and a quarter as many in every other.
    pub games: u64,
    /// The ways in which they are played, the usual one first.
    pub plans: Vec<SeededPlan>,
    warnings: usize,
    /// The traces of rulings, each told when it is first compared; none of one that does not hold.
    snapshots: BTreeMap<String, OnceLock<Option<String>>>,
    digests: Mutex<BTreeMap<(usize, u64), Digest>>,
}

impl<'a> Judge<'a> {
    /// A judge of the mutants of a game.
    pub fn new(files: &'a Files, game: &'a str, ruleset: &'a Ruleset, touched: &'a Touched, games: u64) -> Self {
        let warnings = cardwright_game::load(files, game).warnings.len();
        let snapshots = touched.all().iter().map(|file| (file.name().to_owned(), OnceLock::new())).collect();
        let plans = plans(ruleset);
        Self {
            files,
            game,
            ruleset,
            touched,
            guards: &[],
            games,
            plans,
            warnings,
            snapshots,
            digests: Mutex::default(),
        }
    }

    /// With what extends the game.
    #[must_use]
    pub fn with_guards(self, guards: &'a [Guard]) -> Self {
        Self { guards, ..self }
    }

    /// The rules with a mutant in them; none if it does not check clean.
    pub fn mutated(&self, mutant: &Mutant) -> Option<Ruleset> {
        let loaded = cardwright_game::load(&mutant.files(self.files), self.game);
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
        if mutant.path.ends_with(".toml") && are_alike(self.ruleset, &mutated) {
            return Fate::Refused;
        }
        if let Some(ruling) = self.guards.iter().find_map(|guard| guard.fails(mutant)) {
            return Fate::Killed(ruling);
        }
        match self.difference(&mutated) {
            Some(game) => Fate::Matters(game),
            None if touching.is_empty() => Fate::Untouched,
            None => Fate::Silent,
        }
    }

    /// Whether a ruling holds no more, or tells something else.
    pub fn fails(&self, file: &RulingFile, mutated: &Ruleset, host: &Rc<dyn Scripts>) -> bool {
        let known = self.snapshots.get(file.name());
        let before = known.map(|known| known.get_or_init(|| trace(file, self.ruleset, &self.ruleset.host())));
        let Some(Some(before)) = before else { return false };
        let run = AssertUnwindSafe(|| trace(file, mutated, host));
        catch_unwind(run).map_or(true, |now| now.as_ref() != Some(before))
    }

    /// Whether a ruling that is not committed, and has this trace now, fails or has another one with a mutant.
    pub fn tells_otherwise(&self, file: &RulingFile, now: &str, mutated: &Ruleset, host: &Rc<dyn Scripts>) -> bool {
        let run = AssertUnwindSafe(|| trace(file, mutated, host));
        catch_unwind(run).map_or(true, |other| other.as_deref() != Some(now))
    }

    /// All seeded games: the number of the plan, and the seed.
    pub fn seeded(&self) -> impl Iterator<Item = (usize, u64)> {
        let (usual, others) = (self.games, self.games.div_ceil(4));
        (0..self.plans.len()).flat_map(move |at| (1..=if at == 0 { usual } else { others }).map(move |seed| (at, seed)))
    }

    /// The first seeded game that goes differently.
    fn difference(&self, mutated: &Ruleset) -> Option<String> {
        let host = mutated.host();
        let differs = |(at, seed): &(usize, u64)| {
            sim::play(mutated, &host, &self.plans[*at].plan, *seed).digest != self.digest(*at, *seed)
        };
        let (at, seed) = self.seeded().find(differs)?;
        Some(format!("the game with seed {seed}{}", self.plans[at].says))
    }

    fn digest(&self, at: usize, seed: u64) -> Digest {
        if let Some(known) = self.digests.lock().ok().and_then(|known| known.get(&(at, seed)).copied()) {
            return known;
        }
        let digest = sim::play(self.ruleset, &self.ruleset.host(), &self.plans[at].plan, seed).digest;
        if let Ok(mut known) = self.digests.lock() {
            known.insert((at, seed), digest);
        }
        digest
    }
}

/// The trace of a ruling; none if it cannot be read or does not hold.
pub(super) fn trace(file: &RulingFile, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> Option<String> {
    let ruling = rulings::read(file, ruleset).ok()?;
    let run = rulings::run(&ruling, ruleset, host);
    run.failures.is_empty().then_some(run.trace)
}
