//! Putting changes into the fields of a card, if they find what they expect.

use super::field_path::FieldPath;
use super::read::{CardEdit, EditKind, Patch};
use crate::read::context::{Doc, Name};
use crate::read::tree::{self, TomlNode, TomlValue};
use cardwright_kernel::problems::{Problem, Span};
use cardwright_kernel::text::{list, suggest};

/// A change that was made in a card.
pub(crate) struct AppliedEdit {
    /// The file of the card.
    pub card: String,
    /// The way to the field, as it is written.
    pub field_path: String,
    /// Where the patch says so.
    pub at: (Box<str>, Span),
    /// The previous value, and where it was written.
    pub before: Option<(String, Box<str>, Span)>,
    /// Whether something is there now.
    pub stays: bool,
}

/// Puts a change into the fields of a card. What does not find what it expects is reported and left out.
pub(super) fn put<'t>(patch: &Patch<'t>, change: &CardEdit<'t>, card: &mut Doc<'t>) -> Option<AppliedEdit> {
    let putting = EditedCard { patch, at: change.at };

    match &change.what {
        EditKind::Field { field_path, expect, to, before } => {
            let done = putting.field(card, field_path, *expect, *to);
            let before = before.filter(|_| expect.is_none());
            done.filter(|_| before.is_none_or(|before| putting.moved(card, field_path, before)))
        }
        EditKind::Entry { field_path, expect, to, before } => putting.entry(card, field_path, (*expect, *to), *before),
        EditKind::Hook(_) => None,
    }
}

/// The position of an entry in a list: an equal one, or the only table with these fields.
pub(super) fn position(list: &TomlNode<'_>, wanted: &TomlNode<'_>) -> Option<usize> {
    let is = |node: &TomlNode<'_>| match (&node.value, &wanted.value) {
        (TomlValue::Fields(fields), TomlValue::Fields(wanted)) => tree::has_all(fields, wanted),
        (value, wanted) => value == wanted,
    };
    let mut found = list.nodes().iter().enumerate().filter(|(_, node)| is(node)).map(|(at, _)| at);
    found.next().filter(|_| found.next().is_none())
}

/// What a patch says is there, or shall be.
type Expected<'t> = Option<&'t TomlNode<'t>>;

struct EditedCard<'p, 't> {
    patch: &'p Patch<'t>,
    at: Span,
}

