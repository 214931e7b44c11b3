//! Where a ruleset declares a word: a zone or an action by its key, a signal or a round by everything that mentions it.

use cardwright_content::tree::{self, TomlField, TomlValue};
use std::ops::Range;

/// The places in a ruleset where a word of this sort is declared; none for a word that every game has.
pub(super) fn declarations(ruleset: &[TomlField<'_>], sort: &str, word: &str) -> Vec<Range<usize>> {
    let table = |table: &str| tree::table(ruleset, table);
    let key = |of: &str| table(of).iter().filter(|field| field.key == word).map(|field| field.span.range()).collect();
    match sort {
        "round" => said(table("windows"), "rounds", word),
        "cause" => [texts(ruleset, "causes", word), said(table("actions"), "leaves", word)].concat(),
        "signal" => match of_attribute(word) {
            Some(attribute) => declarations(ruleset, "attribute", attribute),
            None => {
                let causes = declarations(ruleset, "cause", word);
                [texts(ruleset, "signals", word), said(table("actions"), "signal", word), causes].concat()
            }
        },
        "gate" => {
            let gates = table("actions").iter().flat_map(|action| tree::table(fields(action), "gates"));
            gates.filter(|gate| gate.key == word).map(|gate| gate.span.range()).collect()
        }
        "dice" => key("dice"),
        _ => {
            let attribute = tree::field(table("attributes"), sort);
            let choices: Vec<Range<usize>> = attribute.map(|it| texts(fields(it), "choices", word)).unwrap_or_default();
            if choices.is_empty() { key(&format!("{sort}s")) } else { choices }
        }
    }
}

/// The attribute whose change sends a signal.
fn of_attribute(signal: &str) -> Option<&str> {
    ["changed ", "crossed back ", "crossed "].into_iter().find_map(|what| signal.strip_prefix(what))
}

/// Where a text is the value of this key in any of the tables.
fn said(tables: &[TomlField<'_>], key: &str, word: &str) -> Vec<Range<usize>> {
    tables.iter().flat_map(|field| texts(fields(field), key, word)).collect()
}

fn texts(fields: &[TomlField<'_>], key: &str, word: &str) -> Vec<Range<usize>> {
    let texts = tree::texts(fields, key).into_iter();
    texts.filter(|(text, _)| *text == word).map(|(_, span)| span.range()).collect()
}

fn fields<'t, 's>(field: &'t TomlField<'s>) -> &'t [TomlField<'s>] {
    match &field.node.value {
        TomlValue::Fields(inner) => inner,
        TomlValue::Text(_) | TomlValue::Number(_) | TomlValue::Flag(_) | TomlValue::List(_) | TomlValue::Other(_) => {
            &[]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULESET: &str = r#"signals = ["bell"]

[zones]
shelf = { title = "shelf" }

[attributes]
coins = { type = "number" }
mood  = { type = "choice", choices = ["merry", "gloomy"] }

[actions.play]
signal = "played"
leaves = "spent"
gates.own-turn = { turn = "you" }

[windows.turn]
rounds = ["act", "stop"]

[windows.pause]
rounds = ["stop"]
"#;

    /// The lines on which a word is declared, counted from 1.
    fn lines(sort: &str, word: &str) -> Vec<usize> {
        let (fields, problems) = tree::parse("ruleset.toml", RULESET);
        assert!(problems.is_empty(), "{problems:?}");
        let line = |span: Range<usize>| RULESET[..span.start].matches('\n').count() + 1;
        declarations(&fields, sort, word).into_iter().map(line).collect()
    }

    #[test]
    fn each_sort_of_word_is_declared_somewhere() {
        let found = [("zone", "shelf"), ("attribute", "coins"), ("action", "play"), ("window", "turn")];
        assert_eq!(found.map(|(sort, word)| lines(sort, word)), [vec![4], vec![7], vec![10], vec![15]]);
        let found = [("gate", "own-turn"), ("cause", "spent"), ("mood", "gloomy")];
        assert_eq!(found.map(|(sort, word)| lines(sort, word)), [vec![13], vec![12], vec![8]]);
    }

    #[test]
    fn a_round_is_declared_by_all_windows_that_have_it() {
        assert_eq!(lines("round", "act"), [16]);
        assert_eq!(lines("round", "stop"), [16, 19]);
    }

    #[test]
    fn a_signal_is_declared_by_who_sends_it() {
        assert_eq!(lines("signal", "bell"), [1]);
        assert_eq!(lines("signal", "played"), [11]);
        assert_eq!(lines("signal", "spent"), [12]);
        assert_eq!(lines("signal", "changed coins"), [7]);
    }

    #[test]
    fn what_every_game_has_is_declared_nowhere() {
        assert_eq!(lines("zone", "hand"), [0; 0]);
        assert_eq!(lines("signal", "turn begins"), [0; 0]);
    }
}
