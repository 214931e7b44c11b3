//! Texts as a terminal may have them: the one place where control characters end.

use std::borrow::Cow;

/// The text with everything visible that would do something to a terminal: control characters other than line breaks and
/// tabs, and characters that change the direction or the line of what follows.
pub fn printable(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| acts(letter).then(|| picture(letter)))
}

/// The same, letting one character through, which whoever made the text has written.
pub(super) fn printable_around(text: &str, own: char) -> Cow<'_, str> {
    replaced(text, |letter| (acts(letter) && letter != own).then(|| picture(letter)))
}

/// JSON with such characters as escapes, so that it is printable and still means the same.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    match json.contains(acts) {
        false => Cow::Borrowed(json),
        true => {
            let escaped = |letter: char| match acts(letter) {
                true => format!("\\u{:04x}", u32::from(letter)),
                false => letter.to_string(),
            };
            Cow::Owned(json.chars().map(escaped).collect())
        }
    }
}

/// Whether a terminal would do something at this character, instead of only showing it.
pub fn acts(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Marks, embeddings, overrides and isolates of direction, and breaks of lines and paragraphs.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        letter => letter.is_control(),
    }
}

fn replaced(text: &str, picture: impl Fn(char) -> Option<char>) -> Cow<'_, str> {
    match text.chars().any(|letter| picture(letter).is_some()) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(text.chars().map(|letter| picture(letter).unwrap_or(letter)).collect()),
    }
}

/// What stands for a character: its picture, as far as Unicode has one.
fn picture(letter: char) -> char {
    match u32::from(letter) {
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_become_visible() {
        assert_eq!(printable("a\u{1b}[31m\u{7}\u{7f}\u{9b}\u{202e}\r\n\tb"), "a␛[31m␇␡��␍\n\tb");
        assert!(matches!(printable("Dragon’s “Roar” 龍 ×2 👩‍👧"), Cow::Borrowed(_)));
    }

    #[test]
    fn everything_that_acts_is_replaced() {
        let all: String = ('\0'..=char::MAX).collect();
        assert!(!printable(&all).contains(acts));
        assert!(!printable_around(&all, '\u{1b}').contains(|letter| acts(letter) && letter != '\u{1b}'));
    }

    #[test]
    fn json_keeps_its_meaning() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{2028}\n";
        let json = serde_json::Value::from(text).to_string();
        let shown = printable_json(&json);
        assert!(!shown.contains(acts));
        assert_eq!(serde_json::from_str::<String>(&shown).ok().as_deref(), Some(text));
    }
}
