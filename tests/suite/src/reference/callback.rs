//! A closure of Rhai that a list function calls for each element.

use super::bound::Libraries;
use super::shared::{RhaiResult, Tag};
use rhai::{
    Caches, Dynamic, EvalAltResult, EvalContext, FnPtr, GlobalRuntimeState, NativeCallContext, Position, Scope,
};
use smallvec::SmallVec;

/// A closure, ready to be called many times: names are looked up once for all elements.
///
/// Every error goes through, and so does the end of a script that is to stop.
pub(super) struct Callback {
    global: GlobalRuntimeState,
    libraries: Libraries,
    caches: Caches,
    closure: FnPtr,
    position: Position,
}

impl Callback {
    /// The closure that was given to the list function of this call.
    pub(super) fn new(context: &NativeCallContext<'_>, closure: FnPtr) -> Self {
        let taken = Tag::found(context.tag(), |found| found.take(context.global_runtime_state()));
        let (libraries, caches) = taken.unwrap_or_default();
        let (global, position) = (context.global_runtime_state().clone(), context.call_position());
        Self { global, libraries, caches, closure, position }
    }

    /// The result of the closure for these arguments.
    pub(super) fn call(
        &mut self,
        context: &NativeCallContext<'_>,
        arguments: impl Iterator<Item = Dynamic>,
    ) -> RhaiResult<Dynamic> {
        let mut values: SmallVec<[Dynamic; 4]> = self.closure.iter_curry().cloned().chain(arguments).collect();
        let mut values: SmallVec<[&mut Dynamic; 4]> = values.iter_mut().collect();
        let mut scope = Scope::new();
        EvalContext::new(context.engine(), &mut self.global, &mut self.caches, &mut scope, None)
            .call_fn_raw(self.closure.fn_name(), false, false, &mut values)
            .map(Dynamic::flatten)
            .map_err(|error| placed(error, self.position))
    }
}

impl Drop for Callback {
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
