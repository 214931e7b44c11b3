//! What printed values are in the state, and which values attributes may have.

use super::{AttrType, Printed};
use crate::model::ids::Word;
use crate::model::packed::{ChoiceSet, NumberList};
use crate::model::value::Value;

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

    /// The words among which it chooses one or several.
    pub fn choices(&self) -> Option<&[Word]> {
        match self {
            Self::Choice(words) | Self::Choices(words) => Some(words),
            _ => None,
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
