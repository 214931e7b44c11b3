//! What an author can write: the verbs of scripts, and the functions that the engine calls.

use crate::catalog::Purpose;
use crate::script::check::{Entry, VerbEffect, reference};
use serde::Serialize;

/// A verb or property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verb {
    /// What it is asked of: `Card`, `[T]`; empty for a function of its own.
    pub of: String,
    /// Its name.
    pub name: String,
    /// How it is written.
    pub usage: String,
    /// What it does.
    pub doc: String,
    /// Whether it changes the game: predicates and conditions may not use it.
    pub changes: bool,
    /// Whether it asks a player, or chance.
    pub asks: bool,
}

/// A function that the engine calls if a file declares it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HookDoc {
    /// Its head: `fn resolve(item)`.
    pub head: String,
    /// What it is for.
    pub doc: &'static str,
    /// Whether it may only look.
    pub pure: bool,
}

/// Every verb of the engine, in the order of what it is asked of.
pub fn verbs() -> Vec<Verb> {
    let verb = |entry: Entry| Verb {
        changes: entry.effect == VerbEffect::Changes,
        asks: entry.effect == VerbEffect::Asks,
        of: entry.of,
        name: entry.name,
        usage: entry.usage,
        doc: entry.doc,
    };
    reference().into_iter().map(verb).collect()
}

/// Every function that the engine can be told to call.
pub fn hooks() -> Vec<HookDoc> {
    let hook = |purpose: &Purpose| HookDoc {
        head: purpose.head(purpose.usual_name()),
        doc: purpose.describe(),
        pure: purpose.is_pure(),
    };
    Purpose::ALL.iter().map(hook).collect()
}
