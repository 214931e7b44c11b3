//! The scripts of a game's packs, each in its role.

use crate::patch::pack::GamePack;
use crate::patch::patches::AppliedPatches;
use crate::read::context::{LoadContext, SourceFile};
use crate::read::files::{Files, file_beside, script_path};
use cardwright_kernel::ids::ScriptId;
use cardwright_kernel::problems::Problem;
use cardwright_kernel::rules;
use cardwright_kernel::rules::{DeclMap, ScriptRole, ScriptSource};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The few scripts that do not belong to a card, and which packs see them. Nothing may look through all scripts for each
/// card: loading takes time in proportion to the number of cards.
#[derive(Default)]
pub(crate) struct CommonScripts {
    /// Those of the ruleset.
    pub ruleset: Vec<ScriptId>,
    /// Those that packs share.
    pub shared: Vec<ScriptId>,
    /// Whose shared scripts those of a pack can call, besides their own.
    seen: BTreeMap<Box<str>, BTreeSet<Box<str>>>,
}

impl CommonScripts {
    /// Those among these scripts.
    pub fn of(scripts: &DeclMap<ScriptSource>) -> Self {
        let mut common = Self::default();
        for (index, source) in scripts.values().enumerate() {
            match source.role {
                ScriptRole::Ruleset => common.ruleset.push(index.into()),
                ScriptRole::Shared => common.shared.push(index.into()),
                ScriptRole::Card | ScriptRole::Patch => {}
            }
            let seen = common.seen.entry(source.pack.clone());
            let seen = seen.or_insert_with(|| source.requires.iter().cloned().collect());
            seen.extend(source.patches.iter().map(|patches| patches.pack.clone()));
        }
        common
    }

    /// Whether the scripts of a pack can call the shared functions of another.
    pub fn sees(&self, pack: &str, other: &str) -> bool {
        pack == other || self.seen.get(pack).is_some_and(|seen| seen.contains(other))
    }
}

/// All scripts of these packs, by path.
pub(crate) fn scripts(
    context: &LoadContext,
    files: &Files,
    packs: &[GamePack<'_>],
    game: &str,
    patched: &AppliedPatches<'_>,
) -> DeclMap<ScriptSource> {
    /// Ids are 16 bits wide.
    const MOST: usize = 60_000;
    let mut scripts = DeclMap::new();

    let all = packs.iter().flat_map(|pack| files.of_pack("scripts", pack.name).map(move |file| (pack, file)));
    for (pack, (path, text)) in all {
        match role(path, pack.name == game) {
            Ok(_) if scripts.len() >= MOST => {
                context.report(Problem::new("names-too-many", path, format!("there are more than {MOST} scripts")));
                break;
            }
            Ok(ScriptRole::Patch) => {
                if let Some(patches) = patches(path, patched) {
                    let source =
                        ScriptSource { patches: Some(patches), ..source(context, pack, text, ScriptRole::Patch) };
                    scripts.insert(path.into(), source);
                }
            }
            Ok(role) => {
                scripts.insert(path.into(), source(context, pack, text, role));
            }
            Err(help) => {
                let problem = Problem::new("file-unknown", path, "this file does not belong here");
                context.report(problem.help(help));
            }
        }
    }
    scripts
}

fn source(context: &LoadContext, pack: &GamePack<'_>, text: &str, role: ScriptRole) -> ScriptSource {
    ScriptSource {
        pack: pack.name.into(),
        text: text.into(),
        role,
        outline: Arc::new(context.outline(text)),
        patches: None,
        requires: Arc::clone(&pack.requires),
    }
}

/// What the script of a patch changes; none if no patch uses it.
fn patches(path: &str, patched: &AppliedPatches<'_>) -> Option<rules::Patched> {
    let hooks = || patched.hooks.iter().filter(|hook| hook.script == path);
    let first = hooks().next()?;
    Some(rules::Patched {
        pack: first.card_pack.into(),
        script: first.card_script.as_deref().map(Box::from),
        wraps: hooks().filter(|hook| hook.wraps).map(|hook| hook.name.text.into()).collect(),
    })
}

/// The role of a script by its path, or what to do about it.
fn role(path: &str, has_ruleset: bool) -> Result<ScriptRole, &'static str> {
    let parts: Vec<&str> = path.split('/').skip(2).collect();

    match parts[..] {
        _ if !path.ends_with(".rhai") => Err("the files under `scripts/` are scripts: they end in `.rhai`"),
        ["ruleset.rhai"] | ["ruleset", _] if has_ruleset => Ok(ScriptRole::Ruleset),
        ["ruleset.rhai"] => Err("only a pack with a `ruleset.toml` has a `ruleset.rhai`"),
        ["ruleset", _] => Err("only a pack with a `ruleset.toml` has scripts in `ruleset/`"),
        ["shared", _] => Ok(ScriptRole::Shared),
        ["patches", _] => Ok(ScriptRole::Patch),
        [_, _] => Ok(ScriptRole::Card),
        _ => Err(
            "scripts lie in `scripts/<pack>/`, in the folders `ruleset/`, `shared/` and `patches/` and in those of kinds",
        ),
    }
}

/// Reports the scripts of cards that no card has.
pub(crate) fn report_unused(context: &LoadContext, scripts: &DeclMap<ScriptSource>, used: &[bool]) {
    for ((path, source), used) in scripts.iter().zip(used) {
        if source.role == ScriptRole::Card && !used && !context.is_broken_in(&source.pack) {
            let problem = Problem::new("script-without-card", path, "this script belongs to no card");
            let card = file_beside(path);
            context.report(
                problem.help(format!("its card would be `{card}`; a card can also name it with its key `script`")),
            );
        }
    }
}

/// Reports a key `script` that names no script.
pub(crate) fn report_missing(
    file: SourceFile<'_>,
    pack: &str,
    name: crate::read::context::Name<'_>,
    scripts: &DeclMap<ScriptSource>,
) {
    let cards = scripts.iter().filter(|(_, source)| *source.pack == *pack && source.role == ScriptRole::Card);
    let start = "scripts/".len() + pack.len() + 1;
    let known = cards.filter_map(|(path, _)| path.get(start..)?.strip_suffix(".rhai"));
    let message = format!("there is no script `{}`", script_path(pack, name.text));

    file.unknown("script-missing", name, message, known);
}
