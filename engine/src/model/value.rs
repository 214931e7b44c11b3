//! What an attribute, a target or a variable of an item can hold while a game runs.

use crate::model::ids::{EntityId, Handle, PlayerId, Players, Word};
use crate::model::rules::{AttrType, Printed};
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
}

impl Value {
    /// The value that a printed one has in the state. Texts, lists of words and sets of sides are never state, and
    /// which entity a printed space is depends on the game.
    pub fn of(printed: &Printed) -> Self {
        match printed {
            Printed::Nothing | Printed::Words(_) | Printed::Text(_) | Printed::Space(_) | Printed::Sides(_) => {
                Self::Nothing
            }
            Printed::Number(number) => Self::Number(*number),
            Printed::Flag(flag) => Self::Flag(*flag),
            Printed::Word(word) => Self::Word(*word),
        }
    }

    /// The number, or 0 for everything that is none.
    pub fn number(self) -> i64 {
        match self {
            Self::Number(number) => number,
            Self::Flag(flag) => i64::from(flag),
            Self::Nothing | Self::Word(_) | Self::Entity(_) | Self::Player(_) | Self::Players(_) => 0,
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

impl AttrType {
    /// Whether a changing attribute of this type may have the value.
    pub fn takes(&self, value: &Value) -> bool {
        match (self, value) {
            (_, Value::Nothing)
            | (Self::Number, Value::Number(_))
            | (Self::Flag, Value::Flag(_))
            | (Self::Side, Value::Number(_))
            | (Self::Card | Self::Space, Value::Entity(_))
            | (Self::Player, Value::Player(_))
            | (Self::Players, Value::Players(_)) => true,
            (Self::Choice(words), Value::Word(word)) => words.contains(word),
            _ => false,
        }
    }
}
