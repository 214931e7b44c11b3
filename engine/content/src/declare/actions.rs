//! Actions: ways of using a card, with their gates and prices.

use crate::bind::hooks::{HookBinder, conventional};
use crate::bind::names::Declarations;
use crate::declare::filter;
use crate::declare::infinitive;
use crate::declare::targets;
use crate::declare::windows::after_acting;
use crate::keys::row::{Key, NamedOrText, Tables};
use crate::keys::{action, cost, gate, generic, gift, ruleset};
use crate::read::context::{Name, SourceFile};
use crate::read::places::{GivenArgument, Purpose};
use crate::read::reader::{self, Reader};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::ids::{AttrId, KindId};
use cardwright_kernel::limits::MOST_GIVEN;
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{
    Action, Amount, AttrType, Cost, CostPart, DeclMap, Gate, Holder, Price, Printed, Rules,
};

/// All actions.
pub(crate) fn actions(reader: &Reader<'_>, binder: HookBinder<'_>) -> DeclMap<Action> {
    reader.declared(ruleset::actions, |name, table| {
        Some(table.map(|table| action(table, name.text, binder)).unwrap_or_default())
    })
}

fn action(reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> Action {
    let (file, names) = (reader.file, &binder.declarations.names);
    let of: Vec<KindId> = names.kinds.find_all(file, reader.words(action::of));
    let of_actor = of.iter().any(|kind| [Rules::PLAYER, Rules::GAME].contains(kind));
    report_mixed(&reader, &of, of_actor);
    let usual = if of.contains(&Rules::GAME) { Holder::Anyone } else { Holder::Controller };
    let (says, cannot) = infinitive::said(&reader);
    Action {
        lines: reader.lines(),
        title: reader.text(action::title).map_or_else(|| name.replace('_', " ").into(), |title| title.text.into()),
        answers: filter::answered(&reader, action::answers, binder.declarations),
        affects: reader.first_of(action::affects),
        item: None,
        says,
        cannot,
        of,
        from: names.zones.find_all(file, reader.words(action::from)),
        holder: reader.one_of(action::holder).unwrap_or(usual),
        offered: names.rounds(file, reader.words(action::offered)).unwrap_or_default(),
        gates: gates(&reader, action::gates, binder),
        cost: cost(&reader, action::cost, binder.declarations).unwrap_or_default(),
        targets: targets::targets(&reader, action::targets, binder).unwrap_or_default(),
        moves: reader.flag_or(action::moves),
        announce: binder.key(&reader, action::announce, &conventional("announce", name), Purpose::Announce),
        resolve: binder.key(&reader, action::resolve, &conventional("resolve", name), Purpose::Resolve),
        overrides_resolve: reader.flag_or(action::overrides_resolve),
        signal: reader.text(action::signal).map(|signal| file.word(signal.text)),
        leaves: reader.text(action::leaves).map(|cause| file.word(cause.text)),
        open: reader.flag_or(action::open),
        waits: reader.flag(action::waits),
        keeps_turn: reader.flag_or(action::keeps_turn),
        may_fail: reader.flag_or(action::may_fail),
        after_acting: after_acting(&reader, action::after_acting, binder.declarations),
    }
}

/// Reports an action that is of cards and of players alike, and one that says of cards what only cards say themselves.
fn report_mixed(reader: &Reader<'_>, of: &[KindId], of_actor: bool) {
    let kinds = of.iter().filter(|kind| [Rules::PLAYER, Rules::GAME].contains(kind)).count();
    if of_actor && (kinds != of.len() || kinds > 1) {
        let message = "an action is of kinds of cards, of players or of the game, not of several of these";
        reader.file.report(reader.file.problem("action-mixed", reader.at, message).help("declare one for each"));
    }
    let own = [reader.field(action::title), reader.field(action::answers), reader.field(action::affects)];
    if let Some(field) = own.into_iter().flatten().next().filter(|_| !of_actor) {
        let message = format!("`{}` belongs to actions of players and of the game: cards say it themselves", field.key);
        reader.file.report(reader.file.problem("action-mixed", reader.at, message));
    }
    let zoned = reader.field(action::from).or_else(|| reader.field(action::moves));
    if let Some(field) = zoned.filter(|_| of_actor) {
        let message = format!("`{}` means nothing where no card is used", field.key);
        reader.file.report(reader.file.problem("action-mixed", reader.at, message));
    }
}

/// The gates that a ruleset declares for actions and cards to name.
pub(crate) fn named_gates(reader: &Reader<'_>, binder: HookBinder<'_>) -> DeclMap<Gate> {
    reader.declared(ruleset::gates, |name, table| Some(gate(table?, name.text, binder)))
}

/// The gates of an action or of a use; functions are in the script that the binder has.
pub(crate) fn gates(reader: &Reader<'_>, key: Key<NamedOrText>, binder: HookBinder<'_>) -> DeclMap<Gate> {
    let file = reader.file;
    let gates = reader.entries(key).iter().map(|field| {
        if field.key == "from" {
            let message = "a gate cannot be called `from`: that is the gate of the zone";
            file.report(file.problem("name-reserved", field.span, message).label("choose another name"));
        }
        let gate = match &field.node.value {
            TomlValue::Fields(fields) => {
                Some(gate(Reader::new(file, key.kind.table, field.span, fields), &field.key, binder))
            }
            TomlValue::Text(text) => named_gate(file, Name { text, span: field.node.span }, binder.declarations),
            _ => reader::wrong(file, &field.key, &field.node, "a table, or the name of a gate of the ruleset"),
        };
        (field.key.as_ref().into(), gate.unwrap_or_default())
    });
    gates.collect()
}

/// A gate that the ruleset declares, by its name.
fn named_gate(file: SourceFile<'_>, name: Name<'_>, declarations: &Declarations) -> Option<Gate> {
    let gates = declarations.gates.get()?;
    let found = gates.get(name.text);
    if found.is_none() {
        let message = format!("the ruleset has no gate `{}`", name.text);
        file.unknown("gate-unknown", name, message, gates.keys().map(|gate| &**gate));
    }
    found.cloned()
}

fn gate(reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> Gate {
    let (file, declarations) = (reader.file, binder.declarations);
    let argument = argument(&reader);
    let purpose = if argument.is_some() { Purpose::GateWith } else { Purpose::Gate };
    let condition = binder.text(&reader, gate::r#if, purpose);
    if let (Some(hook), Some((value, span))) = (&condition, &argument) {
        match hook.taken.position(Gate::WITH) {
            Some(parameter) => binder.note_argument(hook, parameter, value.clone(), *span),
            None if hook.function.is_none() => {}
            None => {
                let message = format!("`{}` takes no value, so `with` means nothing here", hook.name);
                let problem = file.problem("hook-parameter", *span, message);
                file.report(problem.help("give the function a parameter for it, with any name"));
            }
        }
    }
    Gate {
        line: reader.line(),
        why: reader.text(gate::why).map_or(name, |why| why.text).into(),
        phases: declarations.names.phases.find_all(file, reader.words(gate::phases)),
        turn: reader.one_of(gate::turn),
        stack_empty: reader.flag_or(gate::stack_empty),
        card: filter::under(&reader, gate::card, declarations),
        player: filter::under(&reader, gate::player, declarations),
        with: argument.filter(|_| condition.is_some()).map(|(value, _)| match value {
            GivenArgument::Text(text) => Printed::Word(file.word(&text)),
            GivenArgument::Number(number) => Printed::Number(number),
            GivenArgument::Flag(flag) => Printed::Flag(flag),
        }),
        condition,
        lasting: reader.flag_or(gate::lasting),
    }
}

/// The value that a gate gives its function (`with`).
fn argument(reader: &Reader<'_>) -> Option<(GivenArgument, Span)> {
    let file = reader.file;
    let field = reader.field(gate::with)?;
    let span = field.node.span;
    let value = match &field.node.value {
        TomlValue::Text(text) => GivenArgument::Text(text.as_ref().into()),
        TomlValue::Number(number) => GivenArgument::Number(*number),
        TomlValue::Flag(flag) => GivenArgument::Flag(*flag),
        _ => return reader::wrong(file, "with", &field.node, "a text, a number, true or false"),
    };
    if !reader.has(gate::r#if) {
        let problem =
            file.problem("key-missing", field.span, "`with` is given to a function, but no function is named");
        file.report(problem.label("`if` is missing here"));
    }
    Some((value, span))
}

/// The price under `cost`: one table, or a list of alternatives.
pub(crate) fn cost(reader: &Reader<'_>, key: Key<Tables>, declarations: &Declarations) -> Option<Cost> {
    let given = reader.has(key);
    let alternatives = reader.tables(key);
    report_unnamed(&alternatives);
    let cost = alternatives.into_iter().map(|table| price(table, declarations)).collect();
    given.then_some(cost)
}

/// Prices among which a player chooses all have names, or none has.
fn report_unnamed(alternatives: &[Reader<'_>]) {
    if alternatives.iter().any(|price| price.has(cost::r#as)) {
        for price in alternatives.iter().filter(|price| !price.has(cost::r#as)) {
            let message = "if one price has a name, all of them need one";
            let problem = price.file.problem("key-missing", price.at, message);
            price.file.report(problem.label("`as` is missing here"));
        }
    }
}

fn price(reader: Reader<'_>, declarations: &Declarations) -> Price {
    Price {
        name: reader.text(cost::r#as).map(|name| reader.file.word(name.text)),
        card: filter::under(&reader, cost::card, declarations),
        player: filter::under(&reader, cost::player, declarations),
        parts: parts(reader, declarations),
    }
}

fn parts(reader: Reader<'_>, declarations: &Declarations) -> Vec<CostPart> {
    let file = reader.file;
    let mut parts = Vec::new();

    if let Some(cause) = reader.text(cost::leave) {
        parts.push(CostPart::Leave(declarations.names.cause(file, cause)));
    }
    parts.extend(reader.entries(cost::set).iter().filter_map(|field| set(file, field, declarations)));
    parts.extend(reader.entries(cost::spend).iter().filter_map(|field| spend(file, field, declarations)));
    parts.extend(reader.table(cost::any).and_then(|table| any(table, declarations)));
    let given = reader.each(cost::give, |table| Some((table.at, give(table, declarations)?)));
    if let Some((at, _)) = given.get(MOST_GIVEN) {
        let message = format!("for at most {MOST_GIVEN} parts of a price something is given");
        file.report(file.problem("number-out-of-range", *at, message).label("one part too many"));
    }
    parts.extend(given.into_iter().take(MOST_GIVEN).map(|(_, part)| part));
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
    let (attribute, _) = declarations.known(file, field, &[])?;
    let (_, declared) = declarations.attribute(&field.key)?;
    let is_game = declared.of.iter().all(|kind| *kind == Rules::GAME);
    let attribute = if is_game { declarations.known(file, field, &[Rules::PLAYER])?.0 } else { attribute };
    changing(file, field, declarations, attribute)?;
    Some(CostPart::Spend(attribute, amount(file, field, 0, declarations)?))
}

/// What any of several attributes of the player pay.
fn any(reader: Reader<'_>, declarations: &Declarations) -> Option<CostPart> {
    let file = reader.file;
    let amount = amount(file, reader.field(generic::amount)?, 0, declarations)?;
    let listed = reader.field(generic::of)?;
    let mut of = Vec::new();
    for name in reader.words(generic::of).unwrap_or_default() {
        let field = TomlField { key: name.text.into(), span: name.span, node: listed.node.clone() };
        declarations.names.attributes.find(file, name)?;
        let (attribute, _) = declarations.known(file, &field, &[Rules::PLAYER])?;
        changing(file, &field, declarations, attribute)?;
        of.push((attribute, file.word(name.text)));
    }
    Some(CostPart::SpendAny(of, amount))
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
    let set =
        |value: &usize| declarations.modifying.get().is_some_and(|all| matches!(all.sets.get(*value), Some(Some(_))));
    if let Some(value) = declarations.names.values.get(name.text).filter(|value| !set(value)) {
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

fn give(reader: Reader<'_>, declarations: &Declarations) -> Option<CostPart> {
    let file = reader.file;
    let count = match reader.field(gift::amount) {
        Some(field) => amount(file, field, 1, declarations),
        None => Some(Amount::Fixed(1)),
    };
    let from = reader.text(gift::from).and_then(|zone| declarations.names.own_zone(file, zone));
    let card = filter::under(&reader, gift::card, declarations).unwrap_or_default();
    let cause = reader.text(gift::cause).map(|cause| declarations.names.cause(file, cause));
    let random = reader.flag_or(gift::random);

    Some(CostPart::Give { count: count?, from: from?.into(), card, cause: cause?, random })
}
