//! What a seat gets: what it sees of the table, what it is asked, what it may read of the trace, and why it cannot do what
//! it cannot do. All of it is built from what the seat knows and nothing else; the host gets the same types with
//! everything in them.
//!
//! Everything here is plain data and serialises with a stable shape: `engine/README.md` describes it.

mod datum;
mod glance;
mod letters;
mod lines;
mod observer;
mod prompts;
mod reasons;
mod sites;
mod stack;

pub use datum::{Datum, Properties};
pub(super) use glance::SharedValues;
pub use lines::TraceLine;
pub(super) use observer::{Observer, Told};
pub use prompts::{AnswerShape, ChoiceView, OptionView, PromptView, QuestionView};
pub(super) use reasons::{Aftermath, tried_by};
pub use reasons::{Attempted, ValueLine, ValueOf, ValueView, WhyNot, WhyView};

use super::handles::SeatHandle;
use cardwright_kernel::ids::{PlayerId, Seat};
use serde::{Serialize, Serializer};

/// For whom something is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The host, who may know everything. What is made for the host must not reach any player.
    Host,
    /// A seat. One that is not at the table knows nothing.
    Seat(Seat),
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl From<Option<Seat>> for Viewer {
    fn from(seat: Option<Seat>) -> Self {
        seat.map_or(Self::Host, Self::Seat)
    }
}

impl Serialize for Viewer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Host => serializer.serialize_str("host"),
            &Self::WATCHER => serializer.serialize_str("watcher"),
            Self::Seat(seat) => serializer.serialize_char(seat.letter()),
        }
    }
}

/// All that a seat gets at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Observation {
    /// The table.
    pub view: View,
    /// Its open questions; the host gets those of all seats.
    pub prompts: Vec<PromptView>,
    /// What has happened.
    pub trace: Vec<TraceLine>,
    /// What it cannot do now, and why.
    pub why_not: WhyNot,
}

/// The table as it is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// By whom.
    pub viewer: Viewer,
    /// Whose turn it is.
    pub turn: TurnView,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeView>,
    /// The seats that are asked just now, in seat order. While a question is sealed, everybody who takes part in it, until all
    /// have answered.
    #[serde(serialize_with = "letters::all")]
    pub waiting_for: Vec<Seat>,
    /// What is true of the game itself.
    pub game: Properties,
    /// The players, in seat order.
    pub players: Vec<PlayerView>,
    /// The spaces of the board, then its joints.
    pub board: Vec<SiteView>,
    /// The zones, in the order of their declaration.
    pub zones: Vec<ZoneView>,
    /// The items that wait to resolve, the oldest first.
    pub items: Vec<ItemView>,
    /// The standing effects, the oldest first.
    pub effects: Vec<EffectView>,
    /// The open windows, the innermost last.
    pub windows: Vec<WindowView>,
}

/// Whose turn it is, and how far it has got.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurnView {
    /// Counts every turn of the game from 1; 0 before the first.
    pub number: u32,
    /// Whose it is.
    #[serde(serialize_with = "letters::one")]
    pub player: PlayerId,
    /// The key of the running phase.
    pub phase: Box<str>,
    /// Whether it was inserted.
    pub extra: bool,
    /// Whether play goes counter-clockwise.
    pub reversed: bool,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeView {
    /// The winners; none for a draw.
    #[serde(serialize_with = "letters::all")]
    pub winners: Vec<PlayerId>,
    /// Why, in a word of the ruleset.
    pub why: Box<str>,
    /// Whether everybody has lost together.
    pub defeat: bool,
    /// The players in the order of their places, if they were scored.
    pub placings: Vec<PlacingView>,
}

/// A player's place at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlacingView {
    /// The player.
    #[serde(serialize_with = "letters::one")]
    pub player: PlayerId,
    /// The place, from 1; tied players share a place.
    pub place: u8,
    /// The points.
    pub score: i64,
    /// What breaks ties, where somebody had as many points.
    pub ties: Vec<i64>,
}

