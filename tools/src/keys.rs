//! What the guide says about each key of the TOML files: the rows of its tables.

use std::sync::OnceLock;

const GUIDE: &str = include_str!("../../cards/README.md");

/// Which part of the guide describes which table: the first words of its heading, or of the line that begins it.
const PARTS: [(&str, &str); 46] = [
    ("a pack", "`pack.toml`"),
    ("a ruleset", "The head"),
    ("a zone", "**Zones.**"),
    ("a kind", "**Kinds.**"),
    ("an attribute", "**Attributes.**"),
    ("an action", "**Actions.**"),
    ("an action", "**Actions without a card**"),
    ("dice", "**Dice.**"),
    ("a window", "**Windows.**"),
    ("an opening", "Filters"),
    ("a phase", "**The turn.**"),
    ("a value", "**Values**"),
    ("a check", "**Checks**"),
    ("a hook of cards", "**Hooks of cards.**"),
    ("a card", "The file of a card"),
    ("an answer", "`[answers]`"),
    ("an answer", "`[uses.<action>]`"),
    ("a use", "`[uses.<action>]`"),
    ("a listener", "`[on.<signal>]`"),
    ("a ban", "`[[forbids]]`"),
    ("a grant", "`[[forbids]]`"),
    ("a contribution", "`[[modifies]]`"),
    ("a protection", "`[[protects]]`"),
    ("an effect", "`[effects.<name>]`"),
    ("a filter", "Filters"),
    ("what is answered", "Filters"),
    ("a cost", "Costs"),
    ("a gate", "Gates"),
    ("a deck", "**A deck**"),
    ("a standing table", "**Tables.**"),
    ("a board", "The board:"),
    ("what is asked of the board", "The ruleset says"),
    ("a patch", "A change to somebody"),
    ("a result", "How a game ends"),
    ("a limit of turns", "How a game ends"),
    ("an end by repetition", "How a game ends"),
    ("an end of loops", "How a game ends"),
    ("what is told", "What the rules tell"),
    ("what a position is worth", "What a position is worth"),
    ("a look", "The keys of a look"),
    ("the face of cards", "The keys of a face"),
    ("the look of a kind", "The keys of a face"),
    ("the look of a zone", "The keys of how a zone lies"),
    ("the hues of things", "The keys of what differs"),
    ("the icons of things", "The keys of what differs"),
    ("the look of a board", "The keys of how a board"),
];

/// Tables that are described in one row of a part: its key.
const ROWS: [(&str, &str, &str); 11] = [
    ("the numbers of rules", "`pack.toml`", "rules"),
    ("the number of players", "The head", "players"),
    ("an opening", "**Windows.**", "opens"),
    ("a quota", "**Windows.**", "quota"),
    ("a procedure", "The head", "procedures"),
    ("a part of a cost", "Costs", "give"),
    ("a change of a field", "A change to somebody", "field"),
    ("a change of an entry", "A change to somebody", "entry"),
    ("a change of a hook", "A change to somebody", "hook"),
    ("the look of a seat", "The keys of a look", "seats"),
    ("the look of players", "The keys of a look", "players"),
];

/// A row of a table, and the part of the guide that it belongs to.
struct Row {
    part: String,
    keys: Vec<String>,
    text: String,
    /// The words of all code in it.
    words: Vec<String>,
}

fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let (mut part, mut head, mut rows) = ("", Vec::new(), Vec::new());
        let mut in_code = false;
        for line in GUIDE.lines() {
            in_code ^= line.starts_with("```");
            let title = line.trim_start_matches(['#', ' ']);
            match cells(line) {
                // What a card or a script says is no heading, whatever it begins with.
                _ if in_code => {}
                Some(cells) if head.is_empty() => head = cells,
                Some(cells) => rows.extend(row(part, &head, &cells)),
                None => {
                    head.clear();
                    if title != line || line.starts_with("**") || PARTS.iter().any(|(_, words)| line.starts_with(words))
                    {
                        part = title;
                    }
                }
            }
        }
        rows
    })
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    Some(line.strip_prefix('|')?.trim_end_matches('|').split(" |").map(str::trim).collect())
}

