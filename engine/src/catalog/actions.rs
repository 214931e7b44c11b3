//! Actions: ways of using a card, with their gates and prices.

use super::attributes::{self, sought};
use super::desk::{Name, Page};
use super::filter;
use super::hooks::{Home, conventional};
use super::names::Book;
use super::places::Purpose;
use super::reader::{self, Reader};
use super::tree::{Field, Value};
use super::windows::AFTER;
use crate::kernel::ids::AttrId;
use crate::kernel::rules::{Action, Amount, AttrType, Cost, CostPart, Gate, Holder, Price, Rules, Table, Whose};

const HOLDERS: [(&str, Holder); 3] =
    [("controller", Holder::Controller), ("others", Holder::Others), ("anyone", Holder::Anyone)];
const TURNS: [(&str, Whose); 2] = [("own", Whose::Own), ("others", Whose::Others)];

/// All actions.
pub(super) fn actions<'t>(reader: &mut Reader<'t>, book: &'t Book, home: Home<'_>) -> Table<Action> {
    let page = reader.page;
    let mut actions = Table::new();

    for field in reader.entries("actions") {
        let read = Reader::of(page, "an action", field.into(), &field.node);
        let action = read.map(|reader| action(reader, &field.key, book, home)).unwrap_or_default();
        actions.insert(field.key.as_ref().into(), action);
    }
    actions
}

fn action<'t>(mut reader: Reader<'t>, name: &str, book: &'t Book, home: Home<'_>) -> Action {
    let (page, names) = (reader.page, &book.names);
    let action = Action {
        spots: reader.spots(),
        says: reader.required_text("says").map(|says| says.text.into()).unwrap_or_default(),
        of: names.kinds.find_all(page, reader.words("of")),
        from: names.zones.find_all(page, reader.words("from")),
        holder: reader.one_of("holder", &HOLDERS).unwrap_or_default(),
        offered: names.rounds(page, reader.words("offered")).unwrap_or_default(),
        gates: gates(&mut reader, book, home),
        cost: cost(&mut reader, book).unwrap_or_default(),
        moves: reader.flag("moves").unwrap_or(true),
        announce: home.key(&mut reader, "announce", &conventional("announce", name), Purpose::Announce),
        resolve: home.key(&mut reader, "resolve", &conventional("resolve", name), Purpose::Resolve),
        own_resolve: reader.flag("own_resolve").unwrap_or(false),
        signal: reader.text("signal").map(|signal| page.word(signal.text)),
        leaves: reader.text("leaves").map(|cause| page.word(cause.text)),
        open: reader.flag("open").unwrap_or(true),
        waits: reader.flag("waits"),
        keeps_turn: reader.flag("keeps_turn").unwrap_or(false),
        after_acting: reader.one_of("after_acting", &AFTER),
    };
    reader.finish();
    action
}

/// The gates of an action or of a use; functions are in the script that is at home here.
pub(super) fn gates<'t>(reader: &mut Reader<'t>, book: &'t Book, home: Home<'_>) -> Table<Gate> {
    let page = reader.page;
    let mut gates = Table::new();

    for field in reader.entries("gates") {
        if field.key == "from" {
            let message = "a gate cannot be called `from`: that is the gate of the zone";
            page.report(page.problem("name-reserved", &field.span, message).label("choose another name"));
        }
        let read = Reader::of(page, "a gate", field.into(), &field.node);
        let gate = read.map(|reader| gate(reader, &field.key, book, home)).unwrap_or_default();
        gates.insert(field.key.as_ref().into(), gate);
    }
    gates
}

fn gate<'t>(mut reader: Reader<'t>, name: &str, book: &'t Book, home: Home<'_>) -> Gate {
    let page = reader.page;
    let gate = Gate {
        spot: reader.spot(),
        why: reader.text("why").map_or(name, |why| why.text).into(),
        phases: book.names.phases.find_all(page, reader.words("phases")),
        turn: reader.one_of("turn", &TURNS),
        stack_empty: reader.flag("stack_empty").unwrap_or(false),
        card: reader.table("card", "a filter").map(|table| filter::filter(table, book)),
        player: reader.table("player", "a filter").map(|table| filter::filter(table, book)),
        script: home.text(&mut reader, "script", Purpose::Gate),
        lasting: reader.flag("lasting").unwrap_or(false),
    };
    reader.finish();
    gate
}

/// The price under `cost`: one table, or a list of alternatives.
pub(super) fn cost<'t>(reader: &mut Reader<'t>, book: &'t Book) -> Option<Cost> {
    let given = reader.has("cost");
    let alternatives = reader.tables("cost", "a cost");
    report_unnamed(&alternatives);
    let cost = alternatives.into_iter().map(|table| price(table, book)).collect();
    given.then_some(cost)
}