/// A player: one person, or a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerView {
    /// The player.
    #[serde(serialize_with = "letters::one")]
    pub player: PlayerId,
    /// The seats that answer for the player.
    #[serde(serialize_with = "letters::all")]
    pub seats: Vec<Seat>,
    /// The one that answers now.
    #[serde(serialize_with = "letters::one")]
    pub acting_seat: Seat,
    /// Whether the player is still in the game.
    pub present: bool,
    /// What is true of the player.
    #[serde(flatten)]
    pub properties: Properties,
}

/// A space or a joint of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SiteView {
    /// Its name.
    pub name: Box<str>,
    /// The key of its kind.
    pub kind: Box<str>,
    /// The spaces across the joints of a space, or the two ends of a joint.
    pub joins: Vec<Box<str>>,
    /// What is true of it.
    #[serde(flatten)]
    pub properties: Properties,
}

/// A zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ZoneView {
    /// Which zone.
    #[serde(flatten)]
    pub zone: ZoneKey,
    /// How many cards and piles lie in it.
    pub count: usize,
    /// How many of them the viewer does not know; nothing else is revealed about those.
    pub unknown: usize,
    /// Those that the viewer knows: from the bottom to the top where the order may be seen, else by name.
    pub cards: Vec<CardView>,
    /// Those that the viewer does not know, in the order of their places, where cards have places.
    pub places: Vec<UnknownCardView>,
}

/// A card that the viewer does not know, in a zone whose cards have places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnknownCardView {
    /// The number of its place, from 1. It keeps it as long as it stays.
    pub number: u16,
    /// What seats have learned about it, as far as the viewer knows.
    pub learned: Vec<LearnedView>,
}

/// A part of what a card is, which seats have learned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LearnedView {
    /// Who has learned it.
    #[serde(serialize_with = "letters::all")]
    pub by: Vec<Seat>,
    /// The key of the attribute.
    pub attribute: Box<str>,
    /// The value that it has, or has not.
    pub value: Datum,
    /// Whether it has it.
    pub is: bool,
}

/// A place in a zone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct PlaceKey {
    /// Which zone.
    #[serde(flatten)]
    pub zone: ZoneKey,
    /// The number of the place, from 1.
    pub number: u16,
}

/// Which of the zones of a game is meant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct ZoneKey {
    /// The key of its declaration.
    pub zone: Box<str>,
    /// Whose it is, where each player has one.
    #[serde(serialize_with = "letters::maybe")]
    pub owner: Option<PlayerId>,
    /// The space or joint on which it lies, where each has one.
    pub site: Option<Box<str>>,
}

/// A card or a pile of pieces that the viewer knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardView {
    /// How the viewer names it: another handle for every seat, and a new one whenever it has passed out of sight.
    pub handle: SeatHandle,
    /// What is printed on it: `pack:kind/file`.
    pub definition: Box<str>,
    /// The printed name.
    pub name: Box<str>,
    /// The key of its kind.
    pub kind: Box<str>,
    /// Whose it is, if it is somebody's.
    #[serde(serialize_with = "letters::maybe")]
    pub owner: Option<PlayerId>,
    /// Who controls it, if somebody does.
    #[serde(serialize_with = "letters::maybe")]
    pub controller: Option<PlayerId>,
    /// Where it lies in its zone, counted from 0 at the bottom; nothing where the order may not be seen.
    pub place: Option<usize>,
    /// The number of its place, from 1, where cards have places that they keep.
    pub number: Option<u16>,
    /// What seats have learned about it, as far as the viewer knows.
    pub learned: Vec<LearnedView>,
    /// How many pieces a pile has; 1 for a card.
    pub count: u32,
    /// Whether it was created during the game, and ceases to exist when it leaves play.
    pub token: bool,
    /// What it is attached to, if it is.
    pub attached_to: Option<Datum>,
    /// What is attached to it, as far as the viewer knows it.
    pub attachments: Vec<SeatHandle>,
    /// Its attributes and values. Values of cards are shown while the cards are in play.
    #[serde(flatten)]
    pub properties: Properties,
}

