//! Questions to a list.

use super::callback::Callback;
use super::{Outcome, count, fault, kind, number, position, same};
use rhai::plugin::*;
use rhai::{Array, Dynamic, FnPtr};

#[export_module]
pub(super) mod query {
    /// How many elements the list has.
    ///
    /// Signature: `[T].len() -> number`
    #[rhai_fn(name = "len", get = "len", pure)]
    pub fn len(list: &mut Array) -> i64 {
        number(list.len())
    }

    /// Whether the list has no element.
    ///
    /// Signature: `[T].is_empty() -> flag`
    #[rhai_fn(name = "is_empty", get = "is_empty", pure)]
    pub fn is_empty(list: &mut Array) -> bool {
        list.is_empty()
    }

    /// The first element; nothing if the list is empty.
    ///
    /// Signature: `[T].first() -> T`
    #[rhai_fn(name = "first", get = "first", pure)]
    pub fn first(list: &mut Array) -> Dynamic {
        list.first().cloned().unwrap_or_default()
    }

    /// The last element; nothing if the list is empty.
    ///
    /// Signature: `[T].last() -> T`
    #[rhai_fn(name = "last", get = "last", pure)]
    pub fn last(list: &mut Array) -> Dynamic {
        list.last().cloned().unwrap_or_default()
    }

    /// Whether the value is in the list. `value in list` asks the same.
    ///
    /// Signature: `[T].contains(any) -> flag`
    #[rhai_fn(return_raw, pure)]
    pub fn contains(context: NativeCallContext<'_>, list: &mut Array, value: Dynamic) -> Outcome<bool> {
        Ok(position(&context, list, &value)?.is_some())
    }

    /// Where the value first stands in the list, counted from 0; -1 if it does not.
    ///
    /// Signature: `[T].index_of(any) -> number`
    #[rhai_fn(return_raw, pure)]
    pub fn index_of(context: NativeCallContext<'_>, list: &mut Array, value: Dynamic) -> Outcome<i64> {
        Ok(position(&context, list, &value)?.map_or(-1, number))
    }

    /// Whether two lists have equal elements in the same order.
    #[rhai_fn(name = "==", return_raw, pure)]
    pub fn equals(context: NativeCallContext<'_>, list: &mut Array, other: Array) -> Outcome<bool> {
        same(&context, list, &other)
    }

    /// Whether two lists differ.
    #[rhai_fn(name = "!=", return_raw, pure)]
    pub fn differs(context: NativeCallContext<'_>, list: &mut Array, other: Array) -> Outcome<bool> {
        same(&context, list, &other).map(|same| !same)
    }

    /// The elements of both lists, one after the other.
    #[rhai_fn(name = "+", pure)]
    pub fn concat(list: &mut Array, other: Array) -> Array {
        list.iter().cloned().chain(other).collect()
    }

    /// The first elements, at most so many.
    ///
    /// Signature: `[T].take(number) -> [T]`
    #[rhai_fn(pure)]
    pub fn take(list: &mut Array, amount: i64) -> Array {
        list.iter().take(count(amount)).cloned().collect()
    }

    /// The list without so many of its first elements.
    ///
    /// Signature: `[T].skip(number) -> [T]`
    #[rhai_fn(pure)]
    pub fn skip(list: &mut Array, amount: i64) -> Array {
        list.iter().skip(count(amount)).cloned().collect()
    }

    /// At most so many elements, from this one on, counted from 0.
    ///
    /// Signature: `[T].slice(number, number) -> [T]`
    #[rhai_fn(pure)]
    pub fn slice(list: &mut Array, start: i64, amount: i64) -> Array {
        list.iter().skip(count(start)).take(count(amount)).cloned().collect()
    }

    /// The list without the value, or without the values of a list, however often they are in it.
    ///
    /// Signature: `[T].without([T] or T) -> [T]`
    #[rhai_fn(return_raw, pure)]
    pub fn without(context: NativeCallContext<'_>, list: &mut Array, value: Dynamic) -> Outcome<Array> {
        let mut unwanted = if value.is_array() { value.into_array()? } else { vec![value] };
        without_all(&context, list, &mut unwanted)
    }

    /// The list with each value only once, where it first stands.
    ///
    /// Signature: `[T].distinct() -> [T]`
    #[rhai_fn(return_raw, pure)]
    pub fn distinct(context: NativeCallContext<'_>, list: &mut Array) -> Outcome<Array> {
        let mut seen = Array::new();
        for element in list.iter() {
            if position(&context, &mut seen, element)?.is_none() {
                seen.push(element.clone());
            }
        }
        Ok(seen)
    }

    /// The sum of a list of numbers.
    ///
    /// Signature: `[number].sum() -> number`
    #[rhai_fn(return_raw, pure)]
    pub fn sum(context: NativeCallContext<'_>, list: &mut Array) -> Outcome<i64> {
        list.iter().try_fold(0, |total, element| plus(&context, total, as_number(&context, element)?))
    }
}

