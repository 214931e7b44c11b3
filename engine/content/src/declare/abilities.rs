//! Abilities: what a card does by itself while it lies in a zone where its abilities work.

use crate::bind::hooks::HookBinder;
use crate::bind::names::{Declarations, Scope};
use crate::declare::{contributions, filter, targets};
use crate::keys::row::{Key, NamedTables, Text};
use crate::keys::{abilities, ban, grant, listener, protection};
use crate::read::places::Purpose;
use crate::read::reader::Reader;
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::ids::{ActionId, Word};
use cardwright_kernel::rules::{Abilities, Attribute, Does, Listener, SignalSort, StaticAbility, When, Who};

/// The abilities of a card.
pub(crate) fn abilities(reader: &Reader<'_>, binder: HookBinder<'_>) -> Abilities {
    Abilities { statics: statics(reader, binder), listeners: listeners(reader, abilities::on, binder), lasts: None }
}

/// What works by being there: five tables, each a way to write a static ability.
fn statics(reader: &Reader<'_>, binder: HookBinder<'_>) -> Vec<StaticAbility> {
    let mut found = reader.each(abilities::forbids, |table| ban(table, binder));
    found.extend(reader.each(abilities::allows, |table| grant(table, binder)));
    for table in reader.tables(abilities::modifies) {
        contributions::contribution(&table, binder, &mut found);
    }
    found.extend(reader.each(abilities::protects, |table| Some(protection(table, binder))));
    for table in reader.tables(abilities::silences) {
        contributions::silence(&table, binder, &mut found);
    }
    for table in reader.tables(abilities::controls) {
        contributions::control(&table, binder, &mut found);
    }
    found
}

/// The tables `[on.<signal>]`.
pub(crate) fn listeners(reader: &Reader<'_>, key: Key<NamedTables>, binder: HookBinder<'_>) -> Vec<Listener> {
    let file = reader.file;
    let fields = reader.entries(key).iter();
    let tables = fields.flat_map(|field| key.open_all(file, field).into_iter().map(move |table| (field, table)));
    tables.filter_map(|(field, table)| listener(table, field, binder)).collect()
}

