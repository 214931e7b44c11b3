//! What went wrong in a script, in words for its author.

use super::limits::{LIST_SIZE, MAP_SIZE, TEXT_SIZE};
use std::fmt;

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

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => write!(
                f,
                "a text grows too large: it may have {TEXT_SIZE} bytes, and so may all texts of a list or map together"
            ),
            Self::List => {
                write!(f, "a list grows too large: it may have {LIST_SIZE} elements, those of lists in it counted")
            }
            Self::Map => {
                write!(f, "a map grows too large: it may have {MAP_SIZE} entries, those of maps in it counted")
            }
        }
    }
}

/// A sentence of Rhai's as part of one of ours.
pub fn small_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