#[export_module]
pub(super) mod closures {
    /// The elements for which the closure gives true.
    ///
    /// Signature: `[T].filter(|T| flag) -> [T]`
    #[rhai_fn(return_raw, pure)]
    pub fn filter(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<Array> {
        let mut closure = Callback::new(&context, closure);
        let mut kept = Array::new();
        for element in list.iter() {
            if closure.holds(&context, element)? {
                kept.push(element.clone());
            }
        }
        Ok(kept)
    }

    /// What the closure gives for each element.
    ///
    /// Signature: `[T].map(|T| U) -> [U]`
    #[rhai_fn(return_raw, pure)]
    pub fn map(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<Array> {
        let mut closure = Callback::new(&context, closure);
        list.iter().map(|element| closure.call([element.clone()])).collect()
    }

    /// What the closure gives for each element, a list each time, all in one list.
    ///
    /// Signature: `[T].flat_map(|T| [U]) -> [U]`
    #[rhai_fn(return_raw, pure)]
    pub fn flat_map(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<Array> {
        let mut closure = Callback::new(&context, closure);
        let mut all = Array::new();
        for element in list.iter() {
            all.extend(as_list(&context, closure.call([element.clone()])?)?);
        }
        Ok(all)
    }

    /// Whether the closure gives true for every element.
    ///
    /// Signature: `[T].all(|T| flag) -> flag`
    #[rhai_fn(return_raw, pure)]
    pub fn all(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<bool> {
        let mut closure = Callback::new(&context, closure);
        for element in list.iter() {
            if !closure.holds(&context, element)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the closure gives true for at least one element.
    ///
    /// Signature: `[T].any(|T| flag) -> flag`
    #[rhai_fn(name = "any", name = "some", return_raw, pure)]
    pub fn any(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<bool> {
        first_where(&context, list, closure).map(|found| found.is_some())
    }

    /// Whether the closure gives true for no element.
    ///
    /// Signature: `[T].none(|T| flag) -> flag`
    #[rhai_fn(return_raw, pure)]
    pub fn none(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<bool> {
        first_where(&context, list, closure).map(|found| found.is_none())
    }

    /// The first element for which the closure gives true; nothing if there is none.
    ///
    /// Signature: `[T].find(|T| flag) -> T`
    #[rhai_fn(return_raw, pure)]
    pub fn find(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<Dynamic> {
        let found = first_where(&context, list, closure)?;
        Ok(found.map_or(Dynamic::UNIT, |index| list[index].clone()))
    }

    /// Where the first element stands for which the closure gives true, counted from 0; -1 if there is none.
    ///
    /// Signature: `[T].index_of(|T| flag) -> number`
    #[rhai_fn(name = "index_of", return_raw, pure)]
    pub fn index_where(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<i64> {
        first_where(&context, list, closure).map(|found| found.map_or(-1, number))
    }

    /// For how many elements the closure gives true.
    ///
    /// Signature: `[T].count(|T| flag) -> number`
    #[rhai_fn(name = "count", return_raw, pure)]
    pub fn count_where(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<i64> {
        let mut closure = Callback::new(&context, closure);
        let mut counted = 0;
        for element in list.iter() {
            counted += i64::from(closure.holds(&context, element)?);
        }
        Ok(counted)
    }

    /// The sum of the numbers that the closure gives for the elements.
    ///
    /// Signature: `[T].sum(|T| number) -> number`
    #[rhai_fn(name = "sum", return_raw, pure)]
    pub fn sum_of(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<i64> {
        let mut closure = Callback::new(&context, closure);
        list.iter().try_fold(0, |total, element| {
            let number = closure.number(&context, element)?;
            plus(&context, total, number)
        })
    }

    /// What is left when the closure has taken in every element: `|so_far, element| …`, beginning with `start`.
    ///
    /// Signature: `[T].reduce(|U, T| U, U) -> U`
    #[rhai_fn(return_raw, pure)]
    pub fn reduce(
        context: NativeCallContext<'_>,
        list: &mut Array,
        closure: FnPtr,
        start: Dynamic,
    ) -> Outcome<Dynamic> {
        let mut closure = Callback::new(&context, closure);
        list.iter().try_fold(start, |so_far, element| closure.call([so_far, element.clone()]))
    }
}

fn first_where(context: &NativeCallContext<'_>, list: &[Dynamic], closure: FnPtr) -> Outcome<Option<usize>> {
    let mut closure = Callback::new(context, closure);
    for (index, element) in list.iter().enumerate() {
        if closure.holds(context, element)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

fn without_all(context: &NativeCallContext<'_>, list: &[Dynamic], unwanted: &mut [Dynamic]) -> Outcome<Array> {
    let mut kept = Array::new();
    for element in list {
        if position(context, unwanted, element)?.is_none() {
            kept.push(element.clone());
        }
    }
    Ok(kept)
}

fn as_number(context: &NativeCallContext<'_>, value: &Dynamic) -> Outcome<i64> {
    let refuse = |_| fault(context, format!("a sum needs numbers, not {}", kind(context, value)));
    value.as_int().map_err(refuse)
}

fn as_list(context: &NativeCallContext<'_>, value: Dynamic) -> Outcome<Array> {
    let found = kind(context, &value);
    let refuse = |_| fault(context, format!("the closure of `flat_map` must give a list, not {found}"));
    value.into_array().map_err(refuse)
}

fn plus(context: &NativeCallContext<'_>, total: i64, number: i64) -> Outcome<i64> {
    total.checked_add(number).ok_or_else(|| fault(context, "this sum is too large".into()))
}
