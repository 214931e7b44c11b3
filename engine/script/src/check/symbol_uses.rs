//! What the names in a script mean: for editors, which show it and complete it.

use super::kind::Type;
use crate::syntax::finding::LineSpan;

/// A place in a script, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolUse {
    /// The name.
    pub at: LineSpan,
    /// What it means.
    pub means: Meaning,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A verb or property of something of this kind.
    Member {
        /// Of what.
        of: Type,
        /// Its name.
        name: Box<str>,
    },
    /// A function of a script: the file, and the place of its name.
    Function {
        /// The file.
        path: Box<str>,
        /// The place of its name.
        at: LineSpan,
    },
    /// A function of the engine.
    Free(Box<str>),
    /// A variable of this kind.
    Variable(Type),
    /// A name that nothing has; the variables that are in scope there.
    Nothing(Vec<(Box<str>, Type)>),
    /// A text that must be one of the declared words of these sorts.
    Word(Vec<Box<str>>, Box<str>),
}