fn listener<'t>(reader: Reader<'t>, field: &'t TomlField<'t>, binder: HookBinder<'_>) -> Option<Listener> {
    let (file, declarations) = (reader.file, binder.declarations);
    let signal = declarations.names.signal(file, field.into());
    if binder.is_of_game() {
        hears_everything(&reader);
    }
    let when = reader.first_of(listener::when);
    if when == When::Instead && is_told_afterwards(signal, &field.key, declarations) {
        told_afterwards(&reader, &field.key);
    }
    let of = reader.one_of(listener::of);
    let filter = filter::under(&reader, listener::card, declarations).unwrap_or_default();
    let from = reader.words(listener::from).map(|zones| declarations.names.zones.find_all(file, Some(zones)));
    let purpose = if when == When::Stacked { Purpose::Trigger } else { Purpose::Listen };
    let title = reader.text(listener::r#as).map(|title| file.word(title.text));
    let named = reader.text(listener::hook);
    let (name, span) = match named {
        Some(name) => (name.text.to_owned(), name.span),
        None => (binder.conventional("on", &field.key), field.span),
    };
    let hook = match named {
        Some(name) => binder.named(name, purpose),
        None => binder.declared(&name, span, purpose),
    };
    let announce = match when {
        When::Stacked => binder.optional(&format!("announce_{name}"), span, Purpose::Trigger),
        When::Instead | When::AtOnce | When::After | When::Queued => None,
    };
    let masked = reader.flag_or(listener::masked);
    let condition = binder.text(&reader, listener::r#if, Purpose::Condition);
    let keyword = keyword(&reader, listener::keyword);
    let targets = targets::targets(&reader, listener::targets, binder).unwrap_or_default();
    if when != When::Stacked {
        reader.refuse("key-unknown", listener::targets, "only what waits on the stack is aimed at something");
    }
    Some(Listener { title, keyword, signal, when, of, filter, from, masked, condition, announce, targets, hook: hook? })
}

/// Whether nothing is called before what a signal tells of, by the rows of signals. Of an unknown one nothing is known.
fn is_told_afterwards(signal: Word, name: &str, declarations: &Declarations) -> bool {
    let is_late = |sort: &SignalSort| sort.row().is_some_and(|row| !row.ahead);
    let of_engine = SignalSort::of_engine(signal);
    if !of_engine.is_empty() {
        return of_engine.iter().all(is_late);
    }
    let attributes = || declarations.attributes.values();
    let is_sent = |attribute: &Attribute| [attribute.crossed, attribute.crossed_back].contains(&Some(signal));
    let is_among = |words: &Scope| words.iter().any(|word| word == name);
    let names = &declarations.names;
    let own = [
        (attributes().any(|attribute| attribute.changed == Some(signal)), SignalSort::Change),
        (attributes().any(is_sent), SignalSort::Cross),
        (is_among(&names.causes), SignalSort::Cause),
        (is_among(&names.signals), SignalSort::Own),
    ];
    let mut own = own.into_iter().filter_map(|(is, sort)| is.then_some(sort)).peekable();
    own.peek().is_some() && own.all(|sort| is_late(&sort))
}

/// Reports a listener that could stop nothing, and would never be called.
fn told_afterwards(reader: &Reader<'_>, signal: &str) {
    let Some(field) = reader.field(listener::when) else { return };
    let message = format!("nobody is asked before `{signal}`: a listener with `instead` is never called");
    let problem = reader.file.problem("listener-late", field.span, message).label("this cannot be stopped");
    reader.file.report(
        problem.help("listen `\"at once\"` or `\"after\"`; the guide says which signals are told before they happen"),
    );
}

/// Reports what a listener of the ruleset cannot have: it is called for every signal of its name, at once.
fn hears_everything(reader: &Reader<'_>) {
    let file = reader.file;
    let of_cards = [
        reader.field(listener::of),
        reader.field(listener::card),
        reader.field(listener::from),
        reader.field(listener::masked),
        reader.field(listener::r#if),
        reader.field(listener::r#as),
    ];
    for field in of_cards.into_iter().flatten() {
        let message = format!("the ruleset hears every such signal: `{}` is for what cards listen for", field.key);
        let problem = file.problem("listener-of-ruleset", field.span, message).label("this would not count");
        file.report(problem.help("ask in its function: `if event.subject …`"));
    }
    let Some(field) = reader.field(listener::when) else { return };
    let is_now = matches!(&field.node.value, TomlValue::Text(when) if matches!(&**when, "instead" | "at once"));
    if !is_now {
        let message = "the ruleset hears a signal at once, or instead";
        file.report(file.problem("listener-of-ruleset", field.node.span, message).label("this would not count"));
    }
}

fn ban(reader: Reader<'_>, binder: HookBinder<'_>) -> Option<StaticAbility> {
    let action = action(&reader, ban::action, binder.declarations);
    let ban = StaticAbility {
        line: reader.line(),
        does: Does::Forbid(action.unwrap_or_default()),
        who: reader.first_of(ban::who),
        subject: filter::under(&reader, ban::card, binder.declarations).unwrap_or_default(),
        script: binder.text(&reader, ban::r#if, Purpose::Permission),
        keyword: keyword(&reader, ban::keyword),
        goes_on: None,
    };
    action.map(|_| ban)
}

fn grant(reader: Reader<'_>, binder: HookBinder<'_>) -> Option<StaticAbility> {
    let (file, declarations) = (reader.file, binder.declarations);
    let action = action(&reader, grant::action, declarations);
    let gates = reader.words(grant::gates).unwrap_or_default();
    let named =
        |action: ActionId| gates.iter().filter_map(move |gate| declarations.names.gate(file, action.index(), *gate));
    let grant = StaticAbility {
        line: reader.line(),
        does: Does::Allow(action.unwrap_or_default(), action.into_iter().flat_map(named).collect()),
        who: reader.one_of(grant::who).unwrap_or(Who::You),
        subject: filter::under(&reader, grant::card, declarations).unwrap_or_default(),
        script: binder.text(&reader, grant::r#if, Purpose::Permission),
        keyword: keyword(&reader, grant::keyword),
        goes_on: None,
    };
    action.map(|_| grant)
}

fn action(reader: &Reader<'_>, key: Key<Text>, declarations: &Declarations) -> Option<ActionId> {
    let action = reader.text(key)?;
    declarations.names.actions.find(reader.file, action).map(ActionId::from)
}

/// The word by which silences may name an ability.
pub(crate) fn keyword(reader: &Reader<'_>, key: Key<Text>) -> Option<Word> {
    reader.text(key).map(|word| reader.file.word(word.text))
}

fn protection(reader: Reader<'_>, binder: HookBinder<'_>) -> StaticAbility {
    let against = filter::under(&reader, protection::against, binder.declarations).unwrap_or_default();
    StaticAbility {
        line: reader.line(),
        does: Does::Protect(against),
        who: Who::Everyone,
        subject: filter::under(&reader, protection::subject, binder.declarations).unwrap_or_default(),
        script: binder.text(&reader, protection::r#if, Purpose::Protect),
        keyword: keyword(&reader, protection::keyword),
        goes_on: None,
    }
}
