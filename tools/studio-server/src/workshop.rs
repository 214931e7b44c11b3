//! What the command lends to the studio of an author: rulings, the files of packs, many games at once, and the language
//! server. The studio itself only asks for it; whatever it shows is what the command would print.

use crate::catalogue::GamePack;
use cardwright_game::Ruleset;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::Arc;

/// A ruling in a list.
#[derive(Clone, Debug, Serialize)]
pub struct RulingTitle {
    /// Its name: `spellfire/calm/spares-only-its-player`.
    pub name: String,
    /// The pack that holds the ruleset of its game.
    pub game: String,
    /// What it claims.
    pub claim: String,
    /// Whether its trace can be accepted: it lies in a folder, not inside the program.
    pub editable: bool,
}

/// Where a game can begin.
#[derive(Clone, Debug)]
pub struct Position {
    /// The pack that holds the ruleset.
    pub game: String,
    /// The save of a game before its first step, or in the middle.
    pub save: Vec<u8>,
}

/// How a ruling stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RulingState {
    /// Its trace is the accepted one.
    Held,
    /// What it claims holds, but its trace is another.
    Moved,
    /// No trace of it was accepted yet.
    New,
    /// Something in it does not hold, or its file cannot be read.
    Untrue,
}

/// A ruling that was run.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedRuling {
    /// Its name.
    pub name: String,
    /// How it stands.
    pub state: RulingState,
    /// What does not hold, in words.
    pub why: String,
    /// Its trace line by line: as it was accepted, and as it is.
    pub lines: Vec<[Option<String>; 2]>,
    /// In how many lines it differs.
    pub differ: usize,
    /// Which words became which: the same for rulings that moved alike.
    pub moved: String,
    /// By which an acceptance names the trace that somebody has looked at.
    pub print: String,
}

/// A line of a trace from which a ruling is to be made.
#[derive(Debug)]
pub struct Happened {
    /// The rules with which the game was played.
    pub ruleset: Ruleset,
    /// The game.
    pub save: Vec<u8>,
    /// Which line of the trace that shows everything.
    pub line: usize,
    /// The name of the ruling, as `<subject>/<claim>`.
    pub name: String,
    /// What it claims; a sentence about the line if this is empty.
    pub claim: String,
    /// Whether the ruling only lays the table as it stood behind the line, and does not lead there.
    pub only_table: bool,
}

/// A table that somebody has laid out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableLayout {
    /// The pack that holds the ruleset.
    pub pack: String,
    /// How many people sit there.
    pub people: u8,
    /// Whose turn it is, by the letter.
    pub turn: String,
    /// The running phase, by its key; the first in which somebody is asked if none is named.
    #[serde(default)]
    pub phase: Option<String>,
    /// What lies where.
    pub places: Vec<LaidPlace>,
}

/// A zone of such a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidPlace {
    /// The letter of a player, `game`, or `board:` and the name of a place.
    pub whose: String,
    /// The zone, by its key.
    pub zone: String,
    /// Its cards; those of a pile from the top.
    pub cards: Vec<LaidCard>,
}

/// A card of such a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidCard {
    /// Its name.
    pub name: String,
    /// How many there are of it.
    #[serde(default = "one")]
    pub count: u32,
    /// Its owner, if that does not follow from its zone.
    #[serde(default)]
    pub of: Option<String>,
    /// What has changed about it: flags, numbers and words.
    #[serde(default)]
    pub attributes: BTreeMap<String, Value>,
}

const fn one() -> u32 {
    1
}

/// A ruling that was written.
#[derive(Clone, Debug, Serialize)]
pub struct WrittenRuling {
    /// Its name.
    pub name: String,
    /// The path of its file.
    pub path: String,
    /// Its trace.
    pub trace: String,
}

/// A file of a game's packs.
#[derive(Clone, Debug, Serialize)]
pub struct PackFile {
    /// Its path inside of its folder of packs.
    pub path: String,
    /// Its address for the language server; none for a file inside of the program, which cannot be changed.
    pub uri: Option<String>,
}

/// The text of a file.
#[derive(Clone, Debug, Serialize)]
pub struct FileText {
    /// The text.
    pub text: String,
    /// By which a change says which text it is a change of.
    pub print: String,
}

/// Something wrong in a file.
#[derive(Clone, Debug, Serialize)]
pub struct FoundProblem {
    /// The path of the file.
    pub path: String,
    /// The line, counted from 1; 0 if the whole file is meant.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// Its code: `verb-unknown`.
    pub code: String,
    /// Whether the game can be played all the same.
    pub is_warning: bool,
}

