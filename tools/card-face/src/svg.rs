//! SVG as text: what is escaped, and how numbers are written.

use std::fmt::Write;

/// A text as the content of an element or attribute. What XML cannot hold, and what turns the
/// order of letters around, becomes the replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            letter if letter.is_control() => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A number with at most two decimal places.
pub(crate) fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".into() } else { short.into() }
}

/// Elements, one after another.
#[derive(Debug, Default)]
pub(crate) struct Drawing(String);

impl Drawing {
    /// An element with attributes and no content. Their values are escaped.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.open(name, attributes);
        self.0.truncate(self.0.len() - 1);
        self.0.push_str("/>");
    }

    /// The beginning of an element.
    pub fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.0.push('<');
        self.0.push_str(name);
        for (key, value) in attributes {
            // Writing into a string cannot fail.
            let _ = write!(self.0, " {key}=\"{}\"", escape(value));
        }
        self.0.push('>');
    }

    /// Its end.
    pub fn close(&mut self, name: &str) {
        let _ = write!(self.0, "</{name}>");
    }

    /// A rectangle: left, top, width and height.
    pub fn rectangle(&mut self, at: [f32; 4], attributes: &[(&str, &str)]) {
        let [x, y, width, height] = at.map(number);
        let place = [("x", &*x), ("y", &*y), ("width", &*width), ("height", &*height)];
        self.element("rect", &[&place, attributes].concat());
    }

    /// A line of text whose baseline begins at a place.
    pub fn text(&mut self, x: f32, y: f32, attributes: &[(&str, &str)], text: &str) {
        let (x, y) = (number(x), number(y));
        self.open("text", &[&[("x", &*x), ("y", &*y)], attributes].concat());
        self.0.push_str(&escape(text));
        self.close("text");
    }

    /// Elements that were drawn before.
    pub fn append(&mut self, drawn: &str) {
        self.0.push_str(drawn);
    }

    pub fn finish(self) -> String {
        self.0
    }
}
