//! The file of a patch, as it is written.

use super::way::Way;
use crate::base::Span;
use crate::catalog::desk::{Doc, Name, Page};
use crate::catalog::pack::Member;
use crate::catalog::reader::Reader;
use crate::catalog::tree::Node;

/// What is part of the identity of a card, and so cannot be patched.
const FIXED: [&str; 2] = ["name", "script"];

/// A patch.
pub(super) struct Patch<'t> {
    pub page: Page<'t>,
    /// The pack that makes it.
    pub pack: &'t str,
    /// The card that it is about, as it is named: `toy:boons/warm-tea`.
    pub target: String,
    pub target_pack: &'t str,
    target_card: &'t str,
    /// The same, with its place.
    pub named: Name<'t>,
    pub changes: Vec<Change<'t>>,
}

impl Patch<'_> {
    /// The path of the card's file.
    pub fn card_path(&self) -> String {
        format!("cards/{}/{}.toml", self.target_pack, self.target_card)
    }
}

/// One change.
pub(super) struct Change<'t> {
    /// Where it says what it is about.
    pub at: &'t Span,
    pub what: What<'t>,
}

/// What is changed.
pub(super) enum What<'t> {
    /// A field: from what it is expected to hold, or none, to what it shall hold, or none.
    Field { way: Way, expect: Option<&'t Node<'t>>, to: Option<&'t Node<'t>> },
    /// An entry of a list.
    Entry { way: Way, expect: Option<&'t Node<'t>>, to: Option<&'t Node<'t>> },
    /// A function of the card's script that the engine calls.
    Hook(HookChange<'t>),
}

/// A change of a hook.
pub(super) struct HookChange<'t> {
    pub name: Name<'t>,
    pub how: How,
    pub expect: Option<Name<'t>>,
}

/// How a hook is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// The patch is called, and can call the hook that was there.
    Wrap,
    /// The patch is called in its place.
    Replace,
    /// There was none.
    Add,
}

const HOW: [(&str, How); 3] = [("wrap", How::Wrap), ("replace", How::Replace), ("add", How::Add)];

/// Reads a patch; none if the pack that it is about is not there, and need not be.
pub(super) fn patch<'t>(doc: &'t Doc<'t>, members: &[Member<'t>]) -> Option<Patch<'t>> {
    const START: &Span = &(0..0);
    let page = doc.page;
    let pack = page.path.split('/').nth(1).unwrap_or_default();
    let mut reader = Reader::new(page, "a patch", START, &doc.fields);
    let named = reader.required_text("card");
    reader.text("why");
    let fields = reader.tables("field", "a change of a field").into_iter().filter_map(field);
    let mut changes: Vec<Change<'t>> = fields.collect();
    changes.extend(reader.tables("entry", "a change of an entry").into_iter().filter_map(entry));
    changes.extend(reader.tables("hook", "a change of a hook").into_iter().filter_map(hook));

    if !["field", "entry", "hook"].iter().any(|key| reader.has(key)) && !page.desk.is_broken(page.path) {
        let problem = page.problem("key-missing", named.map_or(START, |name| name.span), "this patch changes nothing");
        page.report(problem.help("say what it changes with `[[field]]`, `[[entry]]` or `[[hook]]`"));
    }
    reader.finish();
    let named = named?;
    let (target_pack, target_card) = target(page, named)?;
    is_open(page, pack, target_pack, named, members).then(|| Patch {
        page,
        pack,
        target: named.text.to_owned(),
        target_pack,
        target_card,
        named,
        changes,
    })
}

/// The pack and the card that `pack:folder/card` names.
fn target<'t>(page: Page<'t>, named: Name<'t>) -> Option<(&'t str, &'t str)> {
    let parts = named.text.split_once(':').filter(|(pack, card)| !pack.is_empty() && card.split('/').count() == 2);
    if parts.is_none() {
        let message = format!("`{}` names no card", named.text);
        let problem = page.problem("name-malformed", named.span, message);
        page.report(problem.help("write `<pack>:<folder>/<card>`, as the card's file is called: `toy:boons/warm-tea`"));
    }
    parts
}

/// Whether the pack may be patched, and is there.
fn is_open(page: Page<'_>, pack: &str, target: &str, named: Name<'_>, members: &[Member<'_>]) -> bool {
    if pack == target {
        let problem = page.problem("patch-own", named.span, "this card belongs to the same pack");
        page.report(problem.help("change the file of the card itself"));
        return false;
    }
    let needs = members.iter().any(|member| member.name == pack && member.needs.contains(target));
    if !needs {
        let message = format!("`{pack}` changes a card of `{target}`, and does not say that it needs that pack");
        let problem = page.problem("patch-undeclared", named.span, message);
        let file = format!("cards/{pack}/pack.toml");
        page.report(problem.help(format!(
            "add `{target}` to `requires` in `{file}`, or to `optional` if the patch is only for where it is there"
        )));
    }
    needs && members.iter().any(|member| member.name == target)
}

fn field<'t>(mut reader: Reader<'t>) -> Option<Change<'t>> {
    let name = reader.required_text("name");
    let (expect, to) = from_to(&mut reader);
    let page = reader.page;
    let sound = reader.finish();
    let name = name?;
    let way = way(page, name)?;
    sound.then_some(Change { at: name.span, what: What::Field { way, expect, to } })
}

fn entry<'t>(mut reader: Reader<'t>) -> Option<Change<'t>> {
    let list = reader.required_text("list");
    let (expect, to) = from_to(&mut reader);
    let page = reader.page;
    let sound = reader.finish();
    let list = list?;
    let way = way(page, list)?;
    // Several entries of one list are several places.
    let at = expect.or(to).map_or(list.span, |node| &node.span);
    sound.then_some(Change { at, what: What::Entry { way, expect, to } })
}

fn from_to<'t>(reader: &mut Reader<'t>) -> (Option<&'t Node<'t>>, Option<&'t Node<'t>>) {
    let expect = reader.field("expect").map(|field| &field.node);
    let to = reader.field("to").map(|field| &field.node);

    if expect.is_none() && to.is_none() {
        let problem = reader.page.problem("key-missing", reader.at, "this changes nothing");
        let help = "`expect` is what is there now, if anything; `to` is what shall be there, if anything";
        reader.page.report(problem.help(help));
    }
    (expect, to)
}

fn way(page: Page<'_>, name: Name<'_>) -> Option<Way> {
    let Some(way) = Way::new(name.text) else {
        let problem = page.problem("name-malformed", name.span, format!("`{}` names no field", name.text));
        page.report(problem.help("write the keys with dots between: `answers.to.polarity`"));
        return None;
    };
    if FIXED.contains(&way.head()) {
        let message = format!("the `{}` of a card cannot be patched", way.head());
        let problem = page.problem("patch-refused", name.span, message);
        page.report(problem.help("by its name others know the card; what its script does is patched with `[[hook]]`"));
        return None;
    }
    Some(way)
}

fn hook<'t>(mut reader: Reader<'t>) -> Option<Change<'t>> {
    let name = reader.required_text("name");
    reader.require("how");
    let how = reader.one_of("how", &HOW);
    let expect = reader.text("expect");
    reader.finish();
    let (name, how) = (name?, how?);
    Some(Change { at: name.span, what: What::Hook(HookChange { name, how, expect }) })
}
