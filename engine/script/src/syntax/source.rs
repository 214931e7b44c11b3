//! The text of a script, by line and column, and by its tokens.

use super::finding::LineSpan;
use super::lexer::{Token, tokens};
use rhai::Position;

/// A script's text.
#[derive(Clone, Debug)]
pub struct ScriptText {
    path: Box<str>,
    text: Box<str>,
    /// The offset at which each line begins.
    lines: Vec<usize>,
    tokens: Vec<Token>,
}

impl ScriptText {
    /// The text of a file.
    pub fn new(path: &str, text: &str) -> Self {
        let breaks = text.match_indices('\n').map(|(offset, _)| offset + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        Self { path: path.into(), text: text.into(), lines, tokens: tokens(text) }
    }

    /// The file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its tokens.
    pub(crate) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// What is written for a token.
    pub(crate) fn written(&self, token: &Token) -> &str {
        &self.text[token.span.clone()]
    }

    /// How many lines it has.
    pub(crate) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The token that begins at a position; the beginning of the file if it is none.
    pub fn span(&self, position: Position) -> LineSpan {
        match self.token_at(position) {
            Some(at) => self.token_span(&self.tokens[at]),
            None => self.span_at(self.offset(position).unwrap_or(0), 1),
        }
    }

    /// Where a token stands: of a text with values in it, the whole text.
    pub(crate) fn token_span(&self, token: &Token) -> LineSpan {
        let written = &self.text[token.span.start..token.end];
        let on_line = written.split('\n').next().unwrap_or_default();
        self.span_at(token.span.start, on_line.chars().count())
    }

    /// The number of the token that begins at a position of the parser's.
    pub(crate) fn token_at(&self, position: Position) -> Option<usize> {
        let at = (position.line()?, position.position().unwrap_or(0));
        self.tokens.binary_search_by_key(&at, |token| token.at).ok()
    }

    /// This many characters from an offset on.
    pub(crate) fn span_at(&self, offset: usize, len: usize) -> LineSpan {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let before = &self.text[self.lines[line - 1]..offset];
        LineSpan { line: small(line), column: small(before.chars().count() + 1), len: small(len.max(1)) }
    }

    /// The byte offset of a position.
    pub fn offset(&self, position: Position) -> Option<usize> {
        if let Some(at) = self.token_at(position) {
            return Some(self.tokens[at].span.start);
        }
        let start = *self.lines.get(position.line()?.checked_sub(1)?)?;
        let column = position.position().unwrap_or(1).saturating_sub(1);
        let line = &self.text[start..];
        Some(line.char_indices().nth(column).map_or(self.text.len(), |(offset, _)| start + offset))
    }

    /// The name of a function whose body begins at a position.
    pub fn function_name(&self, body: Position) -> LineSpan {
        let before = self.token_at(body).map_or(&[][..], |body| &self.tokens[..body]);
        let head = before.iter().rposition(|token| self.written(token) == "fn");
        match head.and_then(|head| before.get(head + 1)) {
            Some(name) => self.token_span(name),
            None => self.span(body),
        }
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
