//! The file of a patch, as it is written.

use super::field_path::FieldPath;
use crate::keys::HookMode;
use crate::keys::row::{Key, Value};
use crate::keys::{entry_edit, field_edit, hook_edit, patch};
use crate::patch::pack::GamePack;
use crate::read::context::{Doc, Name, SourceFile};
use crate::read::reader::Reader;
use crate::read::tree::TomlNode;
use cardwright_kernel::problems::Span;

/// What is part of the identity of a card, and so cannot be patched.
const FIXED: [&str; 2] = ["name", "script"];

/// A patch.
pub(super) struct Patch<'t> {
    pub file: SourceFile<'t>,
    /// The pack that makes it.
    pub pack: &'t str,
    /// The card that it is about, as it is named: `toy:boons/warm-tea`; for a ruleset, its pack.
    pub target: String,
    pub target_pack: &'t str,
    /// The card; none for the ruleset of the pack.
    target_card: Option<&'t str>,
    /// The same, with its place.
    pub named: Name<'t>,
    pub changes: Vec<CardEdit<'t>>,
}

impl Patch<'_> {
    /// The path of the card's file, or of the ruleset's.
    pub fn card_path(&self) -> String {
        format!("cards/{}/{}.toml", self.target_pack, self.target_card.unwrap_or("ruleset"))
    }

    /// Whether it is about a ruleset.
    pub const fn is_of_ruleset(&self) -> bool {
        self.target_card.is_none()
    }
}

/// One change.
pub(super) struct CardEdit<'t> {
    /// Where the patch names its card.
    pub at: Span,
    pub what: EditKind<'t>,
}

/// What is changed.
pub(super) enum EditKind<'t> {
    /// A field: from what it is expected to hold, or none, to what it shall hold, or none.
    Field {
        field_path: FieldPath,
        expect: Option<&'t TomlNode<'t>>,
        to: Option<&'t TomlNode<'t>>,
        /// The key before which a new field comes; the end of its table if not given.
        before: Option<Name<'t>>,
    },
    /// An entry of a list.
    Entry {
        field_path: FieldPath,
        expect: Option<&'t TomlNode<'t>>,
        to: Option<&'t TomlNode<'t>>,
        /// The entry before which a new one comes; the end of the list if not given.
        before: Option<&'t TomlNode<'t>>,
    },
    /// A function of the card's script that the engine calls.
    Hook(HookEdit<'t>),
}

/// A change of a hook.
pub(super) struct HookEdit<'t> {
    pub name: Name<'t>,
    pub how: HookMode,
    pub expect: Option<Name<'t>>,
}

/// Reads a patch; none if the pack that it is about is not there, and need not be.
pub(super) fn patch<'t>(doc: &'t Doc<'t>, members: &[GamePack<'t>]) -> Option<Patch<'t>> {
    let file = doc.file;
    let pack = file.path.split('/').nth(1).unwrap_or_default();
    let reader = doc.reader(&patch::TABLE);
    let (card, ruleset) = (reader.text(patch::card), reader.text(patch::ruleset));
    if card.is_some() == ruleset.is_some() && !file.context.is_broken(file.path) {
        let problem = file.problem("key-missing", reader.at, "a patch is about a card or about a ruleset");
        file.report(problem.help("write `card = \"<pack>:<folder>/<card>\"` or `ruleset = \"<pack>\"`"));
    }
    reader.text(patch::why);
    let named = card.or(ruleset);
    let mut changes = reader.each(patch::field, field);
    changes.extend(reader.each(patch::entry, entry));
    changes.extend(reader.each(patch::hook, hook));

    let changes_something = reader.has(patch::field) || reader.has(patch::entry) || reader.has(patch::hook);
    if !changes_something && !file.context.is_broken(file.path) {
        let problem =
            file.problem("key-missing", named.map_or(Span::START, |name| name.span), "this patch changes nothing");
        file.report(problem.help("say what it changes with `[[field]]`, `[[entry]]` or `[[hook]]`"));
    }
    let named = named?;
    let (target_pack, target_card) = match ruleset {
        Some(ruleset) => (ruleset.text, None),
        None => target(file, named).map(|(pack, card)| (pack, Some(card)))?,
    };
    is_open(file, pack, target_pack, named, members).then(|| Patch {
        file,
        pack,
        target: named.text.to_owned(),
        target_pack,
        target_card,
        named,
        changes,
    })
}

