//! What a call gives: nodes with their types, and how they are told.

use crate::check::kind::Type;
use crate::syntax::tree::Node;

/// The arguments of a verb: what it is called on comes first.
pub(super) struct Given<'p> {
    pub node: &'p Node,
    pub kind: Type,
}

/// So many of something.
pub(in crate::check) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
