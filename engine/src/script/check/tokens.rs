//! The tokens of a script with their locations: for tools that treat a script as text, even if it does not parse.

use std::ops::Range;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub sort: TokenSort,
    /// Its bytes.
    pub span: Range<usize>,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenSort {
    /// A name or a keyword.
    Word,
    /// A whole number.
    Number,
    /// A text between quotes, with them.
    Text,
    /// A piece of a text with values in it: from a grave accent or the end of a value to the next.
    Piece,
    /// An operator, a bracket, or another mark.
    Mark,
}

/// Marks of more than one character, the longest first.
const MARKS: [&str; 21] = [
    "..=", "**=", "<<=", ">>=", "!in", "==", "!=", "<=", ">=", "&&", "||", "??", "=>", "..", "**", "+=", "-=", "*=",
    "/=", "%=", "::",
];

/// The tokens of a text, without comments.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, open: Vec::new(), found: Vec::new() };
    while lexer.at < text.len() {
        lexer.step();
    }
    lexer.found
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    /// For each text with values that is open here, how many braces are open in its value.
    open: Vec<usize>,
    found: Vec<Token>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn step(&mut self) {
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if first == '"' || first == '\'' {
            self.push(TokenSort::Text, quoted_len(rest, first));
        } else if first == '`' || first == '}' && self.open.last() == Some(&0) {
            if first == '}' {
                self.open.pop();
            }
            self.piece();
        } else if first.is_ascii_digit() {
            self.push(TokenSort::Number, word_len(rest));
        } else if is_word(first) {
            self.push(TokenSort::Word, word_len(rest));
        } else {
            self.mark(first);
        }
    }

    fn push(&mut self, sort: TokenSort, len: usize) {
        self.found.push(Token { sort, span: self.at..self.at + len });
        self.at += len;
    }

    /// To the next value in a text, or to its end.
    fn piece(&mut self) {
        let body = &self.rest()[1..];
        // Not looked for one after the other: what does not occur would be sought to the end of the script for each piece.
        let end = body.match_indices(['`', '$']).find_map(|(at, mark)| match mark {
            "`" => Some((at + 2, false)),
            _ => body[at..].starts_with("${").then_some((at + 3, true)),
        });
        let (len, opens) = end.unwrap_or((body.len() + 1, false));
        self.push(TokenSort::Piece, len);
        if opens {
            self.open.push(0);
        }
    }

    fn mark(&mut self, first: char) {
        if let Some(open) = self.open.last_mut() {
            match first {
                '{' => *open += 1,
                '}' => *open -= 1,
                _ => {}
            }
        }
        let rest = self.rest();
        let long = MARKS.iter().find(|mark| rest.starts_with(**mark) && !is_in_word(mark, rest));
        let len = long.map_or(first.len_utf8(), |mark| mark.len());
        self.push(TokenSort::Mark, len);
    }
}

/// Whether what looks like `!in` begins a longer word: `!inside`.
fn is_in_word(mark: &str, rest: &str) -> bool {
    mark == "!in" && rest[mark.len()..].starts_with(is_word)
}

/// Whether names are written with this letter.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word_len(text: &str) -> usize {
    text.find(|c: char| !is_word(c)).unwrap_or(text.len())
}

fn quoted_len(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|token| &text[token.span]).collect()
    }

    #[test]
    fn tokens_have_their_places() {
        assert_eq!(
            read("fn f(a) { // x\n a.b(\"x\\\"y\", 12) }"),
            ["fn", "f", "(", "a", ")", "{", "a", ".", "b", "(", "\"x\\\"y\"", ",", "12", ")", "}"]
        );
        assert_eq!(read("a..=b !inner c !in d"), ["a", "..=", "b", "!", "inner", "c", "!in", "d"]);
        assert_eq!(read("`x ${a{1}} y ${b}` + c"), ["`x ${", "a", "{", "1", "}", "} y ${", "b", "}`", "+", "c"]);
    }

    #[test]
    fn unfinished_texts_are_harmless() {
        for text in ["\"", "\"\\", "`", "`${", "/*", "/", "}", "fn ö", "!", "1", "'"] {
            read(text);
        }
    }
}
