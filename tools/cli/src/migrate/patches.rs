//! The hashes by which patches know the functions that they wrap or replace.

use super::{FileForm, Replacement};
use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_content::{Files, function_hash};
use cardwright_script::syntax::outline;

/// The hashes in a patch whose functions are written differently now.
pub(super) fn replacements(files: &Files, path: &str, text: &str) -> Vec<Replacement> {
    if FileForm::of(path) != Some(FileForm::Patch) {
        return Vec::new();
    }
    let (fields, _) = tree::parse(path, text);
    let card = tree::texts(&fields, "card").first().and_then(|(card, _)| script_of(files, card));
    let Some(script) = card.and_then(|path| files.get(&path)) else { return Vec::new() };
    let hooks = tree::field(&fields, "hook").map(|field| &field.node.value);
    let hooks: &[_] = match hooks {
        Some(TomlValue::List(nodes)) => nodes,
        _ => &[],
    };
    let tables = hooks.iter().filter_map(|node| match &node.value {
        TomlValue::Fields(fields) => Some(&**fields),
        _ => None,
    });
    tables.filter_map(|hook| stale(hook, script)).collect()
}

fn stale(hook: &[TomlField<'_>], script: &str) -> Option<Replacement> {
    let (name, _) = *tree::texts(hook, "name").first()?;
    let (expect, span) = *tree::texts(hook, "expect").first()?;
    let now = function_hash(script, outline(script).function(name)?);
    let now = Some(now).filter(|now| now != expect)?;
    let note = ": the function has changed; compare it with what the patch relies on";
    Some(Replacement { range: span.range(), text: tree::quoted(&now), note })
}

/// The script of a card, by its id: `toy:boons/warm-tea`.
fn script_of(files: &Files, id: &str) -> Option<String> {
    let (pack, card) = id.split_once(':')?;
    let path = format!("cards/{pack}/{card}.toml");
    let (fields, _) = tree::parse(&path, files.get(&path)?);
    let named = tree::texts(&fields, "script").first().map(|(name, _)| (*name).to_owned());
    Some(format!("scripts/{pack}/{}.rhai", named.as_deref().unwrap_or(card)))
}
