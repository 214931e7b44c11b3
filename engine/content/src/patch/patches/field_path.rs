//! Ways into the fields of a card: `polarity`, `answers.to.polarity`, `on."changed razed".when`, `modifies.2.amount`.

use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::problems::Span;
use std::borrow::Cow;

/// A way, part by part: keys of tables, and the places in lists, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldPath(Vec<Box<str>>);

impl FieldPath {
    /// The way that a text names; none if a part of it is empty or a quote is not closed.
    pub fn new(text: &str) -> Option<Self> {
        let mut parts = vec![String::new()];
        let mut quoted = false;

        for letter in text.chars() {
            match letter {
                '"' => quoted = !quoted,
                '.' if !quoted => parts.push(String::new()),
                other => parts.last_mut()?.push(other),
            }
        }
        let sound = !quoted && parts.iter().all(|part| !part.is_empty());
        sound.then(|| Self(parts.into_iter().map(String::into_boxed_str).collect()))
    }

    /// The way as it is written.
    pub fn written(&self) -> String {
        self.0.iter().map(|part| tree::key(part)).collect::<Vec<_>>().join(".")
    }

    /// Its first part.
    pub fn head(&self) -> &str {
        self.0.first().map_or("", |part| part)
    }

    /// The way and one part more.
    pub fn and(&self, part: &str) -> Self {
        Self(self.0.iter().cloned().chain([part.into()]).collect())
    }

    /// Whether one of the two leads through the other.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one == other)
    }

    /// The value at its end.
    pub fn find<'f, 't>(&self, fields: &'f [TomlField<'t>]) -> Option<&'f TomlNode<'t>> {
        let (head, rest) = self.0.split_first()?;
        rest.iter().try_fold(&tree::field(fields, head)?.node, |node, part| match &node.value {
            TomlValue::Fields(fields) => tree::field(fields, part).map(|field| &field.node),
            TomlValue::List(nodes) => nodes.get(position(part)?),
            _ => None,
        })
    }

    /// Puts a value at its end; tables on the way that are not there are made. False if the way leads nowhere.
    pub fn put<'t>(&self, fields: &mut Vec<TomlField<'t>>, key: Span, node: TomlNode<'t>) -> bool {
        put(&self.0, fields, key, node)
    }

    /// Puts what is at its end, the last of its table, before another key there. False if there is no such key.
    pub fn move_before(&self, fields: &mut Vec<TomlField<'_>>, key: &str) -> bool {
        let Some((last, way)) = self.0.split_last() else { return false };
        let inner = way.iter().try_fold(fields, |fields, part| match &mut named(fields, part)?.value {
            TomlValue::Fields(fields) => Some(fields),
            _ => None,
        });
        let Some(fields) = inner else { return false };
        let at = |key: &str| fields.iter().position(|field| field.key == key);
        let (Some(from), Some(to)) = (at(last), at(key)) else { return false };
        let field = fields.remove(from);
        fields.insert(to, field);
        from > to
    }

    /// Removes the value at its end.
    pub fn take(&self, fields: &mut Vec<TomlField<'_>>) {
        let Some((last, way)) = self.0.split_last() else { return };
        let Some((head, rest)) = way.split_first() else { return remove(fields, last) };
        let holder = named(fields, head).and_then(|node| rest.iter().try_fold(node, |node, part| inner(node, part)));
        match holder.map(|node| &mut node.value) {
            Some(TomlValue::Fields(fields)) => remove(fields, last),
            Some(TomlValue::List(nodes)) => {
                if let Some(at) = position(last).filter(|at| *at < nodes.len()) {
                    nodes.remove(at);
                }
            }
            _ => {}
        }
    }
}

fn position(part: &str) -> Option<usize> {
    part.parse::<usize>().ok()?.checked_sub(1)
}

/// The value under a key.
fn named<'f, 't>(fields: &'f mut [TomlField<'t>], key: &str) -> Option<&'f mut TomlNode<'t>> {
    fields.iter_mut().find(|field| field.key == key).map(|field| &mut field.node)
}

/// The value to which a part of a way leads.
fn inner<'n, 't>(node: &'n mut TomlNode<'t>, part: &str) -> Option<&'n mut TomlNode<'t>> {
    match &mut node.value {
        TomlValue::Fields(fields) => named(fields, part),
        TomlValue::List(nodes) => nodes.get_mut(position(part)?),
        _ => None,
    }
}

fn remove(fields: &mut Vec<TomlField<'_>>, key: &str) {
    fields.retain(|field| field.key != key);
}

