//! The turn and what is counted in it: phases, stages, values, state checks.

use crate::bind::hooks::{HookBinder, conventional};
use crate::bind::names::{Declarations, Modifying, Scope};
use crate::keys::row::{Entries, Key};
use crate::keys::{check, dice, phase, players, ruleset, value};
use crate::read::context::{Name, SourceFile};
use crate::read::places::Purpose;
use crate::read::reader::{self, Reader};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::ids::{AttrId, PlayerId};
use cardwright_kernel::rules::{
    AttrType, Check, CheckedAt, Combine, DeclMap, Dice, LayerOrder, Phase, Rules, ValueDecl,
};
use cardwright_kernel::values::ChoiceSet;

const STAGES: [(&str, Combine); 6] = [
    ("add", Combine::Add),
    ("set", Combine::Set),
    ("multiply", Combine::Multiply),
    ("at least", Combine::AtLeast),
    ("at most", Combine::AtMost),
    ("remove", Combine::Remove),
];

const LAYER_ORDERS: [(&str, LayerOrder); 3] = [
    ("oldest first", LayerOrder::OldestFirst),
    ("newest first", LayerOrder::NewestFirst),
    ("dependencies first", LayerOrder::DependenciesFirst),
];

/// The phases of a turn, in order.
pub(crate) fn phases(reader: &Reader<'_>, binder: HookBinder<'_>) -> DeclMap<Phase> {
    let file = reader.file;
    let phases = reader.declared(ruleset::phases, |name, table| {
        Some(table.map(|table| phase(table, name.text, binder)).unwrap_or_default())
    });
    if let (true, Some(field)) = (phases.is_empty(), reader.field(ruleset::phases)) {
        let problem = file.problem("phase-missing", field.span, "a turn needs at least one phase");
        file.report(problem.label("no phase is declared"));
    }
    phases
}

fn phase(reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> Phase {
    let file = reader.file;
    Phase {
        title: reader.text(phase::title).map_or(name, |title| title.text).into(),
        begin: binder.key(&reader, phase::begin, &conventional("begin", name), Purpose::Phase),
        windows: binder.declarations.names.windows.find_all(file, reader.words(phase::windows)),
        end: binder.key(&reader, phase::end, &conventional("end", name), Purpose::Phase),
        condition: binder.text(&reader, phase::r#if, Purpose::Window),
        after_leaving: reader.flag_or(phase::after_leaving),
        unchecked: reader.flag_or(phase::unchecked),
        between_turns: reader.flag_or(phase::between_turns),
    }
}

/// The stages of computing a value, in order.
pub(crate) fn stages(reader: &Reader<'_>) -> DeclMap<Combine> {
    ordered(reader, ruleset::stages, &STAGES, "a stage")
}

/// The layers of continuous effects, in order.
pub(crate) fn layers(reader: &Reader<'_>) -> DeclMap<LayerOrder> {
    if reader.has(ruleset::stages) {
        reader.refuse("layers-beside-stages", ruleset::layers, "values are computed in `stages`, or in `layers`");
    }
    ordered(reader, ruleset::layers, &LAYER_ORDERS, "a layer")
}

/// What is declared in an order, each with one of some words; another counts as the first.
fn ordered<T: Copy>(reader: &Reader<'_>, key: Key<Entries>, words: &[(&'static str, T)], what: &str) -> DeclMap<T> {
    let file = reader.file;
    let mut declared = DeclMap::new();

    for field in reader.entries(key) {
        let Some(word) = reader::text(file, &field.key, &field.node) else {
            continue;
        };
        let found = words.iter().find(|(known, _)| *known == word.text);

        if found.is_none() {
            let message = format!("{what} cannot be `{}`", word.text);
            file.unknown("choice-unknown", word, message, words.iter().map(|(known, _)| *known));
        }
        declared.insert(field.key.as_ref().into(), found.unwrap_or(&words[0]).1);
    }
    declared
}

/// The numbers that cards may modify.
pub(crate) fn values(reader: &Reader<'_>, binder: HookBinder<'_>) -> DeclMap<ValueDecl> {
    reader.declared(ruleset::values, |name, table| Some(value(table?, name.text, binder)))
}

