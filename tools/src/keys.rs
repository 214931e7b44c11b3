//! What the guide says about each key of the TOML files: the rows of its tables.

use std::sync::OnceLock;

const GUIDE: &str = include_str!("../../cards/README.md");

/// Which part of the guide tells about which table; the first words of its heading, or of the line that begins it.
const PARTS: [(&str, &str); 32] = [
    ("`pack.toml`", "a pack"),
    ("The head", "a ruleset"),
    ("**Zones.**", "a zone"),
    ("**Kinds.**", "a kind"),
    ("**Attributes.**", "an attribute"),
    ("**Actions.**", "an action"),
    ("**Windows.**", "a window"),
    ("**The turn.**", "a phase"),
    ("**Values**", "a value"),
    ("**Checks**", "a check"),
    ("The file of a card", "a card"),
    ("`[answers]`", "an answer"),
    ("`[uses.<action>]`", "a use"),
    ("`[on.<signal>]`", "a listener"),
    ("`[[forbids]]` and `[[allows]]`", "a ban"),
    ("`[[forbids]]` and `[[allows]]`", "a grant"),
    ("`[[modifies]]`", "a contribution"),
    ("`[[protects]]`", "a protection"),
    ("Filters", "a filter"),
    ("Costs", "a cost"),
    ("Costs", "a part of a cost"),
    ("Costs", "a part of a price"),
    ("Gates", "a gate"),
    ("A pack", "a deck"),
    ("The board", "a board"),
    ("`board.toml`", "a board"),
    ("**Windows.**", "an opening"),
    ("**Windows.**", "a quota"),
    ("The head", "the number of players"),
    ("**Listeners**", "a listener"),
    ("**Effects.**", "an effect"),
    ("Effects", "an effect"),
];

/// A row of a table, and the part of the guide in which it stands.
struct Row {
    part: String,
    keys: Vec<String>,
    text: String,
    /// The whole first cell.
    whole: String,
}

fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut part = String::new();
        let mut rows = Vec::new();
        for line in GUIDE.lines() {
            if let Some(cells) = line.strip_prefix('|') {
                let cells: Vec<&str> = cells.trim_end_matches('|').split(" | ").map(str::trim).collect();
                let keys = cells.first().map(|cell| keys_in(cell)).unwrap_or_default();
                let text = cells.get(1..).unwrap_or_default().iter().filter(|cell| !cell.is_empty());
                let text = text.copied().collect::<Vec<_>>().join(": ");
                if !keys.is_empty() {
                    let whole = cells.first().copied().unwrap_or_default().to_string();
                    rows.push(Row { part: part.clone(), keys, text, whole });
                }
            } else if line.starts_with('#') || line.starts_with("**") || line.ends_with(':') {
                part = line.trim_start_matches(['#', ' ']).to_string();
            }
        }
        rows
    })
}

/// The keys in the first cell of a row: `` `only`, `may_pass` `` are two.
fn keys_in(cell: &str) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2);
    let bare = |key: &str| key.trim_matches(['[', ']']).split(['.', ' ']).next().unwrap_or_default().to_string();
    quoted.map(bare).filter(|key| !key.is_empty()).collect()
}

/// What the guide says about a key of a table, as messages call the table; nothing if it says nothing.
pub fn describe(table: &str, key: &str) -> Option<&'static str> {
    let parts: Vec<&str> = PARTS.iter().filter(|(_, of)| *of == table).map(|(part, _)| *part).collect();
    let has = |row: &&Row| row.keys.iter().any(|known| known == key);
    let own = rows().iter().filter(has).find(|row| parts.iter().any(|part| row.part.starts_with(part)));
    let found = own.map(|row| &*row.text).or_else(|| sentence(&parts, key));
    let other = || rows().iter().find(has).map(|row| &*row.text);
    found.or_else(other).or_else(|| sentence(&[], key)).or_else(|| inside(key))
}

/// The row of a table in which a key is named among the keys of a table that stands there.
fn inside(key: &str) -> Option<&'static str> {
    let names = |quoted: &str| quoted.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == key);
    let has = |row: &&Row| {
        row.text.split('`').skip(1).step_by(2).any(names) || row.whole.split('`').skip(1).step_by(2).any(names)
    };
    rows().iter().find(has).map(|row| &*row.text)
}

/// The paragraph of a part that speaks of a key.
fn sentence(parts: &[&str], key: &str) -> Option<&'static str> {
    let mut part = "";
    let quoted = [format!("`{key}`"), format!("`{key} ="), format!("`[{key}"), format!("`[[{key}")];
    for paragraph in GUIDE.split("\n\n") {
        let first = paragraph.trim_start_matches(['#', ' ']);
        if paragraph.starts_with('#') || paragraph.starts_with("**") || paragraph.ends_with(':') {
            part = first;
        }
        let is_text = !paragraph.starts_with(['|', '-', '#']) && !paragraph.starts_with("```");
        let is_there = parts.is_empty() || parts.iter().any(|known| part.starts_with(known));
        if is_text && is_there && quoted.iter().any(|quoted| paragraph.contains(&**quoted)) {
            return Some(paragraph);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::describe;
    use cardwright::catalog::grammar;

    #[test]
    fn keys_are_described_where_they_belong() {
        assert_eq!(describe("a window", "masked"), Some("`false`: everybody is asked, also who can do nothing"));
        assert_eq!(describe("an answer", "only"), Some("`true`: the card cannot be used by this action otherwise"));
        assert_eq!(describe("a window", "nothing_like_it"), None);
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
