//! The form of TOML: keys that stand under each other have their `=` in one column, but for longer keys than most, unless all of
//! them have one blank before it; an empty line stands before each table; brackets, commas and `=` have the blanks that they
//! have everywhere.

use super::comments::{Comment, Line, indent, is_empty, joined};
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Newline,
    Comment,
    /// A part of a key, a number, a word or a text.
    Word,
    Mark(u8),
}

struct Token {
    sort: Sort,
    range: Range<usize>,
}

/// A stretch of a file.
enum Part {
    /// An empty line.
    Empty,
    /// A line that is a comment.
    Comment(Line),
    /// The head of a table.
    Head(Line),
    /// A key, the blanks behind it, and its value, which may have several lines.
    Field { key: String, gap: usize, value: Vec<Line> },
}

/// The text in its form.
pub(super) fn formatted(text: &str) -> String {
    let tokens = tokens(text);
    let mut reader = Reader { text, tokens: &tokens, at: 0 };
    let mut page = Page::default();
    while let Some(part) = reader.part() {
        page.add(part);
    }
    joined(&page.done())
}

/// Whether two texts have the same words, comments and marks, in the same order.
pub(super) fn same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<(Sort, String)> {
        let all = tokens(text).into_iter().filter(|token| token.sort != Sort::Newline);
        all.map(|token| (token.sort, text[token.range].trim_end().to_owned())).collect()
    };
    words(one) == words(other)
}

/// What has been written, and the keys that stand under each other at its end.
#[derive(Default)]
struct Page {
    lines: Vec<Line>,
    block: Vec<Part>,
}

impl Page {
    fn add(&mut self, part: Part) {
        match part {
            Part::Field { .. } | Part::Comment(_) => self.block.push(part),
            Part::Empty => {
                self.close();
                self.empty();
            }
            Part::Head(line) => {
                // Comments just above a head belong to it.
                let comments = self.block.iter().rev().take_while(|part| matches!(part, Part::Comment(_))).count();
                let above = self.block.split_off(self.block.len() - comments);
                self.close();
                self.empty();
                self.block = above;
                self.close();
                self.lines.push(line);
            }
        }
    }

    /// Adds an empty line, unless there is one or nothing stands above it.
    fn empty(&mut self) {
        if self.lines.last().is_some_and(|line| !is_empty(line)) {
            self.lines.push(Line::default());
        }
    }

    /// Writes the keys that stand under each other.
    fn close(&mut self) {
        let width = shared_width(&self.block);
        for part in self.block.drain(..) {
            match part {
                Part::Comment(line) | Part::Head(line) => self.lines.push(line),
                Part::Empty => {}
                Part::Field { key, mut value, .. } => {
                    if let Some(first) = value.first_mut() {
                        first.text = format!("{key:width$} = {}", first.text);
                    }
                    self.lines.append(&mut value);
                }
            }
        }
    }

    fn done(mut self) -> Vec<Line> {
        self.close();
        while self.lines.last().is_some_and(is_empty) {
            self.lines.pop();
        }
        self.lines
    }
}

/// The width that the keys of a block get, where they are not longer: the one that most of them have with the blanks behind them,
/// or else that of the longest; none if all have one blank before their `=`.
fn shared_width(block: &[Part]) -> usize {
    let keys = block.iter().filter_map(|part| match part {
        Part::Field { key, gap, .. } => Some((key.chars().count(), *gap)),
        Part::Empty | Part::Comment(_) | Part::Head(_) => None,
    });
    let keys: Vec<(usize, usize)> = keys.collect();
    if keys.len() < 2 || keys.iter().all(|(_, gap)| *gap == 1) {
        return 0;
    }
    let with = |width: usize| keys.iter().filter(|(key, gap)| (key + gap).saturating_sub(1) == width).count();
    let widths = keys.iter().map(|(key, gap)| (key + gap).saturating_sub(1));
    let usual = widths.max_by_key(|width| (with(*width), *width)).filter(|width| 2 * with(*width) >= keys.len());
    let longest = keys.iter().map(|(key, _)| *key).max();
    usual.filter(|width| with(*width) > 1).or(longest).unwrap_or_default()
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    fn written(&self, token: &Token) -> &'t str {
        &self.text[token.range.clone()]
    }

    fn part(&mut self) -> Option<Part> {
        let first = self.peek()?;
        Some(match first.sort {
            Sort::Newline => {
                self.at += 1;
                Part::Empty
            }
            Sort::Comment => {
                let text = self.written(first).trim_end().to_owned();
                self.at += 1;
                self.end_line();
                Part::Comment(Line { text, comment: None })
            }
            Sort::Mark(b'[') => {
                let text = self.up_to(|sort| matches!(sort, Sort::Newline | Sort::Comment));
                let comment = self.comment();
                self.end_line();
                Part::Head(Line { text, comment })
            }
            Sort::Word | Sort::Mark(_) => self.field(),
        })
    }

    fn field(&mut self) -> Part {
        let key = self.up_to(|sort| matches!(sort, Sort::Newline | Sort::Comment | Sort::Mark(b'=')));
        let gap = self.peek().map_or(1, |token| self.gap(token));
        // Past the `=`.
        self.at += 1;
        let value = self.value();
        Part::Field { key, gap, value }
    }

    /// The tokens up to one of such a sort, without blanks between them.
    fn up_to(&mut self, ends: impl Fn(Sort) -> bool) -> String {
        let mut text = String::new();
        while let Some(token) = self.peek().filter(|token| !ends(token.sort)) {
            text.push_str(self.written(token));
            self.at += 1;
        }
        text
    }

    /// The lines of a value. Inside of brackets they are broken where they were.
    fn value(&mut self) -> Vec<Line> {
        let mut value = Value::default();
        while let Some(token) = self.peek() {
            match token.sort {
                Sort::Newline if value.open.is_empty() => break,
                Sort::Newline => value.break_line(),
                Sort::Comment => value.comment(self.comment()),
                Sort::Word | Sort::Mark(_) => value.token(token.sort, self.written(token)),
            }
            // A comment has been passed already.
            self.at += usize::from(token.sort != Sort::Comment);
        }
        self.end_line();
        value.lines
    }

    /// The comment that ends the line, if one does.
    fn comment(&mut self) -> Option<Comment> {
        let token = self.peek().filter(|token| token.sort == Sort::Comment)?;
        self.at += 1;
        let text = self.written(token).trim_end().to_owned();
        let before = &self.text[..token.range.start];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Some(Comment { text, column: line.chars().count(), gap: self.gap(token) })
    }

    /// How many blanks stand before a token.
    fn gap(&self, token: &Token) -> usize {
        let before = &self.text[..token.range.start];
        before.len() - before.trim_end_matches([' ', '\t']).len()
    }

    /// Past the end of the line.
    fn end_line(&mut self) {
        self.at += usize::from(self.peek().is_some_and(|token| token.sort == Sort::Newline));
    }
}

