//! Attributes, and the values that are printed for them.

use super::desk::{Name, Page};
use super::names::{Book, Names};
use super::reader::{self, Reader, wrong};
use super::tree::{Field, Node, Value};
use crate::base::list;
use crate::kernel::ids::{AttrId, KindId, Word};
use crate::kernel::rules::{AttrType, Attribute, Printed, Table};
use std::collections::BTreeSet;

/// Keys of cards and filters: an attribute cannot be called so.
const TAKEN: [&str; 27] = [
    "name", "text", "affects", "lasts", "works_in", "script", "goes", "answers", "uses", "on", "forbids", "allows",
    "modifies", "protects", "kind", "not_name", "action", "of", "answer", "zone", "not", "at", "between", "pairs",
    "sides", "count", "plural",
];

/// The largest number of choices.
const MOST_CHOICES: usize = 1_000;

/// All attributes, and which of them are sound: their type and their kinds are known.
pub(super) fn attributes(reader: &mut Reader<'_>, names: &Names) -> (Table<Attribute>, Vec<bool>) {
    let page = reader.page;
    let mut attributes = Table::new();
    let mut sound = Vec::new();

    for field in reader.entries("attributes") {
        if TAKEN.contains(&&*field.key) {
            report_taken(page, field);
        }
        if attributes.contains_key(&*field.key) || names.attributes.get(&field.key).is_none() {
            continue;
        }
        let read = Reader::of(page, "an attribute", field.into(), &field.node);
        let read = read.and_then(|reader| attribute(reader, names));
        sound.push(read.is_some());
        attributes.insert(field.key.as_ref().into(), read.unwrap_or_else(blank));
    }
    (attributes, sound)
}

fn report_taken(page: Page<'_>, field: &Field<'_>) {
    let message = format!("an attribute cannot be called `{}`: cards or filters have such a key", field.key);
    page.report(page.problem("name-reserved", &field.span, message).label("choose another name"));
}

/// An attribute, if its type and its kinds are known.
fn attribute(mut reader: Reader<'_>, names: &Names) -> Option<Attribute> {
    let page = reader.page;
    reader.require("type");
    reader.require("of");
    let type_ = type_(&mut reader);
    let of = reader.words("of").and_then(|of| kinds(page, names, of));
    let changes = reader.flag("changes").unwrap_or(false);
    let required = reader.flag("required").unwrap_or(false);
    let secret = reader.flag("secret").unwrap_or(false);
    let quiet = reader.flag("quiet").unwrap_or(false);
    let unique = reader.flag("unique").unwrap_or(false);
    let default = reader.field("default");
    let marks = marks(&mut reader, type_.as_ref(), changes);
    reader.finish();
    let type_ = type_?;
    let default = default.and_then(|field| printed(page, &field.key, &type_, &field.node));
    let default = default.unwrap_or_else(|| natural(&type_, changes));

    Some(Attribute { of: of?, changes, required, unique, default, secret, quiet, marks, type_, ..blank() })
}

/// The marks of a track: names and the numbers at which they stand, the lowest first.
fn marks(reader: &mut Reader<'_>, type_: Option<&AttrType>, changes: bool) -> Vec<(Word, i64)> {
    let page = reader.page;
    let Some(field) = reader.field("marks") else { return Vec::new() };

    if type_.is_some_and(|type_| *type_ != AttrType::Number) || !changes {
        let message = "only a number that changes can pass marks";
        let problem = page.problem("type-wrong", &field.span, message);
        page.report(problem.help("declare it with `type = \"number\"` and `changes = true`"));
        return Vec::new();
    }
    let Value::Fields(fields) = &field.node.value else {
        wrong(page, "marks", &field.node.span, &field.node.value, "a table of names and numbers");
        return Vec::new();
    };
    let mark = |field: &Field<'_>| {
        let at = reader::number(page, &field.key, &field.node, i64::MIN..=i64::MAX)?;
        Some((page.word(&field.key), at))
    };
    let mut marks: Vec<(Word, i64)> = fields.iter().filter_map(mark).collect();
    marks.sort_by_key(|(_, at)| *at);
    marks
}

/// The kinds, each once, if all of them are known.
fn kinds(page: Page<'_>, names: &Names, of: Vec<Name<'_>>) -> Option<Vec<KindId>> {
    let count = of.len();
    let mut found: Vec<KindId> = names.kinds.find_all(page, Some(of));
    let all = found.len() == count;

    found.sort();
    found.dedup();
    all.then_some(found)
}

