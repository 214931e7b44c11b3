//! Patches: what a pack changes about the cards or the ruleset of another, `cards/<pack>/patches/<patch>.toml`.
//!
//! A patch names what it expects to find. It is put into the fields of the card before anything of the card is read,
//! so that everything that holds for cards holds for patched ones; each part still knows the file it came from.

mod field_path;
mod hooks;
mod put;
mod read;

pub(crate) use hooks::{HookPatch, script_of_card};
pub(crate) use put::AppliedEdit;

use crate::patch::pack::GamePack;
use crate::read::context::{Doc, LoadContext, SourceFile};
use crate::read::files::{Files, file_beside};
use cardwright_kernel::problems::{Problem, Span};
use field_path::FieldPath;
use read::{CardEdit, EditKind, Patch};
use std::collections::BTreeSet;

/// What patches did besides changing fields.
#[derive(Default)]
pub(crate) struct AppliedPatches<'t> {
    /// The hooks that they put in the place of others.
    pub hooks: Vec<HookPatch<'t>>,
    /// The changes of fields and entries that were made.
    pub changes: Vec<AppliedEdit>,
    /// The scripts of patches that are not in use, because the pack that they would change is not there.
    pub idle: BTreeSet<String>,
}

/// Puts the changes of all patches into the cards and the ruleset, in the order of the packs.
pub(crate) fn apply<'t>(
    patches: &'t [Doc<'t>],
    cards: &mut [&mut Doc<'t>],
    files: &'t Files,
    members: &[GamePack<'t>],
) -> AppliedPatches<'t> {
    let mut done = AppliedPatches::default();
    let mut before: Vec<EditedField<'t>> = Vec::new();

    for doc in patches {
        let Some(patch) = read::patch(doc, members) else {
            done.idle.insert(hooks::script_of(doc.file.path));
            continue;
        };
        let Some(card) = card(&patch, cards) else { continue };
        for change in &patch.changes {
            let place = place(change, cards[card]);
            let here = EditedField { card, place, pack: patch.pack, file: patch.file, span: change.at };
            let clash = before.iter().find(|other| clashes(other, &here, change, members));
            if let Some(other) = clash {
                report_conflict(other, &here, &patch.target);
                continue;
            }
            before.push(here);
            match &change.what {
                EditKind::Hook(hook) => {
                    let hook = hooks::hook(&patch, hook, change.at, cards[card], files);
                    let hook = hook.filter(|hook| is_of_one_file(&patch, hook, &done.hooks));
                    done.hooks.extend(hook);
                }
                EditKind::Field { .. } | EditKind::Entry { .. } => {
                    done.changes.extend(put::put(&patch, change, cards[card]));
                }
            }
        }
    }
    done
}

/// Whether the functions that a patch wraps are in one file: its script calls the originals there.
fn is_of_one_file(patch: &Patch<'_>, hook: &HookPatch<'_>, before: &[HookPatch<'_>]) -> bool {
    let same = |other: &&HookPatch<'_>| other.script == hook.script;
    let sound = before.iter().filter(same).all(|other| other.card_script == hook.card_script);
    if !sound {
        let message = format!("`{}` is in another file than the functions above", hook.name.text);
        let problem = patch.file.problem("patch-refused", hook.name.span, message);
        patch.file.report(problem.help("write a patch of its own for the functions of each file"));
    }
    sound
}

/// A place in a card that a patch changes.
struct EditedField<'t> {
    card: usize,
    place: FieldPath,
    pack: &'t str,
    file: SourceFile<'t>,
    span: Span,
}

