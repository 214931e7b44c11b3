//! Order: sorting, the smallest and the largest element.
//!
//! Everything is ordered by a key that a closure gives, never by a comparing closure.

use super::callback::Callback;
use super::{Outcome, fault, kind};
use rhai::plugin::*;
use rhai::{Array, Dynamic, FnPtr, ImmutableString};

/// What elements are ordered by. All keys of one list are of the same sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Flag(bool),
    Number(i64),
    Text(ImmutableString),
}

#[export_module]
pub(super) mod order {
    /// The list backwards.
    ///
    /// Signature: `[T].reverse() -> [T]`
    #[rhai_fn(pure)]
    pub fn reverse(list: &mut Array) -> Array {
        list.iter().rev().cloned().collect()
    }

    /// The numbers or texts in rising order.
    ///
    /// Signature: `[T].sort() -> [T]`
    #[rhai_fn(return_raw, pure)]
    pub fn sort(context: NativeCallContext<'_>, list: &mut Array) -> Outcome<Array> {
        let keys = list.iter().map(|element| key(&context, element.clone())).collect::<Outcome<_>>()?;
        sorted(&context, list, keys)
    }

    /// The elements in rising order of what the closure gives for them; equal ones stay as they were.
    ///
    /// Signature: `[T].sort_by(|T| number or text or flag) -> [T]`
    #[rhai_fn(return_raw, pure)]
    pub fn sort_by(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<Array> {
        let keys = keys(&context, list, closure)?;
        sorted(&context, list, keys)
    }

    /// The smallest number or text; nothing if the list is empty.
    ///
    /// Signature: `[T].min() -> T`
    #[rhai_fn(return_raw, pure)]
    pub fn min(context: NativeCallContext<'_>, list: &mut Array) -> Outcome<Dynamic> {
        Ok(sort(context, list)?.into_iter().next().unwrap_or_default())
    }

    /// The largest number or text; nothing if the list is empty.
    ///
    /// Signature: `[T].max() -> T`
    #[rhai_fn(return_raw, pure)]
    pub fn max(context: NativeCallContext<'_>, list: &mut Array) -> Outcome<Dynamic> {
        Ok(sort(context, list)?.pop().unwrap_or_default())
    }

    /// The first element for which the closure gives the least; nothing if the list is empty.
    ///
    /// Signature: `[T].min_by(|T| number or text or flag) -> T`
    #[rhai_fn(return_raw, pure)]
    pub fn min_by(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<Dynamic> {
        let keys = keys(&context, list, closure)?;
        Ok(sorted(&context, list, keys)?.into_iter().next().unwrap_or_default())
    }

    /// The first element for which the closure gives the most; nothing if the list is empty.
    ///
    /// Signature: `[T].max_by(|T| number or text or flag) -> T`
    #[rhai_fn(return_raw, pure)]
    pub fn max_by(context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr) -> Outcome<Dynamic> {
        let mut keys = keys(&context, list, closure)?;
        keys.reverse();
        let backwards = list.iter().rev().cloned().collect::<Array>();
        Ok(sorted(&context, &backwards, keys)?.pop().unwrap_or_default())
    }
}

fn keys(context: &NativeCallContext<'_>, list: &[Dynamic], closure: FnPtr) -> Outcome<Vec<Key>> {
    let mut closure = Callback::new(context, closure);
    list.iter().map(|element| key(context, closure.call([element.clone()])?)).collect()
}

fn key(context: &NativeCallContext<'_>, value: Dynamic) -> Outcome<Key> {
    if let Ok(number) = value.as_int() {
        Ok(Key::Number(number))
    } else if let Ok(flag) = value.as_bool() {
        Ok(Key::Flag(flag))
    } else {
        let found = kind(context, &value);
        let refuse = |_| fault(context, format!("`{}` cannot order by {found}", context.fn_name()));
        value.into_immutable_string().map(Key::Text).map_err(refuse)
    }
}

fn sorted(context: &NativeCallContext<'_>, list: &[Dynamic], keys: Vec<Key>) -> Outcome<Array> {
    if keys.windows(2).any(|pair| std::mem::discriminant(&pair[0]) != std::mem::discriminant(&pair[1])) {
        return Err(fault(context, format!("`{}` cannot order numbers, texts and flags together", context.fn_name())));
    }
    let mut pairs: Vec<(Key, &Dynamic)> = keys.into_iter().zip(list).collect();
    pairs.sort_by(|first, second| first.0.cmp(&second.0));
    Ok(pairs.into_iter().map(|(_, element)| element.clone()).collect())
}
