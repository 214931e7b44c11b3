//! Lists: what scripts can ask of a list and do with it. A verb that returns a list never changes the list that it is called on.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ListId, Routine, ScriptValue};
use crate::faults;
use cardwright_kernel::faults::Stop;

verbs! {
    /// How many elements the list has, or characters the text.
    Plain "[T] or text.len -> number" was "x.len()" = "x.len" => |ctx, of: ScriptValue| {
        if let ScriptValue::Text(text) = of {
            ctx.owe_text(ctx.text(text).len());
            return Ok(number(ctx.text(text).chars().count()));
        }
        Ok(number(listed(of).map_or(0, |list| ctx.items(list).len())))
    }

    /// Whether the list has no element, or the text no character.
    Plain "[T] or text.is_empty -> flag" was "x.is_empty()" = "x.is_empty" => |ctx, of: ScriptValue| {
        Ok(match of {
            ScriptValue::Text(text) => ctx.text(text).is_empty(),
            of => listed(of).is_none_or(|list| ctx.items(list).is_empty()),
        })
    }

    /// The first element; nothing if the list is empty.
    Plain "[T].first -> T" was "x.first()" = "x.first" => |ctx, list: ListId| { Ok(ctx.items(list).first().copied()) }

    /// The last element; nothing if the list is empty.
    Plain "[T].last -> T" was "x.last()" = "x.last" => |ctx, list: ListId| { Ok(ctx.items(list).last().copied()) }

    /// Whether the value is in the list. `value in list` does the same.
    Plain "[T].contains(any) -> flag" => |ctx, list: ListId, value: ScriptValue| {
        Ok(ctx.position(list, value)?.is_some())
    }

    /// The index of the first occurrence of the value, counted from 0; -1 if there is none.
    Plain "[T].index_of(any) -> number" => |ctx, list: ListId, value: ScriptValue| {
        Ok(ctx.position(list, value)?.map_or(-1, number))
    }

    /// The first elements, at most this many.
    Plain "[T].take(number) -> [T]" => |ctx, list: ListId, amount: i64| { Ok(piece(ctx, list, 0, amount)) }

    /// The list without this many of its first elements.
    Plain "[T].skip(number) -> [T]" was "x.slice(a, b)" = "x.skip(a).take(b)" => |ctx, list: ListId, amount: i64| { Ok(piece(ctx, list, amount, i64::MAX)) }

    /// The list without the value, or without the values of a list, however often they are in it.
    Plain "[T].without([T] or T) -> [T]" => |ctx, list: ListId, value: ScriptValue| {
        let unwanted = match value {
            ScriptValue::List(unwanted) => unwanted,
            value => {
                let unwanted = ctx.scratch.new_list();
                ctx.scratch.push(unwanted, value);
                unwanted
            }
        };
        let kept = ctx.scratch.new_list();
        for at in 0..ctx.items(list).len() {
            let held = ctx.items(list)[at];
            if ctx.position(unwanted, held)?.is_none() {
                ctx.scratch.push(kept, held);
            }
        }
        Ok(kept)
    }

    /// The list without repetitions: each value at its first occurrence.
    Plain "[T].distinct() -> [T]" => |ctx, list: ListId| {
        let seen = ctx.scratch.new_list();
        for at in 0..ctx.items(list).len() {
            let held = ctx.items(list)[at];
            if ctx.position(seen, held)?.is_none() {
                ctx.scratch.push(seen, held);
            }
        }
        Ok(seen)
    }

    /// The sum of a list of numbers.
    Plain "[number].sum() -> number" => |ctx, list: ListId| {
        let mut total = 0;
        ctx.owe(ctx.items(list).len());
        for held in ctx.items(list) {
            let ScriptValue::Number(number) = *held else {
                return Err(faults::sum_of_others(ctx.called(*held)).into());
            };
            total = plus(total, number)?;
        }
        Ok(total)
    }

    /// The elements for which the closure returns true.
    Plain "[T].filter(|T| flag) -> [T]" => |ctx, list: ListId, closure: Routine| {
        let kept = ctx.scratch.new_list();
        for at in 0..ctx.items(list).len() {
            let held = ctx.items(list)[at];
            if ctx.holds(closure, held)? {
                ctx.scratch.push(kept, held);
            }
        }
        Ok(kept)
    }

    /// The results of the closure for each element.
    Plain "[T].map(|T| U) -> [U]" => |ctx, list: ListId, closure: Routine| {
        let all = ctx.scratch.new_list();
        for at in 0..ctx.items(list).len() {
            let held = ctx.call(closure, &[ctx.items(list)[at]])?;
            ctx.scratch.push(all, held);
        }
        Ok(all)
    }

    /// The lists that the closure returns for the elements, joined into one list.
    Plain "[T].flat_map(|T| [U]) -> [U]" => |ctx, list: ListId, closure: Routine| {
        let all = ctx.scratch.new_list();
        for at in 0..ctx.items(list).len() {
            let held = ctx.call(closure, &[ctx.items(list)[at]])?;
            let ScriptValue::List(more) = held else { return Err(ctx.wanted("a list", held)) };
            for at in 0..ctx.items(more).len() {
                let held = ctx.items(more)[at];
                ctx.scratch.push(all, held);
            }
        }
        Ok(all)
    }

    /// Whether the closure returns true for every element.
    Plain "[T].all(|T| flag) -> flag" => |ctx, list: ListId, closure: Routine| {
        for at in 0..ctx.items(list).len() {
            if !ctx.holds(closure, ctx.items(list)[at])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the closure returns true for at least one element.
    Plain "[T].any(|T| flag) -> flag" was "x.some(a)" = "x.any(a)" was "x.none(a)" = "!x.any(a)" => |ctx, list: ListId, closure: Routine| {
        Ok(first_where(ctx, list, closure)?.is_some())
    }

    /// The first element for which the closure returns true; nothing if there is none.
    Plain "[T].find(|T| flag) -> T" => |ctx, list: ListId, closure: Routine| {
        Ok(first_where(ctx, list, closure)?.map(|at| ctx.items(list)[at]))
    }

    /// The index of the first element for which the closure returns true, counted from 0; -1 if there is none.
    Plain "[T].index_of(|T| flag) -> number" => |ctx, list: ListId, closure: Routine| {
        Ok(first_where(ctx, list, closure)?.map_or(-1, number))
    }

    /// The number of elements for which the closure returns true.
    Plain "[T].count(|T| flag) -> number" => |ctx, list: ListId, closure: Routine| {
        let mut counted = 0;
        for at in 0..ctx.items(list).len() {
            counted += i64::from(ctx.holds(closure, ctx.items(list)[at])?);
        }
        Ok(counted)
    }

    /// The sum of the numbers that the closure returns for the elements.
    Plain "[T].sum(|T| number) -> number" => |ctx, list: ListId, closure: Routine| {
        let mut total = 0;
        for at in 0..ctx.items(list).len() {
            let held = ctx.call(closure, &[ctx.items(list)[at]])?;
            let ScriptValue::Number(number) = held else { return Err(ctx.wanted("a number", held)) };
            total = plus(total, number)?;
        }
        Ok(total)
    }

    /// The list in reverse order.
    Plain "[T].reverse() -> [T]" => |ctx, list: ListId| {
        let items: Vec<ScriptValue> = ctx.items(list).iter().rev().copied().collect();
        Ok(ctx.list(items))
    }

    /// The numbers or texts in ascending order.
    Plain "[T].sort() -> [T]" => |ctx, list: ListId| {
        let pairs = sorted(ctx, list, None)?;
        Ok(ctx.list(pairs))
    }

    /// The elements in ascending order of the closure's results; equal ones keep their order.
    Plain "[T].sort(|T| number or text or flag) -> [T]" was "x.sort_by(a)" = "x.sort(a)" => |ctx, list: ListId, closure: Routine| {
        let pairs = sorted(ctx, list, Some(closure))?;
        Ok(ctx.list(pairs))
    }

    /// The smallest number or text; nothing if the list is empty.
    Plain "[T].min() -> T" => |ctx, list: ListId| { Ok(sorted(ctx, list, None)?.first().copied()) }

    /// The largest number or text; nothing if the list is empty.
    Plain "[T].max() -> T" => |ctx, list: ListId| { Ok(sorted(ctx, list, None)?.last().copied()) }

    /// The first element for which the closure returns the least; nothing if the list is empty.
    Plain "[T].min(|T| number or text or flag) -> T" was "x.min_by(a)" = "x.min(a)" => |ctx, list: ListId, closure: Routine| {
        Ok(sorted(ctx, list, Some(closure))?.first().copied())
    }

    /// The first element for which the closure returns the most; nothing if the list is empty.
    Plain "[T].max(|T| number or text or flag) -> T" was "x.max_by(a)" = "x.max(a)" => |ctx, list: ListId, closure: Routine| {
        let keyed = keyed(ctx, list, Some(closure))?;
        let best = keyed.iter().rev().max_by(|one, other| one.0.cmp(&other.0));
        Ok(best.map(|(_, held)| *held))
    }

    /// All elements for which the closure returns the most, in their order.
    Plain "[T].all_max_by(|T| number or text or flag) -> [T]" => |ctx, list: ListId, closure: Routine| {
        let keyed = keyed(ctx, list, Some(closure))?;
        let most = keyed.iter().map(|(key, _)| key).max();
        let best: Vec<ScriptValue> = keyed.iter().filter(|(key, _)| Some(key) == most).map(|(_, held)| *held).collect();
        Ok(ctx.list(best))
    }

    /// Adds the value at the end.
    Local "[T].push(T)" was "x.append(a)" = "x += a" was "x.clear()" = "x = []" => |ctx, list: ListId, value: ScriptValue| {
        ctx.scratch.push(list, value);
        Ok(())
    }

    /// Removes the last element and returns it; nothing if the list is empty.
    Local "[T].pop() -> T" => |ctx, list: ListId| { Ok(ctx.scratch.list_mut(list).items.pop()) }
}

/// A value as the list that it is.
const fn listed(of: ScriptValue) -> Option<ListId> {
    if let ScriptValue::List(list) = of { Some(list) } else { None }
}

/// What elements are ordered by. All keys of one list are of the same sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum SortKey {
    Flag(bool),
    Number(i64),
    Text(Box<str>),
}

/// The elements of a list with what they are ordered by.
fn keyed(
    ctx: &mut CallContext<'_>,
    list: ListId,
    closure: Option<Routine>,
) -> Result<Vec<(SortKey, ScriptValue)>, Stop> {
    let len = ctx.items(list).len();
    // What is ordered is compared about so often.
    ctx.owe(len * (usize::BITS - len.leading_zeros()) as usize);
    let mut keyed = Vec::with_capacity(len);
    for at in 0..ctx.items(list).len() {
        let held = ctx.items(list)[at];
        let by = closure.map_or(Ok(held), |closure| ctx.call(closure, &[held]))?;
        let key = match by {
            ScriptValue::Flag(flag) => SortKey::Flag(flag),
            ScriptValue::Number(number) => SortKey::Number(number),
            ScriptValue::Text(text) => {
                ctx.owe_text(ctx.text(text).len());
                SortKey::Text(ctx.text(text).into())
            }
            other => {
                return Err(faults::not_ordered(ctx.verb, ctx.called(other)).into());
            }
        };
        keyed.push((key, held));
    }
    if keyed.windows(2).any(|pair| std::mem::discriminant(&pair[0].0) != std::mem::discriminant(&pair[1].0)) {
        return Err(faults::not_ordered_together(ctx.verb).into());
    }
    Ok(keyed)
}

fn sorted(ctx: &mut CallContext<'_>, list: ListId, closure: Option<Routine>) -> Result<Vec<ScriptValue>, Stop> {
    let mut keyed = keyed(ctx, list, closure)?;
    keyed.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(keyed.into_iter().map(|(_, held)| held).collect())
}

fn first_where(ctx: &mut CallContext<'_>, list: ListId, closure: Routine) -> Result<Option<usize>, Stop> {
    for at in 0..ctx.items(list).len() {
        if ctx.holds(closure, ctx.items(list)[at])? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn piece(ctx: &mut CallContext<'_>, list: ListId, start: i64, amount: i64) -> ListId {
    let kept = ctx.scratch.new_list();
    let len = ctx.items(list).len();
    let start = count(start).min(len);
    for at in start..start.saturating_add(count(amount)).min(len) {
        let held = ctx.items(list)[at];
        ctx.scratch.push(kept, held);
    }
    kept
}

/// A length or an index as scripts count.
fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A number of elements as Rust counts; a negative one is none.
fn count(number: i64) -> usize {
    usize::try_from(number.max(0)).unwrap_or(usize::MAX)
}

fn plus(total: i64, number: i64) -> Result<i64, Stop> {
    total.checked_add(number).ok_or_else(|| faults::sum_too_large().into())
}
