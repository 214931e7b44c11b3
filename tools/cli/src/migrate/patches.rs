//! The hashes by which patches know the functions that they wrap or replace.

use super::Replacement;
use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_content::{Files, function_hash};
use cardwright_script::syntax::outline;

/// The hashes in a patch whose functions are written differently now.
pub(super) fn replacements(files: &Files, path: &str, text: &str) -> Vec<Replacement> {
    if !matches!(path.split('/').collect::<Vec<_>>()[..], ["cards", _, "patches", _]) {
        return Vec::new();
    }
    let (fields, _) = tree::parse(path, text);
    let scripts = scripts_of(files, &fields);
    let hooks = tree::field(&fields, "hook").map(|field| &field.node.value);
    let hooks: &[_] = match hooks {
        Some(TomlValue::List(nodes)) => nodes,
        _ => &[],
    };
    let tables = hooks.iter().filter_map(|node| match &node.value {
        TomlValue::Fields(fields) => Some(&**fields),
        _ => None,
    });
    tables.filter_map(|hook| stale(hook, &scripts)).collect()
}

fn stale(hook: &[TomlField<'_>], scripts: &[&str]) -> Option<Replacement> {
    let (name, _) = *tree::texts(hook, "name").first()?;
    let (expect, span) = *tree::texts(hook, "expect").first()?;
    let hash = |script: &&str| Some(function_hash(script, outline(script).function(name)?));
    let now = scripts.iter().find_map(hash).filter(|now| now != expect)?;
    let note = ": the function has changed; compare it with what the patch relies on";
    Some(Replacement { range: span.range(), text: tree::quoted(&now), note })
}

/// The scripts of the card or of the ruleset that a patch is about.
fn scripts_of<'f>(files: &'f Files, patch: &[TomlField<'_>]) -> Vec<&'f str> {
    let named = |key| tree::texts(patch, key).first().map(|(name, _)| *name);
    match (named("ruleset"), named("card").and_then(|card| script_of(files, card))) {
        (Some(pack), _) => scripts_of_ruleset(files, pack).collect(),
        (None, Some(path)) => files.get(&path).into_iter().collect(),
        (None, None) => Vec::new(),
    }
}

/// The scripts of a ruleset.
pub(super) fn scripts_of_ruleset<'f>(files: &'f Files, pack: &str) -> impl Iterator<Item = &'f str> {
    let start = format!("scripts/{pack}/ruleset");
    let is_own = move |path: &str| path.strip_prefix(&*start).is_some_and(|rest| rest.starts_with(['/', '.']));
    files.iter().filter(move |(path, _)| is_own(path)).map(|(_, text)| text)
}

/// The script of a card, by its id: `toy:boons/warm-tea`.
fn script_of(files: &Files, id: &str) -> Option<String> {
    let (pack, card) = id.split_once(':')?;
    let path = format!("cards/{pack}/{card}.toml");
    let (fields, _) = tree::parse(&path, files.get(&path)?);
    let named = tree::texts(&fields, "script").first().map(|(name, _)| (*name).to_owned());
    Some(format!("scripts/{pack}/{}.rhai", named.as_deref().unwrap_or(card)))
}
