//! A closure that a list function calls for each element.

use super::{Outcome, fault, kind};
use crate::script::compile::Libraries;
use crate::script::host::Tag;
use rhai::{
    Caches, Dynamic, Engine, EvalAltResult, EvalContext, FnPtr, GlobalRuntimeState, NativeCallContext, Position, Scope,
};
use smallvec::SmallVec;

/// A closure, ready to be called many times: names are looked up once for all elements.
///
/// Every error goes through, and so does the end of a script that is to stop.
pub(super) struct Callback<'a> {
    engine: &'a Engine,
    global: GlobalRuntimeState,
    libraries: Libraries,
    caches: Caches,
    closure: FnPtr,
    caller: String,
    position: Position,
}

impl<'a> Callback<'a> {
    /// The closure that was given to the list function of this call.
    pub(super) fn new(context: &'a NativeCallContext<'_>, closure: FnPtr) -> Self {
        let taken = Tag::found(context.tag(), |found| found.take(context.global_runtime_state()));
        let (libraries, caches) = taken.unwrap_or_default();
        Self {
            engine: context.engine(),
            global: context.global_runtime_state().clone(),
            libraries,
            caches,
            closure,
            caller: context.fn_name().into(),
            position: context.call_position(),
        }
    }

    /// What the closure gives for these arguments.
    pub(super) fn call<const N: usize>(&mut self, arguments: [Dynamic; N]) -> Outcome<Dynamic> {
        let mut values: SmallVec<[Dynamic; 4]> = self.closure.iter_curry().cloned().chain(arguments).collect();
        let mut values: SmallVec<[&mut Dynamic; 4]> = values.iter_mut().collect();
        let mut scope = Scope::new();
        EvalContext::new(self.engine, &mut self.global, &mut self.caches, &mut scope, None)
            .call_fn_raw(self.closure.fn_name(), false, false, &mut values)
            .map(Dynamic::flatten)
            .map_err(|error| placed(error, self.position))
    }

    /// What the closure gives for an element, which must be a flag.
    pub(super) fn holds(&mut self, context: &NativeCallContext<'_>, element: &Dynamic) -> Outcome<bool> {
        let verdict = self.call([element.clone()])?;
        verdict.as_bool().map_err(|_| self.wanted(context, "true or false", &verdict))
    }

    /// What the closure gives for an element, which must be a number.
    pub(super) fn number(&mut self, context: &NativeCallContext<'_>, element: &Dynamic) -> Outcome<i64> {
        let value = self.call([element.clone()])?;
        value.as_int().map_err(|_| self.wanted(context, "a number", &value))
    }

    fn wanted(&self, context: &NativeCallContext<'_>, what: &str, value: &Dynamic) -> Box<EvalAltResult> {
        let found = kind(context, value);
        fault(context, format!("the closure of `{}` must give {what}, not {found}", self.caller))
    }
}

impl Drop for Callback<'_> {
    fn drop(&mut self) {
        let (libraries, caches) = (std::mem::take(&mut self.libraries), std::mem::take(&mut self.caches));
        Tag::found(Some(&self.global.tag), |found| found.keep(libraries, caches));
    }
}

/// An error of a closure with the place of the call, unless it has one.
fn placed(mut error: Box<EvalAltResult>, position: Position) -> Box<EvalAltResult> {
    if error.position().is_none() {
        error.set_position(position);
    }
    error
}