fn put<'t>(field_path: &[Box<str>], fields: &mut Vec<TomlField<'t>>, span: Span, node: TomlNode<'t>) -> bool {
    let Some((head, rest)) = field_path.split_first() else { return false };
    if let Some(found) = named(fields, head) {
        return put_inside(rest, found, span, node);
    }
    let node = rest.iter().rfold(node, |node, part| {
        let inner = TomlField { key: Cow::Owned(part.to_string()), span, node };
        TomlNode { value: TomlValue::Fields(vec![inner]), span }
    });
    fields.push(TomlField { key: Cow::Owned(head.to_string()), span, node });
    true
}

fn put_inside<'t>(field_path: &[Box<str>], into: &mut TomlNode<'t>, span: Span, node: TomlNode<'t>) -> bool {
    let Some((head, rest)) = field_path.split_first() else {
        *into = node;
        return true;
    };
    match &mut into.value {
        TomlValue::Fields(fields) => put(field_path, fields, span, node),
        TomlValue::List(nodes) => {
            let entry = position(head).and_then(|at| nodes.get_mut(at));
            entry.is_some_and(|entry| put_inside(rest, entry, span, node))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::tree::parse;

    fn shown(text: &str, field_path: &str) -> Option<String> {
        let (fields, _) = parse("x", text);
        FieldPath::new(field_path)?.find(&fields).map(|node| node.value.to_string())
    }

    const TEXT: &str = "a = 1\nb = { c = [1, { d = 2 }] }\n[on.\"changed x\"]\nwhen = \"after\"\n";

    #[test]
    fn ways_lead_through_tables_and_lists() {
        assert_eq!(shown(TEXT, "a").as_deref(), Some("1"));
        assert_eq!(shown(TEXT, "b.c.2.d").as_deref(), Some("2"));
        assert_eq!(shown(TEXT, "on.\"changed x\".when").as_deref(), Some("\"after\""));
        for field_path in ["x", "a.b", "b.c.0", "b.c.3", "b.c.x", "b.c.2.e"] {
            assert_eq!(shown(TEXT, field_path), None, "{field_path}");
        }
        assert!(FieldPath::new("a..b").is_none() && FieldPath::new("").is_none() && FieldPath::new("a.\"b").is_none());
    }

    #[test]
    fn values_are_put_and_taken_away() {
        let (mut fields, _) = parse("x", TEXT);
        let node = |number| TomlNode { value: TomlValue::Number(number), span: Span::START };
        for (field_path, sound) in [("b.c.2.d", true), ("new.deep", true), ("b.c.9", false), ("a.b", false)] {
            assert_eq!(
                FieldPath::new(field_path).map(|field_path| field_path.put(&mut fields, Span::START, node(7))),
                Some(sound),
                "{field_path}"
            );
        }
        for field_path in ["a", "b.c.1", "nothing.there"] {
            FieldPath::new(field_path).into_iter().for_each(|field_path| field_path.take(&mut fields));
        }
        let shown = TomlValue::Fields(fields).to_string();
        assert_eq!(
            shown,
            "{ b = { c = [{ d = 7 }] }, on = { \"changed x\" = { when = \"after\" } }, new = { deep = 7 } }"
        );
    }

    #[test]
    fn what_was_put_last_goes_before_another_key() {
        let (mut fields, _) = parse("x", TEXT);
        let node = TomlNode { value: TomlValue::Number(7), span: Span::START };
        let [new, inner] = ["new", "b.d"].map(|text| FieldPath::new(text).expect("it is a path"));
        assert!(new.put(&mut fields, Span::START, node.clone()) && inner.put(&mut fields, Span::START, node));
        assert!(new.move_before(&mut fields, "b") && inner.move_before(&mut fields, "c"));
        assert!(!new.move_before(&mut fields, "nothing") && !inner.move_before(&mut fields, "a"));
        let shown = TomlValue::Fields(fields).to_string();
        assert!(shown.starts_with("{ a = 1, new = 7, b = { d = 7, c = "), "{shown}");
    }

    #[test]
    fn ways_meet_where_one_leads_through_the_other() {
        let meets =
            |one: &str, other: &str| FieldPath::new(one).zip(FieldPath::new(other)).is_some_and(|(a, b)| a.meets(&b));

        assert!(meets("a.b", "a") && meets("a", "a") && meets("a", "a.b"));
        assert!(!meets("a.b", "a.c") && !meets("a", "ab"));
    }
}
