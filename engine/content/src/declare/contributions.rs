//! What abilities do to values, which abilities they take away, and who controls cards by them: in stages, or in layers.

use crate::bind::hooks::HookBinder;
use crate::declare::abilities::keyword;
use crate::declare::filter;
use crate::declare::printed::printed;
use crate::keys::row::{Key, Tables, Text, Value};
use crate::keys::{contribution, control, share, silence};
use crate::read::context::{Name, SourceFile};
use crate::read::places::Purpose;
use crate::read::reader::{self, Reader};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::ids::{AttrId, ValueId};
use cardwright_kernel::rules::{Combine, Contribution, Does, Hook, Printed, Silence, StaticAbility, Who};
use cardwright_kernel::values::ChoiceSet;

/// The ways of combining, each with its key.
const WAYS: [(Key<Value>, Combine); 6] = [
    (share::set, Combine::Set),
    (share::add, Combine::Add),
    (share::remove, Combine::Remove),
    (share::multiply, Combine::Multiply),
    (share::at_least, Combine::AtLeast),
    (share::at_most, Combine::AtMost),
];

/// Adds a contribution, and what its effect goes on with.
pub(crate) fn contribution(reader: &Reader<'_>, binder: HookBinder<'_>, found: &mut Vec<StaticAbility>) {
    let does = match has_layers(binder) {
        true => {
            reader.refuse("layers-missing", contribution::stage, "the ruleset has layers: name one under `layer`");
            reader.refuse("layers-missing", contribution::amount, "say `set`, `add`, `remove` or the like");
            in_layer(reader, binder)
        }
        false => in_stage(reader, binder),
    };
    let subject = filter::under(reader, contribution::subject, binder.declarations).unwrap_or_default();
    let keyword = keyword(reader, contribution::keyword);
    let Some((contribution, script)) = does else { return };
    let ability = StaticAbility { script, ..plain(reader, Does::Modify(contribution)) };
    add(StaticAbility { subject, keyword, ..ability }, (reader, contribution::and), binder, found);
}

/// Adds a silence, and what its effect goes on with.
pub(crate) fn silence(reader: &Reader<'_>, binder: HookBinder<'_>, found: &mut Vec<StaticAbility>) {
    let file = reader.file;
    let layer = layer(reader, silence::layer, binder);
    let subject = filter::under(reader, silence::subject, binder.declarations).unwrap_or_default();
    let word = |name: Name<'_>| file.word(name.text);
    let keywords = reader.words(silence::abilities).unwrap_or_default().into_iter().map(word).collect();
    let keyword = keyword(reader, silence::keyword);
    let Some(layer) = layer else { return };
    let silence = plain(reader, Does::Silence(Silence { layer, keywords }));
    add(StaticAbility { subject, keyword, ..silence }, (reader, silence::and), binder, found);
}

/// Adds an effect of control, and what it goes on with.
pub(crate) fn control(reader: &Reader<'_>, binder: HookBinder<'_>, found: &mut Vec<StaticAbility>) {
    let layer = match has_layers(binder) {
        true => {
            reader.require(control::layer);
            layer(reader, control::layer, binder)
        }
        false => {
            reader.refuse(
                "layers-missing",
                control::layer,
                "the ruleset has no layers: who controls what is settled first",
            );
            Some(0)
        }
    };
    let subject = filter::under(reader, control::subject, binder.declarations).unwrap_or_default();
    let keyword = keyword(reader, control::keyword);
    let Some(layer) = layer else { return };
    let control = plain(reader, Does::Control(layer));
    add(StaticAbility { subject, keyword, ..control }, (reader, control::and), binder, found);
}

fn plain(reader: &Reader<'_>, does: Does) -> StaticAbility {
    let (line, who, subject) = (reader.line(), Who::Everyone, Default::default());
    StaticAbility { line, does, who, subject, script: None, keyword: None, goes_on: None }
}

