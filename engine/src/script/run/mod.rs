//! The evaluator: runs lowered scripts on a table.

mod calls;
mod chains;
mod ends;
mod eval;
mod loops;
mod members;
mod operators;
mod paths;
mod scripts;

pub use scripts::Programmed;
pub(in crate::script) use scripts::{held_of_arg, keep_scratch, take_scratch};

/// Why an evaluation does not simply give a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::script) enum Flow {
    /// The function is left; the context holds its result.
    Return,
    /// The loop is left; the context holds its result.
    Break,
    /// The loop goes on with its next round.
    Continue,
    /// The script ends; the context knows why.
    Stop,
}
