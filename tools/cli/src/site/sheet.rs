//! The cheat sheet: the whole language on one printed page, two sides of A4. It is made of the rows of keys, verbs, hooks and
//! signals, so nothing on it is written twice.

use super::html::inline;
use super::{SitePage, escape};
use cardwright_content::{Holds, Presence, Purpose, WHO_IS_MEANT, tables};
use cardwright_kernel::rules::SIGNALS;
use std::collections::BTreeMap;

/// The page of the whole language.
pub(super) fn page() -> SitePage {
    let parts = [
        ("Tables and keys", keys()),
        ("Who is meant", who()),
        ("Verbs and properties", verbs()),
        ("Hooks", hooks()),
        ("Signals", signals()),
    ];
    let part = |(title, lines): &(&str, String)| format!("<section>\n<h2>{title}</h2>\n{lines}</section>\n");
    let told = "<p class=\"aside\">The whole language. Printed, it has two sides of A4. A key with <b>*</b> must be there; under \
                <i>name</i> stand names of the author's own; <b>!</b> marks what changes the game, and <b>?</b> what asks.</p>\n";
    let body = format!(
        "<h1>Cheat sheet</h1>\n{told}<div class=\"sheet\">\n{}</div>\n",
        parts.iter().map(part).collect::<String>()
    );
    SitePage { file: "sheet.html".into(), title: "Cheat sheet".into(), body, entries: Vec::new() }
}

/// A line: a name, and what stands under it.
fn line(name: &str, rest: &str) -> String {
    format!("<p><b>{}</b> {rest}</p>\n", escape(name))
}

/// The tables in the order of their names, each with its keys.
fn keys() -> String {
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
        let open = if is_named { ".<i>name</i>" } else { "" };
        format!("{}{open}{required}", escape(row.name))
    };
    let all = tables();
    all.iter().map(|(name, table)| line(name, &table.keys().map(key).collect::<Vec<_>>().join(" · "))).collect()
}

fn who() -> String {
    let words: Vec<&str> = WHO_IS_MEANT.iter().map(|(word, _)| *word).collect();
    format!("<p>{}</p>\n", escape(&words.join(" · ")))
}

/// What each kind of thing can be asked: the names of verbs, with the names of what they take.
fn verbs() -> String {
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
    of.into_iter().map(|(of, verbs)| line(&of, &escape(&verbs.join(" · ")))).collect()
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

fn hooks() -> String {
    let hook = |purpose: &Purpose| {
        let gives = purpose.gives().type_name().map_or(String::new(), |gives| format!("→ {} ", inline(gives)));
        line(&purpose.head(purpose.usual_name()), &format!("{gives}· {}", inline(purpose.describe())))
    };
    Purpose::ALL.iter().map(hook).collect()
}

fn signals() -> String {
    SIGNALS.iter().map(|row| format!("<p>{}</p>\n", inline(row.name))).collect()
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
