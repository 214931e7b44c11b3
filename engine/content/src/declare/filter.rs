//! Filters: tables that say which cards or items are meant.

use crate::bind::names::Declarations;
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{Reader, wrong};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::model::ids::{AttrId, DefId, KindId};
use cardwright_kernel::model::rules::{Affects, Filter, Printed, Relation};

/// Whose something is, as files say it.
pub(crate) const RELATIONS: [(&str, Relation); 5] = [
    ("yours", Relation::Yours),
    ("others", Relation::Others),
    ("this", Relation::This),
    ("host", Relation::Host),
    ("target", Relation::Target),
];

const AFFECTS: [(&str, Affects); 2] = [("you", Affects::You), ("you alone", Affects::YouAlone)];

/// The filter under a key.
pub(crate) fn under(reader: &mut Reader<'_>, key: &'static str, declarations: &Declarations) -> Option<Filter> {
    reader.table(key, "a filter").map(|table| filter(table, declarations))
}

/// The filter under a key that says what is answered, and why nothing else is.
pub(crate) fn answered(reader: &mut Reader<'_>, key: &'static str, declarations: &Declarations) -> Option<Filter> {
    let mut table = reader.table(key, "what is answered")?;
    let why = table.text("why").map(|why| why.text.into());
    Some(Filter { why, ..filter(table, declarations) })
}

/// The filter that is made of the keys of this table that have not been read yet.
pub(crate) fn filter(mut reader: Reader<'_>, declarations: &Declarations) -> Filter {
    let (file, names) = (reader.file, &declarations.names);
    let kinds: Vec<KindId> = names.kinds.find_all(file, reader.words("kind"));
    let not = reader.entries("not");

    let mut filter = Filter {
        attributes: Vec::new(),
        not: unwanted(file, declarations, not, &kinds),
        names: cards(&mut reader, "name", declarations),
        not_names: cards(&mut reader, "not_name", declarations),
        actions: names.actions.find_all(file, reader.words("action")),
        affects: reader.one_of("affects", &AFFECTS),
        of: reader.one_of("of", &RELATIONS),
        answer: reader.flag("answer"),
        copy: reader.flag("copy"),
        trigger: reader.flag("trigger"),
        lasts: reader.flag("lasts"),
        zones: names.zones.find_all(file, reader.words("zone")),
        why: None,
        kinds,
    };
    let rest = reader.rest();
    filter.attributes = valued(file, declarations, rest, &filter.kinds, |field| {
        reader.unknown(field, names.attributes.iter());
    });
    filter
}

fn cards(reader: &mut Reader<'_>, key: &'static str, declarations: &Declarations) -> Vec<DefId> {
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
