//! Families: one file that declares a card for every combination of some attributes, like the suits and ranks of a deck.
//!
//! A family is taken apart before anything of its cards is read, so whatever holds for cards holds for each of them. All
//! of them have the file's id and share its script; they differ in their name and in the attributes of the family.

use crate::keys::card;
use crate::read::blanks::{blank, text_with_names};
use crate::read::context::{Doc, Name, SourceFile};
use crate::read::reader;
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::Template;
use std::borrow::Cow;

/// The largest number of cards of a family.
pub const MOST: usize = 1_000;

/// An attribute of a family: its key, and what the cards print for it.
struct Axis<'d, 't> {
    field: &'d TomlField<'t>,
    words: Vec<AxisWord<'t>>,
}

/// What a card of a family prints for an attribute: how its name says it, and what it is.
struct AxisWord<'t> {
    text: Cow<'t, str>,
    value: TomlValue<'t>,
    span: Span,
}

/// A document for each card: one for most files, several for a family. And whether every family could be taken apart; if
/// not, there are cards whose names are not known.
pub(crate) fn expand<'t>(docs: Vec<Doc<'t>>) -> (Vec<Doc<'t>>, bool) {
    let mut expanded = Vec::new();
    let mut are_complete = true;

    for doc in docs {
        let TomlValue::Fields(family) =
            tree::field(&doc.fields, card::family.name).map_or(&NONE, |family| &family.node.value)
        else {
            // Whoever reads the card says that this is no table.
            expanded.push(doc);
            continue;
        };
        let axes: Vec<Axis<'_, '_>> = family.iter().map(|field| axis(doc.file, field)).collect();
        let name = tree::texts(&doc.fields, "name").first().map(|(text, span)| Name { text, span: *span });
        let pattern = name.and_then(|name| Some((name, text_with_names(doc.file, name)?)));
        let count = pattern.as_ref().and_then(|(name, pattern)| count(doc.file, &axes, (*name, pattern)));
        are_complete &= count.is_some();
        // One card of a family with a mistake is read, for the mistakes in the rest of the file.
        let pattern = pattern.as_ref().map(|(_, pattern)| pattern);
        expanded.extend((0..count.unwrap_or(1)).map(|number| member(&doc, &axes, pattern, number)));
    }
    (expanded, are_complete)
}

/// What stands in the place of a family where there is none.
const NONE: TomlValue<'static> = TomlValue::Flag(false);

fn axis<'d, 't>(file: SourceFile<'d>, field: &'d TomlField<'t>) -> Axis<'d, 't> {
    let number = |node: &TomlNode<'t>| match node.value {
        TomlValue::Number(number) => {
            Some(AxisWord { text: number.to_string().into(), value: node.value.clone(), span: node.span })
        }
        _ => None,
    };
    if let TomlValue::List(nodes) = &field.node.value
        && let Some(words) = nodes.iter().map(number).collect::<Option<Vec<_>>>()
    {
        return Axis { field, words };
    }
    let words = reader::words(file, &field.key, &field.node).into_iter().map(|word| {
        let text: Cow<'t, str> = Cow::Owned(word.text.to_owned());
        AxisWord { value: TomlValue::Text(text.clone()), text, span: word.span }
    });
    Axis { field, words: words.collect() }
}

/// How many cards a family has; none if something is wrong: there is no card, there are too many, or the name does not tell
/// them apart.
fn count(file: SourceFile<'_>, axes: &[Axis<'_, '_>], (name, pattern): (Name<'_>, &Template)) -> Option<usize> {
    let at = name.span;
    let count = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.words.len()));
    let is_named = |axis: &&Axis<'_, '_>| pattern.blanks().any(|blank| blank == axis.field.key);
    let missing: Vec<String> =
        axes.iter().filter(|axis| !is_named(axis)).map(|axis| format!("{{{}}}", axis.field.key)).collect();
    let keys = axes.iter().map(|axis| &*axis.field.key);
    let strange: Vec<&str> = pattern.blanks().filter(|blank| keys.clone().all(|key| key != *blank)).collect();
    for stranger in &strange {
        let message = format!("the family has no attribute `{stranger}`");
        file.unknown("blank-unknown", blank(name, stranger), message, keys.clone());
    }

    if !missing.is_empty() {
        let message = "the name of a family must tell its cards apart";
        let label = format!("{} is missing here", cardwright_kernel::text::list(missing.iter().map(String::as_str)));
        file.report(file.problem("name-malformed", at, message).label(label));
    }
    if let Some(axis) = axes.iter().find(|axis| axis.words.is_empty()) {
        let message = format!("a family needs at least one word or number for `{}`", axis.field.key);
        file.report(file.problem("number-out-of-range", axis.field.node.span, message).label("there is none"));
    }
    if count.is_none_or(|count| count > MOST) {
        let message = format!("a family may have at most {MOST} cards");
        file.report(file.problem("number-out-of-range", at, message).label("this has more"));
    }
    count.filter(|count| missing.is_empty() && strange.is_empty() && (1..=MOST).contains(count))
}

/// The card with this number; the words of the last attribute change fastest.
fn member<'t>(doc: &Doc<'t>, axes: &[Axis<'_, 't>], pattern: Option<&Template>, mut number: usize) -> Doc<'t> {
    let mut fields: Vec<TomlField<'t>> = doc.fields.clone();
    let mut words: Vec<(&str, &str)> = Vec::new();

    for axis in axes.iter().rev().filter(|axis| !axis.words.is_empty()) {
        let AxisWord { text, value, span } = &axis.words[number % axis.words.len()];
        number /= axis.words.len();
        words.push((&axis.field.key, text));
        let node = TomlNode { value: value.clone(), span: *span };
        fields.push(TomlField { key: axis.field.key.clone(), span: axis.field.span, node });
    }
    let name = fields.iter_mut().find(|field| field.key == "name").map(|field| &mut field.node.value);
    if let (Some(TomlValue::Text(name)), Some(pattern)) = (name, pattern) {
        let word = |blank: &str| words.iter().find(|(key, _)| *key == blank).map(|(_, word)| (*word).to_owned());
        *name = Cow::Owned(pattern.filled(|blank| word(blank).unwrap_or_else(|| blank.to_owned())));
    }
    Doc { file: doc.file, fields }
}
