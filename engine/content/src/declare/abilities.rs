//! Abilities: what a card does by itself while it lies in a zone where its abilities work.

use crate::bind::hooks::HookBinder;
use crate::bind::names::Declarations;
use crate::declare::filter::{self, RELATIONS};
use crate::read::places::Purpose;
use crate::read::reader::{self, Reader};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::model::ids::{ActionId, ValueId};
use cardwright_kernel::model::rules::{Abilities, Ban, Contribution, Grant, Listener, Protection, When, Who};

const WHEN: [(&str, When); 5] = [
    ("instead", When::Instead),
    ("at once", When::AtOnce),
    ("after", When::After),
    ("queued", When::Queued),
    ("stacked", When::Stacked),
];
const WHO: [(&str, Who); 3] = [("everyone", Who::Everyone), ("you", Who::You), ("others", Who::Others)];

/// The abilities of a card.
pub(crate) fn abilities(reader: &mut Reader<'_>, binder: HookBinder<'_>) -> Abilities {
    Abilities {
        bans: reader.each("forbids", "a ban", |table| ban(table, binder)),
        grants: reader.each("allows", "a grant", |table| grant(table, binder)),
        contributions: reader.each("modifies", "a contribution", |table| contribution(table, binder)),
        protections: reader.each("protects", "a protection", |table| Some(protection(table, binder))),
        listeners: listeners(reader, binder),
        lasts: None,
    }
}

/// The tables `[on.<signal>]`.
pub(crate) fn listeners(reader: &mut Reader<'_>, binder: HookBinder<'_>) -> Vec<Listener> {
    let file = reader.file;
    let fields = reader.entries("on").iter();
    let tables = fields.flat_map(|field| {
        let tables = reader::tables(file, "a listener", field).into_iter();
        tables.map(move |table| (field, table))
    });
    tables.filter_map(|(field, table)| listener(table, field, binder)).collect()
}

fn listener<'t>(mut reader: Reader<'t>, field: &'t TomlField<'t>, binder: HookBinder<'_>) -> Option<Listener> {
    let (file, declarations) = (reader.file, binder.declarations);
    let signal = declarations.names.signal(file, field.into());
    if binder.is_of_game() {
        hears_everything(&mut reader);
    }
    let when = reader.one_of("when", &WHEN).unwrap_or(When::AtOnce);
    let of = reader.one_of("of", &RELATIONS);
    let filter = filter::under(&mut reader, "card", declarations).unwrap_or_default();
    let from = reader.words("from").map(|zones| declarations.names.zones.find_all(file, Some(zones)));
    let purpose = if when == When::Stacked { Purpose::Trigger } else { Purpose::Listen };
    let title = reader.text("as").map(|title| file.word(title.text));
    let named = reader.text("hook");
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
    let masked = reader.flag("masked").unwrap_or(false);
    let condition = binder.text(&mut reader, "condition", Purpose::Condition);
    reader.finish();
    Some(Listener { title, signal, when, of, filter, from, masked, condition, announce, hook: hook? })
}

/// Reports what a listener of the ruleset cannot have: it is called for every signal of its name, at once.
fn hears_everything(reader: &mut Reader<'_>) {
    const OF_CARDS: [&str; 6] = ["of", "card", "from", "masked", "condition", "as"];
    let file = reader.file;
    for key in OF_CARDS {
        if let Some(field) = reader.field(key) {
            let message = format!("the ruleset hears every such signal: `{key}` is for what cards listen for");
            let problem = file.problem("listener-of-ruleset", field.span, message).label("this would not count");
            file.report(problem.help("ask in its function: `if event.subject …`"));
        }
    }
    let Some(field) = reader.field("when") else { return };
    let is_now = matches!(&field.node.value, TomlValue::Text(when) if matches!(&**when, "instead" | "at once"));
    if !is_now {
        let message = "the ruleset hears a signal at once, or instead";
        file.report(file.problem("listener-of-ruleset", field.node.span, message).label("this would not count"));
    }
}

fn ban(mut reader: Reader<'_>, binder: HookBinder<'_>) -> Option<Ban> {
    let action = action(&mut reader, binder.declarations);
    let ban = Ban {
        line: reader.line(),
        action: action.unwrap_or_default(),
        who: reader.one_of("who", &WHO).unwrap_or(Who::Everyone),
        card: filter::under(&mut reader, "card", binder.declarations).unwrap_or_default(),
        script: binder.text(&mut reader, "script", Purpose::Permission),
    };
    reader.finish();
    action.map(|_| ban)
}

fn grant(mut reader: Reader<'_>, binder: HookBinder<'_>) -> Option<Grant> {
    let (file, declarations) = (reader.file, binder.declarations);
    let action = action(&mut reader, declarations);
    reader.require("gates");
    let gates = reader.words("gates").unwrap_or_default();
    let named =
        |action: ActionId| gates.iter().filter_map(move |gate| declarations.names.gate(file, action.index(), *gate));
    let grant = Grant {
        action: action.unwrap_or_default(),
        gates: action.into_iter().flat_map(named).collect(),
        who: reader.one_of("who", &WHO).unwrap_or(Who::You),
        card: filter::under(&mut reader, "card", declarations).unwrap_or_default(),
        script: binder.text(&mut reader, "script", Purpose::Permission),
    };
    reader.finish();
    action.map(|_| grant)
}

fn action(reader: &mut Reader<'_>, declarations: &Declarations) -> Option<ActionId> {
    let action = reader.required_text("action")?;
    declarations.names.actions.find(reader.file, action).map(ActionId::from)
}

fn contribution(mut reader: Reader<'_>, binder: HookBinder<'_>) -> Option<Contribution> {
    let (file, declarations) = (reader.file, binder.declarations);
    let value = reader.required_text("value").and_then(|value| declarations.names.values.find(file, value));
    let stage = reader.required_text("stage").and_then(|stage| declarations.names.stages.find(file, stage));
    let amount = reader.number("amount", i64::MIN..=i64::MAX);
    let script = binder.text(&mut reader, "script", Purpose::Contribute);
    let subject = filter::under(&mut reader, "subject", declarations).unwrap_or_default();

    if reader.has("amount") == reader.has("script") {
        let problem = file.problem("key-missing", reader.at, "a contribution needs either `amount` or `script`");
        file.report(problem.label("declared here"));
    }
    reader.finish();
    let stage = u16::try_from(stage?).ok()?;
    Some(Contribution { value: ValueId::from(value?), stage, amount: amount.unwrap_or(0), subject, script })
}

fn protection(mut reader: Reader<'_>, binder: HookBinder<'_>) -> Protection {
    reader.require("subject");
    let protection = Protection {
        subject: filter::under(&mut reader, "subject", binder.declarations).unwrap_or_default(),
        against: filter::under(&mut reader, "against", binder.declarations).unwrap_or_default(),
        script: binder.text(&mut reader, "script", Purpose::Protect),
    };
    reader.finish();
    protection
}
