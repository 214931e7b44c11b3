//! How `board.toml` writes joints, sides and places.

use crate::keys::joint;
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{self, wrong};
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::problems::Span;

/// One pair of spaces, as a file names them, with the sides if it does.
pub(crate) struct Pair<'t> {
    pub ends: [(Name<'t>, Option<&'t TomlNode<'t>>); 2],
    pub at: Span,
}

/// The tables under `[[joints]]`, each with its place.
pub(crate) fn tables<'t>(file: SourceFile<'_>, field: &'t TomlField<'t>) -> Vec<(&'t [TomlField<'t>], Span)> {
    let table = |node: &'t TomlNode<'t>| match &node.value {
        TomlValue::Fields(fields) => Some((fields.as_slice(), node.span)),
        _ => wrong(file, "joints", node, "a list of tables"),
    };
    field.node.nodes().iter().filter_map(table).collect()
}

/// The pairs of spaces that a table of joints declares: under `between` one, under `pairs` many.
pub(crate) fn pairs<'t>(file: SourceFile<'_>, fields: &'t [TomlField<'t>], at: Span) -> Vec<Pair<'t>> {
    let mut found = Vec::new();

    if let Some(field) = tree::field(fields, joint::pairs.name) {
        match &field.node.value {
            TomlValue::List(nodes) => found.extend(nodes.iter().filter_map(|node| pair(file, "pairs", node, None))),
            _ => _ = wrong::<()>(file, "pairs", &field.node, "a list of pairs"),
        }
    }
    if let Some(field) = tree::field(fields, joint::between.name) {
        let sides = tree::field(fields, joint::sides.name).map(|field| &field.node);
        found.extend(pair(file, "between", &field.node, sides));
    }
    if tree::field(fields, joint::pairs.name).or_else(|| tree::field(fields, joint::between.name)).is_none() {
        let problem = file.problem("key-missing", at, "a joint needs the key `between`, or `pairs`");
        file.report(problem.label("which spaces does it join?"));
    }
    found
}

/// Two names of spaces, each with its side behind it or in the list of sides.
fn pair<'t>(
    file: SourceFile<'_>,
    key: &str,
    node: &'t TomlNode<'t>,
    sides: Option<&'t TomlNode<'t>>,
) -> Option<Pair<'t>> {
    let name = |node: &'t TomlNode<'t>| match &node.value {
        TomlValue::Text(text) => Some(Name { text, span: node.span }),
        _ => None,
    };
    let sides = sides.map(|node| match &node.value {
        TomlValue::List(sides) if sides.len() == 2 => Some([&sides[0], &sides[1]]),
        _ => wrong(file, "sides", node, "a list of two sides"),
    });
    let [first, second] = sides.flatten().map_or([None, None], |sides| sides.map(Some));
    let parts = match &node.value {
        TomlValue::List(nodes) => nodes.as_slice(),
        _ => &[],
    };
    let ends = match parts {
        [one, other] => name(one).zip(name(other)).map(|(one, other)| [(one, first), (other, second)]),
        [one, at, other, across] => {
            name(one).zip(name(other)).map(|(one, other)| [(one, Some(at)), (other, Some(across))])
        }
        _ => None,
    };
    if ends.is_none() {
        wrong::<()>(file, key, node, "two names of spaces, perhaps each with the number of a side");
    }
    ends.map(|ends| Pair { ends, at: node.span })
}

pub(crate) fn side(file: SourceFile<'_>, sides: u8, node: &TomlNode<'_>) -> Option<u8> {
    let Some(last) = sides.checked_sub(1) else {
        let problem = file.problem("side-unknown", node.span, "the spaces of this board have no sides");
        file.report(problem.help("write `sides = …` at the head of this entry"));
        return None;
    };
    reader::number(file, "sides", node, 0..=i64::from(last))
}

/// Two numbers, from left to right and from top to bottom.
pub(crate) fn point(file: SourceFile<'_>, node: &TomlNode<'_>) -> Option<(i32, i32)> {
    const FAR: std::ops::RangeInclusive<i64> = -10_000..=10_000;
    match &node.value {
        TomlValue::List(nodes) if nodes.len() == 2 => {
            Some((reader::number(file, "at", &nodes[0], FAR)?, reader::number(file, "at", &nodes[1], FAR)?))
        }
        _ => wrong(file, "at", node, "two numbers: from left to right and from top to bottom"),
    }
}
