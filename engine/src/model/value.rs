//! What an attribute, a target or a variable of an item can hold while a game runs.

use crate::model::ids::{EntityId, Handle, PlayerId, Players, Word};
use crate::model::packed::{ChoiceSet, NumberList};
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
    /// Some of the choices of an attribute, which knows their words.
    Choices(ChoiceSet),
    /// A list of numbers.
    Numbers(NumberList),
}

impl Value {
    /// What a number, a flag or a word that is printed is; nothing for all else, which only an
    /// [attribute](AttrType::value_of) or a game knows.
    pub fn of(printed: &Printed) -> Self {
        match printed {
            Printed::Number(number) => Self::Number(*number),
            Printed::Flag(flag) => Self::Flag(*flag),
            Printed::Word(word) => Self::Word(*word),
            Printed::Nothing
            | Printed::Words(_)
            | Printed::Numbers(_)
            | Printed::Text(_)
            | Printed::Space(_)
            | Printed::Sides(_) => Self::Nothing,
        }
    }

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

impl AttrType {
    /// The value that a printed one has in the state. Texts and sets of sides are never state, and which entity a printed
    /// space is depends on the game.
    pub fn value_of(&self, printed: &Printed) -> Value {
        match (self, printed) {
            (Self::Choices(choices), Printed::Words(words)) => {
                ChoiceSet::of(choices, words.iter().copied()).map_or(Value::Nothing, Value::Choices)
            }
            (_, Printed::Numbers(numbers)) => NumberList::of(numbers).map_or(Value::Nothing, Value::Numbers),
            (_, printed) => Value::of(printed),
        }
    }

    /// The words of a set of choices.
    pub fn words_of(&self, set: ChoiceSet) -> Vec<Word> {
        match self {
            Self::Choices(choices) => set.words(choices).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a changing attribute of this type may have the value.
    pub fn takes(&self, value: &Value) -> bool {
        match (self, value) {
            // What holds several has an empty list where it holds none.
            (Self::Choices(words), Value::Choices(set)) => set.is_of(words.len()),
            (Self::Choices(_) | Self::Numbers, Value::Nothing) => false,
            (_, Value::Nothing)
            | (Self::Number, Value::Number(_))
            | (Self::Flag, Value::Flag(_))
            | (Self::Side, Value::Number(_))
            | (Self::Card | Self::Space, Value::Entity(_))
            | (Self::Player, Value::Player(_))
            | (Self::Players, Value::Players(_))
            | (Self::Numbers, Value::Numbers(_)) => true,
            (Self::Choice(words), Value::Word(word)) => words.contains(word),
            _ => false,
        }
    }
}
