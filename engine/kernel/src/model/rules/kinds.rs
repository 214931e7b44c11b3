//! Kinds of entity, and what is printed on them or changes about them.

use super::LeftWaiting;
use crate::model::ids::{AttrId, DefId, KindId, ProcedureId, ValueId, Word, ZoneDeclId};

/// A kind of entity.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// What its entities are.
    pub category: Category,
    /// The folder of its cards under `cards/<pack>/` (`events` for `event`).
    pub folder: Box<str>,
    /// All attributes that entities of this kind have, in the order of their printed values.
    pub attributes: Vec<AttrId>,
    /// Those of them that change during a game; each has a slot in the state.
    pub changing: Vec<AttrId>,
    /// The places among those of the ones that are cards.
    pub pointing: Vec<u16>,
    /// Where a leaving card goes, by cause; the last row has no cause and serves every other.
    pub routes: Vec<Route>,
    /// The zones in which the abilities of a card of this kind work, unless the card says otherwise.
    pub works_in: Vec<ZoneDeclId>,
    /// What becomes of a card of this kind that waits while it is used, when its player leaves; as the ruleset says for all
    /// if nothing.
    pub left_waiting: Option<LeftWaiting>,
    /// Hooks that every card of this kind must provide.
    pub required: Vec<Box<str>>,
    /// Where attachments of a leaving card of this kind go, with the cause `unattached`: where it goes if `true`, and
    /// they stay attached where cards are in play; otherwise they leave by their own route.
    pub attachments_follow: bool,
}

/// What the entities of a kind are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Category {
    /// Cards, items or standing effects.
    #[default]
    Card,
    /// Players, or the game itself.
    Actor,
    /// Spaces of the board.
    Space,
    /// Joints between two spaces.
    Joint,
    /// Counted pieces: the entities are piles.
    Counted,
}

impl Category {
    /// Whether it is a part of the board.
    pub const fn is_site(self) -> bool {
        matches!(self, Self::Space | Self::Joint)
    }
}

/// A row of a routing table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// The cause of leaving; `None` serves every cause without a row of its own.
    pub cause: Option<Word>,
    /// The zone to go to, of the card's owner if the zone is a player's.
    pub to: ZoneDeclId,
    /// Whose the card is from then on.
    pub owner: NewOwner,
}

/// Whose a card is after it has left for a cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NewOwner {
    /// Whose it was.
    #[default]
    Same,
    /// Nobody's.
    Nobody,
    /// The player's in whose name it leaves.
    Actor,
}

/// An attribute.
#[derive(Clone, Debug, Default)]
pub struct Attribute {
    /// What its values are.
    pub type_: AttrType,
    /// The kinds that have it.
    pub of: Vec<KindId>,
    /// Whether it changes during a game.
    pub changes: bool,
    /// Whether every card of those kinds must print it.
    pub required: bool,
    /// Whether no two print the same value.
    pub unique: bool,
    /// The value where nothing is printed.
    pub default: Printed,
    /// Who may see it on an entity: everyone who knows the entity, or only its controller.
    pub secret: bool,
    /// Whether its changes leave no line in the trace: book-keeping that no player would speak of.
    pub quiet: bool,
    /// How long a changed value lives on a card that moves.
    pub lives: Lifetime,
    /// What is declared of it as an option of the game: then it never changes.
    pub option: Option<GameOption>,
    /// The procedure of which it is a local value.
    pub local_to: Option<ProcedureId>,
    /// The marks of a track: names and their numbers, the lowest first.
    pub marks: Vec<(Word, i64)>,
    /// The value of the same name, if it is a set of words that cards modify: what filters and scripts see of it.
    pub modified: Option<ValueId>,
    /// The signal that its changes send (`changed <attribute>`), if anything listens for it.
    pub changed: Option<Word>,
    /// The signal of a mark that is reached from below (`crossed <attribute>`), if there are marks.
    pub crossed: Option<Word>,
    /// The signal of a mark that is fallen back below (`crossed back <attribute>`).
    pub crossed_back: Option<Word>,
}

/// What is declared of an option besides its type, its choices and its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// What it decides, for people.
    pub text: Box<str>,
    /// The smallest number that it can be.
    pub from: i64,
    /// The largest.
    pub to: i64,
}

/// How long the value of a changing attribute lives on a card. When its time is over it is what is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lifetime {
    /// Until the card becomes another incarnation.
    #[default]
    Incarnation,
    /// As long as the card goes from one zone in play to another.
    InPlay,
    /// As long as the game.
    Game,
}

/// What the values of an attribute are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AttrType {
    /// A whole number.
    Number,
    /// True or false.
    Flag,
    /// One of these words.
    Choice(Vec<Word>),
    /// Some of these words.
    Choices(Vec<Word>),
    /// A list of numbers.
    Numbers,
    /// A text for people; scripts can compare it only.
    #[default]
    Text,
    /// A card, or none.
    Card,
    /// A player, or none.
    Player,
    /// A set of players.
    Players,
    /// A space of the board, or none.
    Space,
    /// A side of a space, by its number.
    Side,
    /// Some sides of a space.
    Sides,
}

/// A printed value.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Printed {
    /// Nothing.
    #[default]
    Nothing,
    /// A number.
    Number(i64),
    /// A flag.
    Flag(bool),
    /// A word.
    Word(Word),
    /// Some words, in the order of printing.
    Words(Box<[Word]>),
    /// Some numbers, in order.
    Numbers(Box<[i64]>),
    /// A text.
    Text(Box<str>),
    /// A space, by what is printed on it.
    Space(DefId),
    /// Some sides, as bits.
    Sides(u32),
}