/// What a change is about: a field, the name of a hook, or the position of an entry in its list.
fn place(change: &CardEdit<'_>, card: &Doc<'_>) -> FieldPath {
    match &change.what {
        EditKind::Field { field_path, .. } => field_path.clone(),
        EditKind::Hook(hook) => hooks::place(hook.name.text),
        EditKind::Entry { field_path, expect: Some(expect), .. } => {
            let at = field_path.find(&card.fields).and_then(|list| put::position(list, expect));
            field_path.and(&at.map_or_else(|| expect.value.to_string(), |at| (at + 1).to_string()))
        }
        EditKind::Entry { field_path, to, .. } => {
            field_path.and(&to.map_or_else(String::new, |to| to.value.to_string()))
        }
    }
}

/// Whether two changes are about one place. A pack may build on what a pack that it needs has changed, except on hooks.
fn clashes(other: &EditedField<'_>, here: &EditedField<'_>, change: &CardEdit<'_>, members: &[GamePack<'_>]) -> bool {
    let needs = |one: &str, other: &str| members.iter().any(|pack| pack.name == one && pack.needs.contains(other));
    let builds = other.pack != here.pack && needs(here.pack, other.pack);
    let is_hook = matches!(change.what, EditKind::Hook(_));

    other.card == here.card && other.place.meets(&here.place) && (is_hook || !builds)
}

fn report_conflict(other: &EditedField<'_>, here: &EditedField<'_>, card: &str) {
    let who = match other.pack == here.pack {
        true => format!("`{}` changes this twice", here.pack),
        false => format!("`{}` and `{}` change the same thing", other.pack, here.pack),
    };
    let problem = here.file.problem("patch-conflict", here.span, format!("{who} in `{card}`"));
    let problem = problem.label("changed here").note_at("and changed here", other.file.path, other.span);
    here.file.report(problem.help(
        "remove one of the two changes, or leave one pack out with `--without`; a pack may change again what a pack that \
         it requires has changed in fields and entries",
    ));
}

/// The card that a patch is about.
fn card(patch: &Patch<'_>, cards: &[&mut Doc<'_>]) -> Option<usize> {
    let path = patch.card_path();
    let found = cards.iter().position(|card| card.file.path == path);

    if found.is_none() && patch.is_of_ruleset() {
        let message = format!("`{}` has no ruleset", patch.target_pack);
        let problem = patch.file.problem("game-unknown", patch.named.span, message);
        patch.file.report(problem.label("this pack is no game").help("name the pack that has a `ruleset.toml`"));
        return None;
    }
    if found.is_none() {
        let start = format!("cards/{}/", patch.target_pack);
        let known = cards.iter().filter_map(|card| card.file.path.strip_prefix(&*start)?.strip_suffix(".toml"));
        let known: Vec<String> = known.map(|card| format!("{}:{card}", patch.target_pack)).collect();
        let message = format!("there is no card `{}`", patch.target);
        patch.file.unknown("card-unknown", patch.named, message, known.iter().map(String::as_str));
    }
    found.filter(|card| !patch.file.context.is_broken(cards[*card].file.path))
}

/// Reports scripts under `patches/` that no patch has, and patches of what no card calls.
pub(crate) fn report_unused(context: &LoadContext, patched: &AppliedPatches<'_>, files: &Files, packs: &[&str]) {
    for hook in patched.hooks.iter().filter(|hook| !hook.used.get()) {
        let message = format!("`{}` is not a hook of this card, so nothing would call the patch", hook.name.text);
        hook.file.report(hook.file.problem("hook-undeclared", hook.name.span, message).label("no file declares it"));
    }
    let scripts = packs.iter().flat_map(|pack| files.of_pack("scripts", pack)).map(|(path, _)| path);
    for path in scripts.filter(|path| path.split('/').nth(2) == Some("patches")) {
        let used = patched.idle.contains(path) || patched.hooks.iter().any(|hook| hook.script == path);
        let patch = file_beside(path);
        if !used && !context.has_problems(&patch) {
            let problem = Problem::new("script-without-card", path, "this script belongs to no patch");
            context.report(problem.help(format!("write `{patch}`, with a `[[hook]]` for each function")));
        }
    }
}
