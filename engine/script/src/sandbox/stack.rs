//! Room on the stack: a deep script must not end the process on an embedder's small thread.

/// What must be free before a script is called: all call levels of one hook take a quarter of it, and up to two thirds
/// where code is not optimised. Threads have more, so that most calls grow nothing, which would cost more than the call.
pub(crate) const NEEDED: usize = if cfg!(debug_assertions) { 6 } else { 1 } * 1024 * 1024;
/// How much is added if it is not.
const ADDED: usize = 16 * 1024 * 1024;

/// Runs something with enough stack for one call of a script.
pub fn with_stack<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(NEEDED, ADDED, work)
}
