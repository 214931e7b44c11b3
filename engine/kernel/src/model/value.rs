//! What an attribute, a target or a variable of an item can hold while a game runs.

use crate::model::ids::{EntityId, Handle, PlayerId, Players, Word};
use crate::model::packed::{ChoiceSet, NumberList};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A list of targets or the like.
pub type Values = SmallVec<[Value; 2]>;

/// A value. It is `Copy` and holds nothing that is owned elsewhere, so a state copies in one piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Value {
    /// Nothing.
    #[default]
    Nothing,
    /// A number.
    Number(i64),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(Word),
    /// One incarnation of a card, item or standing effect.
    Entity(Handle),
    /// A player.
    Player(PlayerId),
    /// A set of players.
    Players(Players),
    /// Some of the choices of an attribute, which knows their words.
    Choices(ChoiceSet),
    /// A list of numbers.
    Numbers(NumberList),
}

impl Value {
    /// The number, or 0 for everything that is none.
    pub fn number(self) -> i64 {
        match self {
            Self::Number(number) => number,
            Self::Flag(flag) => i64::from(flag),
            Self::Nothing
            | Self::Word(_)
            | Self::Entity(_)
            | Self::Player(_)
            | Self::Players(_)
            | Self::Choices(_)
            | Self::Numbers(_) => 0,
        }
    }

    /// The entity, if it is one.
    pub fn entity(self) -> Option<Handle> {
        match self {
            Self::Entity(handle) if handle.id != EntityId::NONE => Some(handle),
            _ => None,
        }
    }
}
