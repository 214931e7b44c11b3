//! What scripts hand on by way of the kernel, whole: notes, arguments of functions that are called later or elsewhere, and
//! what these give. A state keeps it for as long as an item, an effect or a step of the agenda lasts.

use crate::model::ids::{Handle, PlayerId, Players, Word, ZoneId};
use crate::model::packed::{ChoiceSet, NumberList};
use crate::model::value::Value;
use serde::{Deserialize, Serialize, Serializer};
use std::hash::{Hash, Hasher};

/// Anything that a script can hold but a closure and an event, which mean nothing outside of their call.
///
/// Equal values are carried in one way. What a [`Value`] can be is written and hashed as a value is.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "WrittenCarried")]
pub enum Carried {
    /// What a value can be: one thing, or a list of players in seat order.
    One(Value),
    /// Anything else.
    Many(Box<CarriedParts>),
}

/// A list, a map or the like with all that is in it, in the order in which it is written down: what holds something precedes
/// it, so that however deep it is, it lies flat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CarriedParts(pub Vec<CarriedPart>);

/// A part of what is carried.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CarriedPart {
    /// One thing.
    One(Value),
    /// A text that no pack has.
    Text(Box<str>),
    /// A zone.
    Zone(ZoneId),
    /// The game.
    Game,
    /// A range of numbers, and whether its end belongs to it.
    Range(i64, i64, bool),
    /// A list of the next so many.
    List(u32),
    /// A map of the next so many pairs: the key, a word or a text, precedes what it stands for.
    Map(u32),
}

impl Carried {
    /// How deep lists and maps can lie in each other.
    pub const DEEPEST: usize = 16;

    /// How many things can be carried together: lists, maps, their elements and keys, and all else.
    pub const MOST: usize = 2_000;

    /// How long the texts are together at most that no pack has, in bytes.
    pub const LONGEST: usize = 16_384;

    /// Nothing.
    pub const NOTHING: Self = Self::One(Value::Nothing);

    /// The game itself.
    pub fn game() -> Self {
        Self::Many(Box::new(CarriedParts(vec![CarriedPart::Game])))
    }

    /// The one thing that it is, if a value can be that.
    pub const fn one(&self) -> Option<Value> {
        match self {
            Self::One(value) => Some(*value),
            Self::Many(_) => None,
        }
    }

    /// Whether there are no more parts, and no longer texts, than can be carried.
    pub fn fits(parts: &[CarriedPart]) -> bool {
        let text = |part: &CarriedPart| if let CarriedPart::Text(text) = part { text.len() } else { 0 };
        parts.len() <= Self::MOST && parts.iter().map(text).sum::<usize>() <= Self::LONGEST
    }

    /// How many cells it takes beside its own.
    pub fn cells(&self) -> usize {
        let of = |part: &CarriedPart| match part {
            CarriedPart::Text(text) => 2 + text.len() / 8,
            CarriedPart::One(_)
            | CarriedPart::Zone(_)
            | CarriedPart::Game
            | CarriedPart::Range(..)
            | CarriedPart::List(_)
            | CarriedPart::Map(_) => 2,
        };
        match self {
            Self::One(_) => 0,
            Self::Many(parts) => parts.0.iter().map(of).sum(),
        }
    }
}

impl Default for Carried {
    fn default() -> Self {
        Self::NOTHING
    }
}

impl From<Value> for Carried {
    fn from(value: Value) -> Self {
        Self::One(value)
    }
}

impl Hash for Carried {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::One(value) => value.hash(state),
            Self::Many(parts) => (WrittenCarried::MANY, parts).hash(state),
        }
    }
}

impl Serialize for Carried {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(value) => value.serialize(serializer),
            Self::Many(parts) => serializer.serialize_newtype_variant("Carried", WrittenCarried::MANY, "Many", parts),
        }
    }
}

/// What is carried, as it is written: a value, or one variant more. So what was written as a value is read.
#[derive(Deserialize)]
#[serde(rename = "Carried")]
enum WrittenCarried {
    Nothing,
    Number(i64),
    Flag(bool),
    Word(Word),
    Entity(Handle),
    Player(PlayerId),
    Players(Players),
    Choices(ChoiceSet),
    Numbers(NumberList),
    Many(Box<CarriedParts>),
}

impl WrittenCarried {
    const MANY: u32 = 9;
}

impl From<WrittenCarried> for Carried {
    fn from(written: WrittenCarried) -> Self {
        Self::One(match written {
            WrittenCarried::Nothing => Value::Nothing,
            WrittenCarried::Number(number) => Value::Number(number),
            WrittenCarried::Flag(flag) => Value::Flag(flag),
            WrittenCarried::Word(word) => Value::Word(word),
            WrittenCarried::Entity(handle) => Value::Entity(handle),
            WrittenCarried::Player(player) => Value::Player(player),
            WrittenCarried::Players(players) => Value::Players(players),
            WrittenCarried::Choices(choices) => Value::Choices(choices),
            WrittenCarried::Numbers(numbers) => Value::Numbers(numbers),
            WrittenCarried::Many(parts) => return Self::Many(parts),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::EntityId;

    fn bytes<T: Serialize>(of: &T) -> Vec<u8> {
        postcard::to_stdvec(of).expect("it is plain data")
    }

    #[test]
    fn what_a_value_can_be_is_written_as_a_value() {
        let values = [
            Value::Nothing,
            Value::Number(i64::MIN),
            Value::Flag(true),
            Value::Word(Word(7)),
            Value::Entity(Handle { id: EntityId(3), incarnation: 2 }),
            Value::Player(PlayerId(1)),
            Value::Players(Players::first(2)),
            Value::Choices(ChoiceSet::default()),
            Value::Numbers(NumberList::of(&[1, -2]).expect("they fit")),
        ];
        for value in values {
            let carried = Carried::One(value);
            assert_eq!(bytes(&carried), bytes(&value));
            assert_eq!(postcard::from_bytes::<Carried>(&bytes(&value)), Ok(carried));
        }
    }

    #[test]
    fn a_list_comes_back_as_it_was_written() {
        let parts = vec![
            CarriedPart::List(2),
            CarriedPart::Map(1),
            CarriedPart::Text("key".into()),
            CarriedPart::Range(1, 3, true),
            CarriedPart::Game,
        ];
        let carried = Carried::Many(Box::new(CarriedParts(parts)));
        assert_eq!(postcard::from_bytes::<Carried>(&bytes(&carried)), Ok(carried));
    }
}
