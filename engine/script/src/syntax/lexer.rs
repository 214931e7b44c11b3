//! The tokens of a script with their places, as Rhai's own lexer gives them.
//!
//! Nothing else reads the text of a script, except the completion of editors, which is asked about texts that are not
//! finished. What is nested, the tree has; what it has lost, such as the heads of `switch`, the tokens have.

use crate::sandbox::TEXT_SIZE;
use rhai::{InputStream, Position, Token as RhaiToken, TokenizeState, get_next_token};
use std::num::NonZeroUsize;
use std::ops::Range;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub sort: TokenSort,
    /// Its bytes.
    pub span: Range<usize>,
    /// Its place as Rhai counts lines and columns, which is what the tree has.
    pub(super) at: (usize, usize),
    /// Where the text ends that begins here, if values are put into it; otherwise the end of the token.
    pub(super) end: usize,
}

impl Token {
    /// Its bytes; of the first piece of a text with values in it, those of the whole text.
    pub fn whole(&self) -> Range<usize> {
        self.span.start..self.end
    }
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenSort {
    /// A name.
    Name,
    /// A word of the language, also `_`.
    Keyword,
    /// A whole number.
    Number(i64),
    /// A text, however it is written: what it says.
    Text(Box<str>),
    /// One character between single quotes.
    Character,
    /// A piece of a text with values in it: from a grave accent or the end of a value to the next. What it says.
    Piece(Box<str>),
    /// An operator, a bracket, or another mark.
    Mark,
    /// What Rhai does not read.
    Wrong,
}

/// The tokens of a text, without comments.
pub fn tokens(text: &str) -> Vec<Token> {
    Lexer::new(text, false).run().found
}

/// The comments of a text, apart from those that begin with `//!`.
pub fn comments(text: &str) -> Vec<Range<usize>> {
    Lexer::new(text, true).run().comments
}

/// The tokens of a text, and what its comments with `//!` say, line by line.
pub(super) fn tokens_and_head(text: &str) -> (Vec<Token>, Vec<Box<str>>) {
    let lexer = Lexer::new(text, false).run();
    let head = lexer.state.tokenizer_control.borrow();
    let lines = head.global_comments.lines().map(|line| line.strip_prefix("//!").unwrap_or(line).into());
    let lines = lines.collect();
    drop(head);
    (lexer.found, lines)
}

/// The characters of a text, one after another.
struct Characters<'s> {
    text: &'s str,
    at: usize,
}

impl InputStream for Characters<'_> {
    fn unget(&mut self, ch: char) {
        // Only what was taken is given back.
        self.at = self.at.saturating_sub(ch.len_utf8());
    }

    fn get_next(&mut self) -> Option<char> {
        let next = self.peek_next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn peek_next(&mut self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }
}

struct Lexer<'s> {
    characters: Characters<'s>,
    state: TokenizeState,
    position: Position,
    /// The texts with values that are open here.
    open: Vec<OpenText>,
    found: Vec<Token>,
    comments: Vec<Range<usize>>,
}

/// A text of which a value is being read.
struct OpenText {
    /// The token with which it begins.
    first: usize,
    /// How many braces are open in its value.
    braces: usize,
}

impl<'s> Lexer<'s> {
    fn new(text: &'s str, include_comments: bool) -> Self {
        // As in the sandbox, so that both stop at the same text.
        let max_string_len = NonZeroUsize::new(TEXT_SIZE);
        Self {
            characters: Characters { text, at: 0 },
            state: TokenizeState { max_string_len, include_comments, ..TokenizeState::default() },
            position: Position::START,
            open: Vec::new(),
            found: Vec::new(),
            comments: Vec::new(),
        }
    }

    fn run(mut self) -> Self {
        loop {
            let before = self.characters.at;
            let (token, start) = self.next();
            if token == RhaiToken::EOF || self.characters.at == before {
                return self;
            }
            self.take(token, start);
        }
    }

