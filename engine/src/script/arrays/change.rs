//! Changing a list that a script builds. No list is ever part of a game, so none of this changes a game.

use super::{Outcome, position};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

#[export_module]
pub(super) mod change {
    /// Adds the value at the end.
    ///
    /// Changes the list.
    ///
    /// Signature: `[T].push(T)`
    pub fn push(list: &mut Array, value: Dynamic) {
        list.push(value);
    }

    /// Adds the elements of the other list at the end. `list += other` does the same.
    ///
    /// Changes the list.
    ///
    /// Signature: `[T].append([T])`
    #[rhai_fn(name = "append", name = "+=")]
    pub fn append(list: &mut Array, other: Array) {
        list.extend(other);
    }

    /// Takes the last element off and gives it; nothing if the list is empty.
    ///
    /// Changes the list.
    ///
    /// Signature: `[T].pop() -> T`
    pub fn pop(list: &mut Array) -> Dynamic {
        list.pop().unwrap_or_default()
    }

    /// Takes the value out where it first stands, and tells whether it was there.
    ///
    /// Changes the list.
    ///
    /// Signature: `[T].remove(any) -> flag`
    #[rhai_fn(return_raw)]
    pub fn remove(context: NativeCallContext<'_>, list: &mut Array, value: Dynamic) -> Outcome<bool> {
        let found = position(&context, list, &value)?;
        Ok(found.map(|index| list.remove(index)).is_some())
    }

    /// Takes every element out.
    ///
    /// Changes the list.
    ///
    /// Signature: `[T].clear()`
    pub fn clear(list: &mut Array) {
        list.clear();
    }
}
