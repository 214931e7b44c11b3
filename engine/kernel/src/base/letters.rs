//! Letters that are not what an author sees: files in another encoding, and quotes as word processors set them.

/// Whether a letter is a quote that only word processors set.
pub fn is_typographic_quote(letter: char) -> bool {
    matches!(letter, '\u{201c}'..='\u{201f}' | '\u{2018}'..='\u{201b}' | '\u{ab}' | '\u{bb}' | '\u{2039}' | '\u{203a}')
}

/// What is said of such a quote where a text begins or ends.
pub fn not_a_quote(quote: char) -> String {
    format!("`{quote}` is a typographic quote: texts stand in plain double quotes, `\"…\"`")
}

/// The text of a file.
///
/// # Errors
/// What is wrong, if it is not UTF-8.
pub fn text_of(bytes: &[u8]) -> Result<&str, String> {
    if let Some(encoding) = wide(bytes) {
        return Err(format!("this file is {encoding}, not UTF-8"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        format!("this file is not UTF-8 text: line {line}, column {column} is none")
    })?;
    // Some editors put a mark before what is UTF-8.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The encoding of a text whose letters are wider than a byte: it begins with a mark that says so, or its first letter, which
/// is plain in our files, is filled up with zeros.
fn wide(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, _, ..] | [_, 0, 0, 0, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] => Some("UTF-16"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_are_named() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        let wider = |text: &str| text.chars().flat_map(|letter| (letter as u32).to_le_bytes()).collect::<Vec<u8>>();
        for bytes in [wide("name"), big("name"), wide("\u{feff}name"), big("\u{feff}name")] {
            assert_eq!(text_of(&bytes), Err("this file is UTF-16, not UTF-8".to_owned()));
        }
        for bytes in [wider("name"), wider("\u{feff}name")] {
            assert_eq!(text_of(&bytes), Err("this file is UTF-32, not UTF-8".to_owned()));
        }
    }

    #[test]
    fn what_is_no_text_is_told_where() {
        assert_eq!(text_of("\u{feff}né".as_bytes()), Ok("né"));
        assert_eq!(text_of(b""), Ok(""));
        let told = text_of(b"a\nb\xe9").map_err(|told| told.ends_with("line 2, column 2 is none"));
        assert_eq!(told, Err(true));
    }
}
