//! Numbers, texts and maps.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{MapId, ScriptValue, TextId};
use cardwright_kernel::play::call::Fault;

verbs! {
    /// The number without its sign.
    Plain "abs(number) -> number" => |ctx, number: i64| {
        number.checked_abs().ok_or_else(|| Fault::stop("this number is too large"))
    }

    /// The smaller of two numbers.
    Plain "min(number, number) -> number" => |ctx, first: i64, second: i64| { Ok(first.min(second)) }

    /// The larger of two numbers.
    Plain "max(number, number) -> number" => |ctx, first: i64, second: i64| { Ok(first.max(second)) }

    /// Whether the number is even.
    Plain "number.is_even -> flag" => |ctx, number: i64| { Ok(number % 2 == 0) }

    /// Whether the number is odd.
    Plain "number.is_odd -> flag" => |ctx, number: i64| { Ok(number % 2 != 0) }

    /// How many characters the text has.
    Plain "text.len() -> number", "text.len -> number" => |ctx, text: TextId| {
        ctx.owe_text(ctx.text(text).len());
        Ok(i64::try_from(ctx.text(text).chars().count()).unwrap_or(i64::MAX))
    }

    /// Whether the text has no character.
    Plain "text.is_empty() -> flag", "text.is_empty -> flag" => |ctx, text: TextId| {
        Ok(ctx.text(text).is_empty())
    }

    /// Whether the other text occurs in this one. `"part" in text` does the same.
    Plain "text.contains(text) -> flag" => |ctx, text: TextId, part: TextId| {
        ctx.owe_text(ctx.text(text).len() + ctx.text(part).len());
        Ok(ctx.text(text).contains(ctx.text(part)))
    }

    /// Whether the text begins with the other one.
    Plain "text.starts_with(text) -> flag" => |ctx, text: TextId, part: TextId| {
        ctx.owe_text(ctx.text(part).len());
        Ok(ctx.text(text).starts_with(ctx.text(part)))
    }

    /// Whether the text ends with the other one.
    Plain "text.ends_with(text) -> flag" => |ctx, text: TextId, part: TextId| {
        ctx.owe_text(ctx.text(part).len());
        Ok(ctx.text(text).ends_with(ctx.text(part)))
    }

    /// How many entries the map has.
    Plain "map.len() -> number" => |ctx, map: MapId| { Ok(ctx.scratch.map(map).entries.len() as i64) }

    /// Whether the map has no entry.
    Plain "map.is_empty() -> flag" => |ctx, map: MapId| { Ok(ctx.scratch.map(map).entries.is_empty()) }

    /// Whether the map has an entry with this key. `key in map` does the same.
    Plain "map.contains(text) -> flag" => |ctx, map: MapId, key: TextId| {
        ctx.owe(ctx.scratch.map(map).entries.len());
        Ok(ctx.scratch.map(map).entries.iter().any(|(known, _)| *known == key))
    }

    /// The keys, in alphabetical order.
    Plain "map.keys() -> [text]" => |ctx, map: MapId| {
        let keys: Vec<ScriptValue> = in_order(ctx, map).into_iter().map(|(key, _)| ScriptValue::Text(key)).collect();
        Ok(ctx.list(keys))
    }

    /// The values, in the order of their keys.
    Plain "map.values() -> [any]" => |ctx, map: MapId| {
        let values: Vec<ScriptValue> = in_order(ctx, map).into_iter().map(|(_, held)| held).collect();
        Ok(ctx.list(values))
    }
}

/// The entries of a map, by their keys.
fn in_order(ctx: &mut CallContext<'_>, map: MapId) -> Vec<(TextId, ScriptValue)> {
    let mut entries = ctx.scratch.map(map).entries.clone();
    ctx.owe(8 * entries.len());
    entries.sort_by(|one, other| ctx.text(one.0).cmp(ctx.text(other.0)));
    entries
}
