//! What went wrong in a script, in words for its author.

use crate::faults;
use cardwright_kernel::faults::Fault;

/// What is larger than scripts can have, with all that is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooLarge {
    /// Texts together.
    Text,
    /// A list.
    List,
    /// A map.
    Map,
}

impl TooLarge {
    /// The fault of what has grown so large.
    pub fn fault(self) -> Fault {
        match self {
            Self::Text => faults::text_too_large(),
            Self::List => faults::list_too_large(),
            Self::Map => faults::map_too_large(),
        }
    }
}

/// A sentence of Rhai's as part of one of ours.
pub fn small_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
