//! The tags and texts of an SVG, one after the other. Nothing is expanded: entities of its own are refused before.

use std::borrow::Cow;

/// A tag or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MarkupPiece<'t> {
    /// An element begins, and ends at once if it `is_empty`.
    Open { name: &'t str, attributes: Vec<(&'t str, Cow<'t, str>)>, is_empty: bool },
    /// The innermost element ends.
    Close,
    /// What stands between tags.
    Text(&'t str),
}

/// A place in an SVG: its line and column, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MarkupPlace {
    pub line: usize,
    pub column: usize,
}

/// Reads the pieces of an SVG.
#[derive(Debug)]
pub(super) struct Markup<'t> {
    rest: &'t str,
    /// From the piece on that was read last.
    piece: &'t str,
    /// From where on lines have not been counted.
    uncounted: &'t str,
    counted: MarkupPlace,
}

impl<'t> Markup<'t> {
    pub fn of(whole: &'t str) -> Self {
        Self { rest: whole, piece: whole, uncounted: whole, counted: MarkupPlace { line: 1, column: 1 } }
    }

    /// Where the piece begins that was read last.
    pub fn place(&mut self) -> MarkupPlace {
        let (read, uncounted) = self.uncounted.split_at(self.uncounted.len() - self.piece.len());
        let last = match read.rsplit_once('\n') {
            Some((before, last)) => {
                self.counted.line += 1 + before.matches('\n').count();
                self.counted.column = 1;
                last
            }
            None => read,
        };
        self.counted.column += last.chars().count();
        self.uncounted = uncounted;
        self.counted
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// If it is not well-formed.
    pub fn next(&mut self) -> Result<Option<MarkupPiece<'t>>, ()> {
        loop {
            self.piece = self.rest;
            if self.rest.is_empty() {
                return Ok(None);
            }
            if let Some(text) = self.behind("<![CDATA[") {
                return self.up_to(text, "]]>").map(MarkupPiece::Text).map(Some);
            }
            if let Some(comment) = self.behind("<!--") {
                self.up_to(comment, "-->")?;
            } else if let Some(instruction) = self.behind("<?") {
                self.up_to(instruction, "?>")?;
            } else if let Some(closing) = self.behind("</") {
                self.up_to(closing, ">")?;
                return Ok(Some(MarkupPiece::Close));
            } else if let Some(tag) = self.behind("<") {
                return self.open(tag).map(Some);
            } else {
                let (text, rest) = self.rest.split_at(self.rest.find('<').unwrap_or(self.rest.len()));
                self.rest = rest;
                return Ok(Some(MarkupPiece::Text(text)));
            }
        }
    }

    fn behind(&self, opening: &str) -> Option<&'t str> {
        self.rest.strip_prefix(opening)
    }

    /// What stands before this mark, behind which reading goes on.
    fn up_to(&mut self, text: &'t str, mark: &str) -> Result<&'t str, ()> {
        let (before, behind) = text.split_once(mark).ok_or(())?;
        self.rest = behind;
        Ok(before)
    }

    fn open(&mut self, tag: &'t str) -> Result<MarkupPiece<'t>, ()> {
        let (name, mut rest) = tag.split_at(tag.find(ends_a_name).ok_or(())?);
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start();
            if let Some(behind) = rest.strip_prefix("/>").or_else(|| rest.strip_prefix('>')) {
                self.rest = behind;
                return Ok(MarkupPiece::Open { name: local(name)?, attributes, is_empty: rest.starts_with('/') });
            }
            let (key, behind) = rest.split_at(rest.find(ends_a_name).ok_or(())?);
            let value = behind.trim_start().strip_prefix('=').ok_or(())?.trim_start();
            let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\'')).ok_or(())?;
            let (value, behind) = value[1..].split_once(quote).ok_or(())?;
            attributes.push((local(key)?, decoded(value)));
            rest = behind;
        }
    }
}

fn ends_a_name(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '=' | '/' | '>' | '<' | '"' | '\'')
}

/// A name without its namespace.
fn local(name: &str) -> Result<&str, ()> {
    let name = name.rsplit_once(':').map_or(name, |(_, local)| local);
    if name.is_empty() { Err(()) } else { Ok(name) }
}

/// A text in which references to characters are these characters.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let named = part.split_once(';').and_then(|(name, rest)| Some((character(name)?, rest)));
        let (letter, rest) = named.unwrap_or(('&', part));
        plain.push(letter);
        plain.push_str(rest);
    }
    plain.into()
}

/// The character that a reference names.
fn character(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "apos" => Some('\''),
        "quot" => Some('"'),
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(number.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Result<Vec<MarkupPiece<'_>>, ()> {
        let mut markup = Markup::of(text);
        std::iter::from_fn(|| markup.next().transpose()).collect()
    }

    #[test]
    fn tags_and_texts_are_told_apart() {
        let text = "<?xml?><a:svg><!-- <b> --><g id = '&#97;&amp;' x:y=\">\"/>t<![CDATA[<c>]]></a:svg>";
        let attributes = vec![("id", "a&".into()), ("y", ">".into())];
        let expected = [
            MarkupPiece::Open { name: "svg", attributes: Vec::new(), is_empty: false },
            MarkupPiece::Open { name: "g", attributes, is_empty: true },
            MarkupPiece::Text("t"),
            MarkupPiece::Text("<c>"),
            MarkupPiece::Close,
        ];
        assert_eq!(pieces(text), Ok(expected.to_vec()));
    }

    #[test]
    fn each_piece_has_a_place() {
        let mut markup = Markup::of("<svg>\n é<g\na=''/><g/>\n</svg>");
        let places = std::iter::from_fn(|| {
            markup.next().expect("it is well-formed")?;
            let MarkupPlace { line, column } = markup.place();
            Some((line, column))
        });
        assert_eq!(places.collect::<Vec<_>>(), [(1, 1), (1, 6), (2, 3), (3, 7), (3, 11), (4, 1)]);
    }

    #[test]
    fn what_is_not_well_formed_is_refused() {
        for text in
            ["<svg", "<svg a>", "<svg a=b>", "<svg a='b>", "<!-- ", "<![CDATA[", "<>", "<a:/>", "<svg <g/>", "</svg"]
        {
            assert_eq!(pieces(text), Err(()), "{text}");
        }
    }
}
