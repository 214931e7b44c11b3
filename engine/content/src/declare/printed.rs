//! The values of attributes, as files write them.

use crate::bind::names::Declarations;
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{self, wrong};
use crate::read::tree::{TomlField, TomlNode, TomlValue};
use cardwright_kernel::ids::{AttrId, KindId, Word};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{AttrType, Attribute, Printed};
use cardwright_kernel::text::list;
use cardwright_kernel::values::NumberList;
use std::collections::BTreeSet;

/// A value of this type, as it is written in a file.
pub(crate) fn printed(file: SourceFile<'_>, key: &str, type_: &AttrType, node: &TomlNode<'_>) -> Option<Printed> {
    match (type_, &node.value) {
        (AttrType::Number, TomlValue::Number(number)) => Some(Printed::Number(*number)),
        (AttrType::Flag, TomlValue::Flag(flag)) => Some(Printed::Flag(*flag)),
        (AttrType::Text, TomlValue::Text(text)) => Some(Printed::Text(text.as_ref().into())),
        (AttrType::Choice(choices), TomlValue::Text(text)) => {
            choice(file, key, choices, Name { text, span: node.span }).map(Printed::Word)
        }
        (AttrType::Choices(choices), TomlValue::Text(_) | TomlValue::List(_)) => {
            let said = reader::words(file, key, node);
            let all = said.iter().map(|name| choice(file, key, choices, *name));
            let all: Option<Vec<Word>> = all.collect::<Vec<_>>().into_iter().collect();
            distinct(file, said);
            all.map(|words| Printed::Words(words.into()))
        }
        (AttrType::Numbers, TomlValue::List(nodes)) => numbers(file, key, node.span, nodes).map(Printed::Numbers),
        _ => wrong(file, key, node, wanted(type_)),
    }
}

/// A list of numbers that the state can hold.
fn numbers(file: SourceFile<'_>, key: &str, span: Span, nodes: &[TomlNode<'_>]) -> Option<Box<[i64]>> {
    let all = nodes.iter().map(|node| reader::number(file, key, node, i64::MIN..=i64::MAX));
    let all: Vec<i64> = all.collect::<Option<_>>()?;
    if NumberList::of(&all).is_none() {
        file.report(
            file.problem("number-out-of-range", span, too_large(key, all.len())).label("too much for one list"),
        );
        return None;
    }
    Some(all.into())
}

/// Why so many numbers cannot be one list.
pub(crate) fn too_large(key: &str, len: usize) -> String {
    let (most, largest) = (NumberList::MOST, NumberList::largest(len));
    match len > most {
        true => format!("`{key}` has {len} numbers: a list has {most} at most"),
        false => format!("`{key}` has a number that is too large: one of {len} lies between -{largest} and {largest}"),
    }
}

fn choice(file: SourceFile<'_>, key: &str, choices: &[Word], name: Name<'_>) -> Option<Word> {
    let word = file.word(name.text);

    if choices.contains(&word) {
        return Some(word);
    }
    let known = texts(file, choices);
    let message = format!("`{key}` cannot be `{}`", name.text);
    file.unknown("choice-unknown", name, message, known.iter().map(String::as_str));
    None
}

/// The choices of a type, if it has any.
pub(crate) fn choices_of(file: SourceFile<'_>, type_: &AttrType) -> Vec<String> {
    let (AttrType::Choice(choices) | AttrType::Choices(choices)) = type_ else { return Vec::new() };
    texts(file, choices)
}

fn texts(file: SourceFile<'_>, words: &[Word]) -> Vec<String> {
    words.iter().map(|word| file.context.text(*word)).collect()
}

fn wanted(type_: &AttrType) -> &'static str {
    match type_ {
        AttrType::Number => "a whole number",
        AttrType::Flag => "true or false",
        AttrType::Choice(_) => "one of its choices",
        AttrType::Choices(_) => "a list of its choices",
        AttrType::Numbers => "a list of numbers",
        AttrType::Text => "a text",
        AttrType::Space => "the name of a space",
        AttrType::Side => "the number of a side",
        AttrType::Sides => "a list of sides",
        AttrType::Card | AttrType::Player | AttrType::Players => "left out: only scripts set it",
    }
}

impl Declarations {
    /// The attribute that a field of a card of this kind names, with its value.
    pub fn valued(&self, file: SourceFile<'_>, field: &TomlField<'_>, kind: KindId) -> Option<(AttrId, Printed)> {
        let (id, attribute) = self.known(file, field, &[kind])?;
        Some((id, self.value(file, field, &attribute.type_)?))
    }

