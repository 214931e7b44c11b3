//! Functions that are named like hooks but that nothing declares: they would never run.

use crate::read::context::LoadContext;
use crate::read::files::file_beside;
use cardwright_kernel::ids::ScriptId;
use cardwright_kernel::problems::Problem;
use cardwright_kernel::rules::{DeclMap, OutlinedFunction, ScriptRole, ScriptSource};

/// Reports them, in scripts that cards use. Scripts whose TOML file has problems are left out:
/// those may be the cause.
pub(crate) fn report(context: &LoadContext, scripts: &DeclMap<ScriptSource>, used: &[bool]) {
    for (index, (path, source)) in scripts.iter().enumerate() {
        let stray = source.role == ScriptRole::Card && !used[index];

        if stray || context.has_problems(&file_beside(path)) || context.is_broken_in(&source.pack) {
            continue;
        }
        for OutlinedFunction { name, at, .. } in &source.outline.functions {
            let advice = match source.role {
                ScriptRole::Card => of_card(name),
                ScriptRole::Ruleset | ScriptRole::Shared | ScriptRole::Patch => None,
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
        None if name == "lasts" => Some("write `lasts.if = \"lasts\"` in the card's file".to_owned()),
        None => None,
    }
}
