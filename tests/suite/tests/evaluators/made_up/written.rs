//! The many ways in which the same value, or a gap, can be written.

use super::MadeUp;

/// What texts say; all of it can be written in several ways.
const SAID: [&str; 18] = [
    "",
    "a",
    "b",
    "ab",
    "one",
    "banana",
    "say \"a\"",
    "line\nbreak",
    "\ta",
    "caf\u{e9}",
    "a\\b",
    "$x {y}",
    "it's",
    "`",
    "// no",
    "/* no",
    "\u{1f600}",
    "switch 1 { _ => 2 }",
];

/// What may stand between two tokens.
const GAPS: [&str; 6] = ["/* a /* \"b */ ' */", "/* ` */ ", "// ' \" ${ {\n", "/* */", "\n    ", "\t"];

impl MadeUp {
    /// A gap, now and then with a comment in it.
    pub(super) fn gap(&mut self) -> &'static str {
        if self.below(20) == 0 { GAPS[self.below(6) as usize] } else { " " }
    }

    /// A number, without a sign before it.
    pub(super) fn number_literal(&mut self) -> String {
        let number = self.below(9);
        match self.below(16) {
            0 => "9223372036854775807".into(),
            1 => "0xFFFF_FFFF_FFFF_FFFF".into(),
            2 => "0xffffffffffffffff".into(),
            3 => format!("0x{number:X}"),
            4 => format!("0x{:x}", number + 20),
            5 => format!("0b{number:b}"),
            6 => format!("0o{number:o}"),
            7 => format!("0_{number}_"),
            8 => format!("1_{number}00"),
            _ => number.to_string(),
        }
    }

    /// A number in any form, as it can stand behind an operator.
    pub(super) fn signed_literal(&mut self) -> String {
        match self.below(14) {
            0 => "(-9223372036854775808)".into(),
            1 => "(- 3)".into(),
            2 => "(-3)".into(),
            3 => "(+ 4)".into(),
            _ => self.number_literal(),
        }
    }

    /// A text without values in it.
    pub(super) fn text_literal(&mut self) -> String {
        let said = match self.below(3) {
            0 => SAID[self.below(18) as usize],
            _ => SAID[self.below(6) as usize],
        };
        match self.below(8) {
            0 if !said.contains("\"#") => format!("#\"{said}\"#"),
            1 => format!("##\"{said}\"##"),
            2 => format!("`{}`", said.replace('`', "``")),
            3 => format!("`\n{}`", said.replace('`', "``")),
            4 => format!("\"{}\\\n        b\"", self.escaped("a")),
            _ => format!("\"{}\"", self.escaped(said)),
        }
    }

    fn escaped(&mut self, said: &str) -> String {
        said.chars().map(|letter| self.escape(letter)).collect()
    }

    fn escape(&mut self, letter: char) -> String {
        let number = letter as u32;
        match (letter, self.below(6)) {
            ('"', 0..=2) => "\"\"".into(),
            ('"', _) => "\\\"".into(),
            ('\\', _) => "\\\\".into(),
            ('\n', _) => "\\n".into(),
            ('\t', 0..=2) => "\\t".into(),
            (_, 0) if number < 0x80 => format!("\\x{number:02x}"),
            (_, 1) if number < 0x1_0000 => format!("\\u{number:04X}"),
            (_, 2) => format!("\\U{number:08x}"),
            _ => letter.to_string(),
        }
    }

    /// What stands between the values of a text.
    pub(super) fn piece(&mut self) -> &'static str {
        ["", "n ", " \"q\" ", "}", "$", "'", "\u{e9}", " // ", "\\n"][self.below(9) as usize]
    }
}
