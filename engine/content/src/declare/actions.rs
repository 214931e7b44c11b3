//! Actions: ways of using a card, with their gates and prices.

use crate::bind::hooks::{HookBinder, conventional};
use crate::bind::names::Declarations;
use crate::declare::filter;
use crate::declare::infinitive;
use crate::declare::windows::after_acting;
use crate::read::context::{Name, SourceFile};
use crate::read::places::{GivenArgument, Purpose};
use crate::read::reader::{self, Reader};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::base::Span;
use cardwright_kernel::model::ids::{AttrId, KindId};
use cardwright_kernel::model::rules::{
    Action, AffectedBy, Amount, AttrType, Cost, CostPart, DeclMap, Gate, Holder, MOST_GIVEN, Price, Printed, Rules,
    Whose,
};

const HOLDERS: [(&str, Holder); 3] =
    [("controller", Holder::Controller), ("others", Holder::Others), ("anyone", Holder::Anyone)];
pub(crate) const AFFECTS: [(&str, AffectedBy); 5] = [
    ("you", AffectedBy::Actor),
    ("everyone", AffectedBy::Everyone),
    ("others", AffectedBy::Others),
    ("targets", AffectedBy::Targets),
    ("nobody", AffectedBy::Nobody),
];
const TURNS: [(&str, Whose); 2] = [("own", Whose::Own), ("others", Whose::Others)];

/// All actions.
pub(crate) fn actions(reader: &mut Reader<'_>, binder: HookBinder<'_>) -> DeclMap<Action> {
    reader.declared("actions", "an action", |name, table| {
        Some(table.map(|table| action(table, name.text, binder)).unwrap_or_default())
    })
}

