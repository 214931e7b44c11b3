//! Texts into which something is filled. Lines, questions and endings have one grammar:
//!
//! ```text
//! text  = { any character but braces | "{{" | "}}" | "{" name "}" }
//! name  = a letter, then letters, digits, spaces, "_" and "-"
//! ```
//!
//! `{{` and `}}` stand for braces. No name occurs twice in a text.

use std::fmt;
use std::ops::Range;

/// A text with names in braces, for which something is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// As it is written.
    text: Box<str>,
    pieces: Vec<TextPiece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TextPiece {
    /// As it is read.
    Plain(Box<str>),
    /// For which something is filled in.
    Blank(Box<str>),
}

/// What is wrong with a text, and where: bytes in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// Where.
    pub range: Range<usize>,
    /// What.
    pub what: TemplateMistake,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateMistake {
    /// A brace opens, and none closes.
    Unclosed,
    /// A brace closes that none has opened.
    Unopened,
    /// What stands in braces is no name.
    NoName,
    /// A name stands there a second time.
    Twice,
}

impl fmt::Display for TemplateMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unclosed => "this brace is not closed",
            Self::Unopened => "this brace closes nothing",
            Self::NoName => "there is no name in these braces",
            Self::Twice => "this name stands in the text twice",
        })
    }
}

impl TemplateMistake {
    /// What to do about it.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Unclosed => "write `{name}` for what is filled in, and `{{` for a brace",
            Self::Unopened => "write `}}` for a brace",
            Self::NoName => "a name begins with a letter, and has letters, digits, spaces, `_` and `-`: `{player}`",
            Self::Twice => "write it once: a text says one thing of each",
        }
    }
}

impl Template {
    /// Reads a text.
    ///
    /// # Errors
    /// Says what is no text of this grammar, and where.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut template = Self { text: text.into(), pieces: Vec::new() };
        let (mut plain, mut at) = (String::new(), 0);
        while let Some(found) = text[at..].find(['{', '}']) {
            let brace = at + found;
            plain.push_str(&text[at..brace]);
            if let Some(doubled) = ["{{", "}}"].into_iter().find(|both| text[brace..].starts_with(both)) {
                plain.push_str(&doubled[1..]);
                at = brace + 2;
                continue;
            }
            let name = name_at(text, brace)?;
            if template.blanks().any(|known| *known == text[name.clone()]) {
                return Err(TemplateError { range: name, what: TemplateMistake::Twice });
            }
            template.add_plain(&mut plain);
            at = name.end + 1;
            template.pieces.push(TextPiece::Blank(text[name].into()));
        }
        plain.push_str(&text[at..]);
        template.add_plain(&mut plain);
        Ok(template)
    }

    fn add_plain(&mut self, plain: &mut String) {
        if !plain.is_empty() {
            self.pieces.push(TextPiece::Plain(std::mem::take(plain).into()));
        }
    }

    /// As it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names in braces, in order.
    pub fn blanks(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            TextPiece::Blank(name) => Some(&**name),
            TextPiece::Plain(_) => None,
        })
    }

    /// The text with something in place of each name in braces, which are asked for in order.
    pub fn filled(&self, mut put_in: impl FnMut(&str) -> String) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            TextPiece::Plain(text) => text.to_string(),
            TextPiece::Blank(name) => put_in(name),
        });
        pieces.collect()
    }
}

/// Where the name stands that a brace opens.
fn name_at(text: &str, brace: usize) -> Result<Range<usize>, TemplateError> {
    let wrong = |range: Range<usize>, what| Err(TemplateError { range, what });
    if text[brace..].starts_with('}') {
        return wrong(brace..brace + 1, TemplateMistake::Unopened);
    }
    let start = brace + 1;
    match text[start..].find(['{', '}']) {
        Some(len) if text[start + len..].starts_with('}') => match is_name(&text[start..start + len]) {
            true => Ok(start..start + len),
            false => wrong(brace..start + len + 1, TemplateMistake::NoName),
        },
        _ => wrong(brace..start, TemplateMistake::Unclosed),
    }
}

fn is_name(text: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '_' | '-');
    text.starts_with(char::is_alphabetic) && !text.ends_with(' ') && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> String {
        Template::parse(text).expect("it is a text").filled(|name| format!("<{name}>"))
    }

    fn wrong(text: &str) -> (&str, TemplateMistake) {
        let TemplateError { range, what } = Template::parse(text).expect_err("it is no text");
        (&text[range], what)
    }

    #[test]
    fn names_are_filled_in_and_double_braces_are_braces() {
        assert_eq!(filled("{player} pays {amount} to {the other}"), "<player> pays <amount> to <the other>");
        assert_eq!(filled("{{x}} and {{{y}}}"), "{x} and {<y>}");
        assert_eq!(filled("häuft {über_2} an"), "häuft <über_2> an");
        assert_eq!(filled(""), "");
        let template = Template::parse("{a}{b} {{c}}").expect("it is a text");
        assert_eq!(template.blanks().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(template.text(), "{a}{b} {{c}}");
    }

    #[test]
    fn what_is_no_text_is_refused_where_it_is() {
        assert_eq!(wrong("{player pays"), ("{", TemplateMistake::Unclosed));
        assert_eq!(wrong("{player {x}"), ("{", TemplateMistake::Unclosed));
        assert_eq!(wrong("{{{"), ("{", TemplateMistake::Unclosed));
        assert_eq!(wrong("pays} more"), ("}", TemplateMistake::Unopened));
        assert_eq!(wrong("{x}}"), ("}", TemplateMistake::Unopened));
        assert_eq!(wrong("{} is held"), ("{}", TemplateMistake::NoName));
        assert_eq!(wrong("{0} is held"), ("{0}", TemplateMistake::NoName));
        assert_eq!(wrong("{a } is held"), ("{a }", TemplateMistake::NoName));
        assert_eq!(wrong("{a.b}"), ("{a.b}", TemplateMistake::NoName));
        assert_eq!(wrong("{a} and {a}"), ("a", TemplateMistake::Twice));
    }
}
