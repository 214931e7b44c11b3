//! The keys of cards: what shows that a ruling exercises each.

use super::points::{Need, Point, PointSort, open_and_closed};
use cardwright_content::Files;
use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_kernel::ids::DefId;
use cardwright_kernel::rules::{Abilities, AbilitySort, Definition, Does, Exercised, Rules};
use std::collections::BTreeMap;
use std::ops::Range;

/// Keys that are for people, or only tie files together.
const FREE: [&str; 5] = ["name", "text", "plural", "script", "renamed_from"];

/// The keys of all cards in these files.
pub(super) fn keys(files: &Files, rules: &Rules, is_wanted: impl Fn(&str) -> bool) -> Vec<Point> {
    let mut found = Vec::new();
    // Where the keys of each file are among them.
    let mut of_files: BTreeMap<String, Range<usize>> = BTreeMap::new();
    for (at, definition) in rules.definitions.values().enumerate() {
        let path = format!("cards/{}.toml", definition.id.replacen(':', "/", 1));
        if let Some(text) = files.get(&path).filter(|_| is_wanted(&path)) {
            let (fields, _) = tree::parse(&path, text);
            let mut card =
                Card { files, rules, def: DefId::from(at), definition, path: &path, text, found: Vec::new() };
            card.fields(&fields);
            let own = card.found;
            match of_files.get(&path).filter(|range| range.len() == own.len()) {
                Some(range) => found[range.clone()].iter_mut().zip(own).for_each(|(point, own)| share(point, own)),
                None => {
                    of_files.insert(path, found.len()..found.len() + own.len());
                    found.extend(own);
                }
            }
        }
    }
    found
}

/// A line of a family stands for all its cards: any of them shows it.
fn share(point: &mut Point, of_another: Point) {
    for (need, other) in point.needs.iter_mut().zip(of_another.needs) {
        need.by.extend(other.by);
    }
}

/// A card whose keys are listed.
struct Card<'a> {
    files: &'a Files,
    rules: &'a Rules,
    def: DefId,
    definition: &'a Definition,
    path: &'a str,
    text: &'a str,
    found: Vec<Point>,
}