/// Adds an ability and what it goes on with.
fn add(
    ability: StaticAbility,
    (reader, and): (&Reader<'_>, Key<Tables>),
    binder: HookBinder<'_>,
    found: &mut Vec<StaticAbility>,
) {
    let (lead, first) = (found.len() as u16, layer_of(&ability.does));
    let keyword = ability.keyword;
    found.push(ability);
    if !has_layers(binder) {
        return reader.refuse("layers-missing", and, "without layers, nothing goes on");
    }
    for table in reader.tables(and) {
        let Some((contribution, script)) = in_layer(&table, binder) else { continue };
        if contribution.stage < first {
            let message = "an effect goes on in the layer in which it has begun, or in a later one";
            let problem = table.file.problem("layer-earlier", table.at, message).label("this layer comes first");
            table.file.report(problem.help("exchange the two"));
        }
        let ability = StaticAbility { script, keyword, ..plain(&table, Does::Modify(contribution)) };
        found.push(StaticAbility { goes_on: Some(lead), ..ability });
    }
}

const fn layer_of(does: &Does) -> u16 {
    match does {
        Does::Modify(contribution) => contribution.stage,
        Does::Silence(silence) => silence.layer,
        Does::Control(layer) => *layer,
        Does::Forbid(_) | Does::Allow(..) | Does::Protect(_) => 0,
    }
}

fn has_layers(binder: HookBinder<'_>) -> bool {
    binder.declarations.names.layers.len() > 0
}

/// The layer that is named.
fn layer(reader: &Reader<'_>, key: Key<Text>, binder: HookBinder<'_>) -> Option<u16> {
    if !has_layers(binder)
        && let Some(field) = reader.field(key)
    {
        let problem = reader.file.problem("layers-missing", field.span, "the ruleset declares no layers");
        reader.file.report(problem.help("declare `[layers]`, in the order in which continuous effects apply"));
        return None;
    }
    let found = binder.declarations.names.layers.find(reader.file, reader.text(key)?)?;
    u16::try_from(found).ok()
}

fn in_stage(reader: &Reader<'_>, binder: HookBinder<'_>) -> Option<(Contribution, Option<Hook>)> {
    const WHY: &str = "the ruleset has stages, not layers";
    reader.require(contribution::stage);
    reader.require(contribution::amount);
    reader.refuse("layers-missing", share::layer, WHY);
    for (key, _) in WAYS {
        reader.refuse("layers-missing", key, WHY);
    }
    let names = &binder.declarations.names;
    let value = value(reader, binder);
    let stage = reader.text(contribution::stage).and_then(|stage| names.stages.find(reader.file, stage));
    let amount = reader.field(contribution::amount);
    let how = stage.and_then(|stage| binder.declarations.modifying.get()?.stages.get(stage).copied());
    let (amount, script) = contributed(reader, value, (how.unwrap_or(Combine::Add), amount?), binder);
    let contribution =
        Contribution { value: value?, stage: u16::try_from(stage?).ok()?, how: how.unwrap_or(Combine::Add), amount };
    Some((contribution, script))
}

fn in_layer(reader: &Reader<'_>, binder: HookBinder<'_>) -> Option<(Contribution, Option<Hook>)> {
    reader.require(share::layer);
    let (value, layer) = (value(reader, binder), layer(reader, share::layer, binder));
    let (field, how) = way(reader)?;
    let (amount, script) = contributed(reader, value, (how, field), binder);
    Some((Contribution { value: value?, stage: layer?, how, amount }, script))
}

/// The one way of combining that is given.
fn way<'t>(reader: &Reader<'t>) -> Option<(&'t TomlField<'t>, Combine)> {
    let mut given = WAYS.iter().filter_map(|(key, how)| Some((reader.field(*key)?, *how)));
    let first = given.next();
    let file = reader.file;
    match (first, given.next()) {
        (None, _) => {
            let message = "it does nothing to the value";
            let problem = file.problem("key-missing", reader.at, message);
            file.report(problem.help("say one of `set`, `add`, `remove`, `multiply`, `at_least` and `at_most`"));
        }
        (Some(_), Some((other, _))) => {
            let message = "it does one thing to the value only";
            let problem = file.problem("key-unknown", other.span, message).label("this is another");
            file.report(problem.help("write a second table under `and`"));
        }
        (Some(_), None) => {}
    }
    first
}

fn value(reader: &Reader<'_>, binder: HookBinder<'_>) -> Option<ValueId> {
    let value = reader.text(share::value)?;
    binder.declarations.names.values.find(reader.file, value).map(ValueId::from)
}

/// How much is contributed: a number, what a function gives, or words.
fn contributed(
    reader: &Reader<'_>,
    value: Option<ValueId>,
    (how, field): (Combine, &TomlField<'_>),
    binder: HookBinder<'_>,
) -> (i64, Option<Hook>) {
    let file = reader.file;
    let base = value.and_then(|value| *binder.declarations.modifying.get()?.sets.get(value.index())?);
    let name = value.map_or("", |value| binder.declarations.names.values.name(value.index()));
    let report = |message: String| file.report(file.problem("type-wrong", field.span, message));
    match base {
        Some(_) if !how.is_of_words() => {
            report(format!("`{name}` is a set of words: words are set, added and removed"));
            (0, None)
        }
        Some(base) => (words(file, field, base, binder), None),
        None if how == Combine::Remove && value.is_some() => {
            report(format!("`{name}` is a number: nothing can be removed from it"));
            (0, None)
        }
        None => number(file, field, binder),
    }
}

fn number(file: SourceFile<'_>, field: &TomlField<'_>, binder: HookBinder<'_>) -> (i64, Option<Hook>) {
    match &field.node.value {
        TomlValue::Number(number) => (*number, None),
        TomlValue::Text(text) => (0, binder.named(Name { text, span: field.node.span }, Purpose::Contribute)),
        _ => {
            reader::wrong::<()>(file, &field.key, &field.node, "a number or the name of a function");
            (0, None)
        }
    }
}

/// Words of a set, as bits.
fn words(file: SourceFile<'_>, field: &TomlField<'_>, base: AttrId, binder: HookBinder<'_>) -> i64 {
    let type_ = &binder.declarations.attributes[base.index()].type_;
    if !matches!(field.node.value, TomlValue::List(_)) {
        return reader::wrong(file, &field.key, &field.node, "a list of words").unwrap_or_default();
    }
    let set = match (printed(file, &field.key, type_, &field.node), type_.choices()) {
        (Some(Printed::Words(words)), Some(choices)) => ChoiceSet::of(choices, words.iter().copied()),
        _ => None,
    };
    set.unwrap_or_default().bits()
}
