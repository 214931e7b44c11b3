//! Small changes of cards and rulesets. What is only printed on a card (a level, a price of points) is not changed: whether a
//! ruling reads that is a question of coverage.

use super::Mutant;
use super::excluded;
use super::swaps::Swaps;
use cardwright_content::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::rules::Rules;
use std::ops::Range;

/// Keys whose texts are for people, or tie files together.
const FREE: [&str; 13] = [
    "title",
    "text",
    "why",
    "says",
    "as",
    "name",
    "plural",
    "version",
    "script",
    "folder",
    "renamed_from",
    "hook",
    "lines",
];

/// Tables of a ruleset that only declare words.
const WORDS: [&str; 9] =
    ["attributes", "kinds", "stages", "signals", "causes", "methods", "tables", "seating", "players"];

/// All small changes of a TOML file of a game.
pub(super) fn mutants(path: &str, text: &str, rules: &Rules, swaps: &Swaps) -> Vec<Mutant> {
    let is_ruleset = path.ends_with("/ruleset.toml");
    let is_card = !is_ruleset && path.matches('/').count() == 3 && !path.contains("/decks/");
    if !is_ruleset && !is_card {
        return Vec::new();
    }
    let (fields, _) = tree::parse(path, text);
    let mut file = DeclaredFile { path, text, rules, is_ruleset, swaps, found: Vec::new() };
    for field in &fields {
        let is_words = is_ruleset && WORDS.contains(&&*field.key);
        let is_printed = is_card && rules.attributes.contains_key(&*field.key);
        if !is_words && !is_printed {
            file.field(field, &[]);
        }
    }
    file.found
}

struct DeclaredFile<'a> {
    path: &'a str,
    text: &'a str,
    rules: &'a Rules,
    is_ruleset: bool,
    swaps: &'a Swaps,
    found: Vec<Mutant>,
}

impl DeclaredFile<'_> {
    fn add(&mut self, sort: &'static str, span: Range<usize>, instead: impl Into<String>) {
        self.found.push(Mutant { sort, path: self.path.into(), span, instead: instead.into() });
    }

    fn field(&mut self, field: &TomlField<'_>, above: &[&str]) {
        if FREE.contains(&&*field.key) {
            return;
        }
        let path: Vec<&str> = above.iter().copied().chain([&*field.key]).collect();
        if self.is_ruleset && (excluded::is_no_behaviour(&path) || self.is_without_cards(field, &path)) {
            return;
        }
        if let Some(span) = self.assignment(field) {
            self.add(dropped(&path), span, "");
        }
        self.node(&field.node, &path);
    }

    /// Whether a zone of the standard set is switched off that would stay empty anyway.
    fn is_without_cards(&self, field: &TomlField<'_>, path: &[&str]) -> bool {
        matches!((path, &field.node.value), (["zones", zone], TomlValue::Flag(false))
            if excluded::is_never_entered(self.rules, self.swaps.throughout, zone))
    }

    fn number(&mut self, was: i64, now: i64, span: Range<usize>, path: &[&str]) {
        if !(self.is_ruleset && excluded::is_out_of_bounds(path, was, now)) {
            self.add("number", span, now.to_string());
        }
    }

    fn node(&mut self, node: &TomlNode<'_>, path: &[&str]) {
        let span = node.span.range();
        match &node.value {
            TomlValue::Number(number) => {
                self.number(*number, number + 1, span.clone(), path);
                if *number > 0 {
                    self.number(*number, number - 1, span, path);
                }
            }
            TomlValue::Flag(flag) => self.add("flag", span, (!flag).to_string()),
            TomlValue::Text(text) => {
                let is_plain = self.text.get(span.clone()).is_some_and(|shown| shown == format!("\"{text}\""));
                if let Some((sort, other)) = self.swaps.declared(text).filter(|_| is_plain) {
                    let other = format!("\"{other}\"");
                    self.add(sort, span, other);
                }
            }
            TomlValue::List(nodes) => nodes.iter().for_each(|node| self.node(node, path)),
            TomlValue::Fields(fields) => fields.iter().for_each(|field| self.field(field, path)),
            TomlValue::Other(_) => {}
        }
    }

    /// The bytes of `key = value`, with the comma that goes with it inside of braces; none for a table with a head of its
    /// own.
    fn assignment(&self, field: &TomlField<'_>) -> Option<Range<usize>> {
        let (key, value) = (field.span.range(), field.node.span.range());
        let between = self.text.get(key.end..value.start)?;
        if between.trim() != "=" || between.contains('\n') {
            return None;
        }
        let after = &self.text[value.end..];
        let before = &self.text[..key.start];
        let comma = after.trim_start_matches(' ');
        if let Some(rest) = comma.strip_prefix(',') {
            let end = self.text.len() - rest.trim_start_matches(' ').len();
            return Some(key.start..end);
        }
        if comma.starts_with('}') && before.trim_end().ends_with(',') {
            return Some(before.trim_end().len() - 1..value.end);
        }
        Some(key.start..value.end)
    }
}

/// What sort of change it is to leave out the key at the end of a path.
fn dropped(path: &[&str]) -> &'static str {
    let (key, above) = (path[path.len() - 1], path.len().checked_sub(2).map_or("", |at| path[at]));
    match (key, above) {
        (_, "gates") => "dropped gate",
        ("cost" | "price", _) | (_, "cost") => "dropped price",
        ("only", _) => "dropped `only`",
        ("immune" | "exempt" | "not", _) => "dropped exemption",
        (_, "to" | "card" | "subject" | "against") => "dropped condition",
        _ => "dropped key",
    }
}

#[cfg(test)]
mod tests {
    use super::super::excluded::Throughout;
    use super::super::swaps::Swaps;
    use super::mutants;
    use cardwright_kernel::rules::Rules;

    fn changes(text: &str) -> Vec<(&'static str, String)> {
        changes_in("cards/x/events/a.toml", text)
    }

    fn changes_in(path: &str, text: &str) -> Vec<(&'static str, String)> {
        let rules = Rules::default();
        let found = mutants(path, text, &rules, &Swaps::of(&rules, Throughout::default()));
        found.iter().map(|mutant| (mutant.sort, mutant.applied(text))).collect()
    }

    #[test]
    fn parts_of_an_answer_are_dropped() {
        let text = "name = \"A\"\n[answers]\nto = { kind = \"event\", of = \"others\" }\nonly = true\n";
        let found = changes(text);
        for (sort, wanted) in [
            ("dropped condition", text.replace("kind = \"event\", ", "")),
            ("dropped condition", text.replace(", of = \"others\"", "")),
            ("another seat or moment", text.replace("others", "everyone")),
            ("dropped `only`", text.replace("only = true", "")),
            ("flag", text.replace("true", "false")),
        ] {
            assert!(found.contains(&(sort, wanted.clone())), "{sort}: {wanted}\n{found:#?}");
        }
    }

    #[test]
    fn names_and_texts_stay() {
        assert_eq!(changes("name = \"A\"\ntext = \"Discard 3.\"\n"), []);
    }

    #[test]
    fn what_no_ruling_could_notice_stays() {
        let text = "worth = { value = \"points\", scale = 10 }\n[zones]\nvoid = false\n";
        assert_eq!(changes_in("cards/x/ruleset.toml", text), []);
        let text = "[zones]\nhand = { per = \"player\", ordered = true }\n";
        assert!(!changes_in("cards/x/ruleset.toml", text).is_empty());
    }
}
