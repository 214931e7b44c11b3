//! How a game is scored, and when it ends by itself.

use super::{Amount, Template};
use crate::model::ids::{AttrId, ValueId, Word, ZoneDeclId};

/// By what players are placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// The points: a value or a number attribute of players.
    pub score: Amount,
    /// What breaks ties, in this order; the larger number is better.
    pub ties: Vec<Amount>,
    /// Whether the lowest score wins.
    pub lowest: bool,
}

/// What a position is worth, for deciders that look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// To a player: a value or a number attribute of players.
    pub value: Amount,
    /// How far ahead of the best of the others a player must be to have nearly won.
    pub scale: i64,
    /// Whether less is better.
    pub lowest: bool,
}

/// The game ends by itself when so many turns are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimit {
    /// After how many turns: a number, or an attribute or value of the game.
    pub turns: Amount,
    /// Why, for people.
    pub why: Word,
    /// How it ends then.
    pub ending: Ending,
}

/// The game ends by itself when the same position has come up so often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// How often.
    pub times: u32,
    /// The zones whose cards make the position, as far as everybody knows them.
    pub zones: Vec<ZoneDeclId>,
    /// The changing attributes that make it: of the game, of players, of the board, and of cards in those zones.
    pub attributes: Vec<AttrId>,
    /// Why, for people.
    pub why: Word,
    /// How it ends then.
    pub ending: Ending,
}

impl Repetition {
    /// So many positions are remembered; one that came up longer ago is new again.
    pub const REMEMBERED: usize = 1_000;
}

/// The game ends by itself when cards and rules set each other off without end, and nobody does anything but pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loops {
    /// How many things may be set off in a row.
    pub times: u32,
    /// Why, for people.
    pub why: Word,
    /// How it ends then.
    pub ending: Ending,
}

/// How a game ends that nobody has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// Nobody wins.
    #[default]
    Draw,
    /// The players are scored.
    Score,
    /// Everybody loses.
    Defeat,
}

/// What people read about an end of the game: a text with names in braces, for which something is put in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndingText {
    /// The text.
    pub text: Template,
    /// What its names mean, in order.
    pub holes: Vec<EndingHole>,
}

/// What is put into the text of an ending. What players have is that of the first winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingHole {
    /// Who has won.
    Winners,
    /// The number of the turn.
    Turn,
    /// The points of the first place.
    Score,
    /// A value of the game or of players.
    Value(ValueId),
    /// An attribute of the game or of players.
    Attribute(AttrId),
    /// The number of cards in a zone of the game or of players.
    Zone(ZoneDeclId),
}