fn value(reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> ValueDecl {
    let mut declared = ValueDecl {
        of: binder.declarations.names.kinds.find_all(reader.file, reader.words(value::of)),
        base: None,
        start: 0,
        script: None,
        at_least: reader.number(value::at_least),
        quiet: reader.flag_or(value::quiet),
        is_price: false,
        words: None,
    };
    match reader.field(value::amount) {
        Some(field) => start(&reader, field, name, binder, &mut declared),
        None => declared.script = binder.optional(&conventional("value", name), reader.at, Purpose::TomlValue),
    }
    words(&reader, name, binder, &mut declared);
    declared
}

/// What a value starts from: a number, an attribute or what a function gives.
fn start(reader: &Reader<'_>, field: &TomlField<'_>, name: &str, binder: HookBinder<'_>, value: &mut ValueDecl) {
    match &field.node.value {
        TomlValue::Number(number) => value.start = *number,
        TomlValue::Flag(true) => {
            value.script = binder.declared(&conventional("value", name), field.span, Purpose::TomlValue);
        }
        TomlValue::Text(text) => {
            let said = Name { text, span: field.node.span };
            if binder.declarations.attribute(text).is_none() && binder.has(text) {
                value.script = binder.named(said, Purpose::TomlValue);
            } else {
                value.base = base_attribute(reader, said, binder);
            }
        }
        _ => {
            let wanted = "a number, the name of an attribute or of a function, or true";
            reader::wrong::<()>(reader.file, value::amount.name, &field.node, wanted);
        }
    }
}

/// The attribute that a value starts from: a number, or a choice, whose place among its choices is the number.
fn base_attribute(reader: &Reader<'_>, name: Name<'_>, binder: HookBinder<'_>) -> Option<AttrId> {
    let (file, declarations) = (reader.file, binder.declarations);
    if declarations.names.attributes.get(name.text).is_none() {
        let known = declarations.names.attributes.iter().chain(binder.functions());
        let message = format!("there is no attribute `{0}`, and no function `{0}` of the ruleset", name.text);
        file.unknown("attribute-unknown", name, message, known);
        return None;
    }
    let (id, attribute) = declarations.attribute(name.text)?;

    if declarations.is_sound(id)
        && !matches!(attribute.type_, AttrType::Number | AttrType::Choice(_) | AttrType::Choices(_))
    {
        let message = format!("a value starts from a number, a choice or choices, but `{}` is neither", name.text);
        file.report(file.problem("type-wrong", name.span, message));
        return None;
    }
    Some(id)
}

/// How values are modified.
pub(crate) fn modifying(rules: &Rules) -> Modifying {
    let sets = rules.values.values().map(|value| value.words.and(value.base));
    Modifying { stages: rules.stages.values().copied().collect(), sets: sets.collect() }
}

/// A value that starts from several choices is a set of words: what the attribute of the same name is now.
fn words(reader: &Reader<'_>, name: &str, binder: HookBinder<'_>, value: &mut ValueDecl) {
    let (file, declarations) = (reader.file, binder.declarations);
    let Some((key, base)) = value.base.and_then(|base| declarations.attributes.get_index(base.index())) else { return };
    let AttrType::Choices(choices) = &base.type_ else { return };
    let report =
        |message: String, help: &str| file.report(file.problem("set-malformed", reader.at, message).help(help));
    value.words = Some(0);
    if **key != *name {
        report(
            format!("`{name}` is a set of words and must have the name of its attribute, `{key}`"),
            "rename the value",
        );
    }
    if choices.len() > ChoiceSet::MOST {
        let message =
            format!("`{name}` has {} words: a set that cards modify has {} at most", choices.len(), ChoiceSet::MOST);
        report(message, "declare fewer choices");
    }
    if let Some(kind) = value.of.iter().find(|kind| !base.of.contains(kind)) {
        let kind = declarations.names.kinds.name(kind.index());
        report(
            format!("`{name}` is a set of words of `{kind}`, which does not have the attribute"),
            "add it to the attribute's `of`",
        );
    }
    if value.at_least.is_some() {
        reader.refuse("set-malformed", value::at_least, "a set of words has no smallest number");
    }
    if base.secret {
        report(format!("`{name}` is secret, but cards modify it"), "remove `secret`");
    }
}

/// State checks, in order.
pub(crate) fn checks(reader: &Reader<'_>, binder: HookBinder<'_>) -> Vec<Check> {
    let mut names = Scope::new("check", "check-unknown");
    reader.each(ruleset::checks, |table| check(table, &mut names, binder))
}

fn check(reader: Reader<'_>, names: &mut Scope, binder: HookBinder<'_>) -> Option<Check> {
    let file = reader.file;
    let name = reader.text(check::name);
    let zones = binder.declarations.names.zones.find_all(file, reader.words(check::zones));
    let attributes = binder.declarations.names.attributes.find_all(file, reader.words(check::attributes));
    let named = binder.text(&reader, check::hook, Purpose::Check);
    let name = name?;
    names.declare(file, name)?;
    let hook = named.or_else(|| binder.declared(&conventional("check", name.text), name.span, Purpose::Check))?;

    Some(Check { name: name.text.into(), hook, zones, attributes })
}

/// The smallest and the largest number of players.
pub(crate) fn players(reader: &Reader<'_>) -> (u8, u8) {
    let Some(table) = reader.table(ruleset::players) else {
        return (0, 0);
    };
    let from: Option<u8> = table.number(players::from);
    let to = table.number_from(players::to, from.unwrap_or(1).into());

    (from.unwrap_or(0), to.unwrap_or(0))
}

/// A player, named by the letter of their first seat.
pub(crate) fn player(file: SourceFile<'_>, name: Name<'_>) -> Option<PlayerId> {
    let found = letters(name.text).filter(|players| players.len() == 1).and_then(|players| players.first().copied());

    if found.is_none() {
        let message = format!("`{}` is not a player: players are A, B and so on", name.text);
        file.report(file.problem("choice-unknown", name.span, message).label("write one capital letter"));
    }
    found
}

/// Which player each seat plays for, by the number of people: `["AB", "ABAB"]`.
pub(crate) fn sides(reader: &Reader<'_>) -> Vec<Vec<PlayerId>> {
    let file = reader.file;
    let tables = reader.words(ruleset::sides).unwrap_or_default();
    tables.into_iter().filter_map(|name| seating(file, name)).collect()
}

/// The players of a table's seats. Every player has a seat, and the first seats come first.
fn seating(file: SourceFile<'_>, name: Name<'_>) -> Option<Vec<PlayerId>> {
    let players = letters(name.text);
    let sound = |players: &Vec<PlayerId>| {
        let next = players.iter().try_fold(0, |next, player| (player.0 <= next).then_some(next.max(player.0 + 1)));
        !players.is_empty() && next.is_some()
    };
    if let Some(players) = players.filter(sound) {
        return Some(players);
    }
    let message = format!("`{}` does not say which player each seat belongs to", name.text);
    let problem = file.problem("choice-unknown", name.span, message);
    file.report(problem.help("write one letter for each seat, the players in order: `ABAB`"));
    None
}

fn letters(text: &str) -> Option<Vec<PlayerId>> {
    text.bytes().map(|letter| letter.is_ascii_uppercase().then(|| PlayerId(letter - b'A'))).collect()
}

/// When state checks run besides between two steps.
pub(crate) fn checked_at(reader: &Reader<'_>) -> CheckedAt {
    let file = reader.file;
    let mut at = CheckedAt::default();

    for word in reader.words(ruleset::checked).unwrap_or_default() {
        let message = format_args!("checks cannot run at `{}`", word.text);
        file.knows("choice-unknown", word, message, ["questions", "batches"].into_iter());
        at.questions |= word.text == "questions";
        at.batches |= word.text == "batches";
    }
    at
}

/// Dice that are rolled into attributes of a player.
pub(crate) fn dice(reader: &Reader<'_>, declarations: &Declarations) -> DeclMap<Dice> {
    reader.declared(ruleset::dice, |_, table| Some(die(table?, declarations)))
}

fn die(reader: Reader<'_>, declarations: &Declarations) -> Dice {
    let file = reader.file;
    let faces = reader.words(dice::faces).unwrap_or_default();
    let adds: Vec<(Name<'_>, Option<AttrId>)> = reader
        .entries(dice::adds)
        .iter()
        .map(|field| {
            let name = reader::text(file, &field.key, &field.node);
            (field.into(), name.and_then(|name| counter(file, name, declarations)))
        })
        .collect();

    let mut dice = Dice::default();
    for face in &faces {
        match adds.iter().find(|(name, _)| name.text == face.text) {
            Some((_, attribute)) => dice.faces.extend(attribute.map(|id| (file.word(face.text), id))),
            None => {
                let message = format!("nothing says what the face `{}` adds to", face.text);
                let problem = file.problem("key-missing", face.span, message);
                file.report(problem.help("name an attribute of players under `adds`"));
            }
        }
    }
    for (name, _) in &adds {
        let message = format_args!("these dice have no face `{}`", name.text);
        file.knows("key-unknown", *name, message, faces.iter().map(|face| face.text));
    }
    dice
}

/// A number of players that changes.
fn counter(file: SourceFile<'_>, name: Name<'_>, declarations: &Declarations) -> Option<AttrId> {
    declarations.names.attributes.find(file, name)?;
    let (id, attribute) = declarations.attribute(name.text)?;
    let fits = attribute.type_ == AttrType::Number && attribute.changes && attribute.of.contains(&Rules::PLAYER);

    if declarations.is_sound(id) && !fits {
        let message = format!("dice add to a number of a player that changes, but `{}` is not one", name.text);
        file.report(file.problem("type-wrong", name.span, message));
        return None;
    }
    Some(id)
}
