//! Lists: what scripts can ask of a list and do with it.
//!
//! All of it is ours, because Rhai's own versions swallow the errors of closures, call each closure twice, or
//! count nothing that happens inside. Two rules hold throughout: a closure's error ends the script, and what
//! returns a list never changes the list it was asked of.

mod callback;
mod change;
mod order;
mod query;

use super::sandbox::called;
use super::types::{Card, Player};
use rhai::plugin::*;
use rhai::{Array, Dynamic, Engine, OP_EQUALS};

/// The result of a function that may fail.
type Outcome<T> = Result<T, Box<EvalAltResult>>;

/// Registers all of it.
pub(super) fn register(engine: &mut Engine) {
    engine.register_iterator::<Array>();
    engine.register_global_module(exported_module!(query::query).into());
    engine.register_global_module(exported_module!(query::closures).into());
    engine.register_global_module(exported_module!(order::order).into());
    engine.register_global_module(exported_module!(change::change).into());
}

/// Whether two values are equal by the engine's own `==`, which the handle types register.
///
/// Values of different types are not equal; a type without `==` is an error.
fn equal(context: &NativeCallContext<'_>, first: &mut Dynamic, second: &Dynamic) -> Outcome<bool> {
    if let Some(same) = plainly_equal(first, second) {
        return Ok(same);
    }
    let same_type = first.type_id() == second.type_id();
    let outcome = context.call_native_fn_raw(OP_EQUALS, true, &mut [first, &mut second.clone()]);
    match outcome {
        Ok(verdict) => Ok(verdict.as_bool().unwrap_or(false)),
        Err(error) if matches!(*error, EvalAltResult::ErrorFunctionNotFound(..)) && !same_type => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether two values are equal, for what is compared most: cards, players, texts and numbers.
fn plainly_equal(first: &Dynamic, second: &Dynamic) -> Option<bool> {
    if let (Some(one), Some(other)) = (first.read_lock::<Card>(), second.read_lock::<Card>()) {
        return Some(*one == *other);
    }
    if let (Some(one), Some(other)) = (first.read_lock::<Player>(), second.read_lock::<Player>()) {
        return Some(*one == *other);
    }
    if let (Ok(one), Ok(other)) = (first.as_immutable_string_ref(), second.as_immutable_string_ref()) {
        return Some(*one == *other);
    }
    Some(first.as_int().ok()? == second.as_int().ok()?)
}

/// Where a value stands in a list.
fn position(context: &NativeCallContext<'_>, list: &mut [Dynamic], value: &Dynamic) -> Outcome<Option<usize>> {
    for (index, element) in list.iter_mut().enumerate() {
        if equal(context, element, value)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// Whether two lists have equal elements in the same order.
fn same(context: &NativeCallContext<'_>, first: &mut [Dynamic], second: &[Dynamic]) -> Outcome<bool> {
    if first.len() != second.len() {
        return Ok(false);
    }
    for (left, right) in first.iter_mut().zip(second) {
        if !equal(context, left, right)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A length or an index as scripts count.
fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A number of elements as Rust counts; a negative one is none.
fn count(number: i64) -> usize {
    usize::try_from(number.max(0)).unwrap_or(usize::MAX)
}

/// A fault of a list function, at its call.
fn fault(context: &NativeCallContext<'_>, message: String) -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorRuntime(message.into(), context.call_position()))
}

/// How people call the type of a value.
fn kind(context: &NativeCallContext<'_>, value: &Dynamic) -> String {
    called(context.engine().map_type_name(value.type_name()))
}
