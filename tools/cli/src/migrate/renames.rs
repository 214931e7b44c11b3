//! What was renamed in scripts from version to version. How keys were written before, their rows say.
//!
//! Whoever renames something that packs say adds a row in the same commit.

/// Something that packs say differently now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rename {
    /// What it is.
    pub what: Renamed,
    /// What it was called.
    pub old: &'static str,
    /// What it is called now.
    pub new: &'static str,
}

/// What was renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renamed {
    /// A verb or property, as scripts write it behind a dot: `item.old(…)`.
    Verb,
    /// A function that scripts call by its name alone: `old(…)`.
    Function,
}

/// What version 0.2 renamed.
pub const RENAMES: &[Rename] = &[];
