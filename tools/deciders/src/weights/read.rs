//! Reads a table of weights: every name in it is one of the game.

use super::{ByName, Preferences, Weights, Wish};
use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_kernel::problems::{Problem, Problems};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::text::suggest;
use std::collections::BTreeMap;

/// The tables of a file of weights, and what their keys name.
pub const TABLES: [(&str, &str); 7] = [
    ("actions", "action"),
    ("cards", "card"),
    ("kinds", "kind"),
    ("players", "side"),
    ("values", "attribute or value"),
    ("words", "word"),
    ("zones", "zone"),
];

/// What `numbers` can be.
pub const WISHES: [&str; 3] = ["most", "least", "any"];

/// The largest weight.
const LARGEST: i64 = 1_000_000;

impl Weights {
    /// Reads the weights of a file.
    pub fn read(path: &str, text: &str, rules: &Rules) -> Result<Self, Problems> {
        let (fields, syntax) = tree::parse(path, text);
        let mut reading = Reading { path, rules, problems: Problems::new() };
        syntax.into_iter().for_each(|problem| reading.problems.add(problem));
        let weights = reading.weights(&fields);
        match reading.problems.is_empty() {
            true => Ok(weights),
            false => Err(reading.problems),
        }
    }
}

struct Reading<'a> {
    path: &'a str,
    rules: &'a Rules,
    problems: Problems,
}

impl Reading<'_> {
    fn weights(&mut self, fields: &[TomlField<'_>]) -> Weights {
        let (asked, general): (Vec<_>, Vec<_>) = fields.iter().partition(|field| field.key == "asked");
        let mut by_question = BTreeMap::new();
        for field in asked {
            let Some(inner) = self.table(field) else { continue };
            let windows = self.rules.windows.keys().map(|key| &**key);
            let known: Vec<&str> = windows.chain(words(self.rules)).collect();
            for question in inner {
                self.check_known("question or window", question, &known);
                if let Some(fields) = self.table(question) {
                    let fields: Vec<&TomlField<'_>> = fields.iter().collect();
                    by_question.insert((&*question.key).into(), self.preferences(&fields, &[]));
                }
            }
        }
        Weights { general: self.preferences(&general, &["asked"]), asked: by_question }
    }

    fn preferences(&mut self, fields: &[&TomlField<'_>], more: &[&str]) -> Preferences {
        let mut preferences = Preferences::default();
        for field in fields {
            match (&*field.key, &field.node.value) {
                ("pass", _) => preferences.pass = self.weight(field),
                ("numbers", TomlValue::Text(wish)) if WISHES.contains(&&**wish) => {
                    preferences.wish = match &**wish {
                        "most" => Wish::Most,
                        "least" => Wish::Least,
                        _ => Wish::Any,
                    };
                }
                ("numbers", other) => {
                    let message =
                        format!("`numbers` is {}, not {other}", WISHES.map(|wish| format!("`{wish}`")).join(" or "));
                    self.add("value-unknown", field, message, None);
                }
                (key, _) => match TABLES.iter().find(|(table, _)| *table == key) {
                    Some((table, noun)) => {
                        let weights = self.by_name(field, table, noun);
                        preferences.tables.insert(table, weights);
                    }
                    None => {
                        let keys = TABLES.iter().map(|(table, _)| *table).chain(["pass", "numbers"]);
                        let keys: Vec<&str> = keys.chain(more.iter().copied()).collect();
                        self.add("key-unknown", field, format!("weights have no key `{key}`"), meant(key, &keys));
                    }
                },
            }
        }
        preferences
    }

    fn by_name(&mut self, field: &TomlField<'_>, table: &str, noun: &str) -> ByName {
        let Some(fields) = self.table(field) else { return ByName::new() };
        let known = known_names(self.rules, table);
        let mut weights = ByName::new();
        for field in fields {
            self.check_known(noun, field, &known);
            weights.insert((&*field.key).into(), self.weight(field));
        }
        weights
    }

    fn check_known(&mut self, noun: &str, field: &TomlField<'_>, known: &[&str]) {
        if !known.contains(&&*field.key) {
            let message = format!("{} has no {noun} `{}`", self.rules.title, field.key);
            self.add(
                &format!("{}-unknown", noun.split(' ').next().unwrap_or(noun)),
                field,
                message,
                meant(&field.key, known),
            );
        }
    }

    fn table<'t, 's>(&mut self, field: &'t TomlField<'s>) -> Option<&'t [TomlField<'s>]> {
        if let TomlValue::Fields(fields) = &field.node.value {
            return Some(fields);
        }
        let message = format!("`{}` is a table, not {}", field.key, field.node.value.describe());
        self.add("type-wrong", field, message, None);
        None
    }

    fn weight(&mut self, field: &TomlField<'_>) -> i64 {
        match &field.node.value {
            TomlValue::Number(number) if (-LARGEST..=LARGEST).contains(number) => return *number,
            TomlValue::Number(_) => {
                let message = format!("a weight lies between -{LARGEST} and {LARGEST}");
                self.add("number-too-large", field, message, None);
            }
            other => {
                let message = format!("a weight is a whole number, not {}", other.describe());
                self.add("type-wrong", field, message, None);
            }
        }
        0
    }

    fn add(&mut self, code: &str, field: &TomlField<'_>, message: String, help: Option<String>) {
        let mut problem = Problem::new(code.to_owned(), self.path, message).at(field.span);
        problem.help = help;
        self.problems.add(problem);
    }
}

/// What the keys of a table of weights can be.
pub fn known_names<'r>(rules: &'r Rules, table: &str) -> Vec<&'r str> {
    match table {
        "actions" => rules.actions.keys().map(|key| &**key).collect(),
        "cards" => rules.definitions.keys().map(|key| &**key).collect(),
        "kinds" => rules.kinds.keys().map(|key| &**key).collect(),
        "players" => vec!["own", "rival"],
        "values" => rules.attributes.keys().chain(rules.values.keys()).map(|key| &**key).collect(),
        "zones" => rules.zones.keys().map(|key| &**key).collect(),
        _ => words(rules).collect(),
    }
}

fn words(rules: &Rules) -> impl Iterator<Item = &str> {
    rules.words.iter()
}

fn meant(word: &str, known: &[&str]) -> Option<String> {
    suggest(word, known.iter().copied()).map(|meant| format!("did you mean `{meant}`?"))
}
