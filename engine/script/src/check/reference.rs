//! The reference: every verb and property of the engine as a script writes it, with its documentation.

use super::kind::Type;
use super::signature::{Signature, VerbEffect};
use crate::verbs::row::{Access, Row};
use crate::verbs::rows;

/// A verb, a property or a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is asked of: `Card`, `[T]`; empty for a function of its own.
    pub of: String,
    /// Its name.
    pub name: String,
    /// How it is written, with the kinds of its parameters and its result: `Player.draw(amount: number) -> [Card]`.
    pub usage: String,
    /// What it does.
    pub doc: String,
    /// Whether it changes or asks something.
    pub effect: VerbEffect,
}

/// Everything that the engine has, in the order of what it is asked of, then of names. What one row has for several kinds of
/// things is told once: `Card or Player.begin(effect)`.
pub fn reference() -> Vec<Entry> {
    let mut entries: Vec<Entry> =
        rows().iter().flat_map(|row| row.written().map(|signature| entry(row, &signature))).collect();
    entries.sort_by(|one, other| (&one.of, &one.name, &one.usage).cmp(&(&other.of, &other.name, &other.usage)));
    entries
}

fn entry(row: &Row, signature: &Signature) -> Entry {
    let is_set = row.access == Access::Sets;
    let of = match signature.takes.first() {
        Some(kind) if signature.property || is_set || row.names[0] == "text" => kind.to_string(),
        Some(kind @ (Type::Named(_) | Type::OneOf(_) | Type::List(_) | Type::Map)) => kind.to_string(),
        _ => String::new(),
    };
    let usage = match (is_set, signature.takes.get(1)) {
        (true, Some(value)) => format!("{of}.{} = {value}", signature.name),
        _ => usage(&of, signature, &row.parameters(signature)),
    };
    let effect = if is_set { VerbEffect::Changes } else { signature.effect };
    Entry { usage, of, name: signature.name.to_string(), doc: row.told(), effect }
}

fn usage(of: &str, signature: &Signature, parameters: &[String]) -> String {
    let (dot, own) = if of.is_empty() { ("", 0) } else { (".", 1) };
    let brackets = if signature.property { String::new() } else { format!("({})", parameters[own..].join(", ")) };
    let gives = match &signature.gives {
        Type::Nothing => String::new(),
        kind => format!(" -> {kind}"),
    };
    format!("{of}{dot}{}{brackets}{gives}", signature.name)
}
