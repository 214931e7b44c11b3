//! Lists: what scripts can ask of a list and do with it. A verb that returns a list never changes the list that it is called on.

use super::row::verbs;
use crate::play::session::{Fault, Stop};
use crate::script::run::desk::Desk;
use crate::script::run::held::{Held, ListId, Routine};

verbs! {
    /// How many elements the list has.
    Plain "[T].len() -> number", "[T].len -> number" => |desk, list: ListId| { Ok(number(desk.items(list).len())) }

    /// Whether the list has no element.
    Plain "[T].is_empty() -> flag", "[T].is_empty -> flag" => |desk, list: ListId| {
        Ok(desk.items(list).is_empty())
    }

    /// The first element; nothing if the list is empty.
    Plain "[T].first() -> T", "[T].first -> T" => |desk, list: ListId| { Ok(desk.items(list).first().copied()) }

    /// The last element; nothing if the list is empty.
    Plain "[T].last() -> T", "[T].last -> T" => |desk, list: ListId| { Ok(desk.items(list).last().copied()) }

    /// Whether the value is in the list. `value in list` does the same.
    Plain "[T].contains(any) -> flag" => |desk, list: ListId, value: Held| {
        Ok(desk.position(list, value)?.is_some())
    }

    /// The index of the first occurrence of the value, counted from 0; -1 if there is none.
    Plain "[T].index_of(any) -> number" => |desk, list: ListId, value: Held| {
        Ok(desk.position(list, value)?.map_or(-1, number))
    }

    /// The first elements, at most this many.
    Plain "[T].take(number) -> [T]" => |desk, list: ListId, amount: i64| { Ok(piece(desk, list, 0, amount)) }

    /// The list without this many of its first elements.
    Plain "[T].skip(number) -> [T]" => |desk, list: ListId, amount: i64| { Ok(piece(desk, list, amount, i64::MAX)) }

    /// At most this many elements, from this index on, counted from 0.
    Plain "[T].slice(number, number) -> [T]" => |desk, list: ListId, start: i64, amount: i64| {
        Ok(piece(desk, list, start, amount))
    }

    /// The list without the value, or without the values of a list, however often they are in it.
    Plain "[T].without([T] or T) -> [T]" => |desk, list: ListId, value: Held| {
        let unwanted = match value {
            Held::List(unwanted) => unwanted,
            value => {
                let unwanted = desk.scratch.new_list();
                desk.scratch.push(unwanted, value);
                unwanted
            }
        };
        let kept = desk.scratch.new_list();
        for at in 0..desk.items(list).len() {
            let held = desk.items(list)[at];
            if desk.position(unwanted, held)?.is_none() {
                desk.scratch.push(kept, held);
            }
        }
        Ok(kept)
    }

    /// The list without repetitions: each value at its first occurrence.
    Plain "[T].distinct() -> [T]" => |desk, list: ListId| {
        let seen = desk.scratch.new_list();
        for at in 0..desk.items(list).len() {
            let held = desk.items(list)[at];
            if desk.position(seen, held)?.is_none() {
                desk.scratch.push(seen, held);
            }
        }
        Ok(seen)
    }

    /// The sum of a list of numbers.
    Plain "[number].sum() -> number" => |desk, list: ListId| {
        let mut total = 0;
        for held in desk.items(list) {
            let Held::Number(number) = *held else {
                return Err(Fault::stop(format!("a sum needs numbers, not {}", desk.called(*held))));
            };
            total = plus(total, number)?;
        }
        Ok(total)
    }

    /// The elements for which the closure returns true.
    Plain "[T].filter(|T| flag) -> [T]" => |desk, list: ListId, closure: Routine| {
        let kept = desk.scratch.new_list();
        for at in 0..desk.items(list).len() {
            let held = desk.items(list)[at];
            if desk.holds(closure, held)? {
                desk.scratch.push(kept, held);
            }
        }
        Ok(kept)
    }

    /// The results of the closure for each element.
    Plain "[T].map(|T| U) -> [U]" => |desk, list: ListId, closure: Routine| {
        let all = desk.scratch.new_list();
        for at in 0..desk.items(list).len() {
            let held = desk.call(closure, &[desk.items(list)[at]])?;
            desk.scratch.push(all, held);
        }
        Ok(all)
    }

    /// The lists that the closure returns for the elements, joined into one list.
    Plain "[T].flat_map(|T| [U]) -> [U]" => |desk, list: ListId, closure: Routine| {
        let all = desk.scratch.new_list();
        for at in 0..desk.items(list).len() {
            let held = desk.call(closure, &[desk.items(list)[at]])?;
            let Held::List(more) = held else { return Err(desk.wanted("a list", held)) };
            for at in 0..desk.items(more).len() {
                let held = desk.items(more)[at];
                desk.scratch.push(all, held);
            }
        }
        Ok(all)
    }

    /// Whether the closure returns true for every element.
    Plain "[T].all(|T| flag) -> flag" => |desk, list: ListId, closure: Routine| {
        for at in 0..desk.items(list).len() {
            if !desk.holds(closure, desk.items(list)[at])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the closure returns true for at least one element.
    Plain "[T].any(|T| flag) -> flag", "[T].some(|T| flag) -> flag" => |desk, list: ListId, closure: Routine| {
        Ok(first_where(desk, list, closure)?.is_some())
    }

    /// Whether the closure returns true for no element.
    Plain "[T].none(|T| flag) -> flag" => |desk, list: ListId, closure: Routine| {
        Ok(first_where(desk, list, closure)?.is_none())
    }

    /// The first element for which the closure returns true; nothing if there is none.
    Plain "[T].find(|T| flag) -> T" => |desk, list: ListId, closure: Routine| {
        Ok(first_where(desk, list, closure)?.map(|at| desk.items(list)[at]))
    }

    /// The index of the first element for which the closure returns true, counted from 0; -1 if there is none.
    Plain "[T].index_of(|T| flag) -> number" => |desk, list: ListId, closure: Routine| {
        Ok(first_where(desk, list, closure)?.map_or(-1, number))
    }

    /// The number of elements for which the closure returns true.
    Plain "[T].count(|T| flag) -> number" => |desk, list: ListId, closure: Routine| {
        let mut counted = 0;
        for at in 0..desk.items(list).len() {
            counted += i64::from(desk.holds(closure, desk.items(list)[at])?);
        }
        Ok(counted)
    }

    /// The sum of the numbers that the closure returns for the elements.
    Plain "[T].sum(|T| number) -> number" => |desk, list: ListId, closure: Routine| {
        let mut total = 0;
        for at in 0..desk.items(list).len() {
            let held = desk.call(closure, &[desk.items(list)[at]])?;
            let Held::Number(number) = held else { return Err(desk.wanted("a number", held)) };
            total = plus(total, number)?;
        }
        Ok(total)
    }

    /// The result of combining all elements by the closure `|so_far, element| …`, beginning with `start`.
    Plain "[T].reduce(|U, T| U, U) -> U" => |desk, list: ListId, closure: Routine, start: Held| {
        let mut so_far = start;
        for at in 0..desk.items(list).len() {
            so_far = desk.call(closure, &[so_far, desk.items(list)[at]])?;
        }
        Ok(so_far)
    }

    /// The list in reverse order.
    Plain "[T].reverse() -> [T]" => |desk, list: ListId| {
        let items: Vec<Held> = desk.items(list).iter().rev().copied().collect();
        Ok(desk.list(items))
    }

    /// The numbers or texts in ascending order.
    Plain "[T].sort() -> [T]" => |desk, list: ListId| {
        let pairs = sorted(desk, list, None)?;
        Ok(desk.list(pairs))
    }

    /// The elements in ascending order of the closure's results; equal ones keep their order.
    Plain "[T].sort_by(|T| number or text or flag) -> [T]" => |desk, list: ListId, closure: Routine| {
        let pairs = sorted(desk, list, Some(closure))?;
        Ok(desk.list(pairs))
    }

    /// The smallest number or text; nothing if the list is empty.
    Plain "[T].min() -> T" => |desk, list: ListId| { Ok(sorted(desk, list, None)?.first().copied()) }

    /// The largest number or text; nothing if the list is empty.
    Plain "[T].max() -> T" => |desk, list: ListId| { Ok(sorted(desk, list, None)?.last().copied()) }

    /// The first element for which the closure returns the least; nothing if the list is empty.
    Plain "[T].min_by(|T| number or text or flag) -> T" => |desk, list: ListId, closure: Routine| {
        Ok(sorted(desk, list, Some(closure))?.first().copied())
    }

    /// The first element for which the closure returns the most; nothing if the list is empty.
    Plain "[T].max_by(|T| number or text or flag) -> T" => |desk, list: ListId, closure: Routine| {
        let keyed = keyed(desk, list, Some(closure))?;
        let best = keyed.iter().rev().max_by(|one, other| one.0.cmp(&other.0));
        Ok(best.map(|(_, held)| *held))
    }

    /// All elements for which the closure returns the most, in their order.
    Plain "[T].all_max_by(|T| number or text or flag) -> [T]" => |desk, list: ListId, closure: Routine| {
        let keyed = keyed(desk, list, Some(closure))?;
        let most = keyed.iter().map(|(key, _)| key).max();
        let best: Vec<Held> = keyed.iter().filter(|(key, _)| Some(key) == most).map(|(_, held)| *held).collect();
        Ok(desk.list(best))
    }

    /// Adds the value at the end.
    Local "[T].push(T)" => |desk, list: ListId, value: Held| {
        desk.scratch.push(list, value);
        Ok(())
    }

    /// Adds the elements of the other list at the end. `list += other` does the same.
    Local "[T].append([T])" => |desk, list: ListId, other: ListId| {
        for at in 0..desk.items(other).len() {
            let held = desk.items(other)[at];
            desk.scratch.push(list, held);
        }
        Ok(())
    }

    /// Removes the last element and returns it; nothing if the list is empty.
    Local "[T].pop() -> T" => |desk, list: ListId| { Ok(desk.scratch.list_mut(list).items.pop()) }

    /// Removes the first occurrence of the value, and returns whether there was one.
    Local "[T].remove(any) -> flag" => |desk, list: ListId, value: Held| {
        let found = desk.position(list, value)?;
        if let Some(at) = found {
            desk.scratch.list_mut(list).items.remove(at);
        }
        Ok(found.is_some())
    }

    /// Removes all elements.
    Local "[T].clear()" => |desk, list: ListId| {
        desk.scratch.list_mut(list).items.clear();
        Ok(())
    }
}

/// What elements are ordered by. All keys of one list are of the same sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum SortKey {
    Flag(bool),
    Number(i64),
    Text(Box<str>),
}

/// The elements of a list with what they are ordered by.
fn keyed(desk: &mut Desk<'_>, list: ListId, closure: Option<Routine>) -> Result<Vec<(SortKey, Held)>, Stop> {
    let mut keyed = Vec::with_capacity(desk.items(list).len());
    for at in 0..desk.items(list).len() {
        let held = desk.items(list)[at];
        let by = closure.map_or(Ok(held), |closure| desk.call(closure, &[held]))?;
        let key = match by {
            Held::Flag(flag) => SortKey::Flag(flag),
            Held::Number(number) => SortKey::Number(number),
            Held::Text(text) => SortKey::Text(desk.text(text).into()),
            other => {
                let (verb, called) = (desk.verb(), desk.called(other));
                return Err(Fault::stop(format!("`{verb}` cannot order by {called}")));
            }
        };
        keyed.push((key, held));
    }
    if keyed.windows(2).any(|pair| std::mem::discriminant(&pair[0].0) != std::mem::discriminant(&pair[1].0)) {
        let verb = desk.verb();
        return Err(Fault::stop(format!("`{verb}` cannot order numbers, texts and flags together")));
    }
    Ok(keyed)
}

fn sorted(desk: &mut Desk<'_>, list: ListId, closure: Option<Routine>) -> Result<Vec<Held>, Stop> {
    let mut keyed = keyed(desk, list, closure)?;
    keyed.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(keyed.into_iter().map(|(_, held)| held).collect())
}

fn first_where(desk: &mut Desk<'_>, list: ListId, closure: Routine) -> Result<Option<usize>, Stop> {
    for at in 0..desk.items(list).len() {
        if desk.holds(closure, desk.items(list)[at])? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn piece(desk: &mut Desk<'_>, list: ListId, start: i64, amount: i64) -> ListId {
    let kept = desk.scratch.new_list();
    let len = desk.items(list).len();
    let start = count(start).min(len);
    for at in start..start.saturating_add(count(amount)).min(len) {
        let held = desk.items(list)[at];
        desk.scratch.push(kept, held);
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
    total.checked_add(number).ok_or_else(|| Fault::stop("this sum is too large"))
}
