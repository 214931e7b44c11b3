//! What scripts can do with numbers, texts and maps. Operators on them are Rhai's own and need no registration.

use rhai::plugin::*;
use rhai::{Array, Engine, ImmutableString, Map};

/// Registers all of it.
pub(super) fn register(engine: &mut Engine) {
    engine.register_iterator::<std::ops::Range<i64>>();
    engine.register_iterator::<std::ops::RangeInclusive<i64>>();
    engine.register_global_module(exported_module!(numbers).into());
    engine.register_global_module(exported_module!(texts).into());
    engine.register_global_module(exported_module!(maps).into());
}

fn overflow() -> Box<EvalAltResult> {
    "this number is too large".into()
}

#[export_module]
mod numbers {
    /// The number without its sign.
    #[rhai_fn(return_raw)]
    pub fn abs(number: i64) -> Result<i64, Box<EvalAltResult>> {
        number.checked_abs().ok_or_else(overflow)
    }

    /// The smaller of two numbers.
    pub fn min(first: i64, second: i64) -> i64 {
        first.min(second)
    }

    /// The larger of two numbers.
    pub fn max(first: i64, second: i64) -> i64 {
        first.max(second)
    }

    /// Whether the number is even.
    #[rhai_fn(get = "is_even")]
    pub fn is_even(number: i64) -> bool {
        number % 2 == 0
    }

    /// Whether the number is odd.
    #[rhai_fn(get = "is_odd")]
    pub fn is_odd(number: i64) -> bool {
        number % 2 != 0
    }
}

#[export_module]
mod texts {
    /// How many characters the text has.
    #[rhai_fn(name = "len", get = "len")]
    pub fn len(text: &str) -> i64 {
        i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
    }

    /// Whether the text has no character.
    #[rhai_fn(name = "is_empty", get = "is_empty")]
    pub fn is_empty(text: &str) -> bool {
        text.is_empty()
    }

    /// Whether the other text occurs in this one. `"part" in text` asks the same.
    pub fn contains(text: &str, part: &str) -> bool {
        text.contains(part)
    }

    /// Whether the text begins with the other one.
    pub fn starts_with(text: &str, part: &str) -> bool {
        text.starts_with(part)
    }

    /// Whether the text ends with the other one.
    pub fn ends_with(text: &str, part: &str) -> bool {
        text.ends_with(part)
    }
}

#[export_module]
mod maps {
    /// How many entries the map has.
    #[rhai_fn(pure)]
    pub fn len(map: &mut Map) -> i64 {
        i64::try_from(map.len()).unwrap_or(i64::MAX)
    }

    /// Whether the map has no entry.
    #[rhai_fn(pure)]
    pub fn is_empty(map: &mut Map) -> bool {
        map.is_empty()
    }

    /// Whether the map has an entry with this key. `key in map` asks the same.
    #[rhai_fn(pure)]
    pub fn contains(map: &mut Map, key: &str) -> bool {
        map.contains_key(key)
    }

    /// The keys, in alphabetical order.
    ///
    /// Signature: `map.keys() -> [text]`
    #[rhai_fn(pure)]
    pub fn keys(map: &mut Map) -> Array {
        map.keys().map(|key| Dynamic::from(ImmutableString::from(key.as_str()))).collect()
    }

    /// The values, in the order of their keys.
    #[rhai_fn(pure)]
    pub fn values(map: &mut Map) -> Array {
        map.values().cloned().collect()
    }
}