    /// The value of a field for an attribute of this type, which may speak of the board.
    fn value(&self, file: SourceFile<'_>, field: &TomlField<'_>, type_: &AttrType) -> Option<Printed> {
        let (key, node) = (&field.key, &field.node);
        match type_ {
            AttrType::Space => {
                let space = self.names.space(file, reader::text(file, key, node)?)?;
                Some(Printed::Space(space.into()))
            }
            AttrType::Side => self.side(file, key, node).map(|side| Printed::Number(side.into())),
            AttrType::Sides => self.sides(file, field).map(Printed::Sides),
            AttrType::Number
            | AttrType::Flag
            | AttrType::Choice(_)
            | AttrType::Choices(_)
            | AttrType::Numbers
            | AttrType::Text
            | AttrType::Card
            | AttrType::Player
            | AttrType::Players => printed(file, key, type_, node),
        }
    }

    /// The number of a side of the spaces of the board.
    fn side(&self, file: SourceFile<'_>, key: &str, node: &TomlNode<'_>) -> Option<u8> {
        let Some(last) = self.names.sides.checked_sub(1) else {
            // A board with a syntax error may say how many.
            if !self.names.cards_incomplete {
                let problem = file.problem("side-unknown", node.span, "the spaces of this game have no sides");
                file.report(problem.help("write `sides = …` at the head of `board.toml`"));
            }
            return None;
        };
        reader::number(file, key, node, 0..=i64::from(last))
    }

    /// A set of sides, as bits.
    fn sides(&self, file: SourceFile<'_>, field: &TomlField<'_>) -> Option<u32> {
        let nodes = match &field.node.value {
            TomlValue::List(nodes) => nodes.as_slice(),
            TomlValue::Number(_) => std::slice::from_ref(&field.node),
            _ => return wrong(file, &field.key, &field.node, wanted(&AttrType::Sides)),
        };
        let mut found = 0_u32;
        for node in nodes {
            let bit = 1_u32 << self.side(file, &field.key, node)?;
            if found & bit != 0 {
                let problem = file.problem("name-duplicate", node.span, "this side is listed twice");
                file.report(problem.label("again"));
            }
            found |= bit;
        }
        Some(found)
    }

    /// The attribute that a field of a filter names, with the value that is sought. One of these kinds must have it,
    /// if any are given.
    pub fn sought(&self, file: SourceFile<'_>, field: &TomlField<'_>, kinds: &[KindId]) -> Option<(AttrId, Printed)> {
        // An option is read of the game, whatever is filtered.
        let is_option = self.attribute(&field.key).is_some_and(|(_, attribute)| attribute.option.is_some());
        let (id, attribute) = self.known(file, field, if is_option { &[] } else { kinds })?;
        let value = match (&attribute.type_, &field.node.value) {
            (AttrType::Choices(choices), TomlValue::Text(text)) => {
                choice(file, &field.key, choices, Name { text, span: field.node.span }).map(Printed::Word)
            }
            (type_, _) => self.value(file, field, type_),
        };
        Some((id, value?))
    }

    /// The attribute, if it is sound and one of these kinds has it, or no kinds are given.
    pub fn known(&self, file: SourceFile<'_>, field: &TomlField<'_>, of: &[KindId]) -> Option<(AttrId, &Attribute)> {
        let (id, attribute) = self.attribute(&field.key)?;

        if !self.is_sound(id) {
            return None;
        }
        if !of.is_empty() && !of.iter().any(|kind| attribute.of.contains(kind)) {
            self.report_foreign(file, field, attribute, of);
            return None;
        }
        Some((id, attribute))
    }

    fn report_foreign(&self, file: SourceFile<'_>, field: &TomlField<'_>, attribute: &Attribute, of: &[KindId]) {
        let kinds = |kinds: &[KindId]| list(kinds.iter().map(|kind| self.names.kinds.name(kind.index())));
        let message = format!("{} has no `{}`", kinds(of), field.key);
        let problem = file.problem("attribute-of-other-kind", field.span, message);
        file.report(
            problem
                .label("not an attribute of this kind")
                .help(format!("kinds that have it: {}", kinds(&attribute.of))),
        );
    }
}

/// The words; one that is there twice is a problem.
pub(crate) fn distinct(file: SourceFile<'_>, said: Vec<Name<'_>>) -> Vec<Word> {
    let mut seen = BTreeSet::new();
    let mut words = Vec::new();

    for name in said {
        if seen.insert(name.text) {
            words.push(file.word(name.text));
        } else {
            let message = format!("`{}` is listed twice", name.text);
            file.report(file.problem("name-duplicate", name.span, message).label("again"));
        }
    }
    words
}
