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

use crate::call::script_value::Flow;
pub use scripts::{Programmed, WatchedScripts, held_of_arg, keep_scratch};
