//! Filters: tables that say which cards or items are meant.

use crate::bind::names::Declarations;
use crate::keys::row::{Inner, Key, Texts};
use crate::keys::{answered, condition};
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{Reader, wrong};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::ids::{AttrId, DefId, KindId};
use cardwright_kernel::rules::{Filter, Printed};

/// The filter under a key.
pub(crate) fn under(reader: &Reader<'_>, key: Key<Inner>, declarations: &Declarations) -> Option<Filter> {
    reader.table(key).map(|table| filter(table, declarations))
}

/// The filter under a key that says what is answered, and why nothing else is.
pub(crate) fn answered(reader: &Reader<'_>, key: Key<Inner>, declarations: &Declarations) -> Option<Filter> {
    let table = reader.table(key)?;
    let why = table.text(answered::why).map(|why| why.text.into());
    Some(Filter { why, ..filter(table, declarations) })
}

/// The filter that is made of the keys of this table that every filter may have.
pub(crate) fn filter(reader: Reader<'_>, declarations: &Declarations) -> Filter {
    let (file, names) = (reader.file, &declarations.names);
    let kinds: Vec<KindId> = names.kinds.find_all(file, reader.words(condition::kind));
    let not = reader.entries(condition::not);

    let mut filter = Filter {
        attributes: Vec::new(),
        not: unwanted(file, declarations, not, &kinds),
        names: cards(&reader, condition::name, declarations),
        not_names: cards(&reader, condition::not_name, declarations),
        actions: names.actions.find_all(file, reader.words(condition::action)),
        affects: reader.one_of(condition::affects),
        of: reader.one_of(condition::of),
        answer: reader.flag(condition::answer),
        copy: reader.flag(condition::copy),
        trigger: reader.flag(condition::trigger),
        lasts: reader.flag(condition::lasts),
        zones: names.zones.find_all(file, reader.words(condition::zone)),
        why: None,
        kinds,
    };
    let rest = reader.rest();
    filter.attributes = valued(file, declarations, rest, &filter.kinds, |field| {
        reader.unknown(field, names.attributes.iter());
    });
    filter
}

fn cards(reader: &Reader<'_>, key: Key<Texts>, declarations: &Declarations) -> Vec<DefId> {
    let names = reader.words(key).unwrap_or_default();
    names.into_iter().filter_map(|name| declarations.names.card(reader.file, name)).map(DefId::from).collect()
}

/// The values that are excluded: one for each attribute, or a list of them.
fn unwanted<'t>(
    file: SourceFile<'t>,
    declarations: &Declarations,
    fields: impl IntoIterator<Item = &'t TomlField<'t>>,
    kinds: &[KindId],
) -> Vec<(AttrId, Printed)> {
    let mut single = Vec::new();
    let mut values = Vec::new();
    for field in fields {
        match &field.node.value {
            _ if field.key == "name" => report_name(file, field),
            TomlValue::List(nodes) if declarations.attribute(&field.key).is_some() => {
                let each = nodes.iter().map(|node| TomlField { node: node.clone(), ..field.clone() });
                for field in each {
                    values.extend(declarations.sought(file, &field, kinds));
                }
            }
            _ => single.push(field),
        }
    }
    values.extend(valued(file, declarations, single, kinds, |field| {
        declarations.names.attributes.find(file, Name::from(field));
    }));
    values
}

/// Reports a name under `not`, where only attributes are excluded.
fn report_name(file: SourceFile<'_>, field: &TomlField<'_>) {
    let problem = file.problem("key-unknown", field.span, "`not` excludes values of attributes, not names");
    file.report(problem.help("write `not_name = …` in the filter itself"));
}

/// The values of the attributes that these fields name; `unknown` is called for the others.
fn valued<'t>(
    file: SourceFile<'t>,
    declarations: &Declarations,
    fields: impl IntoIterator<Item = &'t TomlField<'t>>,
    kinds: &[KindId],
    unknown: impl Fn(&'t TomlField<'t>),
) -> Vec<(AttrId, Printed)> {
    let mut values = Vec::new();

    for field in fields {
        if declarations.attribute(&field.key).is_none() {
            unknown(field);
        } else if let TomlValue::List(_) = field.node.value {
            wrong::<()>(file, &field.key, &field.node, "one value in a filter");
        } else {
            values.extend(declarations.sought(file, field, kinds));
        }
    }
    values
}
