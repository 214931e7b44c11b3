//! Forms: what a card can turn to. Each is a card of its own for all that reads cards: the fields of the file, with those of
//! the form in their place.

use crate::keys::{abilities, card, form};
use crate::read::context::{Doc, SourceFile};
use crate::read::reader;
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use std::borrow::Cow;

/// What a form can say besides abilities and attributes; whatever else a card says holds for all of its forms.
const OF_A_FORM: [&str; 10] = [
    form::name.name,
    form::text.name,
    form::affects.name,
    form::lasts.name,
    form::works_in.name,
    form::script.name,
    form::goes.name,
    form::answers.name,
    form::uses.name,
    form::effects.name,
];

/// A document for each card, and behind it one for each of its forms, which [`form_of`] tells apart.
pub(crate) fn expand(docs: Vec<Doc<'_>>) -> Vec<Doc<'_>> {
    let mut expanded = Vec::new();
    for mut doc in docs {
        let forms = tree::field(&doc.fields, card::forms.name).cloned();
        let tables = forms.as_ref().and_then(|field| tables(doc.file, field));
        if forms.is_some() && tables.is_none() {
            doc.fields.retain(|field| field.key != card::forms.name);
        }
        let made: Vec<Doc<'_>> = tables.unwrap_or_default().iter().map(|(key, form)| side(&doc, key, form)).collect();
        expanded.push(doc);
        expanded.extend(made);
    }
    expanded
}

/// The key of the form that a document is, and its fields; a card is none.
pub(crate) fn form_of<'d, 't>(fields: &'d [TomlField<'t>]) -> (Option<&'d str>, &'d [TomlField<'t>]) {
    match fields.split_last() {
        Some((TomlField { key, node: TomlNode { value: TomlValue::Text(form), .. }, .. }, rest))
            if *key == card::forms.name =>
        {
            (Some(form), rest)
        }
        _ => (None, fields),
    }
}

/// The forms of a card, each with its key; none if they are no tables, which is reported.
fn tables<'t>(file: SourceFile<'_>, forms: &TomlField<'t>) -> Option<Vec<(TomlField<'t>, Vec<TomlField<'t>>)>> {
    let TomlValue::Fields(fields) = &forms.node.value else {
        reader::wrong::<()>(file, &forms.key, &forms.node, "a table for each form");
        return None;
    };
    let table = |field: &TomlField<'t>| match &field.node.value {
        TomlValue::Fields(own) => Some((field.clone(), own.clone())),
        _ => reader::wrong(file, &field.key, &field.node, "a table"),
    };
    Some(fields.iter().filter_map(table).collect())
}

/// Whether a key says something of the card, whatever it has turned to.
fn is_of_card(key: &str) -> bool {
    let is_of_both = OF_A_FORM.contains(&key) || abilities::TABLE.key(key).is_some();
    !is_of_both && card::TABLE.key(key).is_some()
}

/// A form of a card, as if it were one.
fn side<'t>(doc: &Doc<'t>, key: &TomlField<'t>, form: &[TomlField<'t>]) -> Doc<'t> {
    let mut fields: Vec<TomlField<'t>> = doc.fields.iter().filter(|field| !is_of_card(&field.key)).cloned().collect();
    if let Some(TomlValue::Text(name)) =
        fields.iter_mut().find(|field| field.key == "name").map(|it| &mut it.node.value)
    {
        *name = Cow::Owned(format!("{name} ({})", key.key));
    }
    for field in form {
        if is_of_card(&field.key) {
            let problem = doc.file.problem("key-unknown", field.span, format!("a form has no `{}`", field.key));
            doc.file.report(problem.help("say it of the card"));
            continue;
        }
        match fields.iter_mut().find(|own| own.key == field.key) {
            Some(own) => *own = field.clone(),
            None => fields.push(field.clone()),
        }
    }
    let value = TomlValue::Text(Cow::Owned(key.key.to_string()));
    fields.push(TomlField { key: card::forms.name.into(), span: key.span, node: TomlNode { value, span: key.span } });
    Doc { file: doc.file, fields }
}
