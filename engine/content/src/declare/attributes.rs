//! Attributes, local values of procedures and options, as rulesets declare them.

use crate::bind::names::Names;
use crate::declare::printed::{distinct, printed};
use crate::keys::row::{Key, OneOf, Texts};
use crate::keys::{TypeForm, attribute, card, filter, joint, local, option, procedure, ruleset, space};
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{self, Reader, wrong};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::ids::{KindId, ProcedureId, Word};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{AttrType, Attribute, DeclMap, GameOption, Lifetime, Printed, Rules};
use cardwright_kernel::values::ChoiceSet;

/// The largest number of choices.
pub const MOST_CHOICES: usize = 1_000;

/// All attributes, then all local values of procedures, then all options, and which of them are sound: their type and their kinds are
/// known.
pub(crate) fn attributes(reader: &Reader<'_>, names: &Names) -> (DeclMap<Attribute>, Vec<bool>) {
    let file = reader.file;
    let mut attributes = DeclMap::new();
    let mut sound = Vec::new();
    let mut declare = |field: &TomlField<'_>, read: &dyn Fn() -> Option<Attribute>| {
        if is_taken(&field.key) {
            report_taken(file, field);
        }
        if attributes.contains_key(&*field.key) || names.attributes.get(&field.key).is_none() {
            return;
        }
        let read = read();
        sound.push(read.is_some());
        attributes.insert(field.key.as_ref().into(), read.unwrap_or_default());
    };
    for field in reader.entries(ruleset::attributes) {
        let table = || ruleset::attributes.open(file, field);
        declare(field, &|| attribute(table()?, names));
    }
    for (number, procedure) in reader.entries(ruleset::procedures).iter().enumerate() {
        let Some(table) = ruleset::procedures.open(file, procedure) else { continue };
        for field in table.entries(procedure::locals) {
            let table = || procedure::locals.open(file, field);
            declare(field, &|| local(table()?, names, number.into()));
        }
    }
    for field in reader.entries(ruleset::options) {
        declare(field, &|| option(ruleset::options.open(file, field)?));
    }
    (attributes, sound)
}

