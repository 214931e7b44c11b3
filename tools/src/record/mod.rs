//! A game in one file: what it began with, what was decided, what came of it, and the cards and scripts it was played
//! with. It can be played again, with those cards or with others.

mod culprits;

pub use culprits::culprits;

use crate::packs::Packs;
use crate::sim;
use cardwright::catalog::{Files, pack_of};
use cardwright::game::{Begin, Ruleset};
use cardwright::kernel::ids::Seat;
use cardwright::kernel::table::{Game, Scripts};
use cardwright::kernel::tape::Input;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The format that is written, and the only one that is read.
const FORMAT: u32 = 1;

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
    /// What was decided, and what chance gave.
    pub log: Vec<Input>,
    /// What came of it.
    pub trace: String,
    /// The cards and scripts that it was played with.
    pub files: BTreeMap<String, String>,
}

/// What a game begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// How many players.
    pub players: u8,
    /// Who begins.
    pub first: u8,
    /// The seed of the game's chance.
    pub seed: u64,
    /// The decks of the players; none for cards at random.
    pub decks: Option<Vec<String>>,
}

impl Start {
    /// What a game begins with that these decks are played in.
    pub fn of(begin: &Begin) -> Self {
        Self { players: begin.players, first: begin.first.0, seed: begin.seed, decks: Some(begin.decks.clone()) }
    }

    /// The game before its first step; none if players or decks do not fit.
    fn begin(&self, ruleset: &Ruleset) -> Option<Game> {
        let Some(decks) = &self.decks else { return sim::begin_with_any_cards(ruleset, self.players, self.seed) };
        if decks.iter().any(|deck| !ruleset.rules().decks.contains_key(&**deck)) {
            return None;
        }
        let begin = Begin { decks: decks.clone(), first: Seat(self.first), ..Begin::new(self.players, self.seed) };
        ruleset.begin(&begin).ok()
    }
}

impl Record {
    /// The record of a game.
    pub fn new(packs: &Packs, ruleset: &Ruleset, start: Start, log: &[Input], trace: String) -> Self {
        let game = ruleset.rules().pack.to_string();
        let members = packs.infos().into_iter().filter(|info| info.games.contains(&game));
        let members: BTreeMap<String, String> = members.map(|info| (info.name, info.version)).collect();
        let of_game =
            |path: &str| !path.starts_with("tests/") && pack_of(path).is_some_and(|it| members.contains_key(it));
        let files = packs.files.iter().filter(|(path, _)| of_game(path));
        Self {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            files: files.map(|(path, text)| (path.to_owned(), text.to_owned())).collect(),
            log: log.to_vec(),
            packs: members,
            game,
            start,
            trace,
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let record: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        match record.format {
            FORMAT => Ok(record),
            other => Err(format!("its format is {other}, and this command reads {FORMAT}")),
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

    /// The game after so many inputs; none if it cannot begin.
    pub fn after(&self, ruleset: &Ruleset, host: &Rc<dyn Scripts>, inputs: usize) -> Option<Game> {
        let log = self.log.get(..inputs).unwrap_or(&self.log);
        Some(ruleset.replay(host, self.start.begin(ruleset)?, log))
    }

    /// Plays the game again, as far as the decisions fit; none if it cannot begin.
    pub fn play(&self, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> Option<Again> {
        let game = ruleset.replay(host, self.start.begin(ruleset)?, &self.log);
        Some(Again { inputs: game.log().len().min(self.log.len()), trace: ruleset.trace(&game, None) })
    }
}

/// A game that was played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    /// How many of its inputs fitted.
    pub inputs: usize,
    /// Its trace.
    pub trace: String,
}
