//! A position in a TOML file: its table, and whether it is at a key or a value.

use cardwright_content::{KeyRow, KeyTable};
use std::ops::Range;

/// The position of the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TomlCursor {
    /// The keys of the tables around it, from outside in.
    pub path: Vec<String>,
    /// The key before the equals sign, if it comes after one.
    pub key: Option<String>,
    /// Whether it is in the brackets of a table's head.
    pub in_head: bool,
}

/// The position of a byte.
pub(super) fn cursor_at(text: &str, offset: usize) -> TomlCursor {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = &before[line_start..];
    let mut path = head_before(&before[..line_start]);
    if line.trim_start().starts_with('[') && !line.contains('=') {
        return TomlCursor { path: parts(line.trim_start().trim_start_matches('[')), key: None, in_head: true };
    }
    let mut key = None;
    let mut start = 0;
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '=' => key = Some(line[start..at].trim().to_string()),
            '{' => {
                path.extend(key.take().map(|key| parts(&key)).into_iter().flatten());
                start = at + 1;
            }
            '}' => drop(path.pop()),
            ',' if !in_list(&line[..at]) => {
                key = None;
                start = at + 1;
            }
            _ => {}
        }
    }
    let mut keys = key.as_deref().map(parts).unwrap_or_default();
    let key = keys.pop();
    path.extend(keys);
    TomlCursor { path, key, in_head: false }
}

/// The tables around the name in a stretch of text, without the name itself.
pub(super) fn cursor_of(text: &str, span: &Range<usize>) -> TomlCursor {
    let mut found = cursor_at(text, span.start);
    if found.in_head {
        found.path = cursor_at(text, span.end).path;
        found.path.pop();
    } else if found.key.is_none() {
        let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let own = text[line..span.start].rsplit(['{', ',']).next().unwrap_or_default();
        found.path.extend(parts(own));
    }
    found
}

/// Whether a comma at the end of this would be in a list.
fn in_list(line: &str) -> bool {
    let open = line.matches('[').count() > line.matches(']').count();
    open && line.rfind('[') > line.rfind('{')
}

/// The last table that a text begins.
fn head_before(text: &str) -> Vec<String> {
    let head = text.lines().rev().find(|line| line.starts_with('['));
    head.map(|line| parts(line.trim_start_matches('[').split(']').next().unwrap_or_default())).unwrap_or_default()
}

/// `on."turn begins"` as its parts.
fn parts(key: &str) -> Vec<String> {
    let (mut found, mut current, mut quoted) = (Vec::new(), String::new(), false);
    for c in key.chars() {
        match c {
            '"' => quoted = !quoted,
            '.' if !quoted => found.push(std::mem::take(&mut current)),
            c => current.push(c),
        }
    }
    found.push(current);
    found.into_iter().map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect()
}

/// What a path of keys leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reached {
    /// A table with keys of its own.
    Table(&'static KeyTable),
    /// A table whose keys are names, under this key.
    Names(&'static KeyRow),
}

/// Follows keys from the table of a file inwards.
pub(super) fn follow(root: &'static KeyTable, path: &[String]) -> Option<Reached> {
    let mut reached = Reached::Table(root);
    for part in path {
        reached = match reached {
            Reached::Table(table) => {
                let row = table.key(part)?;
                match row.holds.table().filter(|_| !row.holds.is_named()) {
                    Some(inner) => Reached::Table(inner),
                    None => Reached::Names(row),
                }
            }
            Reached::Names(row) => Reached::Table(row.holds.table()?),
        };
    }
    Some(reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> (String, Option<String>, bool) {
        let offset = text.find('~').unwrap_or(text.len());
        let TomlCursor { path, key, in_head } = cursor_at(&text.replace('~', ""), offset);
        (path.join("/"), key, in_head)
    }

    #[test]
    fn the_table_around_the_cursor_is_found() {
        assert_eq!(at("na~"), (String::new(), None, false));
        assert_eq!(at("[uses.play]\noffered = [\"~"), ("uses/play".into(), Some("offered".into()), false));
        assert_eq!(at("[on.\"turn begins\"]\nwh~"), ("on/turn begins".into(), None, false));
        assert_eq!(at("to = { kind = \"a\", ~"), ("to".into(), None, false));
        assert_eq!(at("to = { kind = \"~"), ("to".into(), Some("kind".into()), false));
        assert_eq!(at("gates.once = { player = { ~"), ("gates/once/player".into(), None, false));
        assert_eq!(at("x = [\"a\", ~"), (String::new(), Some("x".into()), false));
        assert_eq!(at("[uses.~"), ("uses".into(), None, true));
    }

    #[test]
    fn the_tables_around_a_name_are_found_wherever_it_is_written() {
        let around = |text: &str, name: &str| {
            let start = text.find(name).unwrap_or_default();
            cursor_of(text, &(start..start + name.len())).path.join("/")
        };
        assert_eq!(around("[on.\"turn begins\"]\nwhen = \"x\"", "turn begins"), "on");
        assert_eq!(around("[on.\"turn begins\"]\nwhen = \"x\"", "when"), "on/turn begins");
        assert_eq!(around("[uses.play.cost]\nlose = 1", "play"), "uses");
        assert_eq!(around("on.enters = { of = \"this\" }", "enters"), "on");
        assert_eq!(around("on.enters = { of = \"this\" }", "of"), "on/enters");
        assert_eq!(around("level = 1", "level"), "");
    }
}
