//! What an entity cares about where it is: its entries in the index.

use crate::model::ids::{DefId, EntityId, PlayerId, ZoneDeclId};
use crate::model::index::{Index, IndexEntry, Topic};
use crate::model::rules::{Abilities, Definition, Does, Holder, Rules, StaticAbility};
use crate::model::state::{Entity, State, Zone};

impl Topic {
    /// What a static ability is about.
    pub(crate) const fn of(ability: &StaticAbility) -> Self {
        match &ability.does {
            Does::Forbid(action) => Self::ban(*action),
            Does::Allow(action, _) => Self::grant(*action),
            Does::Modify(contribution) => Self::contribution(contribution.value),
            Does::Silence(_) => Self::SILENCE,
            Does::Control(_) => Self::CONTROL,
            Does::Protect(_) => Self::PROTECTION,
        }
    }
}

impl Index {
    /// Builds the index of a whole state.
    pub fn of(rules: &Rules, state: &State) -> Self {
        let mut entries = Vec::with_capacity(state.entities.len());
        for (id, entity) in state.entities() {
            each_topic(rules, &state.zones, id, entity, |entry| entries.push(entry));
        }
        let mut index = Self::of_entries(entries);
        // Instances lie in the order of their declarations.
        let before = |decl: usize| state.zones.partition_point(|zone| zone.decl.index() < decl) as u16;
        index.note_zone_starts((0..rules.zones.len()).map(before));
        index.newest = state.since.iter().chain(&state.given).copied().max().unwrap_or(0);
        index.note_effects(state.effects.iter().map(|effect| effect.id), 0);
        index
    }

    /// Adds what the entity cares about where it is now.
    pub fn add(&mut self, rules: &Rules, zones: &[Zone], id: EntityId, entity: &Entity) {
        each_topic(rules, zones, id, entity, |entry| self.insert(entry));
    }

    /// Removes what the entity cared about where it was.
    pub fn remove(&mut self, rules: &Rules, zones: &[Zone], id: EntityId, entity: &Entity) {
        each_topic(rules, zones, id, entity, |entry| self.withdraw(entry));
    }
}

// This may depend only on the entity as it is given and on what never changes in a game: `remove` is called when the
// rest of the state may already be different from what it was at `add`, and must find the same entries.
fn each_topic(rules: &Rules, zones: &[Zone], id: EntityId, entity: &Entity, mut found: impl FnMut(IndexEntry)) {
    if !entity.exists {
        return found(IndexEntry { topic: Topic::free(entity.kind), entity: id, number: 0 });
    }
    if entity.def == DefId::NONE && entity.part == 0 {
        return;
    }
    if entity.kind == Rules::EFFECT {
        let found = |topic, number| found(IndexEntry { topic, entity: id, number });
        return each_ability(zones, rules.abilities_of(entity), entity, true, found);
    }
    if entity.kind == Rules::ITEM || entity.def == DefId::NONE {
        return;
    }
    let definition = &rules.definitions[entity.def.index()];
    let mut offer = |topic, number| found(IndexEntry { topic, entity: id, number });
    if matches!(entity.kind, Rules::PLAYER | Rules::GAME) {
        return each_offer(rules, definition, None, entity.controller, offer);
    }
    if !entity.zone.is_some() {
        return;
    }
    let decl = zones[entity.zone.index()].decl;
    each_offer(rules, definition, Some(decl), entity.controller, &mut offer);
    let works = definition.lasts.is_none() && definition.works_in.contains(&decl);
    let found = |topic, number| found(IndexEntry { topic, entity: id, number });
    each_ability(zones, &definition.abilities, entity, works, found);
}

fn each_offer(
    rules: &Rules,
    definition: &Definition,
    decl: Option<ZoneDeclId>,
    controller: PlayerId,
    mut found: impl FnMut(Topic, u16),
) {
    for (number, usage) in definition.uses.iter().enumerate() {
        let action = &rules.actions[usage.action.index()];
        let from = usage.from.as_ref().unwrap_or(&action.from);
        let extended = usage.gates.contains_key("from");
        // Players and the game lie in no zone.
        if decl.is_some_and(|decl| !from.contains(&decl)) && !extended {
            continue;
        }
        for class in usage.offered.as_ref().unwrap_or(&action.offered) {
            if action.holder != Holder::Others {
                found(Topic::offer(*class, controller), number as u16);
            }
            if action.holder != Holder::Controller {
                found(Topic::foreign_offer(*class), number as u16);
            }
        }
    }
}

fn each_ability(
    zones: &[Zone],
    abilities: &Abilities,
    entity: &Entity,
    works: bool,
    mut found: impl FnMut(Topic, u16),
) {
    for (number, listener) in abilities.listeners.iter().enumerate() {
        let here = match &listener.from {
            Some(from) => entity.zone.is_some() && from.contains(&zones[entity.zone.index()].decl),
            None => works,
        };
        if here {
            found(Topic::listener(listener.signal), number as u16);
        }
    }
    if !works {
        return;
    }
    for (number, ability) in abilities.statics.iter().enumerate() {
        found(Topic::of(ability), number as u16);
        if matches!(&ability.does, Does::Allow(_, gates) if gates.iter().any(|gate| &**gate == "from")) {
            found(Topic::ELSEWHERE, number as u16);
        }
    }
}
