//! What a call gives: nodes with their types, and how they are told.

use crate::script::check::kind::Type;
use crate::script::check::tree::{Node, NodeKind};

/// The arguments of a verb: what it is called on comes first.
pub(super) struct Given<'p> {
    pub node: &'p Node,
    pub kind: Type,
}

pub(super) fn text_of(node: &Node) -> Option<&str> {
    match &node.what {
        NodeKind::Text(text) => Some(text),
        _ => None,
    }
}

pub(super) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
