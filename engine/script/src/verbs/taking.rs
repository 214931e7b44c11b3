//! What verbs take and give: Rust types as values of scripts.

use crate::call::script_value::{ListId, MapId, Routine, ScriptValue, TextId};
use crate::types::{CardRef, EffectRef, EventRef, GameRef, ItemRef, JointRef, PlayerRef, SpaceRef, ZoneRef};

/// A Rust type that a verb takes.
pub trait Take: Sized {
    /// The value as this type; `None` if it is of another kind.
    fn take(held: ScriptValue) -> Option<Self>;
}

/// Declares which Rust types are values: how a value is one, and how it becomes one again.
macro_rules! types {
    ($($type:ty: $held:pat => $value:expr, $own:pat => $back:expr;)*) => {$(
        impl Take for $type {
            fn take(held: ScriptValue) -> Option<Self> {
                match held {
                    $held => Some($value),
                    _ => None,
                }
            }
        }

        impl From<$type> for ScriptValue {
            fn from($own: $type) -> Self {
                $back
            }
        }
    )*};
}

types! {
    (): ScriptValue::Nothing => (), () => Self::Nothing;
    bool: ScriptValue::Flag(flag) => flag, flag => Self::Flag(flag);
    i64: ScriptValue::Number(number) => number, number => Self::Number(number);
    TextId: ScriptValue::Text(text) => text, text => Self::Text(text);
    ListId: ScriptValue::List(list) => list, list => Self::List(list);
    MapId: ScriptValue::Map(map) => map, map => Self::Map(map);
    Routine: ScriptValue::Routine(routine) => routine, routine => Self::Routine(routine);
    CardRef: ScriptValue::Card(handle) => CardRef(handle), CardRef(handle) => Self::Card(handle);
    ItemRef: ScriptValue::Item(handle) => ItemRef(handle), ItemRef(handle) => Self::Item(handle);
    EffectRef: ScriptValue::Effect(handle) => EffectRef(handle), EffectRef(handle) => Self::Effect(handle);
    PlayerRef: ScriptValue::Player(seat) => PlayerRef(seat), PlayerRef(seat) => Self::Player(seat);
    ZoneRef: ScriptValue::Zone(zone) => ZoneRef(zone), ZoneRef(zone) => Self::Zone(zone);
    SpaceRef: ScriptValue::Space(id) => SpaceRef(id), SpaceRef(id) => Self::Space(id);
    JointRef: ScriptValue::Joint(id) => JointRef(id), JointRef(id) => Self::Joint(id);
    EventRef: ScriptValue::Event(index) => EventRef(index), EventRef(index) => Self::Event(index);
    GameRef: ScriptValue::Game => GameRef, GameRef => Self::Game;
}

impl Take for ScriptValue {
    fn take(held: ScriptValue) -> Option<Self> {
        Some(held)
    }
}

impl<T: Into<ScriptValue>> From<Option<T>> for ScriptValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}
