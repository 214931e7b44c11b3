//! Deciders by name: `random`, those that look ahead, and those that need a clock, a file or a process.
//!
//! One parser and one list serve every command, the server and Python. A name is [parsed](DeciderName::parse) without the
//! game, then [made ready](DeciderName::ready) for one, and a [`Contender`] makes a bot for each seat and game.

mod external;
mod name;
mod search;
mod weights;

pub use external::PATIENCE;
pub use name::{DeciderName, NAMES, UnknownDeciderError, decider, listed};
pub use search::{Greedy, Mcts, Unaided};
pub use weights::{TABLES, WISHES, known_names};

use cardwright_content::Files;
use cardwright_game::{Answer, Bot, PromptView, Ruleset, RulesetInside, Seat, Seed, Situation};
use cardwright_kernel::problems::{Colour, Problems};
use external::{External, Programme};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use weights::{Weighing, Weights};

/// The largest table of weights that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Why a decider cannot play a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrepareError {
    /// Its file cannot be read.
    Unreadable(PathBuf, String),
    /// Its file is wrong.
    Wrong(Problems, Box<Files>),
}

impl fmt::Display for PrepareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(file, why) => write!(f, "`{}` cannot be read: {why}", file.display()),
            Self::Wrong(problems, files) => f.write_str(problems.render(&**files, Colour::Plain).trim_end()),
        }
    }
}

impl std::error::Error for PrepareError {}

impl DeciderName {
    /// Makes a decider ready for a game: reads and checks its file, if it has one.
    ///
    /// # Errors
    /// Its file cannot be read, or says what does not fit the game.
    pub fn ready(&self, ruleset: &Ruleset) -> Result<Contender, PrepareError> {
        let decides = match self {
            Self::Unaided(unaided) => Decides::Unaided(*unaided),
            Self::Weights(file) => Decides::Weights(Arc::new(read(file, ruleset)?)),
            Self::External(command) => Decides::External(command.clone()),
        };
        Ok(Contender { name: self.clone(), ruleset: ruleset.clone(), decides, patience: PATIENCE })
    }

    /// Starts the program of a decider that is one, and ends it again, for whoever would rather know now than at the first
    /// question that it cannot be started.
    ///
    /// # Errors
    /// It cannot be started, and why.
    pub fn try_start(&self) -> Result<(), String> {
        match self {
            Self::External(command) => external::try_start(command),
            Self::Unaided(_) | Self::Weights(_) => Ok(()),
        }
    }
}

fn read(file: &Path, ruleset: &Ruleset) -> Result<Weights, PrepareError> {
    let unreadable = |why: String| PrepareError::Unreadable(file.to_owned(), why);
    let mut text = String::new();
    let read = File::open(file).and_then(|open| open.take(LARGEST + 1).read_to_string(&mut text));
    read.map_err(|error| unreadable(error.to_string()))?;
    if text.len() as u64 > LARGEST {
        return Err(unreadable(format!("it is larger than {} MiB", LARGEST >> 20)));
    }
    let path = file.to_string_lossy();
    Weights::read(&path, &text, ruleset.rules())
        .map_err(|problems| PrepareError::Wrong(problems, Files::new([(&*path, text.as_str())]).into()))
}

/// A decider that is ready to play a game.
#[derive(Clone)]
pub struct Contender {
    name: DeciderName,
    ruleset: Ruleset,
    decides: Decides,
    patience: Duration,
}

/// What decides.
#[derive(Clone)]
enum Decides {
    Unaided(Unaided),
    Weights(Arc<Weights>),
    External(Vec<String>),
}

impl Contender {
    /// Its name.
    pub const fn name(&self) -> &DeciderName {
        &self.name
    }

    /// The same, with another time that a process may take for an answer.
    #[must_use]
    pub fn patient(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// A bot for a seat in one game. With the same seed it answers the same, unless time or another
    /// program decides. What goes wrong with it is put among the complaints; it then leaves
    /// its prompts open.
    pub fn bot(&self, seed: u64, complaints: &Complaints) -> Box<dyn Bot> {
        match &self.decides {
            Decides::Unaided(unaided) => unaided.bot(seed),
            Decides::Weights(weights) => Box::new(Weighing::new(Arc::clone(weights), seed)),
            Decides::External(command) => {
                let programme = Programme { command: command.clone(), patience: self.patience, seed };
                Box::new(External::new(programme, self.ruleset.clone(), complaints.clone()))
            }
        }
    }
}

impl fmt::Debug for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contender").field(&self.name).finish()
    }
}

/// The seeds of bots, apart from all others that are made of a game's seed.
const OF_BOTS: u64 = 1_000;

/// The seed of the bot at a seat in the game with this seed, the same wherever many games are played.
pub fn of_seat(game: &Seed, seat: Seat) -> u64 {
    game.aside(OF_BOTS + u64::from(seat.0))
}

/// What has gone wrong with deciders, and at which seats.
#[derive(Clone, Debug, Default)]
pub struct Complaints(Arc<Mutex<Vec<(Seat, String)>>>);

impl Complaints {
    /// All of them so far, which are then forgotten.
    pub fn take(&self) -> Vec<(Seat, String)> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn note(&self, seat: Seat, complaint: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((seat, complaint));
    }
}

/// Answers what another bot leaves open with the default of the prompt, so that a game never waits for a program.
pub struct OrDefault(pub Box<dyn Bot>);

impl Bot for OrDefault {
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer> {
        let answer = self.0.answer(asked, at).filter(|answer| asked.check(answer).is_ok());
        Some(answer.unwrap_or_else(|| asked.default.clone()))
    }
}
