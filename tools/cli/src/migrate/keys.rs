//! What is written otherwise in TOML files, and the version of the engine in `pack.toml`.

use super::patches::scripts_of_ruleset;
use super::{ENGINE, Replacement};
use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_content::{Files, outdated, pack_of};
use cardwright_script::syntax::outline;
use semver::{Version, VersionReq};
use std::collections::BTreeMap;

/// Predicates that files of a pack name: in the script of a card, with its path, or without one in a script of many; and by
/// which names they take what they were given in order.
pub(super) type Predicates = BTreeMap<(Option<String>, String), &'static [&'static str]>;

/// The keys and values of a file that are others now. The predicates that it names are noted.
pub(super) fn replacements(files: &Files, path: &str, text: &str, predicates: &mut Predicates) -> Vec<Replacement> {
    let own = script_of(path, text);
    let scripts: Vec<&str> = match &own {
        Some(own) => files.get(own).into_iter().collect(),
        None => scripts_of_ruleset(files, pack_of(path).unwrap_or_default()).collect(),
    };
    let has = |function: &str| scripts.iter().any(|script| outline(script).function(function).is_some());
    let outdated = outdated(path, text, &has);
    for (name, gave) in outdated.predicates {
        predicates.insert((own.clone().filter(|_| has(&name)), name), gave);
    }
    let rewrites = outdated.rewrites.into_iter();
    let mut found: Vec<_> = rewrites.map(|one| Replacement { range: one.range, text: one.text, note: "" }).collect();
    if matches!(path.split('/').collect::<Vec<_>>()[..], ["cards", _, "pack.toml"]) {
        found.extend(engine(text, &tree::parse(path, text).0));
    }
    found
}

/// The path of the script that belongs to a file; none to a ruleset, which has several.
fn script_of(path: &str, text: &str) -> Option<String> {
    if path.ends_with("/ruleset.toml") {
        return None;
    }
    let pack = pack_of(path).unwrap_or_default();
    let fields = tree::parse(path, text).0;
    let named = tree::texts(&fields, "script").first().map(|(name, _)| format!("scripts/{pack}/{name}.rhai"));
    Some(named.unwrap_or_else(|| path.replacen("cards/", "scripts/", 1).replace(".toml", ".rhai")))
}

/// The engine that a pack is for, if this one is none of those.
fn engine(text: &str, fields: &[TomlField<'_>]) -> Option<Replacement> {
    let field = tree::field(fields, "engine")?;
    let TomlValue::Text(said) = &field.node.value else { return None };
    let own = Version::parse(env!("CARGO_PKG_VERSION")).ok()?;
    let range = VersionReq::parse(said).ok()?;
    let quoted = tree::quoted(ENGINE);
    let is_old = !range.matches(&own) && text.get(field.node.span.range()) != Some(&*quoted);
    is_old.then(|| Replacement { range: field.node.span.range(), text: quoted, note: "" })
}