    /// The next token, and where it begins.
    fn next(&mut self) -> (RhaiToken, TokenStart) {
        let (before, from) = (self.position, self.characters.at);
        let (token, at) = get_next_token(&mut self.characters, &mut self.state, &mut self.position);
        // A text that the end of the script has cut off.
        let is_cut = matches!(token, RhaiToken::StringConstant(_)) && self.state.is_within_text_terminated_by.is_some();
        let token = if is_cut { wrong() } else { token };
        self.state.is_within_text_terminated_by = None;
        let offset = from + distance(&self.characters.text[from..self.characters.at], before, at);
        (token, TokenStart { offset, at: (at.line().unwrap_or(0), at.position().unwrap_or(0)) })
    }

    fn take(&mut self, token: RhaiToken, start: TokenStart) {
        let sort = match token {
            RhaiToken::InterpolatedString(text) => return self.begin_value(&text, start),
            RhaiToken::RightBrace if self.open.last().is_some_and(|open| open.braces == 0) => return self.go_on(start),
            RhaiToken::Comment(_) => return self.comments.push(start.offset..self.characters.at),
            RhaiToken::Unit => return self.push_unit(start),
            RhaiToken::LeftBrace | RhaiToken::MapStart => self.count(1),
            RhaiToken::RightBrace => self.count(-1),
            token => sort(token),
        };
        self.push(sort, start);
    }

    fn count(&mut self, braces: isize) -> TokenSort {
        if let Some(open) = self.open.last_mut() {
            open.braces = open.braces.saturating_add_signed(braces);
        }
        TokenSort::Mark
    }

    fn push(&mut self, sort: TokenSort, start: TokenStart) {
        let end = self.characters.at;
        self.found.push(Token { sort, span: start.offset..end, at: start.at, end });
    }

    /// `()`, as the two brackets that it has: behind a name they are a call.
    fn push_unit(&mut self, start: TokenStart) {
        for at in 0..2 {
            let span = start.offset + at..start.offset + at + 1;
            let (line, column) = start.at;
            self.found.push(Token { sort: TokenSort::Mark, end: span.end, span, at: (line, column + at) });
        }
    }

    /// A text up to its first value.
    fn begin_value(&mut self, text: &str, start: TokenStart) {
        self.open.push(OpenText { first: self.found.len(), braces: 0 });
        // The brace of the value.
        self.next();
        self.push(TokenSort::Piece(text.into()), start);
    }

    /// What follows a value in a text, up to the next value or the end of the text.
    fn go_on(&mut self, brace: TokenStart) {
        self.state.is_within_text_terminated_by = Some("`".into());
        let (token, start) = self.next();
        let start = TokenStart { at: if start.at.0 == 0 { brace.at } else { start.at }, ..brace };
        match token {
            RhaiToken::InterpolatedString(text) => {
                self.next();
                self.push(TokenSort::Piece(text.as_str().into()), start);
            }
            RhaiToken::StringConstant(text) => {
                self.push(TokenSort::Piece(text.as_str().into()), start);
                self.close();
            }
            _ => {
                self.push(TokenSort::Wrong, start);
                self.close();
            }
        }
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop()
            && let Some(first) = self.found.get_mut(open.first)
        {
            first.end = self.characters.at;
        }
    }
}

/// Where a token begins.
#[derive(Clone, Copy)]
struct TokenStart {
    offset: usize,
    at: (usize, usize),
}

/// How many bytes of a text lie between the last character before it and a token that begins in it.
///
/// Only what is between the two is counted, because Rhai loses count where a `$` is written as `\$`.
fn distance(text: &str, before: Position, token: Position) -> usize {
    let number = |number: Option<usize>| number.unwrap_or(0);
    let lines = number(token.line()).saturating_sub(number(before.line()));
    let skipped: usize = text.split_inclusive('\n').take(lines).map(str::len).sum();
    let counted = if lines == 0 { number(before.position()) } else { 0 };
    let columns = number(token.position()).saturating_sub(counted + 1);
    let rest = &text[skipped..];
    skipped + rest.char_indices().nth(columns).map_or(rest.len(), |(at, _)| at)
}

fn wrong() -> RhaiToken {
    RhaiToken::LexError(Box::new(rhai::LexError::UnterminatedString))
}