fn action(mut reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> Action {
    let (file, names) = (reader.file, &binder.declarations.names);
    let of: Vec<KindId> = names.kinds.find_all(file, reader.words("of"));
    let of_actor = of.iter().any(|kind| [Rules::PLAYER, Rules::GAME].contains(kind));
    report_mixed(&reader, &of, of_actor);
    let usual = if of.contains(&Rules::GAME) { Holder::Anyone } else { Holder::Controller };
    let (says, cannot) = infinitive::said(&mut reader);
    let action = Action {
        lines: reader.lines(),
        title: reader.text("title").map_or_else(|| name.replace('_', " ").into(), |title| title.text.into()),
        answers: filter::answered(&mut reader, "answers", binder.declarations),
        affects: reader.one_of("affects", &AFFECTS).unwrap_or_default(),
        item: None,
        says,
        cannot,
        of,
        from: names.zones.find_all(file, reader.words("from")),
        holder: reader.one_of("holder", &HOLDERS).unwrap_or(usual),
        offered: names.rounds(file, reader.words("offered")).unwrap_or_default(),
        gates: gates(&mut reader, binder),
        cost: cost(&mut reader, binder.declarations).unwrap_or_default(),
        moves: reader.flag("moves").unwrap_or(true),
        announce: binder.key(&mut reader, "announce", &conventional("announce", name), Purpose::Announce),
        resolve: binder.key(&mut reader, "resolve", &conventional("resolve", name), Purpose::Resolve),
        own_resolve: reader.flag("own_resolve").unwrap_or(false),
        signal: reader.text("signal").map(|signal| file.word(signal.text)),
        leaves: reader.text("leaves").map(|cause| file.word(cause.text)),
        open: reader.flag("open").unwrap_or(true),
        waits: reader.flag("waits"),
        keeps_turn: reader.flag("keeps_turn").unwrap_or(false),
        may_fail: reader.flag("may_fail").unwrap_or(false),
        after_acting: after_acting(&mut reader, binder.declarations),
    };
    reader.finish();
    action
}

/// Reports an action that is of cards and of players alike, and one that says of cards what only cards say themselves.
fn report_mixed(reader: &Reader<'_>, of: &[KindId], of_actor: bool) {
    let kinds = of.iter().filter(|kind| [Rules::PLAYER, Rules::GAME].contains(kind)).count();
    if of_actor && (kinds != of.len() || kinds > 1) {
        let message = "an action is of kinds of cards, of players or of the game, not of several of these";
        reader.file.report(reader.file.problem("action-mixed", reader.at, message).help("declare one for each"));
    }
    let own = ["title", "answers", "affects"].into_iter().find(|key| reader.has(key));
    if let Some(key) = own.filter(|_| !of_actor) {
        let message = format!("`{key}` belongs to actions of players and of the game: cards say it themselves");
        reader.file.report(reader.file.problem("action-mixed", reader.at, message));
    }
    let zoned = ["from", "moves"].into_iter().find(|key| reader.has(key));
    if let Some(key) = zoned.filter(|_| of_actor) {
        let message = format!("`{key}` means nothing where no card is used");
        reader.file.report(reader.file.problem("action-mixed", reader.at, message));
    }
}

/// The gates of an action or of a use; functions are in the script that the binder has.
pub(crate) fn gates(reader: &mut Reader<'_>, binder: HookBinder<'_>) -> DeclMap<Gate> {
    let file = reader.file;
    reader.declared("gates", "a gate", |name, table| {
        if name.text == "from" {
            let message = "a gate cannot be called `from`: that is the gate of the zone";
            file.report(file.problem("name-reserved", name.span, message).label("choose another name"));
        }
        Some(table.map(|table| gate(table, name.text, binder)).unwrap_or_default())
    })
}

fn gate(mut reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> Gate {
    let (file, declarations) = (reader.file, binder.declarations);
    let argument = argument(&mut reader);
    let about_answered = argument.is_none() && reader.flag("answered").unwrap_or(false);
    let purpose = match argument {
        Some(_) => Purpose::GateWith,
        None if about_answered => Purpose::GateAnswering,
        None => Purpose::Gate,
    };
    let script = binder.text(&mut reader, "script", purpose);
    if let (Some(hook), Some((value, span))) = (&script, &argument) {
        binder.note_argument(hook, 2, value.clone(), *span);
    }
    let gate = Gate {
        line: reader.line(),
        about_answered,
        why: reader.text("why").map_or(name, |why| why.text).into(),
        phases: declarations.names.phases.find_all(file, reader.words("phases")),
        turn: reader.one_of("turn", &TURNS),
        stack_empty: reader.flag("stack_empty").unwrap_or(false),
        card: filter::under(&mut reader, "card", declarations),
        player: filter::under(&mut reader, "player", declarations),
        with: argument.filter(|_| script.is_some()).map(|(value, _)| match value {
            GivenArgument::Text(text) => Printed::Word(file.word(&text)),
            GivenArgument::Number(number) => Printed::Number(number),
            GivenArgument::Flag(flag) => Printed::Flag(flag),
        }),
        script,
        lasting: reader.flag("lasting").unwrap_or(false),
    };
    reader.finish();
    gate
}

/// The value that a gate gives its function (`with`).
fn argument(reader: &mut Reader<'_>) -> Option<(GivenArgument, Span)> {
    let file = reader.file;
    let field = reader.field("with")?;
    let span = field.node.span;
    let value = match &field.node.value {
        TomlValue::Text(text) => GivenArgument::Text(text.as_ref().into()),
        TomlValue::Number(number) => GivenArgument::Number(*number),
        TomlValue::Flag(flag) => GivenArgument::Flag(*flag),
        _ => return reader::wrong(file, "with", &field.node, "a text, a number, true or false"),
    };
    if !reader.has("script") {
        let problem =
            file.problem("key-missing", field.span, "`with` is given to a function, but no function is named");
        file.report(problem.label("`script` is missing here"));
    }
    Some((value, span))
}

/// The price under `cost`: one table, or a list of alternatives.
pub(crate) fn cost(reader: &mut Reader<'_>, declarations: &Declarations) -> Option<Cost> {
    let given = reader.has("cost");
    let alternatives = reader.tables("cost", "a cost");
    report_unnamed(&alternatives);
    let cost = alternatives.into_iter().map(|table| price(table, declarations)).collect();
    given.then_some(cost)
}

/// Prices among which a player chooses all have names, or none has.
fn report_unnamed(alternatives: &[Reader<'_>]) {
    if alternatives.iter().any(|price| price.has("as")) {
        for price in alternatives.iter().filter(|price| !price.has("as")) {
            let message = "if one price has a name, all of them need one";
            let problem = price.file.problem("key-missing", price.at, message);
            price.file.report(problem.label("`as` is missing here"));
        }
    }
}

fn price(mut reader: Reader<'_>, declarations: &Declarations) -> Price {
    Price {
        name: reader.text("as").map(|name| reader.file.word(name.text)),
        card: filter::under(&mut reader, "card", declarations),
        player: filter::under(&mut reader, "player", declarations),
        parts: parts(reader, declarations),
    }
}

fn parts(mut reader: Reader<'_>, declarations: &Declarations) -> Vec<CostPart> {
    let file = reader.file;
    let mut parts = Vec::new();

    if let Some(cause) = reader.text("leave") {
        parts.push(CostPart::Leave(declarations.names.cause(file, cause)));
    }
    parts.extend(reader.entries("set").iter().filter_map(|field| set(file, field, declarations)));
    parts.extend(reader.entries("spend").iter().filter_map(|field| spend(file, field, declarations)));
    let given = reader.each("give", "a part of a cost", |table| Some((table.at, give(table, declarations)?)));
    if let Some((at, _)) = given.get(MOST_GIVEN) {
        let message = format!("for at most {MOST_GIVEN} parts of a price something is given");
        file.report(file.problem("number-out-of-range", *at, message).label("one part too many"));
    }
    parts.extend(given.into_iter().take(MOST_GIVEN).map(|(_, part)| part));
    reader.finish();
    parts
}

fn set(file: SourceFile<'_>, field: &TomlField<'_>, declarations: &Declarations) -> Option<CostPart> {
    declarations.names.attributes.find(file, field.into())?;
    let (attribute, value) = declarations.sought(file, field, &[])?;
    changing(file, field, declarations, attribute)?;
    Some(CostPart::Set(attribute, value))
}

fn spend(file: SourceFile<'_>, field: &TomlField<'_>, declarations: &Declarations) -> Option<CostPart> {
    declarations.names.attributes.find(file, field.into())?;
    let (attribute, _) = declarations.known(file, field, &[Rules::PLAYER])?;
    changing(file, field, declarations, attribute)?;
    Some(CostPart::Spend(attribute, amount(file, field, 0, declarations)?))
}

/// How much of something: a number, or the name of a value or attribute of the card that is used.
pub(crate) fn amount(
    file: SourceFile<'_>,
    field: &TomlField<'_>,
    least: i64,
    declarations: &Declarations,
) -> Option<Amount> {
    let TomlValue::Text(text) = &field.node.value else {
        return reader::number(file, &field.key, &field.node, least..=i64::MAX).map(Amount::Fixed);
    };
    named_amount(file, Name { text, span: field.node.span }, declarations)
}

/// A value or a number attribute by its name.
pub(crate) fn named_amount(file: SourceFile<'_>, name: Name<'_>, declarations: &Declarations) -> Option<Amount> {
    if let Some(value) = declarations.names.values.get(name.text) {
        return Some(Amount::Value(value.into()));
    }
    match declarations.attribute(name.text) {
        Some((attribute, declared)) if declared.type_ == AttrType::Number => Some(Amount::Attribute(attribute)),
        Some(_) => {
            let message = format!("an amount is a number, but `{}` is not", name.text);
            file.report(file.problem("type-wrong", name.span, message));
            None
        }
        None => {
            let known = declarations.names.values.iter().chain(declarations.names.attributes.iter());
            file.unknown("value-unknown", name, format!("there is no value or attribute `{}`", name.text), known);
            None
        }
    }
}

/// Reports an attribute that does not change and so cannot be paid with.
fn changing(file: SourceFile<'_>, field: &TomlField<'_>, declarations: &Declarations, attribute: AttrId) -> Option<()> {
    let declared = &declarations.attributes[attribute.index()];
    let is_option = declared.option.is_some();
    let changes = declared.changes && !is_option;

    if is_option {
        let message = format!("`{}` is an option: it stays as it was chosen", field.key);
        let problem = file.problem("attribute-unchanging", field.span, message);
        file.report(problem.help("pay with an attribute that changes"));
    } else if !changes {
        let message = format!("`{}` does not change during a game", field.key);
        let problem = file.problem("attribute-unchanging", field.span, message);
        file.report(problem.help("declare it with `changes = true`, or pay with another attribute"));
    }
    changes.then_some(())
}

fn give(mut reader: Reader<'_>, declarations: &Declarations) -> Option<CostPart> {
    let file = reader.file;
    let count = match reader.field("count") {
        Some(field) => amount(file, field, 1, declarations),
        None => Some(Amount::Fixed(1)),
    };
    let from = reader.required_text("from").and_then(|zone| declarations.names.own_zone(file, zone));
    let card = filter::under(&mut reader, "card", declarations).unwrap_or_default();
    let cause = reader.required_text("cause").map(|cause| declarations.names.cause(file, cause));
    let random = reader.flag("random").unwrap_or(false);
    reader.finish();

    Some(CostPart::Give { count: count?, from: from?.into(), card, cause: cause?, random })
}
