//! A call of a script, as verbs and both evaluators see it: the values that it holds, the room that they lie in, and the
//! context that leads to the table.

mod carried;
pub mod context;
pub mod scratch;
pub mod script_value;
mod values;
