//! Attributes, local values of procedures and options, as rulesets declare them.

use crate::bind::names::Names;
use crate::declare::printed::{distinct, printed};
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{self, Reader, wrong};
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::base::Span;
use cardwright_kernel::model::ids::{KindId, ProcedureId, Word};
use cardwright_kernel::model::packed::ChoiceSet;
use cardwright_kernel::model::rules::{AttrType, Attribute, DeclMap, GameOption, Lifetime, Printed, Rules};

/// Keys of cards and filters, which cannot be names of attributes.
const TAKEN: [&str; 28] = [
    "name",
    "text",
    "affects",
    "lasts",
    "works_in",
    "script",
    "goes",
    "answers",
    "uses",
    "on",
    "forbids",
    "allows",
    "modifies",
    "protects",
    "kind",
    "not_name",
    "action",
    "of",
    "answer",
    "zone",
    "not",
    "at",
    "between",
    "pairs",
    "sides",
    "count",
    "plural",
    "renamed_from",
];

/// How long a changed value lives on a card that moves.
const LIFETIMES: [(&str, Lifetime); 3] = [
    ("while it lies there", Lifetime::Incarnation),
    ("while in play", Lifetime::InPlay),
    ("for the game", Lifetime::Game),
];

/// The largest number of choices.
pub const MOST_CHOICES: usize = 1_000;

/// All attributes, then all local values of procedures, then all options, and which of them are sound: their type and their kinds are
/// known.
pub(crate) fn attributes(reader: &mut Reader<'_>, names: &Names) -> (DeclMap<Attribute>, Vec<bool>) {
    let file = reader.file;
    let mut attributes = DeclMap::new();
    let mut sound = Vec::new();
    let mut declare = |field: &TomlField<'_>, read: &dyn Fn() -> Option<Attribute>| {
        if TAKEN.contains(&&*field.key) {
            report_taken(file, field);
        }
        if attributes.contains_key(&*field.key) || names.attributes.get(&field.key).is_none() {
            return;
        }
        let read = read();
        sound.push(read.is_some());
        attributes.insert(field.key.as_ref().into(), read.unwrap_or_default());
    };
    for field in reader.entries("attributes") {
        let table = || Reader::of(file, "an attribute", field.into(), &field.node);
        declare(field, &|| attribute(table()?, names));
    }
    for (number, procedure) in reader.entries("procedures").iter().enumerate() {
        let Some(mut table) = Reader::of(file, "a procedure", procedure.into(), &procedure.node) else { continue };
        for field in table.entries("locals") {
            let table = || Reader::of(file, "a local value", field.into(), &field.node);
            declare(field, &|| local(table()?, names, number.into()));
        }
        table.finish();
    }
    for field in reader.entries("options") {
        declare(field, &|| option(Reader::of(file, "an option", field.into(), &field.node)?));
    }
    (attributes, sound)
}

/// An option of the game, if its type is known: an attribute of the game that keeps the value with which it begins.
fn option(mut reader: Reader<'_>) -> Option<Attribute> {
    let file = reader.file;
    reader.require("type");
    reader.require("default");
    let (at, type_) = (reader.at, type_(&mut reader));
    let text = reader.required_text("text").map(|text| text.text.into()).unwrap_or_default();
    let from = reader.number("from", i64::MIN..=i64::MAX);
    let to = reader.number("to", from.unwrap_or(i64::MIN)..=i64::MAX);
    let default = reader.field("default");
    reader.finish();
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
fn local(mut reader: Reader<'_>, names: &Names, procedure: ProcedureId) -> Option<Attribute> {
    let file = reader.file;
    reader.require("type");
    let type_ = type_(&mut reader);
    let of = match reader.words("of") {
        Some(of) => kinds(file, names, of),
        None => Some(vec![Rules::GAME]),
    };
    let default = reader.field("default");
    reader.finish();
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

fn report_taken(file: SourceFile<'_>, field: &TomlField<'_>) {
    let message = format!("an attribute cannot be called `{}`: cards or filters have a key of that name", field.key);
    file.report(file.problem("name-reserved", field.span, message).label("choose another name"));
}

/// An attribute, if its type and its kinds are known.
fn attribute(mut reader: Reader<'_>, names: &Names) -> Option<Attribute> {
    let file = reader.file;
    reader.require("type");
    reader.require("of");
    let type_ = type_(&mut reader);
    let of = reader.words("of").and_then(|of| kinds(file, names, of));
    let changes_at = reader.field("changes").map(|field| field.node.span);
    let changes = reader.flag("changes").unwrap_or(false);
    let changes_at = changes_at.filter(|_| changes);
    let required = reader.flag("required").unwrap_or(false);
    let secret = reader.flag("secret").unwrap_or(false);
    let quiet = reader.flag("quiet").unwrap_or(false);
    let lives = lives(&mut reader, changes);
    let unique = reader.flag("unique").unwrap_or(false);
    let default = reader.field("default");
    let marks = marks(&mut reader, type_.as_ref(), changes);
    reader.finish();
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
fn lives(reader: &mut Reader<'_>, changes: bool) -> Lifetime {
    let file = reader.file;
    let span = reader.field("lives").map(|field| field.node.span);
    let lives = reader.one_of("lives", &LIFETIMES).unwrap_or_default();

    if let (Some(span), false) = (span, changes) {
        let problem = file.problem("attribute-unchanging", span, "only what changes during a game lives for some time");
        file.report(problem.help("add `changes = true`, or remove `lives`"));
    }
    lives
}

/// The marks of a track: names and their numbers, the lowest first.
fn marks(reader: &mut Reader<'_>, type_: Option<&AttrType>, changes: bool) -> Vec<(Word, i64)> {
    let file = reader.file;
    let Some(field) = reader.field("marks") else { return Vec::new() };

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

fn type_(reader: &mut Reader<'_>) -> Option<AttrType> {
    #[derive(Clone, Copy)]
    enum TypeForm {
        Plain(fn() -> AttrType),
        Chosen(fn(Vec<Word>) -> AttrType),
    }
    let shape = reader.one_of(
        "type",
        &[
            ("number", TypeForm::Plain(|| AttrType::Number)),
            ("flag", TypeForm::Plain(|| AttrType::Flag)),
            ("choice", TypeForm::Chosen(AttrType::Choice)),
            ("choices", TypeForm::Chosen(AttrType::Choices)),
            ("numbers", TypeForm::Plain(|| AttrType::Numbers)),
            ("text", TypeForm::Plain(|| AttrType::Text)),
            ("card", TypeForm::Plain(|| AttrType::Card)),
            ("player", TypeForm::Plain(|| AttrType::Player)),
            ("players", TypeForm::Plain(|| AttrType::Players)),
            ("space", TypeForm::Plain(|| AttrType::Space)),
            ("side", TypeForm::Plain(|| AttrType::Side)),
            ("sides", TypeForm::Plain(|| AttrType::Sides)),
        ],
    );
    match shape {
        Some(TypeForm::Plain(type_)) => Some(type_()),
        Some(TypeForm::Chosen(type_)) => choices(reader).map(type_),
        None => {
            reader.field("choices");
            None
        }
    }
}

fn choices(reader: &mut Reader<'_>) -> Option<Vec<Word>> {
    reader.require("choices");
    let file = reader.file;
    let at = reader.at;
    let said = reader.words("choices")?;

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
