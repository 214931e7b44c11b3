//! How documents tell of rows.

use super::row::{Holds, KeyRow, KeyTable, OpenTo, Presence, Usual};
use std::fmt::Write;

impl KeyTable {
    /// Its keys as a table of the guide; only its own, or also those that it has in common with others.
    pub fn to_markdown(&self, only_own: bool) -> String {
        let rows: Vec<&KeyRow> = if only_own { self.own.iter().collect() } else { self.keys().collect() };
        let has_defaults = rows.iter().any(|row| row.if_not_given().is_some());
        let mut told = String::from(if has_defaults {
            "| Key | If not given | |\n|---|---|---|\n"
        } else {
            "| Key | |\n|---|---|\n"
        });
        let mut line = |key: &str, default: Option<String>, doc: &str| {
            let default = if has_defaults { format!("{} | ", default.unwrap_or_default()) } else { String::new() };
            // Writing into a text cannot fail.
            let _ = writeln!(told, "| {key} | {default}{doc} |");
        };
        for row in rows {
            line(&row.written(), row.if_not_given(), &row.told());
        }
        if let Some(open) = self.open.filter(|_| !only_own) {
            let names = match open.to {
                OpenTo::Attributes => "*an attribute*",
                OpenTo::Seats => "`A`, `B`, …",
            };
            line(names, None, open.doc);
        }
        told
    }
}

impl KeyRow {
    /// What holds where it is not given, as the guide says it.
    pub fn if_not_given(&self) -> Option<String> {
        match (self.presence, self.usual) {
            (Presence::Required, _) => Some("required".to_owned()),
            (Presence::RequiredIf(when), _) => Some(format!("required {when}")),
            (Presence::Optional, Usual::Nothing) => None,
            (Presence::Optional, Usual::Said(said)) => Some(said.to_owned()),
            (Presence::Optional, Usual::Word(word)) => Some(format!("`\"{word}\"`")),
            (Presence::Optional, Usual::Flag(flag)) => Some(format!("`{flag}`")),
        }
    }

    /// How it is written: `zones.<name>` if there are names under it.
    fn written(&self) -> String {
        let name = self.keyed.first().unwrap_or(&"name");
        match self.holds {
            Holds::Tables(_) => format!("`{0}`, `[[{0}]]`", self.name),
            _ if self.holds.is_named() => format!("`{}.<{name}>`", self.name),
            _ => format!("`{}`", self.name),
        }
    }

    /// What it is for, as a table says it: beginning with a small letter, without a full stop.
    pub fn told(&self) -> String {
        let doc = self.doc.trim_end_matches('.');
        // It may begin with a link.
        let at = doc.find(|letter| letter != '[').unwrap_or(0);
        let mut rest = doc[at..].chars();
        let first = rest.next().into_iter().flat_map(char::to_lowercase);
        doc[..at].chars().chain(first).chain(rest).collect()
    }

    /// What it is for and what holds where it is not given, outside of the guide: links are their words.
    pub fn describe(&self) -> String {
        let doc = plain(&self.told());
        match (self.presence, self.if_not_given()) {
            (Presence::Optional, Some(default)) => format!("{doc}. If not given: {}", plain(&default)),
            (Presence::Optional, None) => doc,
            (Presence::Required | Presence::RequiredIf(_), how) => format!("{}; {doc}", how.unwrap_or_default()),
        }
    }
}

/// A text in which links are replaced by their words, for use outside of the guide.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, words, after)) = rest.split_once("](").and_then(|(before, after)| {
        let (before, words) = before.rsplit_once('[')?;
        Some((before, words, after.split_once(')')?.1))
    }) {
        plain.push_str(before);
        plain.push_str(words);
        rest = after;
    }
    plain + rest
}