/// The pack and the card that `pack:folder/card` names.
fn target<'t>(file: SourceFile<'t>, named: Name<'t>) -> Option<(&'t str, &'t str)> {
    let parts = named.text.split_once(':').filter(|(pack, card)| !pack.is_empty() && card.split('/').count() == 2);
    if parts.is_none() {
        let message = format!("`{}` is not the id of a card", named.text);
        let problem = file.problem("name-malformed", named.span, message);
        file.report(problem.help("write `<pack>:<folder>/<card>`, after the card's file: `toy:boons/warm-tea`"));
    }
    parts
}

/// Whether the pack may be patched, and is there.
fn is_open(file: SourceFile<'_>, pack: &str, target: &str, named: Name<'_>, members: &[GamePack<'_>]) -> bool {
    if pack == target {
        let problem = file.problem("patch-own", named.span, "this belongs to the same pack");
        file.report(problem.help("change the file itself"));
        return false;
    }
    let needs = members.iter().any(|member| member.name == pack && member.needs.contains(target));
    if !needs {
        let message = format!("`{pack}` changes a card of `{target}`, but does not require that pack");
        let problem = file.problem("patch-undeclared", named.span, message);
        let manifest = format!("cards/{pack}/pack.toml");
        file.report(problem.help(format!(
            "add `{target}` to `requires` in `{manifest}`, or to `optional` if the patch applies only when that pack is present"
        )));
    }
    needs && members.iter().any(|member| member.name == target)
}

fn field<'t>(reader: Reader<'t>) -> Option<CardEdit<'t>> {
    let name = reader.text(field_edit::name);
    let (expect, to) = from_to(&reader, field_edit::expect, field_edit::to);
    refuse_to_move(&reader, field_edit::before, expect);
    let before = reader.text(field_edit::before);
    let file = reader.file;
    let sound = reader.is_sound();
    let name = name?;
    let field_path = field_path(file, name)?;
    sound.then_some(CardEdit { at: name.span, what: EditKind::Field { field_path, expect, to, before } })
}

fn entry<'t>(reader: Reader<'t>) -> Option<CardEdit<'t>> {
    let list = reader.text(entry_edit::list);
    let (expect, to) = from_to(&reader, entry_edit::expect, entry_edit::to);
    refuse_to_move(&reader, entry_edit::before, expect);
    let before = reader.field(entry_edit::before).map(|field| &field.node);
    let file = reader.file;
    let sound = reader.is_sound();
    let list = list?;
    let field_path = field_path(file, list)?;
    // Several entries of one list are several places.
    let at = expect.or(to).map_or(list.span, |node| node.span);
    sound.then_some(CardEdit { at, what: EditKind::Entry { field_path, expect, to, before } })
}

/// Only what is added is put before something: what is there already stays in its place.
fn refuse_to_move<K: Copy>(reader: &Reader<'_>, before: Key<K>, expect: Option<&TomlNode<'_>>) {
    if expect.is_some() {
        reader.refuse("patch-refused", before, "what is there already stays in its place");
    }
}

fn from_to<'t>(
    reader: &Reader<'t>,
    expect: Key<Value>,
    to: Key<Value>,
) -> (Option<&'t TomlNode<'t>>, Option<&'t TomlNode<'t>>) {
    let expect = reader.field(expect).map(|field| &field.node);
    let to = reader.field(to).map(|field| &field.node);

    if expect.is_none() && to.is_none() {
        let problem = reader.file.problem("key-missing", reader.at, "this changes nothing");
        let help = "`expect` is the present value, if any; `to` is the new value, if any";
        reader.file.report(problem.help(help));
    }
    (expect, to)
}

fn field_path(file: SourceFile<'_>, name: Name<'_>) -> Option<FieldPath> {
    let Some(field_path) = FieldPath::new(name.text) else {
        let problem = file.problem("name-malformed", name.span, format!("`{}` is not the path of a field", name.text));
        file.report(problem.help("separate the keys with dots: `answers.to.polarity`"));
        return None;
    };
    if FIXED.contains(&field_path.head()) {
        let message = format!("the `{}` of a card cannot be patched", field_path.head());
        let problem = file.problem("patch-refused", name.span, message);
        file.report(problem.help("other files refer to the card by its name; patch its script with `[[hook]]`"));
        return None;
    }
    Some(field_path)
}

fn hook<'t>(reader: Reader<'t>) -> Option<CardEdit<'t>> {
    let name = reader.text(hook_edit::name);
    let how = reader.one_of(hook_edit::how);
    let expect = reader.text(hook_edit::expect);
    let (name, how) = (name?, how?);
    Some(CardEdit { at: name.span, what: EditKind::Hook(HookEdit { name, how, expect }) })
}