/// A value that is being written.
struct Value {
    lines: Vec<Line>,
    /// For each open bracket: how deep the line lies on which it was opened.
    open: Vec<usize>,
    /// How deep the running line lies.
    depth: usize,
    /// What stands before on the line.
    before: Option<Sort>,
}

impl Default for Value {
    fn default() -> Self {
        Self { lines: vec![Line::default()], open: Vec::new(), depth: 0, before: None }
    }
}

impl Value {
    fn token(&mut self, sort: Sort, written: &str) {
        let closes = matches!(sort, Sort::Mark(b']' | b'}'));
        let opened = if closes { self.open.pop() } else { None };
        if self.before.is_none() && self.lines.len() > 1 {
            self.depth = opened.unwrap_or_else(|| self.inside());
            self.begin_line(closes);
        }
        if let Some(line) = self.lines.last_mut() {
            let is_apart = self.before.is_some_and(|before| is_apart(before, sort));
            line.text.push_str(if is_apart { " " } else { "" });
            line.text.push_str(written);
        }
        if matches!(sort, Sort::Mark(b'[' | b'{')) {
            self.open.push(self.depth);
        }
        self.before = Some(sort);
    }

    /// How deep a line lies that begins inside of the last open bracket.
    fn inside(&self) -> usize {
        self.open.last().map_or(0, |depth| depth + 1)
    }

    /// Indents a line. No empty line stands before a bracket that closes.
    fn begin_line(&mut self, closes: bool) {
        while closes && self.lines.len() > 2 && self.lines.iter().rev().nth(1).is_some_and(is_empty) {
            self.lines.pop();
        }
        if let Some(line) = self.lines.last_mut() {
            line.text = indent(self.depth);
        }
    }

    fn break_line(&mut self) {
        let empty = self.lines.iter().rev().take_while(|line| is_empty(line)).count();
        let is_begun = self.lines.iter().rev().nth(empty).is_some_and(|line| !line.text.ends_with(['[', '{']));
        if empty == 0 || empty == 1 && is_begun {
            self.lines.push(Line::default());
        }
        self.before = None;
    }

    fn comment(&mut self, comment: Option<Comment>) {
        let inside = self.inside();
        let (Some(line), Some(comment)) = (self.lines.last_mut(), comment) else { return };
        match is_empty(line) {
            true => line.text = indent(inside) + &comment.text,
            false => line.comment = Some(comment),
        }
    }
}

/// Whether a blank stands between two tokens.
const fn is_apart(before: Sort, token: Sort) -> bool {
    !matches!(
        (before, token),
        (Sort::Mark(b'[' | b'.'), _) | (_, Sort::Mark(b']' | b',' | b'.')) | (Sort::Mark(b'{'), Sort::Mark(b'}'))
    )
}

/// The tokens of a text that is sound.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (sort, len) = match first {
            '\n' => (Some(Sort::Newline), 1),
            '#' => (Some(Sort::Comment), rest.find('\n').unwrap_or(rest.len())),
            '"' | '\'' => (Some(Sort::Word), length_of_text(rest, first)),
            '[' | ']' | '{' | '}' | ',' | '=' | '.' => (Some(Sort::Mark(first as u8)), 1),
            ' ' | '\t' | '\r' => (None, 1),
            _ => {
                let is_special = |letter: char| " \t\r\n#\"'[]{},=.".contains(letter);
                (Some(Sort::Word), rest.find(is_special).unwrap_or(rest.len()))
            }
        };
        if let Some(sort) = sort {
            tokens.push(Token { sort, range: at..at + len });
        }
        at += len;
    }
    tokens
}

/// How long the text is that begins here, with its quotes.
fn length_of_text(rest: &str, quote: char) -> usize {
    let three: String = std::iter::repeat_n(quote, 3).collect();
    let is_long = rest.starts_with(&three);
    let begin = if is_long { 3 } else { 1 };
    let mut at = begin;
    while at < rest.len() {
        let here = &rest[at..];
        match here.chars().next() {
            Some('\\') if quote == '"' => at += 1 + here[1..].chars().next().map_or(0, char::len_utf8),
            Some(letter) if letter == quote && !is_long => return at + 1,
            Some(letter) if letter == quote && here.starts_with(&three) => {
                // Up to two quotes may stand just before the three that end it.
                let quotes = here.chars().take_while(|letter| *letter == quote).count();
                return at + quotes.min(5);
            }
            Some(letter) => at += letter.len_utf8(),
            None => break,
        }
    }
    rest.len()
}
