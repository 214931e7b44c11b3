//! Filters: tables that say which cards or items are meant.

use super::attributes;
use super::desk::{Name, Page};
use super::names::Book;
use super::reader::{Reader, wrong};
use super::tree::{Field, Value};
use crate::kernel::ids::{AttrId, DefId, KindId};
use crate::kernel::rules::{Affects, Filter, Printed, Relation};

/// Whose something is, as files say it.
pub(super) const RELATIONS: [(&str, Relation); 5] = [
    ("yours", Relation::Yours),
    ("others", Relation::Others),
    ("this", Relation::This),
    ("host", Relation::Host),
    ("target", Relation::Target),
];

const AFFECTS: [(&str, Affects); 2] = [("you", Affects::You), ("you alone", Affects::YouAlone)];

/// The filter under a key; without the key it lets everything through.
pub(super) fn under<'t>(reader: &mut Reader<'t>, key: &'static str, book: &'t Book) -> Filter {
    reader.table(key, "a filter").map(|table| filter(table, book)).unwrap_or_default()
}

/// The filter that the keys of this table make which nobody asked for yet.
pub(super) fn filter<'t>(mut reader: Reader<'t>, book: &'t Book) -> Filter {
    let (page, names) = (reader.page, &book.names);
    let kinds: Vec<KindId> = names.kinds.find_all(page, reader.words("kind"));
    let not = reader.entries("not");

    let mut filter = Filter {
        attributes: Vec::new(),
        not: unwanted(page, book, not, &kinds),
        names: cards(&mut reader, "name", book),
        not_names: cards(&mut reader, "not_name", book),
        actions: names.actions.find_all(page, reader.words("action")),
        affects: reader.one_of("affects", &AFFECTS),
        of: reader.one_of("of", &RELATIONS),
        answer: reader.flag("answer"),
        copy: reader.flag("copy"),
        trigger: reader.flag("trigger"),
        lasts: reader.flag("lasts"),
        zones: names.zones.find_all(page, reader.words("zone")),
        kinds,
    };
    let rest = reader.rest();
    filter.attributes = valued(page, book, rest, &filter.kinds, |field| {
        reader.unknown(field, names.attributes.iter());
    });
    filter
}

fn cards(reader: &mut Reader<'_>, key: &'static str, book: &Book) -> Vec<DefId> {
    let names = reader.words(key).unwrap_or_default();
    names.into_iter().filter_map(|name| book.names.card(reader.page, name)).map(DefId::from).collect()
}

/// The values that must not be: one for an attribute, or a list of which none may be.
fn unwanted<'t>(
    page: Page<'t>,
    book: &Book,
    fields: impl IntoIterator<Item = &'t Field<'t>>,
    kinds: &[KindId],
) -> Vec<(AttrId, Printed)> {
    let mut single = Vec::new();
    let mut values = Vec::new();
    for field in fields {
        match &field.node.value {
            Value::List(nodes) => {
                let each = nodes.iter().map(|node| Field { node: node.clone(), ..field.clone() });
                for field in each {
                    values.extend(attributes::sought(page, book, &field, kinds));
                }
            }
            _ => single.push(field),
        }
    }
    values.extend(valued(page, book, single, kinds, |field| {
        book.names.attributes.find(page, Name::from(field));
    }));
    values
}

/// The values of the attributes that these fields name; `unknown` is called for the others.
fn valued<'t>(
    page: Page<'t>,
    book: &Book,
    fields: impl IntoIterator<Item = &'t Field<'t>>,
    kinds: &[KindId],
    unknown: impl Fn(&'t Field<'t>),
) -> Vec<(AttrId, Printed)> {
    let mut values = Vec::new();

    for field in fields {
        if book.attribute(&field.key).is_none() {
            unknown(field);
        } else if let Value::List(_) = field.node.value {
            wrong(page, &field.key, &field.node.span, &field.node.value, "one value in a filter");
        } else {
            values.extend(attributes::sought(page, book, field, kinds));
        }
    }
    values
}