fn type_(reader: &mut Reader<'_>) -> Option<AttrType> {
    #[derive(Clone, Copy)]
    enum Shape {
        Plain(fn() -> AttrType),
        Chosen(fn(Vec<Word>) -> AttrType),
    }
    let shape = reader.one_of(
        "type",
        &[
            ("number", Shape::Plain(|| AttrType::Number)),
            ("flag", Shape::Plain(|| AttrType::Flag)),
            ("choice", Shape::Chosen(AttrType::Choice)),
            ("choices", Shape::Chosen(AttrType::Choices)),
            ("text", Shape::Plain(|| AttrType::Text)),
            ("card", Shape::Plain(|| AttrType::Card)),
            ("player", Shape::Plain(|| AttrType::Player)),
            ("players", Shape::Plain(|| AttrType::Players)),
            ("space", Shape::Plain(|| AttrType::Space)),
            ("side", Shape::Plain(|| AttrType::Side)),
            ("sides", Shape::Plain(|| AttrType::Sides)),
        ],
    );
    match shape {
        Some(Shape::Plain(type_)) => Some(type_()),
        Some(Shape::Chosen(type_)) => choices(reader).map(type_),
        None => {
            reader.field("choices");
            None
        }
    }
}

fn choices(reader: &mut Reader<'_>) -> Option<Vec<Word>> {
    reader.require("choices");
    let page = reader.page;
    let at = reader.at;
    let said = reader.words("choices")?;

    if said.is_empty() || said.len() > MOST_CHOICES {
        let message = format!("an attribute has from 1 to {MOST_CHOICES} choices, not {}", said.len());
        page.report(page.problem("number-out-of-range", at, message));
        return None;
    }
    Some(distinct(page, said))
}

/// The words; one that is there twice is a problem.
fn distinct(page: Page<'_>, said: Vec<Name<'_>>) -> Vec<Word> {
    let mut seen = BTreeSet::new();
    let mut words = Vec::new();

    for name in said {
        if seen.insert(name.text) {
            words.push(page.word(name.text));
        } else {
            let message = format!("`{}` is listed twice", name.text);
            page.report(page.problem("name-duplicate", name.span, message).label("again"));
        }
    }
    words
}

