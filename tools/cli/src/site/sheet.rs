//! The cheat sheet: the whole language on one printed page, two sides of A4. It is made of the rows of keys, verbs, hooks and
//! signals, so nothing on it is written twice.

use super::html::inline;
use super::{SitePage, escape};
use cardwright_content::{Holds, Presence, Purpose, WHO_IS_MEANT, tables};
use cardwright_kernel::rules::SIGNALS;
use std::collections::BTreeMap;

/// A part of the cheat sheet: a heading, and lines: a name, and what is said of it, with code between backticks.
pub type SheetPart = (&'static str, Vec<(String, String)>);

/// What is to be said beforehand.
pub const TOLD: &str = "The whole language. Printed, it has two sides of A4. A key with * must be there; under … stand names of \
                        the author's own; ! marks what changes the game, and ? what asks.";

/// The whole language.
pub fn parts() -> [SheetPart; 5] {
    [
        ("Tables and keys", keys()),
        ("Who is meant", who()),
        ("Verbs and properties", verbs()),
        ("Hooks", hooks()),
        ("Signals", signals()),
    ]
}

/// The page of the whole language.
pub(super) fn page() -> SitePage {
    let line = |(name, rest): &(String, String)| match name.is_empty() {
        true => format!("<p>{}</p>\n", inline(rest)),
        false => format!("<p><b>{}</b> {}</p>\n", escape(name), inline(rest)),
    };
    let part = |(title, lines): &SheetPart| {
        let lines: String = lines.iter().map(line).collect();
        format!("<section>\n<h2>{title}</h2>\n{lines}</section>\n")
    };
    let parts: String = parts().iter().map(part).collect();
    let body = format!(
        "<h1>Cheat sheet</h1>\n<p class=\"aside\">{TOLD} <a href=\"sheet.pdf\">Print it from this PDF.</a></p>\n\
         <div class=\"sheet\">\n{parts}</div>\n"
    );
    SitePage { file: "sheet.html".into(), title: "Cheat sheet".into(), body, entries: Vec::new() }
}

/// The tables in the order of their names, each with its keys.
fn keys() -> Vec<(String, String)> {
    let key = |row: &cardwright_content::KeyRow| {
        let required = if row.presence == Presence::Required { "*" } else { "" };
        let is_named = matches!(
            row.holds,
            Holds::Named(_)
                | Holds::NamedTables(_)
                | Holds::NamedOrFalse(_)
                | Holds::NamedOrText(_)
                | Holds::Entries(_)
        );
        let open = if is_named { ".…" } else { "" };
        format!("{}{open}{required}", row.name)
    };
    let line = |(name, table): (&&str, &&cardwright_content::KeyTable)| {
        ((*name).to_owned(), table.keys().map(key).collect::<Vec<_>>().join(" · "))
    };
    tables().iter().map(line).collect()
}

fn who() -> Vec<(String, String)> {
    let words: Vec<&str> = WHO_IS_MEANT.iter().map(|(word, _)| *word).collect();
    vec![(String::new(), words.join(" · "))]
}

/// What each kind of thing can be asked: the names of verbs, with the names of what they take.
fn verbs() -> Vec<(String, String)> {
    let mut of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for verb in cardwright_game::verbs() {
        let mark = match (verb.changes, verb.asks) {
            (true, _) => "!",
            (_, true) => "?",
            _ => "",
        };
        let title = if verb.of.is_empty() { "Functions".to_owned() } else { verb.of.clone() };
        let (told, written) = (of.entry(title).or_default(), format!("{}{mark}", written(&verb.usage, &verb.of)));
        if !told.contains(&written) {
            told.push(written);
        }
    }
    of.into_iter().map(|(of, verbs)| (of, verbs.join(" · "))).collect()
}

/// A verb without what it is asked of, and without the kinds: `move_to(zone, player)`.
fn written(usage: &str, of: &str) -> String {
    let own = usage.strip_prefix(of).unwrap_or(usage).trim_start_matches('.');
    if let Some((name, _)) = own.split_once(" = ") {
        return format!("{name} =");
    }
    let own = own.split(" -> ").next().unwrap_or(own);
    let Some((name, takes)) = own.split_once('(') else { return own.to_owned() };
    let (mut short, mut depth) = (String::new(), 0);
    for part in takes.trim_end_matches(')').split(", ") {
        // A closure has commas of its own.
        if depth == 0 {
            let name = part.split(':').next().unwrap_or(part);
            short.push_str(if short.is_empty() { "" } else { ", " });
            short.push_str(name);
        }
        depth = (depth + part.matches('|').count()) % 2;
    }
    format!("{name}({short})")
}

fn hooks() -> Vec<(String, String)> {
    let hook = |purpose: &Purpose| {
        let gives = purpose.gives().type_name().map_or(String::new(), |gives| format!(" -> {gives}"));
        (format!("{}{gives}", purpose.head(purpose.usual_name())), purpose.describe().to_owned())
    };
    Purpose::ALL.iter().map(hook).collect()
}

fn signals() -> Vec<(String, String)> {
    SIGNALS.iter().map(|row| (String::new(), row.name.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What two sides of A4 hold in this type, by a print of it.
    const ROOM: usize = 13_000;

    #[test]
    fn the_sheet_has_all_and_fits_on_two_sides() {
        let body = page().body;
        let text: String = body.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect();
        for table in tables().values() {
            table.keys().for_each(|row| assert!(text.contains(row.name), "{}: {}", table.name, row.name));
        }
        for verb in cardwright_game::verbs() {
            assert!(text.contains(&verb.name), "{}", verb.usage);
        }
        for purpose in Purpose::ALL {
            assert!(text.contains(&*escape(&purpose.head(purpose.usual_name()))), "{purpose:?}");
        }
        assert!(text.chars().count() < ROOM, "the language is too large: {} letters", text.chars().count());
    }

    #[test]
    fn a_verb_is_written_by_the_names_of_what_it_takes() {
        assert_eq!(written("Card.move_to(zone: zone, joint: Joint) -> flag", "Card"), "move_to(zone, joint)");
        assert_eq!(written("[T].sum(closure: |T, U| number) -> number", "[T]"), "sum(closure)");
        assert_eq!(written("Card.host = Card or nothing", "Card"), "host =");
        assert_eq!(written("Card.host -> Card", "Card"), "host");
        assert_eq!(written("game() -> Game", ""), "game()");
    }
}
