//! A game in one file: what it began with, what was decided, what came of it, and the cards and scripts it was played
//! with. It can be played again, with those cards or with others.

mod culprits;
mod on_table;
mod start;

pub use culprits::culprits;
pub use start::Start;

use crate::command_error::CommandError;
use crate::packs::Packs;
use cardwright_content::{Files, pack_of};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, Input};
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::Game;
use cardwright_report::Reporter;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The format that is written, and the only one that is read.
const FORMAT: u32 = 2;

/// The largest record that is read, in bytes.
pub const LARGEST: u64 = 64 << 20;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: u32,
    /// The version of the engine.
    pub engine: String,
    /// The pack that holds the ruleset.
    pub game: String,
    /// The packs and their versions.
    pub packs: BTreeMap<String, String>,
    /// What it began with.
    pub start: Start,
    /// Who has played it: for each seat the name of a decider, or `human`. Empty where nobody knows, or where one chance
    /// has answered for all seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deciders: Vec<String>,
    /// What was decided, and what chance gave.
    pub log: Vec<Input>,
    /// What came of it.
    pub trace: String,
    /// The cards and scripts that it was played with.
    pub files: BTreeMap<String, String>,
}

/// What records of all formats begin with.
#[derive(Deserialize)]
struct Head {
    format: u32,
    #[serde(default)]
    engine: String,
}

impl Record {
    /// The record of a game, also of one that was loaded from a save: that holds its beginning and all its inputs.
    ///
    /// # Errors
    /// Its beginning is not known, or is no beginning.
    pub fn new(packs: &Packs, ruleset: &Ruleset, game: &Game) -> Result<Self, CommandError> {
        let rules = ruleset.rules();
        let pack = rules.pack.to_string();
        let members = packs.infos().into_iter().filter(|info| info.games.contains(&pack));
        let members: BTreeMap<String, String> = members.map(|info| (info.name, info.version)).collect();
        let of_game =
            |path: &str| !path.starts_with("tests/") && pack_of(path).is_some_and(|it| members.contains_key(it));
        let files = packs.files.iter().filter(|(path, _)| of_game(path));
        Ok(Self {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            files: files.map(|(path, text)| (path.to_owned(), text.to_owned())).collect(),
            log: game.log().to_vec(),
            packs: members,
            start: Start::of(rules, game)?,
            deciders: Vec::new(),
            trace: ruleset.trace(game, None),
            game: pack,
        })
    }

    /// The same, with who has played it: a name for each seat.
    #[must_use]
    pub fn played_by(self, deciders: Vec<String>) -> Self {
        Self { deciders, ..self }
    }

    /// Who has played it, for people to read.
    pub fn players(&self) -> Option<String> {
        let seats = (0_u8..).zip(&self.deciders);
        let seats: Vec<String> = seats.map(|(seat, name)| format!("{}: {name}", Seat(seat).letter())).collect();
        (!seats.is_empty()).then(|| seats.join(", "))
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let head: Head = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        match head.format {
            FORMAT => serde_json::from_slice(bytes).map_err(|error| error.to_string()),
            other => Err(format!(
                "its format is {other}, but this version of Cardwright reads format {FORMAT}; replay it with version \
                 {}, which wrote it",
                head.engine
            )),
        }
    }

    /// The record as it is written.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The cards and scripts that it was played with.
    pub fn old_files(&self) -> Files {
        Files::new(self.files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
    }

    /// The game before its first step, with these rules.
    ///
    /// # Errors
    /// Where the record names what these rules do not have.
    pub fn begin(&self, ruleset: &Ruleset) -> Result<Game, String> {
        Ok(Game::new(ruleset.rules(), &self.start.setup(ruleset.rules())?))
    }

    /// Plays the game again, as far as the decisions fit.
    ///
    /// # Errors
    /// It cannot begin with these rules.
    pub fn play(&self, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> Result<Again, String> {
        let game = ruleset.replay(host, self.begin(ruleset)?, &self.log);
        Ok(Again {
            inputs: game.log().len().min(self.log.len()),
            stuck: self.stuck(ruleset, &game),
            trace: ruleset.trace(&game, None),
        })
    }

    /// Where the game has come to a question that the next input does not answer: what it asks, and what the record has.
    fn stuck(&self, ruleset: &Ruleset, game: &Game) -> Option<String> {
        let input = self.log.get(game.log().len())?;
        let reporter = Reporter::new(ruleset.rules(), game.state());
        let asked: Vec<String> =
            game.prompts().iter().map(|prompt| reporter.prompt(prompt).trim_start_matches("? ").to_owned()).collect();
        let asked =
            if asked.is_empty() { "the game is over, or waits for chance".to_owned() } else { asked.join("; ") };
        let said = match input {
            Input::Answer(_, seat, answer) => format!("{} answers {}", seat.letter(), in_words(answer)),
            Input::Chance(_, answer, _) => format!("chance gives {}", in_words(answer)),
            Input::Together(..) => "several answer at the same time".to_owned(),
            Input::Leave(_) | Input::LeaveTogether(_) => "somebody leaves".to_owned(),
            Input::Withdrawn(..) => "a use is taken back".to_owned(),
        };
        Some(format!("{asked}\nin the record {said}"))
    }
}

/// An answer, with the numbers of options as people count them.
fn in_words(answer: &Answer) -> String {
    let listed = |numbers: Vec<String>| numbers.join(", ");
    match answer {
        Answer::Options(options) if options.is_empty() => "with none of the options".to_owned(),
        Answer::Options(options) => {
            let numbers = options.iter().map(|place| (usize::from(*place) + 1).to_string()).collect();
            format!("with option {}", listed(numbers))
        }
        Answer::Number(number) => format!("with {number}"),
        Answer::Shares(shares) => format!("with the shares {}", listed(shares.iter().map(i64::to_string).collect())),
        Answer::Wait => "by waiting".to_owned(),
    }
}

/// A game that was played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    /// How many of its inputs fitted.
    pub inputs: usize,
    /// What the next input does not answer, and what it says; none if all fitted.
    pub stuck: Option<String>,
    /// Its trace.
    pub trace: String,
}
