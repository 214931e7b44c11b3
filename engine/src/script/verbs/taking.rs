//! What verbs take and give: Rust types as values of scripts.

use crate::script::call::held::{Held, ListId, MapId, Routine, TextId};
use crate::script::types::{CardRef, EffectRef, EventRef, GameRef, ItemRef, JointRef, PlayerRef, SpaceRef, ZoneRef};

/// A Rust type that a verb takes.
pub trait Take: Sized {
    /// The value as this type; `None` if it is of another kind.
    fn take(held: Held) -> Option<Self>;
}

/// Declares which Rust types are values: how a value is one, and how it becomes one again.
macro_rules! types {
    ($($type:ty: $held:pat => $value:expr, $own:pat => $back:expr;)*) => {$(
        impl Take for $type {
            fn take(held: Held) -> Option<Self> {
                match held {
                    $held => Some($value),
                    _ => None,
                }
            }
        }

        impl From<$type> for Held {
            fn from($own: $type) -> Self {
                $back
            }
        }
    )*};
}

types! {
    (): Held::Nothing => (), () => Self::Nothing;
    bool: Held::Flag(flag) => flag, flag => Self::Flag(flag);
    i64: Held::Number(number) => number, number => Self::Number(number);
    TextId: Held::Text(text) => text, text => Self::Text(text);
    ListId: Held::List(list) => list, list => Self::List(list);
    MapId: Held::Map(map) => map, map => Self::Map(map);
    Routine: Held::Routine(routine) => routine, routine => Self::Routine(routine);
    CardRef: Held::Card(handle) => CardRef(handle), CardRef(handle) => Self::Card(handle);
    ItemRef: Held::Item(handle) => ItemRef(handle), ItemRef(handle) => Self::Item(handle);
    EffectRef: Held::Effect(handle) => EffectRef(handle), EffectRef(handle) => Self::Effect(handle);
    PlayerRef: Held::Player(seat) => PlayerRef(seat), PlayerRef(seat) => Self::Player(seat);
    ZoneRef: Held::Zone(zone) => ZoneRef(zone), ZoneRef(zone) => Self::Zone(zone);
    SpaceRef: Held::Space(id) => SpaceRef(id), SpaceRef(id) => Self::Space(id);
    JointRef: Held::Joint(id) => JointRef(id), JointRef(id) => Self::Joint(id);
    EventRef: Held::Event(index) => EventRef(index), EventRef(index) => Self::Event(index);
    GameRef: Held::Game => GameRef, GameRef => Self::Game;
}

impl Take for Held {
    fn take(held: Held) -> Option<Self> {
        Some(held)
    }
}

impl<T: Into<Held>> From<Option<T>> for Held {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}
