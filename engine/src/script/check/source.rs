//! The text of a script, by line and column.

use super::finding::LineSpan;
use super::tokens::is_word;
use rhai::Position;

/// A script's text.
#[derive(Clone, Debug)]
pub struct ScriptText {
    path: Box<str>,
    text: Box<str>,
    /// The offset at which each line begins.
    lines: Vec<usize>,
}

impl ScriptText {
    /// The text of a file.
    pub fn new(path: &str, text: &str) -> Self {
        let breaks = text.match_indices('\n').map(|(offset, _)| offset + 1);
        Self { path: path.into(), text: text.into(), lines: std::iter::once(0).chain(breaks).collect() }
    }

    /// The file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The token that begins at a position; the beginning of the file if it is none.
    pub fn span(&self, position: Position) -> LineSpan {
        let offset = self.offset(position).unwrap_or(0);
        self.span_at(offset, token_len(&self.text[offset..]))
    }

    /// This many characters from an offset on.
    pub(in crate::script) fn span_at(&self, offset: usize, len: usize) -> LineSpan {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let before = &self.text[self.lines[line - 1]..offset];
        LineSpan { line: small(line), column: small(before.chars().count() + 1), len: small(len.max(1)) }
    }

    /// The byte offset of a position.
    pub fn offset(&self, position: Position) -> Option<usize> {
        let start = *self.lines.get(position.line()?.checked_sub(1)?)?;
        let column = position.position().unwrap_or(1).saturating_sub(1);
        let line = &self.text[start..];
        Some(line.char_indices().nth(column).map_or(self.text.len(), |(offset, _)| start + offset))
    }

    /// The name of a function whose body begins at a position.
    pub fn function_name(&self, name: &str, body: Position) -> LineSpan {
        let body = self.offset(body).unwrap_or(self.text.len());
        let before = self.text[..body].rfind('(').map_or("", |open| self.text[..open].trim_end());
        let start = before.strip_suffix(name).map_or(body.min(self.text.len()), str::len);
        self.span_at(start, name.chars().count())
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Operators of more than one character, the longest first.
const OPERATORS: [&str; 16] =
    ["..=", "!in", "==", "!=", "<=", ">=", "&&", "||", "??", "..", "**", "+=", "-=", "*=", "/=", "%="];

/// How many characters the first token of a text has: a name, a number, a quoted text or one other character.
fn token_len(text: &str) -> usize {
    let Some(first) = text.chars().next() else {
        return 1;
    };
    if let Some(operator) = OPERATORS.iter().find(|operator| text.starts_with(**operator)) {
        return operator.len();
    }
    if is_word(first) {
        return text.chars().take_while(|c| is_word(*c)).count();
    }
    if first == '"' || first == '`' {
        let mut escaped = false;
        let closing = text.chars().skip(1).position(|c| {
            let ends = c == first && !escaped;
            escaped = c == '\\' && !escaped;
            ends || c == '\n'
        });
        return closing.map_or(1, |index| index + 2);
    }
    1
}
