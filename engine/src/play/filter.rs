//! Reading entities as the rules see them: printed and changing attributes, and declared filters.

use crate::model::ids::{AttrId, DefId, EntityId, PlayerId, Players, ZoneId};
use crate::model::index::Cell;
use crate::model::rules::{AffectedBy, Affects, Filter, Printed, Relation, Rules};
use crate::model::state::{Item, State};
use crate::model::value::Value;
use crate::play::session::Table;

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
            .iter()
            .position(|own| *own == attr)
            .and_then(|at| definition.printed.get(at))
            .filter(|printed| **printed != Printed::Nothing)
            .unwrap_or(&self.attributes[attr.index()].default)
    }
}

impl State {
    /// The value of an attribute of an entity: as it is now, or as it is printed.
    pub fn attribute(&self, rules: &Rules, id: EntityId, attr: AttrId) -> Value {
        match self.changing(rules, id, attr) {
            Some(value) => value,
            None => self.held(rules, rules.printed(self.entity(id).def, attr)),
        }
    }

    /// What a printed value is in this game: a printed space is the entity of that space.
    pub fn held(&self, rules: &Rules, printed: &Printed) -> Value {
        match printed {
            Printed::Space(def) => rules
                .board
                .site_of(*def)
                .map_or(Value::Nothing, |site| Value::Entity(self.handle(self.entity_at(site)))),
            printed => Value::of(printed),
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
                Value::Entity(_) | Value::Nothing | Value::Number(_) | Value::Flag(_) | Value::Word(_) => players,
            }),
        }
    }
}

/// The point of view of a filter: who asks, and whose ability it is.
#[derive(Clone, Copy, Debug)]
pub struct Looker {
    /// The player.
    pub player: PlayerId,
    /// The card or effect whose filter it is.
    pub source: EntityId,
}

impl Table {
    /// Whether an entity passes a filter.
    pub fn passes(&self, filter: &Filter, id: EntityId, looker: Looker) -> bool {
        self.note_read(Cell::Entity(id));
        let state = self.state();
        let entity = state.entity(id);
        let kind =
            if entity.def == DefId::NONE { entity.kind } else { self.rules.definitions[entity.def.index()].kind };
        let zone = self.zone_counted(id);
        (filter.kinds.is_empty() || filter.kinds.contains(&kind))
            && filter.names.is_empty_or_has(entity.def)
            && !filter.not_names.contains(&entity.def)
            && filter.attributes.iter().all(|(attr, wanted)| self.has_value(id, *attr, wanted))
            && !filter.not.iter().any(|(attr, unwanted)| self.has_value(id, *attr, unwanted))
            && (filter.zones.is_empty() || zone.is_some() && filter.zones.contains(&state.zone(zone).decl))
            && filter.of.is_none_or(|of| self.is_of(of, id, looker))
            && filter.lasts.is_none_or(|lasts| lasts == self.rules.lasts(entity.def))
            && (!filter.is_about_items() || self.item_passes(filter, id, looker))
    }

    /// Where an entity lies; while its price is computed, where it lay before it was used.
    fn zone_counted(&self, id: EntityId) -> ZoneId {
        match self.run.pricing {
            Some((card, from)) if card == id => from,
            _ => self.state().entity(id).zone,
        }
    }

    fn is_of(&self, of: Relation, id: EntityId, looker: Looker) -> bool {
        let entity = self.state().entity(id);
        match of {
            Relation::Yours => entity.controller == looker.player,
            Relation::Others => entity.controller != looker.player,
            Relation::Target => {
                self.note_read(Cell::Entity(looker.source));
                let target = match entity.kind {
                    Rules::PLAYER => Value::Player(entity.owner),
                    _ => Value::Entity(self.state().handle(id)),
                };
                self.state().effect(looker.source).is_some_and(|effect| effect.targets.contains(&target))
            }
            Relation::This => id == looker.source || self.card_of_effect(looker.source) == Some(id),
            Relation::Host => {
                self.note_read(Cell::Entity(looker.source));
                looker.source.is_some() && self.state().entity(looker.source).host == id
            }
        }
    }

    fn card_of_effect(&self, id: EntityId) -> Option<EntityId> {
        self.state().effect(id).map(|effect| effect.card.id)
    }

    fn item_passes(&self, filter: &Filter, id: EntityId, looker: Looker) -> bool {
        let Some(item) = self.state().item(id) else {
            return false;
        };
        let affected = || self.state().affected(&self.rules, item);
        (filter.actions.is_empty() || filter.actions.contains(&item.action))
            && filter.answer.is_none_or(|answer| answer == (item.answers.id != EntityId::NONE))
            && filter.copy.is_none_or(|copy| copy == item.copy)
            && filter.trigger.is_none_or(|trigger| trigger == item.trigger.is_some())
            && match filter.affects {
                None => true,
                Some(Affects::You) => affected().has(looker.player),
                Some(Affects::YouAlone) => affected() == Players::only(looker.player),
            }
    }

    fn has_value(&self, id: EntityId, attr: AttrId, wanted: &Printed) -> bool {
        let state = self.state();
        if let Some(value) = state.changing(&self.rules, id, attr) {
            return value == state.held(&self.rules, wanted);
        }
        let printed = self.rules.printed(state.entity(id).def, attr);
        match (printed, wanted) {
            (Printed::Words(words), Printed::Word(word)) => words.contains(word),
            (Printed::Sides(sides), Printed::Sides(all)) => all & !sides == 0,
            (Printed::Words(words), Printed::Words(all)) => all.iter().all(|word| words.contains(word)),
            _ => printed == wanted,
        }
    }
}

trait EmptyOrHas {
    fn is_empty_or_has(&self, def: DefId) -> bool;
}

impl EmptyOrHas for Vec<DefId> {
    fn is_empty_or_has(&self, def: DefId) -> bool {
        self.is_empty() || self.contains(&def)
    }
}

impl Filter {
    fn is_about_items(&self) -> bool {
        !self.actions.is_empty()
            || self.affects.is_some()
            || self.answer.is_some()
            || self.copy.is_some()
            || self.trigger.is_some()
    }
}
