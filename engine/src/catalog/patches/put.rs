//! Putting changes into the fields of a card, if they find what they expect.

use super::Changed;
use super::read::{Change, Patch, What};
use super::way::Way;
use crate::base::{Problem, Span, list, suggest};
use crate::catalog::desk::Doc;
use crate::catalog::tree::{self, Field, Node, Value};

/// Puts a change into the fields of a card. What does not find what it expects is reported and left out.
pub(super) fn put<'t>(patch: &Patch<'t>, change: &Change<'t>, card: &mut Doc<'t>) -> Option<Changed> {
    let far = patch.page.desk.far(patch.page.path);
    let putting = Putting { patch, at: change.at, far };

    match &change.what {
        What::Field { way, expect, to } => putting.field(card, way, *expect, *to),
        What::Entry { way, expect, to } => putting.entry(card, way, *expect, *to),
        What::Hook(_) => None,
    }
}

/// Where an entry stands in a list: one that says the same, or the only table with these fields.
pub(super) fn position(list: &Node<'_>, wanted: &Node<'_>) -> Option<usize> {
    let is = |node: &Node<'_>| match (&node.value, &wanted.value) {
        (Value::Fields(fields), Value::Fields(wanted)) => tree::has_all(fields, wanted),
        (value, wanted) => value == wanted,
    };
    match &list.value {
        Value::List(nodes) => {
            let mut found = nodes.iter().enumerate().filter(|(_, node)| is(node)).map(|(at, _)| at);
            found.next().filter(|_| found.next().is_none())
        }
        _ => is(list).then_some(0),
    }
}

/// What a patch says is there, or shall be.
type Expected<'t> = Option<&'t Node<'t>>;

struct Putting<'p, 't> {
    patch: &'p Patch<'t>,
    at: &'t Span,
    far: usize,
}

impl<'t> Putting<'_, 't> {
    fn field(&self, card: &mut Doc<'t>, way: &Way, expect: Expected<'t>, to: Expected<'t>) -> Option<Changed> {
        let found = way.find(&card.fields);
        let as_expected = match (expect, found) {
            (Some(expect), Some(found)) => expect.value == found.value,
            (None, None) => true,
            _ => false,
        };
        if !as_expected {
            self.stale(card, way, expect, found);
            return None;
        }
        let changed = self.changed(card, way.written(), found, to.is_some());
        match to {
            Some(to) => self.put_at(card, way, self.moved(to)).then_some(changed),
            None => {
                way.take(&mut card.fields);
                Some(changed)
            }
        }
    }

    /// A change that is being made.
    fn changed(&self, card: &Doc<'t>, way: String, before: Option<&Node<'t>>, stays: bool) -> Changed {
        let desk = self.patch.page.desk;
        let before = before.map(|node| {
            let (path, span) = desk.origin(card.page.path, &node.span);
            (node.value.to_string(), path, span)
        });
        let at = (self.patch.page.path.into(), self.at.clone());
        Changed { card: card.page.path.to_owned(), way, at, before, stays }
    }

    fn entry(&self, card: &mut Doc<'t>, way: &Way, expect: Expected<'t>, to: Expected<'t>) -> Option<Changed> {
        let list = way.find(&card.fields);
        let found = expect.or(to).and_then(|wanted| position(list?, wanted));

        if expect.is_some() != found.is_some() {
            self.stale_entry(card, expect, list);
            return None;
        }
        let mut entries = match list {
            Some(Node { value: Value::List(nodes), .. }) => nodes.clone(),
            // One value stands for a list of one.
            Some(node) => vec![node.clone()],
            None => Vec::new(),
        };
        let place = found.unwrap_or(entries.len()) + 1;
        let before = found.and_then(|at| entries.get(at));
        let changed = self.changed(card, way.and(&place.to_string()).written(), before, to.is_some());
        let span = list.map_or_else(|| self.far_span(self.at), |list| list.span.clone());
        match (found, to) {
            (Some(at), Some(to)) => entries[at] = self.moved(to),
            (Some(at), None) => {
                entries.remove(at);
            }
            (None, Some(to)) => entries.push(self.moved(to)),
            (None, None) => {}
        }
        self.put_at(card, way, Node { value: Value::List(entries), span }).then_some(changed)
    }

    fn put_at(&self, card: &mut Doc<'t>, way: &Way, node: Node<'t>) -> bool {
        let put = way.put(&mut card.fields, &self.far_span(self.at), node);
        if !put {
            let page = self.patch.page;
            let message = format!("there is no such place in `{}`", self.patch.target);
            page.report(page.problem("patch-stale", self.at, message).label("this leads nowhere"));
        }
        put
    }

    /// The node as a part of another file, of which it can be told.
    fn moved(&self, node: &Node<'t>) -> Node<'t> {
        let value = match &node.value {
            Value::List(nodes) => Value::List(nodes.iter().map(|node| self.moved(node)).collect()),
            Value::Fields(fields) => Value::Fields(fields.iter().map(|field| self.moved_field(field)).collect()),
            other => other.clone(),
        };
        Node { value, span: self.far_span(&node.span) }
    }

    fn moved_field(&self, field: &Field<'t>) -> Field<'t> {
        Field { key: field.key.clone(), span: self.far_span(&field.span), node: self.moved(&field.node) }
    }

    fn far_span(&self, span: &Span) -> Span {
        span.start + self.far..span.end + self.far
    }

    fn problem(&self, expect: Option<&Node<'_>>, card: &Doc<'_>) -> Problem {
        let span = expect.map_or(self.at, |node| &node.span);
        let message = format!("`{}` is not what this patch expects", self.patch.target);
        let problem = self.patch.page.problem("patch-stale", span, message);
        match tree::texts(&card.fields, "name").first() {
            Some((name, _)) => problem.note(format!("the card is {name}; `cardwright why` shows what it is now")),
            None => problem,
        }
    }

    fn stale(&self, card: &Doc<'t>, way: &Way, expect: Option<&Node<'_>>, found: Option<&Node<'_>>) {
        let problem = self.problem(expect, card);
        let problem = match (expect, found) {
            (Some(_), Some(found)) => problem
                .label(format!("it is {}", found.value))
                .note_at("it is set here", card.page.path, &found.span)
                .help("look at what the card has become, and change the patch"),
            (None, Some(found)) => problem
                .label("it is there already")
                .note_at("it is set here", card.page.path, &found.span)
                .help(format!("say so: `expect = {}`", found.value)),
            _ => {
                let keys = || card.fields.iter().map(|field| &*field.key);
                let near = suggest(way.head(), keys()).map(|near| format!("did you mean `{near}`?"));
                let problem = problem.label("the card has no such field");
                problem.help(near.unwrap_or_else(|| format!("its fields are: {}", list(keys()))))
            }
        };
        self.patch.page.report(problem);
    }

    fn stale_entry(&self, card: &Doc<'t>, expect: Option<&Node<'_>>, list: Option<&Node<'_>>) {
        let problem = self.problem(expect, card);
        let problem = match (expect, list) {
            (Some(_), Some(list)) => problem
                .label("not exactly one entry is this")
                .note_at("the list", card.page.path, &list.span)
                .help(format!("it is {}", list.value)),
            (Some(_), None) => problem.label("the card has no such list"),
            (None, Some(list)) => problem
                .label("the list has this entry already")
                .note_at("the list", card.page.path, &list.span)
                .help("name it by `expect` to change it"),
            (None, None) => problem,
        };
        self.patch.page.report(problem);
    }
}
