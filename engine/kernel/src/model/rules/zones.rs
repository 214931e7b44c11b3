//! Zones.

use crate::model::ids::ZoneDeclId;

/// A declared zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneDecl {
    /// How people call it: "draw pile", "Abyss".
    pub title: Box<str>,
    /// One for every player, for every space or joint of the board, or one for all.
    pub per: ZonePer,
    /// Whether the order of its cards matters, and so may be seen only by players who may look.
    pub ordered: bool,
    /// Whether each card has a numbered place, which it keeps as long as it stays and by which everybody can name it.
    pub places: bool,
    /// Who gets to know a card that enters.
    pub seen: SeenBy,
    /// The zone into which cards are drawn from this one; that of the draw pile if not said.
    pub drawn_to: Option<ZoneDeclId>,
    /// The largest number of cards in it.
    pub capacity: Option<u32>,
    /// Whether nothing ever leaves it.
    pub terminal: bool,
    /// Whether cards in it lie sideways or upright, face up or down, is no business of the kernel; whether they
    /// count as *in play* is: prompts and the checker offer `in_play` cards of a game.
    pub in_play: bool,
    /// Whether like cards lie in it as piles that are nobody's, each with a count.
    pub supply: bool,
    /// Where cards come from when a draw needs more than lie in it.
    pub refill: Option<Refill>,
    /// Whether this is the zone in which a card lies while its item waits to resolve. Exactly one zone is.
    pub pending: bool,
    /// Whether cards that leave come here if their kind says nothing else. At most one zone is.
    pub otherwise: bool,
}

/// How a zone is refilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refill {
    /// The zone whose cards come beneath those that are left: the same player's, or the game's.
    pub from: ZoneDeclId,
    /// Whether they are shuffled.
    pub shuffled: bool,
    /// How many of the uppermost cards stay where they are.
    pub keep: u32,
}

/// How many instances of a zone there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZonePer {
    /// One for every player.
    Player,
    /// One for the game.
    Game,
    /// One for every space of the board.
    Space,
    /// One for every joint of the board.
    Joint,
}

impl ZonePer {
    /// Whether the zone lies on the board.
    pub const fn is_on_board(self) -> bool {
        matches!(self, Self::Space | Self::Joint)
    }
}

/// Who gets to know a card that enters a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// Everybody.
    All,
    /// The player whose zone it is.
    Owner,
    /// Everybody but the player whose zone it is.
    Others,
    /// The player in whose name it is put there.
    Mover,
    /// Nobody.
    Nobody,
}
