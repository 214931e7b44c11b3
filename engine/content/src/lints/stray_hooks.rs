//! Functions that are named like hooks but that nothing declares: they would never run.

use crate::bind::hooks::conventional;
use crate::bind::names::Names;
use crate::read::context::LoadContext;
use crate::read::files::file_beside;
use cardwright_kernel::ids::ScriptId;
use cardwright_kernel::problems::Problem;
use cardwright_kernel::rules::{DeclMap, OutlinedFunction, ScriptRole, ScriptSource};
use std::collections::BTreeMap;

/// Reports them, in scripts that cards use and in the ruleset's. Scripts whose TOML file has problems are left out:
/// those may be the cause.
pub(crate) fn report(context: &LoadContext, scripts: &DeclMap<ScriptSource>, used: &[bool], names: &Names) {
    let of_ruleset = of_ruleset(names);

    for (index, (path, source)) in scripts.iter().enumerate() {
        let stray = source.role == ScriptRole::Card && !used[index];

        if stray || context.has_problems(&file_beside(path)) || context.is_broken_in(&source.pack) {
            continue;
        }
        for OutlinedFunction { name, at, .. } in &source.outline.functions {
            let advice = match source.role {
                ScriptRole::Card => of_card(name),
                ScriptRole::Ruleset => of_ruleset.get(&**name).cloned(),
                ScriptRole::Shared | ScriptRole::Patch => None,
            };
            let Some(advice) = advice else { continue };

            if !context.is_declared(ScriptId::from(index), name) {
                let problem = Problem::new(
                    "hook-undeclared",
                    path,
                    format!("`{name}` is named like a hook, but nothing calls it"),
                );
                context.report(problem.at(*at).label("no file declares it").help(advice));
            }
        }
    }
}

/// What declares a hook of a card with this name, if it is one.
fn of_card(name: &str) -> Option<String> {
    if let Some(signal) = name.strip_prefix("on_") {
        return Some(format!("write `[on.{signal}]` in the card's file, or give the function another name"));
    }
    let action = name.strip_prefix("resolve_").or_else(|| name.strip_prefix("announce_"));

    match action {
        Some(action) => Some(format!("write `[uses.{action}]` in the card's file, or give the function another name")),
        None if name == "lasts" => Some("write `lasts = \"while\"` in the card's file".to_owned()),
        None => None,
    }
}

/// What declares each hook of a ruleset that has a conventional name.
fn of_ruleset(names: &Names) -> BTreeMap<String, String> {
    let tables = [
        ("actions", &names.actions, "resolve", "resolve"),
        ("actions", &names.actions, "announce", "announce"),
        ("phases", &names.phases, "begin", "begin"),
        ("phases", &names.phases, "end", "end"),
        ("values", &names.values, "value", "amount"),
    ];
    let keyed = tables.into_iter().flat_map(|(table, scope, prefix, key)| {
        let advice = move |name| format!("write `{key} = true` in `[{table}.{name}]` of the ruleset");
        scope.iter().map(move |name| (conventional(prefix, name), advice(name)))
    });
    let plain =
        ["setup", "left"].map(|key| (key.to_owned(), format!("write `{key} = true` at the top of the ruleset")));

    keyed.chain(plain).collect()
}