fn sort(token: RhaiToken) -> TokenSort {
    match token {
        RhaiToken::IntegerConstant(number) => TokenSort::Number(number),
        RhaiToken::StringConstant(text) => TokenSort::Text(text.as_str().into()),
        RhaiToken::CharConstant(_) => TokenSort::Character,
        RhaiToken::Identifier(_) => TokenSort::Name,
        RhaiToken::LexError(_) => TokenSort::Wrong,
        // What only some versions of the language know, and what no script may use, is a name like others.
        RhaiToken::Reserved(word) if word.starts_with(is_letter) => TokenSort::Name,
        token if token.is_literal() && token.literal_syntax().starts_with(is_letter) => TokenSort::Keyword,
        _ => TokenSort::Mark,
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|token| &text[token.span]).collect()
    }

    fn texts(text: &str) -> Vec<String> {
        let said = tokens(text).into_iter().filter_map(|token| match token.sort {
            TokenSort::Text(said) | TokenSort::Piece(said) => Some(said.into()),
            _ => None,
        });
        said.collect()
    }

    #[test]
    fn tokens_have_their_places() {
        assert_eq!(
            read("fn f(a) { // x\n a.b(\"x\\\"y\", 12) }"),
            ["fn", "f", "(", "a", ")", "{", "a", ".", "b", "(", "\"x\\\"y\"", ",", "12", ")", "}"]
        );
        assert_eq!(read("a..=b !inner c !in d"), ["a", "..=", "b", "!", "inner", "c", "!in", "d"]);
        assert_eq!(read("`x ${a{1}} y ${b}` + c"), ["`x ${", "a", "{", "1", "}", "} y ${", "b", "}`", "+", "c"]);
        assert_eq!(read("-1 - -0 /* a /* b */ 'c' */ () 'd'"), ["-1", "-", "-0", "(", ")", "'d'"]);
        assert_eq!(read("/// doc\r\n//! head\n#\"\\\"# ä"), ["#\"\\\"#", "ä"]);
    }

    #[test]
    fn places_hold_where_rhai_loses_count() {
        assert_eq!(
            read("`a \\${ b` + c\n`x ${1} \\${`+d"),
            ["`a \\${ b`", "+", "c", "`x ${", "1", "} \\${`", "+", "d"]
        );
        assert_eq!(read("#\"a\"\nb\"# + c\nd"), ["#\"a\"\nb\"#", "+", "c", "d"]);
    }

    #[test]
    fn texts_are_what_rhai_reads() {
        let written = r###"'"' + "a\"b" + "line\nbreak" + "caf\u00e9" + `no "value` + #"raw \" + "# + `a ${"b"} c`"###;
        assert_eq!(texts(written), ["a\"b", "line\nbreak", "café", "no \"value", "raw \\\" + ", "a ", "b", " c"]);
    }

    #[test]
    fn a_text_with_values_ends_where_it_ends() {
        let text = "`a ${`b ${1}`} c` + 2";
        let ends: Vec<&str> =
            tokens(text).into_iter().take(2).map(|token| &text[token.span.start..token.end]).collect();
        assert_eq!(ends, ["`a ${`b ${1}`} c`", "`b ${1}`"]);
    }

    #[test]
    fn comments_are_found() {
        let text = "a(\"// no\"); // one\n/* two /* three */ */ b(); //! four\n/// five";
        let found: Vec<&str> = comments(text).into_iter().map(|span| &text[span]).collect();
        assert_eq!(found, ["// one\n", "/* two /* three */ */", "/// five"]);
    }

    #[test]
    fn unfinished_texts_are_harmless() {
        for text in [
            "\"",
            "\"\\",
            "`",
            "`${",
            "`${}",
            "/*",
            "/",
            "}",
            "fn ö",
            "!",
            "1",
            "'",
            "''",
            "'ab'",
            "#\"",
            "##",
            "\"\\q\"",
            "`${`${",
            "\"\\\n",
            "\u{0}",
            "\r",
            "#\"\"\n",
            "`\\$",
            "`\r",
            "0x",
            "!i",
            "99999999999999999999",
        ] {
            read(text);
            comments(text);
        }
    }
}