/// The value where neither card nor ruleset gives one.
fn natural(type_: &AttrType, changes: bool) -> Printed {
    match type_ {
        AttrType::Flag => Printed::Flag(false),
        AttrType::Choices(_) => Printed::Words(Box::default()),
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

fn blank() -> Attribute {
    Attribute {
        type_: AttrType::Text,
        of: Vec::new(),
        changes: false,
        required: false,
        unique: false,
        default: Printed::Nothing,
        secret: false,
        quiet: false,
        marks: Vec::new(),
        changed: None,
        crossed: None,
        crossed_back: None,
    }
}

/// A value of this type, as a file gives it.
pub(super) fn printed(page: Page<'_>, key: &str, type_: &AttrType, node: &Node<'_>) -> Option<Printed> {
    match (type_, &node.value) {
        (AttrType::Number, Value::Number(number)) => Some(Printed::Number(*number)),
        (AttrType::Flag, Value::Flag(flag)) => Some(Printed::Flag(*flag)),
        (AttrType::Text, Value::Text(text)) => Some(Printed::Text(text.as_ref().into())),
        (AttrType::Choice(choices), Value::Text(text)) => {
            choice(page, key, choices, Name { text, span: &node.span }).map(Printed::Word)
        }
        (AttrType::Choices(choices), Value::Text(_) | Value::List(_)) => {
            let said = reader::words(page, key, node);
            let all = said.iter().map(|name| choice(page, key, choices, *name));
            let all: Option<Vec<Word>> = all.collect::<Vec<_>>().into_iter().collect();
            distinct(page, said);
            all.map(|words| Printed::Words(words.into()))
        }
        (_, value) => {
            wrong(page, key, &node.span, value, wanted(type_));
            None
        }
    }
}

fn choice(page: Page<'_>, key: &str, choices: &[Word], name: Name<'_>) -> Option<Word> {
    let word = page.word(name.text);

    if choices.contains(&word) {
        return Some(word);
    }
    let known = texts(page, choices);
    let message = format!("`{key}` cannot be `{}`", name.text);
    page.unknown("choice-unknown", name, message, known.iter().map(String::as_str));
    None
}

/// The choices of a type, if it has any.
pub(super) fn choices_of(page: Page<'_>, type_: &AttrType) -> Vec<String> {
    match type_ {
        AttrType::Choice(choices) | AttrType::Choices(choices) => texts(page, choices),
        AttrType::Number
        | AttrType::Flag
        | AttrType::Text
        | AttrType::Card
        | AttrType::Player
        | AttrType::Players
        | AttrType::Space
        | AttrType::Side
        | AttrType::Sides => Vec::new(),
    }
}

fn texts(page: Page<'_>, words: &[Word]) -> Vec<String> {
    words.iter().map(|word| page.desk.text(*word)).collect()
}

fn wanted(type_: &AttrType) -> &'static str {
    match type_ {
        AttrType::Number => "a whole number",
        AttrType::Flag => "true or false",
        AttrType::Choice(_) => "one of its choices",
        AttrType::Choices(_) => "a list of its choices",
        AttrType::Text => "a text",
        AttrType::Space => "the name of a space",
        AttrType::Side => "the number of a side",
        AttrType::Sides => "a list of sides",
        AttrType::Card | AttrType::Player | AttrType::Players => "left out: only scripts set it",
    }
}

/// The attribute that a field of a card of this kind names, with its value.
pub(super) fn valued(page: Page<'_>, book: &Book, field: &Field<'_>, kind: KindId) -> Option<(AttrId, Printed)> {
    let (id, attribute) = known(page, book, field, &[kind])?;
    let value = on_board(page, book, field, &attribute.type_);
    let value = value.unwrap_or_else(|| printed(page, &field.key, &attribute.type_, &field.node))?;
    Some((id, value))
}

/// A value that speaks of the board; none if the type is another.
fn on_board(page: Page<'_>, book: &Book, field: &Field<'_>, type_: &AttrType) -> Option<Option<Printed>> {
    match type_ {
        AttrType::Space => Some(space(page, book, field)),
        AttrType::Side => Some(side(page, book, &field.key, &field.node).map(|side| Printed::Number(i64::from(side)))),
        AttrType::Sides => Some(sides(page, book, field).map(Printed::Sides)),
        AttrType::Number
        | AttrType::Flag
        | AttrType::Choice(_)
        | AttrType::Choices(_)
        | AttrType::Text
        | AttrType::Card
        | AttrType::Player
        | AttrType::Players => None,
    }
}

fn space(page: Page<'_>, book: &Book, field: &Field<'_>) -> Option<Printed> {
    let name = reader::text(page, &field.key, &field.node)?;
    book.names.space(page, name).map(|space| Printed::Space(space.into()))
}

/// The number of a side of the spaces of the board.
fn side(page: Page<'_>, book: &Book, key: &str, node: &Node<'_>) -> Option<u8> {
    let Some(last) = book.names.sides.checked_sub(1) else {
        let problem = page.problem("side-unknown", &node.span, "the spaces of this game have no sides");
        page.report(problem.help("write `sides = …` at the head of `board.toml`"));
        return None;
    };
    reader::number(page, key, node, 0..=i64::from(last)).and_then(|side| u8::try_from(side).ok())
}

/// A set of sides, as bits.
fn sides(page: Page<'_>, book: &Book, field: &Field<'_>) -> Option<u32> {
    let nodes = match &field.node.value {
        Value::List(nodes) => nodes.as_slice(),
        Value::Number(_) => std::slice::from_ref(&field.node),
        value => {
            wrong(page, &field.key, &field.node.span, value, wanted(&AttrType::Sides));
            return None;
        }
    };
    let mut found = 0_u32;
    for node in nodes {
        let bit = 1_u32 << side(page, book, &field.key, node)?;
        if found & bit != 0 {
            let problem = page.problem("name-duplicate", &node.span, "this side is listed twice");
            page.report(problem.label("again"));
        }
        found |= bit;
    }
    Some(found)
}

/// The attribute that a field of a filter names, with the value that is sought. One of these kinds must have it,
/// if any are given.
pub(super) fn sought(page: Page<'_>, book: &Book, field: &Field<'_>, kinds: &[KindId]) -> Option<(AttrId, Printed)> {
    let (id, attribute) = known(page, book, field, kinds)?;
    let value = match (&attribute.type_, &field.node.value) {
        (AttrType::Choices(choices), Value::Text(text)) => {
            choice(page, &field.key, choices, Name { text, span: &field.node.span }).map(Printed::Word)
        }
        (type_, _) => match on_board(page, book, field, type_) {
            Some(value) => value,
            None => printed(page, &field.key, type_, &field.node),
        },
    };
    Some((id, value?))
}

/// The attribute, if it is sound and one of these kinds has it, or no kinds are given.
pub(super) fn known<'t>(
    page: Page<'_>,
    book: &'t Book,
    field: &Field<'_>,
    of: &[KindId],
) -> Option<(AttrId, &'t Attribute)> {
    let (id, attribute) = book.attribute(&field.key)?;

    if !book.is_sound(id) {
        return None;
    }
    if !of.is_empty() && !of.iter().any(|kind| attribute.of.contains(kind)) {
        report_foreign(page, book, field, attribute, of);
        return None;
    }
    Some((id, attribute))
}

fn report_foreign(page: Page<'_>, book: &Book, field: &Field<'_>, attribute: &Attribute, of: &[KindId]) {
    let kinds = |kinds: &[KindId]| list(kinds.iter().map(|kind| book.names.kinds.name(kind.index())));
    let message = format!("{} has no `{}`", kinds(of), field.key);
    let problem = page.problem("attribute-of-other-kind", &field.span, message);
    page.report(
        problem.label("not an attribute of this kind").help(format!("kinds that have it: {}", kinds(&attribute.of))),
    );
}