impl Card<'_> {
    fn fields(&mut self, fields: &[TomlField<'_>]) {
        for field in fields {
            match &*field.key {
                key if FREE.contains(&key) => {}
                "uses" => self.uses(field),
                "answers" => self.answers(field),
                "effects" => self.effects(field),
                key if ["on", "forbids", "allows", "modifies", "protects"].contains(&key) => {
                    self.abilities(field, 0, &self.definition.abilities);
                }
                key => match self.rules.attributes.get_index_of(key) {
                    Some(attr) if is_mentioned(self.files, self.rules, key) => {
                        let by = vec![Exercised::Attribute(self.def, attr.into())];
                        self.add(field, key, vec![Need::new("is never read", by)]);
                    }
                    // What nothing but cards mentions is printed for people.
                    Some(_) => {}
                    None => self.add(field, key, self.is_used()),
                },
            }
        }
    }

    fn add(&mut self, field: &TomlField<'_>, name: &str, needs: Vec<Need>) {
        self.add_as(PointSort::Key, field, name, needs);
    }

    fn add_as(&mut self, sort: PointSort, field: &TomlField<'_>, name: &str, needs: Vec<Need>) {
        let before = &self.text[..field.span.range().start.min(self.text.len())];
        let line = before.matches('\n').count() as u32 + 1;
        self.found.push(Point { sort, path: self.path.to_owned(), line, column: 0, name: name.to_owned(), needs });
    }

    /// That the card is used in some way.
    fn is_used(&self) -> Vec<Need> {
        let uses = (0..self.definition.uses.len()).map(|at| Exercised::Use(self.def, at as u16));
        vec![Need::new("is on no card that is used", uses.collect())]
    }

    fn uses(&mut self, field: &TomlField<'_>) {
        let TomlValue::Fields(uses) = &field.node.value else { return };
        for usage in uses {
            let plain = self.definition.uses.iter().position(|known| {
                let action = self.rules.actions.get_index(known.action.index());
                known.answers.is_none() && action.is_some_and(|(name, _)| **name == *usage.key)
            });
            if let Some(number) = plain {
                self.one_use(usage, &format!("uses.{}", usage.key), number as u16);
            }
        }
    }

    fn answers(&mut self, field: &TomlField<'_>) {
        let numbers: Vec<u16> = (0..self.definition.uses.len() as u16)
            .filter(|number| self.definition.uses[usize::from(*number)].answers.is_some())
            .collect();
        for (number, table) in numbers.into_iter().zip(tables(field)) {
            self.one_use(&table, "answers", number);
        }
    }

    fn one_use(&mut self, table: &TomlField<'_>, name: &str, number: u16) {
        self.add(table, name, vec![Need::new("is never used", vec![Exercised::Use(self.def, number)])]);
        let TomlValue::Fields(fields) = &table.node.value else { return };
        for gate in tree::table(fields, "gates") {
            let gates = &self.definition.uses[usize::from(number)].gates;
            if let Some(at) = gates.get_index_of(&*gate.key) {
                let by = |open| vec![Exercised::OwnGate(self.def, number, at as u16, open)];
                self.add_as(PointSort::Gate, gate, &gate.key, open_and_closed(by));
            }
        }
    }

    fn effects(&mut self, field: &TomlField<'_>) {
        let TomlValue::Fields(effects) = &field.node.value else { return };
        for effect in effects {
            let TomlValue::Fields(fields) = &effect.node.value else { continue };
            let part = self.definition.effects.iter().position(|known| *known.name == *effect.key);
            let Some(part) = part else { continue };
            for field in fields {
                self.abilities(field, part as u16 + 1, &self.definition.effects[part].abilities);
            }
        }
    }

    /// The abilities under a key, of the card itself or of one of its effects.
    fn abilities(&mut self, field: &TomlField<'_>, part: u16, abilities: &Abilities) {
        let def = self.def;
        let by = |sort, at: usize| vec![Exercised::Ability(sort, def, part, at as u16)];
        if &*field.key == "on" {
            let TomlValue::Fields(signals) = &field.node.value else { return };
            let listed = signals.iter().flat_map(|signal| tables(signal).into_iter().map(move |table| (signal, table)));
            let listed: Vec<_> = listed.collect();
            if listed.len() == abilities.listeners.len() {
                for (at, (signal, table)) in listed.into_iter().enumerate() {
                    let needs = vec![Need::new("is never heard", by(AbilitySort::Listener, at))];
                    self.add(&table, &format!("on.{}", signal.key), needs);
                }
            }
            return;
        }
        // What an effect goes on with is a part of the same table.
        let numbers = abilities
            .statics
            .iter()
            .enumerate()
            .filter(|(_, ability)| ability.goes_on.is_none() && table_of(&ability.does) == field.key);
        for (table, (at, _)) in tables(field).into_iter().zip(numbers) {
            self.add(&table, &field.key, vec![Need::new("never does anything", by(AbilitySort::Static, at))]);
        }
    }
}

/// The table in which a static ability is written.
const fn table_of(does: &Does) -> &'static str {
    match does {
        Does::Forbid(_) => "forbids",
        Does::Allow(..) => "allows",
        Does::Modify(_) => "modifies",
        Does::Protect(_) => "protects",
        Does::Silence(_) => "silences",
        Does::Control(_) => "controls",
    }
}

/// The tables under a key: one, or a list of them, each with its own place.
fn tables<'s>(field: &TomlField<'s>) -> Vec<TomlField<'s>> {
    match &field.node.value {
        TomlValue::List(nodes) => {
            let table =
                |node: &tree::TomlNode<'s>| TomlField { key: field.key.clone(), span: node.span, node: node.clone() };
            nodes.iter().map(table).collect()
        }
        _ => vec![field.clone()],
    }
}

/// Whether a script, or a file other than the cards that print it, mentions an attribute.
fn is_mentioned(files: &Files, rules: &Rules, name: &str) -> bool {
    let in_scripts = rules.scripts.values().any(|source| has_word(&source.text, name));
    in_scripts || files.iter().any(|(path, text)| path.ends_with("/ruleset.toml") && text.matches(name).count() > 1)
}

/// Whether a word stands in a text by itself.
fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
}
