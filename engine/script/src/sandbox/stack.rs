//! Room on the stack: a deep script must not end the process on an embedder's small thread.

/// What must be free before a script is called: all call levels of one hook take a quarter of it, and more where code is not
/// optimised. Threads have twice as much, so that most calls grow nothing, which would cost more than the call.
pub const NEEDED: usize = 1024 * 1024;
/// What must be free before Rhai reads or runs a script, whose frames are large where code is not optimised.
pub const NEEDED_BY_RHAI: usize = 6 * 1024 * 1024;
/// How much is added if it is not.
const ADDED: usize = 16 * 1024 * 1024;

/// Runs something with enough stack for one call of a script.
pub fn with_stack<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(NEEDED, ADDED, work)
}

/// Runs something with enough stack for Rhai to read a script, or to run it.
pub fn with_stack_for_rhai<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(NEEDED_BY_RHAI, ADDED, work)
}