/// An item: a use of a card that was announced and waits to resolve, a copy of one, or a trigger.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ItemView {
    /// How the viewer names it.
    pub handle: SeatHandle,
    /// What is used, if the viewer knows it.
    #[serde(flatten)]
    pub what: Option<NamedView>,
    /// The card that is used, or whose ability has triggered; nothing for a copy.
    pub source: Option<Datum>,
    /// The action by which it is used; nothing for a trigger.
    pub action: Option<Box<str>>,
    /// Whose item it is.
    #[serde(serialize_with = "letters::one")]
    pub controller: PlayerId,
    /// The item that it answers.
    pub answers: Option<Datum>,
    /// What it is aimed at.
    pub targets: Vec<Datum>,
    /// The players whom it does not affect.
    #[serde(serialize_with = "letters::all")]
    pub exempt: Vec<PlayerId>,
    /// Its status.
    pub status: ItemStatus,
    /// Whether it is a copy.
    pub copy: bool,
}

/// What is printed on something that the viewer knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedView {
    /// `pack:kind/file`.
    pub definition: Box<str>,
    /// The printed name.
    pub name: Box<str>,
}

/// The status of an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    /// Announced; it waits.
    Pending,
    /// Its effect is being carried out.
    Resolving,
    /// Its effect was carried out.
    Resolved,
    /// Stopped for everybody.
    Negated,
    /// Nothing was left that it could do.
    Fizzled,
    /// Its script failed.
    Faulted,
    /// Set aside until something calls it back.
    Suspended,
}

/// A standing effect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EffectView {
    /// How the viewer names it.
    pub handle: SeatHandle,
    /// What it is the effect of, if the viewer knows it.
    #[serde(flatten)]
    pub what: Option<NamedView>,
    /// The card that lies on the table for it, if one does.
    pub source: Option<Datum>,
    /// Whose effect it is.
    #[serde(serialize_with = "letters::one")]
    pub controller: PlayerId,
    /// What it is about.
    pub targets: Vec<Datum>,
    /// The players whom it does not affect.
    #[serde(serialize_with = "letters::all")]
    pub exempt: Vec<PlayerId>,
    /// When it ends by itself.
    pub until: Until,
}

/// When a standing effect ends by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "when", rename_all = "snake_case")]
pub enum Until {
    /// When the next turn of a player starts.
    StartOfTurn {
        /// Whose.
        #[serde(serialize_with = "letters::one")]
        player: PlayerId,
    },
    /// When the next turn of a player ends.
    EndOfTurn {
        /// Whose.
        #[serde(serialize_with = "letters::one")]
        player: PlayerId,
    },
    /// When the turn of this number ends.
    EndOfThisTurn {
        /// The number.
        turn: u32,
    },
    /// When the running phase ends.
    EndOfPhase,
    /// When this phase or procedure ends.
    EndOf {
        /// How people call it.
        what: Box<str>,
    },
    /// When its condition no longer holds.
    Condition,
    /// Only when something ends it.
    Never,
}

/// An open window.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WindowView {
    /// Its key.
    pub window: Box<str>,
    /// The running round: the class of what is offered.
    pub round: Box<str>,
    /// The item that it is about.
    pub about: Option<Datum>,
    /// The player whose action opened it.
    #[serde(serialize_with = "letters::one")]
    pub actor: PlayerId,
    /// The seats that are asked in it just now, as in [`View::waiting_for`].
    #[serde(serialize_with = "letters::all")]
    pub asked: Vec<Seat>,
    /// The players who have passed in this round.
    #[serde(serialize_with = "letters::all")]
    pub passed: Vec<PlayerId>,
    /// The players who have acted in it.
    #[serde(serialize_with = "letters::all")]
    pub acted: Vec<PlayerId>,
}
