//! Sources: files by path, and places in them.

use std::ops::Range;

/// The number of a source among those that are read together.
///
/// It says nothing outside of the load that gave it: what leaves a load has a path instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(u32);

impl SourceId {
    /// The source that is read alone, or that a path beside the span names.
    pub const NAMED: Self = Self(0);

    /// The n-th of the sources that are read together, counted from 0.
    pub fn nth(index: usize) -> Self {
        Self(u32::try_from(index + 1).unwrap_or_default())
    }

    /// Which of the sources that are read together it is; none if a path names it.
    pub fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// A range of bytes, and the source that has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The source.
    pub source: SourceId,
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The beginning of a source that a path names.
    pub const START: Self = Self { source: SourceId::NAMED, start: 0, end: 0 };

    /// The bytes.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The same bytes, of this source.
    #[must_use]
    pub const fn of(self, source: SourceId) -> Self {
        Self { source, ..self }
    }

    /// From the beginning of this span to the end of another one of the same source.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self { end: other.end, ..self }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { source: SourceId::NAMED, start: range.start, end: range.end }
    }
}

/// A file: its path, with `/` between its parts, and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// The path, relative to the root of what was loaded.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// The line and the column of a byte, both counted from 1, columns in characters.
    pub fn line_column(self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.floor(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;

        (line, before[line_start..].chars().count() + 1)
    }

    /// The complete lines that a span touches, without the last line break, and where they begin.
    pub fn lines(self, span: Span) -> (&'a str, usize) {
        let span = self.clamp(span);
        let start = self.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text[span.end..].find('\n').map_or(self.text.len(), |newline| span.end + newline);

        (&self.text[start..end], start)
    }

    /// The span, cut to what the text has, at borders of characters.
    pub fn clamp(self, span: Span) -> Span {
        let start = self.floor(span.start);
        Span { start, end: self.floor(span.end).max(start), ..span }
    }

    fn floor(self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset)
    }
}

/// Finds the texts of files again, to show a place in them.
pub trait Sources {
    /// The text of a file, if it is known.
    fn text(&self, path: &str) -> Option<&str>;
}

impl Sources for Source<'_> {
    fn text(&self, path: &str) -> Option<&str> {
        (self.path == path).then_some(self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: Source<'_> = Source { path: "a.toml", text: "one\nzwölf = 1\nthree" };

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        assert_eq!(SOURCE.line_column(0), (1, 1));
        assert_eq!(SOURCE.line_column(4), (2, 1));
        assert_eq!(SOURCE.line_column("one\nzwö".len()), (2, 4));
    }

    #[test]
    fn an_offset_past_the_end_or_inside_a_character_is_moved() {
        assert_eq!(SOURCE.line_column(1000), (3, 6));
        assert_eq!(SOURCE.line_column("one\nzw".len() + 1), (2, 3));
    }

    #[test]
    fn the_lines_of_a_span_are_whole() {
        assert_eq!(SOURCE.lines((5..7).into()), ("zwölf = 1", 4));
        assert_eq!(SOURCE.lines((2..5).into()), ("one\nzwölf = 1", 0));
    }
}
