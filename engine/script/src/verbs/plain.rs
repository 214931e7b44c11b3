//! Numbers, texts and maps.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{MapId, ScriptValue, TextId};

verbs! {
    /// The smaller of two numbers.
    Plain "min(number, number) -> number" => |ctx, first: i64, second: i64| { Ok(first.min(second)) }

    /// The larger of two numbers.
    Plain "max(number, number) -> number"
        was "abs(a)" = "max(a, -(a))"
        was "x.is_even" = "(x % 2 == 0)"
        was "x.is_odd" = "(x % 2 != 0)"
    => |ctx, first: i64, second: i64| { Ok(first.max(second)) }

    /// Whether the other text occurs in this one. `"part" in text` does the same.
    Plain "text.contains(text) -> flag" => |ctx, text: TextId, part: TextId| {
        ctx.owe_text(ctx.text(text).len() + ctx.text(part).len());
        Ok(ctx.text(text).contains(ctx.text(part)))
    }

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
}

/// The entries of a map, by their keys.
fn in_order(ctx: &mut CallContext<'_>, map: MapId) -> Vec<(TextId, ScriptValue)> {
    let mut entries = ctx.scratch.map(map).entries.clone();
    ctx.owe(8 * entries.len());
    entries.sort_by(|one, other| ctx.text(one.0).cmp(ctx.text(other.0)));
    entries
}