impl<'t> EditedCard<'_, 't> {
    fn field(
        &self,
        card: &mut Doc<'t>,
        field_path: &FieldPath,
        expect: Expected<'t>,
        to: Expected<'t>,
    ) -> Option<AppliedEdit> {
        let found = field_path.find(&card.fields);
        let as_expected = match (expect, found) {
            (Some(expect), Some(found)) => expect.value == found.value,
            (None, None) => true,
            _ => false,
        };
        if !as_expected {
            self.stale(card, field_path, expect, found);
            return None;
        }
        let changed = self.changed(card, field_path.written(), found, to.is_some());
        match to {
            Some(to) => self.put_at(card, field_path, to.clone()).then_some(changed),
            None => {
                field_path.take(&mut card.fields);
                Some(changed)
            }
        }
    }

    /// A change that is being made.
    fn changed(&self, card: &Doc<'t>, field_path: String, before: Option<&TomlNode<'t>>, stays: bool) -> AppliedEdit {
        let context = self.patch.file.context;
        let before = before.map(|node| {
            let (path, span) = context.origin(card.file.path, node.span);
            (node.value.to_string(), path, span)
        });
        let at = (self.patch.file.path.into(), self.at);
        AppliedEdit { card: card.file.path.to_owned(), field_path, at, before, stays }
    }

    fn entry(
        &self,
        card: &mut Doc<'t>,
        field_path: &FieldPath,
        (expect, to): (Expected<'t>, Expected<'t>),
        next: Expected<'t>,
    ) -> Option<AppliedEdit> {
        let list = field_path.find(&card.fields);
        let found = expect.or(to).and_then(|wanted| position(list?, wanted));
        let next_at = next.map(|next| position(list?, next));

        if expect.is_some() != found.is_some() {
            self.stale_entry(card, expect, list);
            return None;
        }
        if next_at == Some(None) {
            self.stale_entry(card, next, list);
            return None;
        }
        let mut entries = list.map(|list| list.nodes().to_vec()).unwrap_or_default();
        let new_at = next_at.flatten().unwrap_or(entries.len());
        let place = found.unwrap_or(new_at) + 1;
        let before = found.and_then(|at| entries.get(at));
        let changed = self.changed(card, field_path.and(&place.to_string()).written(), before, to.is_some());
        let span = list.map_or(self.at, |list| list.span);
        match (found, to) {
            (Some(at), Some(to)) => entries[at] = to.clone(),
            (Some(at), None) => {
                entries.remove(at);
            }
            (None, Some(to)) => entries.insert(new_at, to.clone()),
            (None, None) => {}
        }
        self.put_at(card, field_path, TomlNode { value: TomlValue::List(entries), span }).then_some(changed)
    }

    /// Puts a new field before another key of its table.
    fn moved(&self, card: &mut Doc<'t>, field_path: &FieldPath, before: Name<'t>) -> bool {
        let moved = field_path.move_before(&mut card.fields, before.text);
        if !moved {
            let file = self.patch.file;
            let message = format!("`{}` is not what this patch expects", self.patch.target);
            let problem = file.problem("patch-stale", before.span, message);
            file.report(problem.label(format!("there is no `{}` beside it", before.text)));
        }
        moved
    }

    fn put_at(&self, card: &mut Doc<'t>, field_path: &FieldPath, node: TomlNode<'t>) -> bool {
        let put = field_path.put(&mut card.fields, self.at, node);
        if !put {
            let file = self.patch.file;
            let message = format!("`{}` has no such field", self.patch.target);
            file.report(file.problem("patch-stale", self.at, message).label("this path leads nowhere"));
        }
        put
    }

    fn problem(&self, expect: Option<&TomlNode<'_>>, card: &Doc<'_>) -> Problem {
        let span = expect.map_or(self.at, |node| node.span);
        let message = format!("`{}` is not what this patch expects", self.patch.target);
        let problem = self.patch.file.problem("patch-stale", span, message);
        match tree::texts(&card.fields, "name").first() {
            Some((name, _)) => problem.note(format!("the card is {name}; `cardwright why` shows what it is now")),
            None => problem,
        }
    }

    fn stale(
        &self,
        card: &Doc<'t>,
        field_path: &FieldPath,
        expect: Option<&TomlNode<'_>>,
        found: Option<&TomlNode<'_>>,
    ) {
        let problem = self.problem(expect, card);
        let what = if self.patch.is_of_ruleset() { "ruleset" } else { "card" };
        let problem = match (expect, found) {
            (Some(_), Some(found)) => problem
                .label(format!("it is {}", found.value))
                .note_at("it is set here", card.file.path, found.span)
                .help(format!("look at the {what} as it is now, and change the patch")),
            (None, Some(found)) => problem
                .label("it already exists")
                .note_at("it is set here", card.file.path, found.span)
                .help(format!("write `expect = {}`", found.value)),
            _ => {
                let keys = || card.fields.iter().map(|field| &*field.key);
                let near = suggest(field_path.head(), keys()).map(|near| format!("did you mean `{near}`?"));
                let problem = problem.label(format!("the {what} has no such field"));
                problem.help(near.unwrap_or_else(|| format!("its fields: {}", list(keys()))))
            }
        };
        self.patch.file.report(problem);
    }

    fn stale_entry(&self, card: &Doc<'t>, expect: Option<&TomlNode<'_>>, list: Option<&TomlNode<'_>>) {
        let problem = self.problem(expect, card);
        let problem = match (expect, list) {
            (Some(_), Some(list)) => problem
                .label("this does not match exactly one entry")
                .note_at("the list", card.file.path, list.span)
                .help(format!("it is {}", list.value)),
            (Some(_), None) => problem.label("the card has no such list"),
            (None, Some(list)) => problem
                .label("the list already has this entry")
                .note_at("the list", card.file.path, list.span)
                .help("name it with `expect` to change it"),
            (None, None) => problem,
        };
        self.patch.file.report(problem);
    }
}
