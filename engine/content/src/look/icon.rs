//! Icons: twelve shapes that every client has, letters, and small paths of a pack's own.

use crate::read::context::{Name, SourceFile};
use cardwright_kernel::rules::{DeclMap, LookIcon};

/// The shapes, in a square of 12, in the order in which kinds get them.
const SHAPES: [(&str, &str); 12] = [
    ("diamond", "M6 1l5 5-5 5-5-5z"),
    ("triangle", "M1 11L6 2l5 9z"),
    ("square", "M2 2h8v8H2z"),
    ("disc", "M6 1a5 5 0 100 10A5 5 0 006 1z"),
    ("pentagon", "M6 1l5 3.500-2 6H3l-2-6z"),
    ("cross", "M4 1h4v3h3v4H8v3H4V8H1V4h3z"),
    ("bars", "M1 3h10v2H1zM1 7h10v2H1z"),
    ("arrow", "M2 1v10l9-5z"),
    ("dome", "M1 10c2-11 8-11 10 0z"),
    ("star", "M6 1l1.500 3.500H11L8 7l1 4-3-2-3 2 1-4-3-2.500h3.500z"),
    ("saltire", "M1 3l2-2 3 3 3-3 2 2-3 3 3 3-2 2-3-3-3 3-2-2 3-3z"),
    ("column", "M3 1h6v10H3z"),
];

/// The longest path, in bytes.
const LONGEST_PATH: usize = 600;

/// The shape of the kind with this number.
pub(super) fn shape(number: usize) -> LookIcon {
    LookIcon::Path(SHAPES[number % SHAPES.len()].1.into())
}

/// The icon that a text names: a shape, one of the pack's own, or a single character.
pub(super) fn icon(file: SourceFile<'_>, own: &DeclMap<Box<str>>, said: Name<'_>) -> Option<LookIcon> {
    let shapes = SHAPES.iter().find(|(name, _)| *name == said.text).map(|(_, path)| *path);
    if let Some(path) = own.get(said.text).map(|path| &**path).or(shapes) {
        return Some(LookIcon::Path(path.into()));
    }
    let mut letters = said.text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && !letter.is_control()
        && !letter.is_whitespace()
    {
        return Some(LookIcon::Letter(said.text.into()));
    }
    let known = own.keys().map(|name| &**name).chain(SHAPES.iter().map(|(name, _)| *name));
    file.unknown("icon-unknown", said, format!("there is no icon `{}`", said.text), known);
    None
}

/// Whether this is the data of a path: commands and numbers, nothing else.
pub(super) fn is_path(text: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_digit() || "MmLlHhVvCcSsQqTtAaZz .,-".contains(letter);
    text.starts_with(['M', 'm']) && text.len() <= LONGEST_PATH && text.chars().all(fits)
}
