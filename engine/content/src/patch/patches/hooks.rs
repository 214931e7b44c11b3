//! Hooks of a card that a patch puts its own functions in the place of.

use super::field_path::FieldPath;
use super::read::{HookEdit, Patch};
use crate::keys::HookMode;
use crate::read::context::{Doc, LoadContext, Name, SourceFile, function_hash};
use crate::read::files::{Files, card_of, script_path};
use crate::read::tree;
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{OutlinedFunction, ScriptOutline};
use cardwright_kernel::text::suggest;
use std::cell::Cell;

/// A function of a patch that is called instead of the card's own.
pub(crate) struct HookPatch<'t> {
    /// The file of the card.
    pub card: String,
    /// The pack of the card.
    pub card_pack: &'t str,
    /// The script of the card, if it has one.
    pub card_script: Option<String>,
    /// The file of the patch.
    pub file: SourceFile<'t>,
    /// The name of the function.
    pub name: Name<'t>,
    /// Whether it can call the one that was there.
    pub wraps: bool,
    /// The script of the patch.
    pub script: String,
    /// Whether the card has such a hook.
    pub used: Cell<bool>,
}

/// The script of the patch in this file.
pub(super) fn script_of(patch: &str) -> String {
    patch.replacen("cards/", "scripts/", 1).replace(".toml", ".rhai")
}

/// The path of the script that a card's file names, or would have.
pub(crate) fn script_of_card(card: &Doc<'_>) -> Option<String> {
    let (pack, own) = card_of(card.file.path)?;
    let named = tree::texts(&card.fields, "script").first().map(|(name, _)| *name);
    Some(script_path(pack, named.unwrap_or(own)))
}

/// The script of a ruleset that has this function; if none has, the first.
fn script_of_ruleset<'t>(
    context: &LoadContext,
    pack: &str,
    function: &str,
    files: &'t Files,
) -> Option<(&'t str, String)> {
    let folder = format!("scripts/{pack}/ruleset/");
    let alone = format!("scripts/{pack}/ruleset.rhai");
    let own = || files.of_pack("scripts", pack).filter(|(path, _)| *path == alone || path.starts_with(&folder));
    let found = own().find(|(_, text)| context.outline(text).function(function).is_some()).or_else(|| own().next());
    found.map(|(path, text)| (text, path.to_owned()))
}

/// The place of a hook, for telling whether two patches are about it.
pub(super) fn place(name: &str) -> FieldPath {
    // No key of a card begins so.
    FieldPath::new("fn()").map(|field_path| field_path.and(name)).unwrap_or_else(|| unreachable!("`fn()` is one part"))
}

/// The hook that a patch changes, if it finds what it expects.
pub(super) fn hook<'t>(
    patch: &Patch<'t>,
    change: &HookEdit<'t>,
    at: Span,
    card: &Doc<'t>,
    files: &'t Files,
) -> Option<HookPatch<'t>> {
    let file = patch.file;
    let script = script_of(file.path);
    let own = match patch.is_of_ruleset() {
        true => script_of_ruleset(file.context, patch.target_pack, change.name.text, files),
        false => script_of_card(card).and_then(|path| Some((files.get(&path)?, path))),
    };
    let outlined = own.as_ref().map(|(text, path)| (file.context.outline(text), *text, &**path));
    let finding = HookInCard { patch, change, at, own: outlined };

    if files.get(&script).is_none() {
        let message = format!("`{}` is a function of a script, but there is no `{script}`", change.name.text);
        let problem = file.problem("script-missing", at, message).label("declared here");
        file.report(problem.help(format!("write `fn {}(…) {{ … }}` in `{script}`", change.name.text)));
        return None;
    }
    finding.is_as_expected().then(|| HookPatch {
        card: card.file.path.to_owned(),
        card_pack: patch.target_pack,
        card_script: own.map(|(_, path)| path),
        file,
        name: change.name,
        wraps: change.how == HookMode::Wrap,
        script,
        used: Cell::new(false),
    })
}

/// What a patch finds in the script of the card.
struct HookInCard<'p, 't> {
    patch: &'p Patch<'t>,
    change: &'p HookEdit<'t>,
    at: Span,
    own: Option<(ScriptOutline, &'p str, &'p str)>,
}

impl HookInCard<'_, '_> {
    fn is_as_expected(&self) -> bool {
        let hash = self.function().map(|(text, _, function)| function_hash(text, function));

        match (self.change.how, hash) {
            (HookMode::Add, None) => true,
            (HookMode::Add, Some(hash)) => self.is_there(&hash),
            (HookMode::Wrap | HookMode::Replace, None) => self.is_not_there(),
            (HookMode::Wrap | HookMode::Replace, Some(hash)) => match self.change.expect {
                None => self.needs_hash(&hash),
                Some(expect) => expect.text == hash || self.has_changed(expect, &hash),
            },
        }
    }

    /// The function as it is there, with the text of its script and its file.
    fn function(&self) -> Option<(&str, &str, &OutlinedFunction)> {
        let (outline, text, path) = self.own.as_ref()?;
        Some((text, path, outline.function(self.change.name.text)?))
    }

    fn is_there(&self, hash: &str) -> bool {
        let message = format!("`{}` already has a function `{}`", self.patch.target, self.change.name.text);
        let file = self.patch.file;
        let problem = file.problem("patch-stale", self.at, message).label("nothing to add");
        let help = format!("`how = \"wrap\"` or `how = \"replace\"`, and `expect = \"{hash}\"`");
        file.report(self.note_place(problem).help(help));
        false
    }

    fn is_not_there(&self) -> bool {
        let names = self.own.iter().flat_map(|(outline, ..)| &outline.functions).map(|function| &*function.name);
        let message = format!("`{}` has no function `{}`", self.patch.target, self.change.name.text);
        let problem = self.patch.file.problem("patch-stale", self.at, message);
        self.patch.file.report(match suggest(self.change.name.text, names) {
            Some(near) => problem.label(format!("did you mean `{near}`?")),
            None => problem.help("`how = \"add\"` adds a hook that the card does not have"),
        });
        false
    }

    fn needs_hash(&self, hash: &str) -> bool {
        let file = self.patch.file;
        let problem = file.problem("key-missing", self.at, "a patch of a hook must say what it expects to find");
        file.report(problem.help(format!("for the function as it is now, write `expect = \"{hash}\"`")));
        false
    }

    fn has_changed(&self, expect: Name<'_>, hash: &str) -> bool {
        let message = format!("`{}` of `{}` is not what this patch expects", self.change.name.text, self.patch.target);
        let problem = self.patch.file.problem("patch-stale", expect.span, message).label(format!("it is {hash} now"));
        let help = "read the function as it is now, adapt the patch, then write the new hash";
        self.patch.file.report(self.note_place(problem).help(help));
        false
    }

    fn note_place(&self, problem: cardwright_kernel::problems::Problem) -> cardwright_kernel::problems::Problem {
        match self.function() {
            Some((_, path, function)) => problem.note_at("the function of the card", path, function.at),
            None => problem,
        }
    }
}