/// Prices among which a player chooses all have names, or none has.
fn report_unnamed(alternatives: &[Reader<'_>]) {
    if alternatives.iter().any(|price| price.has("as")) {
        for price in alternatives.iter().filter(|price| !price.has("as")) {
            let message = "where one price has a name, every other needs one";
            let problem = price.page.problem("key-missing", price.at, message);
            price.page.report(problem.label("`as` is missing here"));
        }
    }
}

fn price<'t>(mut reader: Reader<'t>, book: &'t Book) -> Price {
    Price {
        name: reader.text("as").map(|name| reader.page.word(name.text)),
        card: reader.table("card", "a filter").map(|table| filter::filter(table, book)),
        player: reader.table("player", "a filter").map(|table| filter::filter(table, book)),
        parts: parts(reader, book),
    }
}

fn parts<'t>(mut reader: Reader<'t>, book: &'t Book) -> Vec<CostPart> {
    let page = reader.page;
    let mut parts = Vec::new();

    if let Some(cause) = reader.text("leave") {
        parts.push(CostPart::Leave(book.names.cause(page, cause)));
    }
    parts.extend(reader.entries("set").iter().filter_map(|field| set(page, field, book)));
    parts.extend(reader.entries("spend").iter().filter_map(|field| spend(page, field, book)));
    parts.extend(reader.tables("give", "a part of a cost").into_iter().filter_map(|table| give(table, book)));
    reader.finish();
    parts
}

fn set(page: Page<'_>, field: &Field<'_>, book: &Book) -> Option<CostPart> {
    book.names.attributes.find(page, field.into())?;
    let (attribute, value) = sought(page, book, field, &[])?;
    changing(page, field, book, attribute)?;
    Some(CostPart::Set(attribute, value))
}

fn spend(page: Page<'_>, field: &Field<'_>, book: &Book) -> Option<CostPart> {
    book.names.attributes.find(page, field.into())?;
    let (attribute, _) = attributes::known(page, book, field, &[Rules::PLAYER])?;
    changing(page, field, book, attribute)?;
    Some(CostPart::Spend(attribute, amount(page, field, 0, book)?))
}

/// How much of something: a number, or the name of a value or attribute of the card that is used.
fn amount(page: Page<'_>, field: &Field<'_>, least: i64, book: &Book) -> Option<Amount> {
    let Value::Text(text) = &field.node.value else {
        return reader::number(page, &field.key, &field.node, least..=i64::MAX).map(Amount::Fixed);
    };
    let name = Name { text, span: &field.node.span };

    if let Some(value) = book.names.values.get(name.text) {
        return Some(Amount::Value(value.into()));
    }
    match book.attribute(name.text) {
        Some((attribute, declared)) if declared.type_ == AttrType::Number => Some(Amount::Attribute(attribute)),
        Some(_) => {
            let message = format!("an amount is a number, and `{}` is none", name.text);
            page.report(page.problem("type-wrong", name.span, message));
            None
        }
        None => {
            let known = book.names.values.iter().chain(book.names.attributes.iter());
            page.unknown("value-unknown", name, format!("there is no value or attribute `{}`", name.text), known);
            None
        }
    }
}

/// Reports an attribute that does not change and so cannot be paid with.
fn changing(page: Page<'_>, field: &Field<'_>, book: &Book, attribute: AttrId) -> Option<()> {
    let changes = book.attributes.get_index(attribute.index()).is_some_and(|(_, attribute)| attribute.changes);

    if !changes {
        let message = format!("`{}` does not change during a game", field.key);
        let problem = page.problem("attribute-unchanging", &field.span, message);
        page.report(problem.help("declare it with `changes = true`, or pay with another attribute"));
    }
    changes.then_some(())
}

fn give<'t>(mut reader: Reader<'t>, book: &'t Book) -> Option<CostPart> {
    let page = reader.page;
    let count = match reader.field("count") {
        Some(field) => amount(page, field, 1, book),
        None => Some(Amount::Fixed(1)),
    };
    let from = reader.required_text("from").and_then(|zone| book.names.own_zone(page, zone));
    let card = filter::under(&mut reader, "card", book);
    let cause = reader.required_text("cause").map(|cause| book.names.cause(page, cause));
    let random = reader.flag("random").unwrap_or(false);
    reader.finish();

    Some(CostPart::Give { count: count?, from: from?.into(), card, cause: cause?, random })
}