/// What came of saving a file.
#[derive(Debug)]
pub struct SavedFile {
    /// By which the next change names this text.
    pub print: String,
    /// What is wrong in the games to which the file belongs.
    pub problems: Vec<FoundProblem>,
    /// Those of these games that can be played, as they are now.
    pub games: Vec<GamePack>,
}

/// Why a file was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// There is no such file among those that are open.
    None,
    /// Somebody else has changed it meanwhile.
    Changed,
    /// It cannot be written, and is as it was.
    Unwritable(String),
}

/// A game that was played again with other rules.
#[derive(Clone, Debug)]
pub struct PlayedAgain {
    /// How it stands now.
    pub save: Vec<u8>,
    /// Where it first went otherwise.
    pub differs: Option<FirstDifference>,
}

/// The first line by which two traces differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstDifference {
    /// Which line.
    pub line: usize,
    /// What stood there.
    pub before: Option<String>,
    /// What stands there now.
    pub now: Option<String>,
}

/// Many games that are to be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManyGames {
    /// The pack that holds the ruleset.
    pub pack: String,
    /// How many games.
    pub games: u64,
    /// How many people each has.
    pub people: u8,
    /// The seed of the first.
    pub seed: u64,
    /// The decks by their keys; all in turn if there are none.
    #[serde(default)]
    pub decks: Vec<String>,
    /// The table on which they begin.
    #[serde(default)]
    pub table: Option<String>,
    /// Options of the game that are chosen.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// Who decides for each player, by name.
    #[serde(default)]
    pub bots: Vec<String>,
}

/// What an author can do besides playing. Everything may take a while, so nothing here is called where others wait.
pub trait Workshop: Send + Sync {
    /// All rulings in sight, in the order of their names.
    fn rulings(&self) -> Vec<RulingTitle>;

    /// The table of a ruling.
    ///
    /// # Errors
    /// There is none, or it cannot be laid.
    fn lay(&self, ruling: &str) -> Result<Position, String>;

    /// Runs rulings; with their lines only if somebody wants to read them.
    fn judge(&self, rulings: &[String], with_lines: bool) -> Vec<JudgedRuling>;

    /// Takes the trace with this print as the accepted one.
    ///
    /// # Errors
    /// Why it is not taken: it does not hold, has changed meanwhile, or cannot be written.
    fn accept(&self, ruling: &str, print: &str) -> Result<(), String>;

    /// Removes a trace that was put aside for a review.
    ///
    /// # Errors
    /// There is no such ruling, or the file cannot be removed.
    fn reject(&self, ruling: &str) -> Result<(), String>;

    /// Makes a ruling of something that has happened.
    ///
    /// # Errors
    /// Why none can be made of it.
    fn promote(&self, happened: &Happened) -> Result<WrittenRuling, String>;

    /// A table that somebody has laid out, as a game before its first step.
    ///
    /// # Errors
    /// Why it cannot be laid.
    fn lay_out(&self, layout: &TableLayout) -> Result<Position, String>;

    /// Makes a ruling of a table that somebody has laid out: it claims who is asked there.
    ///
    /// # Errors
    /// Why none can be made of it.
    fn write_layout(&self, layout: &TableLayout, name: &str, claim: &str) -> Result<WrittenRuling, String>;

    /// The files of a game, in the order of their paths.
    fn files(&self, game: &str) -> Vec<PackFile>;

    /// The text of one of these files.
    fn file(&self, path: &str) -> Option<FileText>;

    /// Writes a file whose text had this print, whole or not at all, and checks what it belongs to.
    ///
    /// # Errors
    /// Why it is as it was.
    fn save(&self, path: &str, text: &str, print: &str) -> Result<SavedFile, NotSaved>;

    /// Plays a game again with other rules, as far as its decisions fit.
    ///
    /// # Errors
    /// It cannot begin with them.
    fn play_again(&self, old: &Ruleset, save: &[u8], new: &Ruleset) -> Result<PlayedAgain, String>;

    /// Plays many games. `told` gets how many have been played, and says whether to go on.
    ///
    /// # Errors
    /// They cannot begin.
    fn play_many(&self, games: &ManyGames, told: &mut dyn FnMut(u64) -> bool) -> Result<Value, String>;

    /// The end of one of these games.
    ///
    /// # Errors
    /// It cannot be played again, or broke off.
    fn one_of_many(&self, games: &ManyGames, seed: u64) -> Result<Position, String>;

    /// Who can decide in these games.
    fn bots(&self) -> Vec<String>;

    /// Speaks the Language Server Protocol about the packs of a game until the input ends.
    fn language(&self, game: &str, input: Box<dyn BufRead + Send>, output: &mut dyn Write);
}

/// A workshop, as the server holds it.
pub type SharedWorkshop = Arc<dyn Workshop>;
