//! Where something stands in a script.

use rhai::Position;
use std::fmt;

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file, as it was given to the compiler.
    pub path: Box<str>,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
}

impl Location {
    /// A place, if the position is one.
    pub fn new(path: &str, position: Position) -> Option<Self> {
        let line = u32::try_from(position.line()?).ok()?;
        let column = u32::try_from(position.position().unwrap_or(1)).ok()?;
        Some(Self { path: path.into(), line, column })
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}