/// An option of the game, if its type is known: an attribute of the game that keeps the value with which it begins.
fn option(reader: Reader<'_>) -> Option<Attribute> {
    let file = reader.file;
    let (at, type_) = (reader.at, type_(&reader, option::r#type, option::choices));
    let text = reader.text(option::text).map(|text| text.text.into()).unwrap_or_default();
    let from = reader.number(option::from);
    let to = reader.number_from(option::to, from.unwrap_or(i64::MIN));
    let default = reader.field(option::default);
    let type_ = type_?;
    match (&type_, from, to) {
        (AttrType::Number, Some(_), Some(_)) | (AttrType::Flag | AttrType::Choice(_), None, None) => {}
        (AttrType::Number, ..) => {
            let message = "an option that is a number needs bounds: the smallest and the largest that can be chosen";
            file.report(file.problem("key-missing", at, message).help("write `from` and `to`"));
        }
        (AttrType::Flag | AttrType::Choice(_), ..) => {
            file.report(file.problem("type-wrong", at, "only a number has bounds").help("leave `from` and `to` out"));
        }
        _ => {
            let message = "an option is a number, a flag or a choice";
            file.report(file.problem("type-wrong", at, message));
            return None;
        }
    }
    let bounds = from.zip(to);
    let default = default.and_then(|field| Some((field, printed(file, &field.key, &type_, &field.node)?)));
    let default = default.map(|(field, default)| {
        if let (Printed::Number(number), Some((from, to))) = (&default, bounds)
            && !(from..=to).contains(number)
        {
            let message = format!("the default is none of the numbers that can be chosen, {from} to {to}");
            file.report(file.problem("number-out-of-range", field.node.span, message));
        }
        default
    });
    let default = default.unwrap_or_else(|| natural(&type_, true));
    let (from, to) = bounds.unwrap_or_default();
    let option = Some(GameOption { text, from, to });

    Some(Attribute {
        of: vec![Rules::GAME],
        changes: true,
        quiet: true,
        option,
        default,
        type_,
        ..Attribute::default()
    })
}

/// A local value of a procedure, if its type and its kinds are known: the game's where nothing is said.
fn local(reader: Reader<'_>, names: &Names, procedure: ProcedureId) -> Option<Attribute> {
    let file = reader.file;
    let type_ = type_(&reader, local::r#type, local::choices);
    let of = match reader.words(local::of) {
        Some(of) => kinds(file, names, of),
        None => Some(vec![Rules::GAME]),
    };
    let default = reader.field(local::default);
    let type_ = type_?;
    let default = default.and_then(|field| printed(file, &field.key, &type_, &field.node));
    let default = default.unwrap_or_else(|| natural(&type_, true));

    Some(Attribute {
        of: of?,
        changes: true,
        quiet: true,
        local_to: Some(procedure),
        default,
        type_,
        ..Attribute::default()
    })
}

/// Whether cards, spaces, joints or filters have a key of this name.
fn is_taken(name: &str) -> bool {
    let tables = [&card::TABLE, &space::TABLE, &joint::TABLE, &filter::TABLE];
    // On a table, copies of a card have a number.
    name == "count" || tables.into_iter().any(|table| table.key(name).is_some())
}

fn report_taken(file: SourceFile<'_>, field: &TomlField<'_>) {
    let message = format!("an attribute cannot be called `{}`: cards or filters have a key of that name", field.key);
    file.report(file.problem("name-reserved", field.span, message).label("choose another name"));
}

/// An attribute, if its type and its kinds are known.
fn attribute(reader: Reader<'_>, names: &Names) -> Option<Attribute> {
    let file = reader.file;
    let type_ = type_(&reader, attribute::r#type, attribute::choices);
    let of = reader.words(attribute::of).and_then(|of| kinds(file, names, of));
    let changes_at = reader.field(attribute::changes).map(|field| field.node.span);
    let changes = reader.flag_or(attribute::changes);
    let changes_at = changes_at.filter(|_| changes);
    let required = reader.flag_or(attribute::required);
    let secret = reader.flag_or(attribute::secret);
    let quiet = reader.flag_or(attribute::quiet);
    let lives = lives(&reader, changes);
    let unique = reader.flag_or(attribute::unique);
    let default = reader.field(attribute::default);
    let marks = marks(&reader, type_.as_ref(), changes);
    let type_ = type_?;
    report_if_it_cannot_change(file, &type_, changes_at);
    let default = default.and_then(|field| printed(file, &field.key, &type_, &field.node));
    let default = default.unwrap_or_else(|| natural(&type_, changes));

    Some(Attribute {
        of: of?,
        changes,
        required,
        unique,
        default,
        secret,
        quiet,
        lives,
        marks,
        type_,
        ..Attribute::default()
    })
}

/// Reports an attribute that is to change although the state cannot hold its values: several sides at once, a text, or
/// some of very many choices.
fn report_if_it_cannot_change(file: SourceFile<'_>, type_: &AttrType, at: Option<Span>) {
    let Some(at) = at else { return };
    let (what, instead) = match type_ {
        AttrType::Choices(words) if words.len() > ChoiceSet::MOST => {
            ("an attribute of which several among more than 64 choices are set", "declare fewer choices")
        }
        AttrType::Sides => ("an attribute with several sides", "declare an attribute of the type `side`"),
        AttrType::Text => ("a text", "declare a choice among texts"),
        AttrType::Number
        | AttrType::Flag
        | AttrType::Choice(_)
        | AttrType::Choices(_)
        | AttrType::Numbers
        | AttrType::Card
        | AttrType::Player
        | AttrType::Players
        | AttrType::Space
        | AttrType::Side => return,
    };
    let message = format!("{what} cannot change during a game");
    file.report(file.problem("type-wrong", at, message).help(format!("remove `changes`, or {instead}")));
}

/// How long what scripts set lives on a card that moves.
fn lives(reader: &Reader<'_>, changes: bool) -> Lifetime {
    let file = reader.file;
    let span = reader.field(attribute::lives).map(|field| field.node.span);
    let lives = reader.first_of(attribute::lives);

    if let (Some(span), false) = (span, changes) {
        let problem = file.problem("attribute-unchanging", span, "only what changes during a game lives for some time");
        file.report(problem.help("add `changes = true`, or remove `lives`"));
    }
    lives
}

/// The marks of a track: names and their numbers, the lowest first.
fn marks(reader: &Reader<'_>, type_: Option<&AttrType>, changes: bool) -> Vec<(Word, i64)> {
    let file = reader.file;
    let Some(field) = reader.field(attribute::marks) else { return Vec::new() };

    if type_.is_some_and(|type_| *type_ != AttrType::Number) || !changes {
        let message = "only a number that changes can have marks";
        let problem = file.problem("type-wrong", field.span, message);
        file.report(problem.help("declare it with `type = \"number\"` and `changes = true`"));
        return Vec::new();
    }
    let TomlValue::Fields(fields) = &field.node.value else {
        return wrong(file, "marks", &field.node, "a table of names and numbers").unwrap_or_default();
    };
    let mark = |field: &TomlField<'_>| {
        let at = reader::number(file, &field.key, &field.node, i64::MIN..=i64::MAX)?;
        Some((file.word(&field.key), at))
    };
    let mut marks: Vec<(Word, i64)> = fields.iter().filter_map(mark).collect();
    marks.sort_by_key(|(_, at)| *at);
    marks
}

/// The kinds, each once, if all of them are known.
fn kinds(file: SourceFile<'_>, names: &Names, of: Vec<Name<'_>>) -> Option<Vec<KindId>> {
    let count = of.len();
    let mut found: Vec<KindId> = names.kinds.find_all(file, Some(of));
    let all = found.len() == count;

    found.sort();
    found.dedup();
    all.then_some(found)
}

fn type_(reader: &Reader<'_>, key: Key<OneOf<TypeForm>>, words: Key<Texts>) -> Option<AttrType> {
    match reader.one_of(key)? {
        TypeForm::Plain(type_) => {
            reader.refuse("key-unknown", words, "only a choice, or choices, are among words");
            Some(type_())
        }
        TypeForm::Chosen(type_) => choices(reader, words).map(type_),
    }
}

fn choices(reader: &Reader<'_>, key: Key<Texts>) -> Option<Vec<Word>> {
    reader.require(key);
    let file = reader.file;
    let at = reader.at;
    let said = reader.words(key)?;

    if said.is_empty() || said.len() > MOST_CHOICES {
        let message = format!("an attribute has from 1 to {MOST_CHOICES} choices, not {}", said.len());
        file.report(file.problem("number-out-of-range", at, message));
        return None;
    }
    Some(distinct(file, said))
}

/// The value if neither the card nor the ruleset gives one.
fn natural(type_: &AttrType, changes: bool) -> Printed {
    match type_ {
        AttrType::Flag => Printed::Flag(false),
        AttrType::Choices(_) => Printed::Words(Box::default()),
        AttrType::Numbers => Printed::Numbers(Box::default()),
        AttrType::Sides => Printed::Sides(0),
        AttrType::Number if changes => Printed::Number(0),
        AttrType::Number
        | AttrType::Choice(_)
        | AttrType::Text
        | AttrType::Card
        | AttrType::Player
        | AttrType::Players
        | AttrType::Space
        | AttrType::Side => Printed::Nothing,
    }
}
