//! Places: files by their addresses, and bytes by line and character, as the protocol counts them.

use lsp_types::{InitializeParams, Location, Position, Range, Uri};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The folders that a client has open.
#[expect(deprecated, reason = "older clients tell only this")]
pub(super) fn folders(hello: &InitializeParams) -> Vec<PathBuf> {
    let open = hello.workspace_folders.iter().flatten().filter_map(|folder| path(folder.uri.as_str()));
    let open: Vec<PathBuf> = open.collect();
    if open.is_empty() { hello.root_uri.iter().filter_map(|uri| path(uri.as_str())).collect() } else { open }
}

/// The path of a file's address.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let encoded = uri.strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            bytes.push((digit()? * 16 + digit()?) as u8);
        } else {
            bytes.push(byte);
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    // `/C:/…` on some machines.
    let plain = text.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(plain.unwrap_or(&text)))
}

/// The address of a file.
pub(super) fn uri(path: &Path) -> Option<Uri> {
    let text = path.to_string_lossy().replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    let mut encoded = format!("file://{slash}");
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    Uri::from_str(&encoded).ok()
}

/// The byte at a position; the end of the line if it has fewer characters.
pub(super) fn offset(text: &str, position: Position) -> usize {
    let mut lines = text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(position.line as usize).map(str::len).sum();
    let line = text.get(start..).and_then(|rest| rest.split('\n').next()).unwrap_or_default();
    let mut units = 0;
    for (at, c) in line.char_indices() {
        if units >= position.character as usize {
            return start + at;
        }
        units += c.len_utf16();
    }
    start + line.trim_end_matches('\r').len()
}

/// The position of a byte.
pub(super) fn position(text: &str, offset: usize) -> Position {
    let before = &text[..text.floor_char_boundary(offset)];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let units: usize = before[start..].chars().map(char::len_utf16).sum();
    Position::new(before.matches('\n').count() as u32, units as u32)
}

/// The stretch between two bytes.
pub(super) fn range(text: &str, span: &std::ops::Range<usize>) -> Range {
    Range::new(position(text, span.start), position(text, span.end.max(span.start)))
}

/// A stretch of a file.
pub(super) fn location(path: &Path, text: &str, span: &std::ops::Range<usize>) -> Option<Location> {
    Some(Location::new(uri(path)?, range(text, span)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_are_the_same_files() {
        let file = Path::new("/home/me/my packs/cards/ö.toml");
        let address = uri(file).map(|uri| uri.as_str().to_string()).unwrap_or_default();
        assert_eq!(address, "file:///home/me/my%20packs/cards/%C3%B6.toml");
        assert_eq!(path(&address).as_deref(), Some(file));
        assert_eq!(path("file:///c:/packs/x.toml"), Some(PathBuf::from("c:/packs/x.toml")));
        assert_eq!(path("untitled:1"), None);
    }

    #[test]
    fn characters_are_counted_as_the_protocol_does() {
        let text = "ab\n😀c\r\nd";
        assert_eq!(offset(text, Position::new(1, 2)), 7);
        assert_eq!(position(text, 7), Position::new(1, 2));
        assert_eq!(offset(text, Position::new(1, 99)), 8);
        assert_eq!(offset(text, Position::new(9, 0)), text.len());
    }
}
