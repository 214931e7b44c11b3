//! Attributes as the rules see them: printed and changing; and whom an item affects.

use crate::model::ids::{AttrId, DefId, EntityId, Players};
use crate::model::item::Item;
use crate::model::rules::{AffectedBy, AttrType, Exercised, Printed, Rules};
use crate::model::state::State;
use crate::model::value::Value;

impl Rules {
    /// Whether a definition states how long it lasts.
    pub fn lasts(&self, def: DefId) -> bool {
        def != DefId::NONE && self.definitions[def.index()].lasts.is_some()
    }

    /// What is printed on a definition for an attribute, or the attribute's default.
    pub fn printed(&self, def: DefId, attr: AttrId) -> &Printed {
        if def == DefId::NONE {
            return &self.attributes[attr.index()].default;
        }
        let definition = &self.definitions[def.index()];
        let kind = &self.kinds[definition.kind.index()];
        kind.attributes
            .binary_search(&attr)
            .ok()
            .and_then(|at| definition.printed.get(at))
            .filter(|printed| **printed != Printed::Nothing)
            .unwrap_or(&self.attributes[attr.index()].default)
    }

    /// What is printed on a definition for an attribute, as the state holds it where it changes.
    pub fn printed_value(&self, def: DefId, attr: AttrId) -> Value {
        self.attributes[attr.index()].type_.value_of(self.printed(def, attr))
    }

    /// Notes what follows from the declarations together, once all of them are there.
    pub fn complete(&mut self) {
        self.place_locals();
        self.note_first_values();
        self.note_sets_of_words();
        self.note_effects();
        self.note_prices();
        self.note_masked();
    }

    /// Notes what changing attributes are at first.
    fn note_first_values(&mut self) {
        for at in 0..self.definitions.len() {
            let changing = &self.kinds[self.definitions[at].kind.index()].changing;
            let values = changing.iter().map(|attr| self.printed_value(DefId::from(at), *attr)).collect();
            self.definitions[at].first_values = values;
        }
    }

    /// The number that a value starts from: a number itself, a word by its place among the choices, from 1.
    pub(crate) fn base_number(&self, attr: AttrId, held: Value) -> i64 {
        match (&self.attributes[attr.index()].type_, held) {
            (AttrType::Choice(words), Value::Word(word)) => {
                words.iter().position(|choice| *choice == word).map_or(0, |place| place as i64 + 1)
            }
            _ => held.number(),
        }
    }
}

impl State {
    /// The value of an attribute of an entity: as it is now, or as it is printed.
    pub fn attribute(&self, rules: &Rules, id: EntityId, attr: AttrId) -> Value {
        rules.exercise(|| Exercised::Attribute(self.entity(id).def, attr));
        match self.changing(rules, id, attr) {
            Some(value) => value,
            None => self.held(rules, attr, rules.printed(self.entity(id).def, attr)),
        }
    }

    /// What a printed value is in this game: a printed space is the entity of that space.
    pub fn held(&self, rules: &Rules, attr: AttrId, printed: &Printed) -> Value {
        match printed {
            Printed::Space(def) => rules
                .board
                .site_of(*def)
                .map_or(Value::Nothing, |site| Value::Entity(self.handle(self.entity_at(site)))),
            printed => rules.attributes[attr.index()].type_.value_of(printed),
        }
    }

    /// The players whom an item affects, without those that are exempt.
    pub fn affected(&self, rules: &Rules, item: &Item) -> Players {
        self.affected_at_all(rules, item).and(self.present).minus(item.exempt)
    }

    fn affected_at_all(&self, rules: &Rules, item: &Item) -> Players {
        if item.trigger.is_some() {
            return Players::only(item.player);
        }
        match rules.definitions[item.def.index()].affects {
            AffectedBy::Actor => Players::only(item.player),
            AffectedBy::Everyone => self.present,
            AffectedBy::Others => self.present.without(item.player),
            AffectedBy::Nobody => Players::NONE,
            AffectedBy::Targets => item.targets.iter().fold(Players::NONE, |players, target| match target {
                Value::Player(player) => players.with(*player),
                Value::Players(more) => players.or(*more),
                Value::Entity(handle) if self.fresh(*handle) && rules.is_card(self.entity(handle.id).def) => {
                    players.with(self.entity(handle.id).controller)
                }
                Value::Entity(_)
                | Value::Nothing
                | Value::Number(_)
                | Value::Flag(_)
                | Value::Word(_)
                | Value::Choices(_)
                | Value::Numbers(_) => players,
            }),
        }
    }
}
