//! The reference: every verb and property of the engine as a script writes it, with its documentation.

use super::kind::Type;
use super::signature::{Signature, VerbEffect};
use super::vocabulary::{bare, of_types};
use rhai::{Engine, FuncMetadata};

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

/// Everything that an engine has, in the order of what it is asked of, then of names.
pub fn reference(engine: &Engine) -> Vec<Entry> {
    let mut entries: Vec<Entry> =
        engine.collect_fn_metadata(None, |info| entry(info.metadata), false).into_iter().collect();
    entries.sort_by(|one, other| (&one.of, &one.name, &one.usage).cmp(&(&other.of, &other.name, &other.usage)));
    // What can be written without parentheses is told once.
    entries.dedup_by(|one, other| {
        one.of == other.of && one.name == other.name && (one.usage == other.usage || !other.usage.contains('('))
    });
    entries
}

fn entry(function: &FuncMetadata) -> Option<Entry> {
    let getter = function.name.strip_prefix("get$");
    let name = getter.unwrap_or(&function.name);
    let is_word = name.starts_with(|c: char| c.is_alphabetic()) && !name.contains('$');
    if !is_word || function.params_info.len() < function.num_params {
        return None;
    }
    let lines: Vec<&str> = function.comments.iter().flat_map(|comment| comment.lines()).map(bare).collect();
    let effect = lines.iter().filter_map(|line| VerbEffect::declared(line)).max().unwrap_or_default();
    let declared = lines.iter().find_map(|line| line.strip_prefix("Signature:"));
    let signature = declared.map_or_else(|| Some(of_types(function)), |text| Signature::parse(text).ok())?;
    let names: Vec<&str> =
        function.params_info.iter().map(|info| info.split(':').next().unwrap_or("").trim()).collect();
    let told = |line: &&&str| !line.starts_with("Signature:") && VerbEffect::declared(line).is_none();
    let doc: Vec<&str> = lines.iter().filter(told).copied().collect();
    let of = receiver(&signature, getter.is_some() || names.first() == Some(&"text"));
    Some(Entry {
        usage: usage(name, &of, &signature, &names, getter.is_some()),
        of,
        name: name.to_string(),
        doc: doc.join(" ").trim().to_string(),
        effect,
    })
}

/// What it is called on; empty for a function that is called by itself.
fn receiver(signature: &Signature, surely: bool) -> String {
    match signature.takes.first() {
        Some(kind) if surely => kind.to_string(),
        Some(kind @ (Type::Named(_) | Type::List(_) | Type::Map)) => kind.to_string(),
        _ => String::new(),
    }
}

fn usage(name: &str, of: &str, signature: &Signature, names: &[&str], property: bool) -> String {
    let own = usize::from(!of.is_empty());
    let parameter = |(at, kind): (usize, &Type)| match names.get(at) {
        Some(name) if signature.takes.len() == names.len() => format!("{name}: {kind}"),
        _ => kind.to_string(),
    };
    let parameters: Vec<String> = signature.takes.iter().enumerate().skip(own).map(parameter).collect();
    let dot = if of.is_empty() { "" } else { "." };
    let brackets = if property { String::new() } else { format!("({})", parameters.join(", ")) };
    let gives = match &signature.gives {
        Type::Nothing => String::new(),
        kind => format!(" -> {kind}"),
    };
    format!("{of}{dot}{name}{brackets}{gives}")
}