fn row(part: &str, head: &[&str], cells: &[&str]) -> Option<Row> {
    let keys = keys_in(cells.first()?);
    let column = |names: [&str; 2]| {
        let at = head.iter().position(|name| names.contains(name))?;
        cells.get(at).filter(|cell| !cell.is_empty())
    };
    let default = column(["Default", "If not given"]);
    let told = cells.last().filter(|told| Some(*told) != default && !told.is_empty());
    let text = match (told.map(|told| plain(told)), default) {
        (Some(told), Some(&"required")) => format!("required; {told}"),
        (Some(told), Some(default)) => format!("{told}. If not given: {default}"),
        (Some(told), None) => told,
        (None, Some(&"required")) => "required".to_string(),
        (None, Some(default)) => format!("if not given: {default}"),
        (None, None) => String::new(),
    };
    let code = cells.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let words = code.flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let words = words.map(str::to_string).collect();
    (!keys.is_empty()).then(|| Row { part: part.to_string(), keys, text, words })
}

/// A text in which links are replaced by their words, for use outside the guide.
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

/// The keys in the first cell of a row: `` `only`, `may_pass` `` are two.
fn keys_in(cell: &str) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2);
    let bare =
        |key: &str| key.trim_matches(['[', ']', '…', '.']).split(['.', ' ']).next().unwrap_or_default().to_string();
    quoted.map(bare).filter(|key| !key.is_empty()).collect()
}

/// What the guide says about a key of a table, as messages call the table; nothing if it says nothing.
pub fn describe(table: &str, key: &str) -> Option<&'static str> {
    let with = |part: &str, key: &str| {
        rows().iter().find(|row| row.part.starts_with(part) && row.keys.iter().any(|known| known == key))
    };
    let own = PARTS.iter().filter(|(of, _)| *of == table).find_map(|(_, part)| with(part, key));
    let inside = || {
        let mut rows = ROWS.iter().filter(|(of, ..)| *of == table).filter_map(|(_, part, row)| with(part, row));
        rows.find(|row| row.words.iter().any(|word| word == key))
    };
    own.or_else(inside).map(|row| &*row.text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{PARTS, ROWS, describe, rows};
    use cardwright_content::grammar;

    #[test]
    fn keys_are_described_where_they_belong() {
        let told = "everybody is asked, even players who can do nothing; without it, `check` warns where a hand decides who \
                    is asked. If not given: `false`";
        assert_eq!(describe("a window", "masked"), Some(told));
        assert_eq!(describe("an answer", "only"), Some("`true`: this action can use the card only as an answer"));
        assert_eq!(describe("a window", "nothing_like_it"), None);
        assert_eq!(describe("nothing like it", "only"), None);
    }

    /// Each of these was once described as a key of the same name in another table.
    #[test]
    fn keys_of_one_name_are_told_apart() {
        assert_eq!(describe("a ban", "card"), Some("a filter of the card that would be used. If not given: any"));
        assert!(describe("a patch", "card").is_some_and(|told| told.starts_with("the id of the card")));
        assert_eq!(describe("a card", "name"), Some("required; the printed name; no other card has the same"));
        assert_eq!(describe("the number of players", "to"), describe("a ruleset", "players"));
        assert_ne!(describe("a use", "lasts"), describe("a card", "lasts"));
        assert_ne!(describe("a kind", "requires"), describe("a pack", "requires"));
    }

    #[test]
    fn links_are_words() {
        assert_eq!(describe("an answer", "to"), Some("required; a filter of what it answers"));
        assert_eq!(super::plain("[a](b) `[c]` [d](e) f"), "a `[c]` d f");
    }

    #[test]
    fn every_part_is_in_the_guide() {
        let told = |part: &&str| rows().iter().any(|row| row.part.starts_with(part));
        let parts = PARTS.iter().map(|(_, part)| *part).chain(ROWS.iter().map(|(_, part, _)| *part));
        assert_eq!(parts.filter(|part| !told(part)).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn the_guide_tells_about_every_key() {
        let grammar = grammar();
        let keys = grammar.tables.iter().flat_map(|(table, form)| form.keys.keys().map(move |key| (table, key)));
        let untold: Vec<String> = keys
            .filter(|(table, key)| describe(table, key).is_none())
            .map(|(table, key)| format!("{table}: {key}"))
            .collect();
        assert!(untold.is_empty(), "cards/README.md says nothing about: {untold:#?}");
    }
}
