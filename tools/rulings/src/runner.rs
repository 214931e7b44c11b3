//! The runner: the rulings in sight, and what is found when they are run.

use crate::command_error::CommandError;
use crate::packs::{Packs, embedded_snapshot};
use crate::rulings::{self, Comparison, Divergence, Ruling, RulingFile, Run};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::problems::{Colour, Problem, Problems};
use cardwright_kernel::scripts::Scripts;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

/// The games that rulings are about, each loaded once for all threads.
pub struct Rulesets<'a> {
    packs: &'a Packs,
    loaded: Mutex<BTreeMap<String, Ruleset>>,
}

impl<'a> Rulesets<'a> {
    /// The games of these packs.
    pub const fn new(packs: &'a Packs) -> Self {
        Self { packs, loaded: Mutex::new(BTreeMap::new()) }
    }

    /// The games of these packs, of which some have been loaded before.
    pub const fn with(packs: &'a Packs, loaded: BTreeMap<String, Ruleset>) -> Self {
        Self { packs, loaded: Mutex::new(loaded) }
    }

    /// The games that have been loaded.
    pub fn into_loaded(self) -> BTreeMap<String, Ruleset> {
        self.loaded.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game to which a pack belongs, as its rulings are run.
    fn of(&self, pack: &str) -> Result<Ruleset, CommandError> {
        let rivals = cardwright_content::rivals(&self.packs.files, pack);
        let mut name = self.packs.game_of(pack)?;
        for rival in &rivals {
            name = format!("{name} without {rival}");
        }
        // Whoever wants the same game waits until it is loaded.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ruleset) = loaded.get(&name) {
            return Ok(ruleset.clone());
        }
        let ruleset = self.packs.ruleset_of_rulings(pack)?;
        loaded.insert(name, ruleset.clone());
        Ok(ruleset)
    }
}

/// Runs rulings in one thread.
pub struct RulingRunner<'a> {
    rulesets: &'a Rulesets<'a>,
    /// By the packs of the rulings.
    games: BTreeMap<String, Game>,
}

/// A game and a host for its scripts.
#[derive(Clone)]
struct Game {
    ruleset: Ruleset,
    host: Rc<dyn Scripts>,
}

/// A ruling that could be read and was run.
pub struct PlayedRuling {
    /// The rules of its game.
    pub ruleset: Ruleset,
    /// What it says.
    pub ruling: Ruling,
    /// What came of it.
    pub run: Run,
    /// How its trace compares with its snapshot.
    pub comparison: Comparison,
}

/// What is found about a ruling.
pub enum Judgement {
    /// Something is wrong in its file.
    Unreadable(Problems),
    /// It was run.
    Played(Box<PlayedRuling>),
}

/// What became of a ruling.
pub enum Taken {
    /// Its snapshot was right already.
    Same,
    /// Its trace is its snapshot now.
    Accepted,
    /// It fails, whatever its snapshot says.
    Fails,
    /// Played in another way it gives something else: how, and what.
    Diverges(String),
}

impl<'a> RulingRunner<'a> {
    /// A runner of rulings about these games.
    pub const fn new(rulesets: &'a Rulesets<'a>) -> Self {
        Self { rulesets, games: BTreeMap::new() }
    }

    /// Reads and runs a ruling.
    ///
    /// # Errors
    /// If its game cannot be loaded, or its snapshot cannot be read.
    pub fn judge(&mut self, file: &RulingFile) -> Result<Judgement, CommandError> {
        let Game { ruleset, host } = self.game(file)?;
        let ruling = match rulings::read(file, &ruleset) {
            Ok(ruling) => ruling,
            Err(problems) => return Ok(Judgement::Unreadable(problems)),
        };
        let run = rulings::run(&ruling, &ruleset, &host);
        let comparison = compare(file, &run.trace)?;
        Ok(Judgement::Played(Box::new(PlayedRuling { ruleset, ruling, run, comparison })))
    }

    /// Runs a ruling in every other way: saved, undone, replayed, answered late and so on.
    ///
    /// # Errors
    /// If its game cannot be loaded.
    pub fn variants(&mut self, file: &RulingFile, ruling: &Ruling) -> Result<Vec<Divergence>, CommandError> {
        let Game { ruleset, host } = self.game(file)?;
        Ok(rulings::metamorphic(ruling, &ruleset, &host))
    }

    /// Takes the trace of a ruling as its snapshot, if it is the same however the ruling is played.
    ///
    /// # Errors
    /// Its game cannot be loaded, or the snapshot cannot be written.
    pub fn accept(&mut self, file: &RulingFile) -> Result<Taken, CommandError> {
        let played = match self.judge(file)? {
            Judgement::Played(played) if played.run.failures.is_empty() => played,
            Judgement::Played(_) | Judgement::Unreadable(_) => return Ok(Taken::Fails),
        };
        let is_embedded = file.root.as_os_str().is_empty();
        let is_same = played.comparison == Comparison::Same;
        if is_same && (is_embedded || rulings::is_current(file, &played.ruling, &played.run.trace)) {
            return Ok(Taken::Same);
        }
        if let Some(divergence) = self.variants(file, &played.ruling)?.first() {
            return Ok(Taken::Diverges(format!("{}\n{}", divergence.variant, divergence.difference)));
        }
        if is_embedded {
            let failure = CommandError::usage(format!("the ruling {} is inside the program", file.name()));
            return Err(failure.help("only snapshots in a folder of packs can be changed"));
        }
        rulings::accept(file, &played.ruling, &played.run.trace)
            .map_err(|error| CommandError::unwritable(&file.snapshot(), &error))?;
        Ok(Taken::Accepted)
    }

    fn game(&mut self, file: &RulingFile) -> Result<Game, CommandError> {
        if let Some(game) = self.games.get(file.pack()) {
            return Ok(game.clone());
        }
        let ruleset = self.rulesets.of(file.pack())?;
        let game = Game { host: ruleset.host(), ruleset };
        self.games.insert(file.pack().to_owned(), game.clone());
        Ok(game)
    }
}

/// Problems of a ruling's file as text.
pub fn shown<'p>(file: &RulingFile, problems: impl IntoIterator<Item = &'p Problem>, colour: Colour) -> String {
    let problems = problems.into_iter().map(|problem| problem.render(&file.source(), colour) + "\n");
    problems.collect::<Vec<_>>().join("\n")
}

fn compare(file: &RulingFile, trace: &str) -> Result<Comparison, CommandError> {
    if file.root.as_os_str().is_empty() {
        let snapshot = embedded_snapshot(file);
        return Ok(snapshot.map_or(Comparison::Missing, |snapshot| rulings::compare_with(snapshot, trace)));
    }
    rulings::compare(file, trace)
        .map_err(|error| CommandError::broken(format!("`{}` cannot be read: {error}", file.snapshot().display())))
}
