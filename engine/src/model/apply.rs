//! Carrying changes out, and taking them back: nothing else takes `&mut State`.

use crate::model::change::Change;
use crate::model::effect::Effect;
use crate::model::ids::{EntityId, Players, ZoneId};
use crate::model::index::Cell;
use crate::model::item::{Item, put_note};
use crate::model::knowledge::Learned;
use crate::model::rules::Rules;
use crate::model::state::{Entity, State, Turn};
use crate::model::value::Value;

impl Change {
    /// Carries the change out.
    pub fn apply(&self, rules: &Rules, state: &mut State) {
        match self {
            Self::Create { id, entity, slots, .. } => create(rules, state, *id, entity, slots),
            Self::End { id, before } => replace(rules, state, *id, &Entity { exists: false, ..*before }),
            Self::Move { id, before, after, from, to } => relocate(rules, state, *id, (before, *from), (after, *to)),
            Self::Alter { id, after, .. } => replace(rules, state, *id, after),
            Self::Set { id, slot, after, .. } => set(state, *id, *slot, *after),
            Self::Order { zone, after, .. } => order(state, *zone, after),
            Self::AddItem(item) => {
                state.items.push((**item).clone());
                state.index.touch(Cell::Stack);
            }
            Self::RemoveItem { at, .. } => {
                state.items.remove(*at as usize);
                state.index.touch(Cell::Stack);
            }
            Self::Status { id, after, .. } => with_item(state, *id, |item| item.status = *after),
            Self::EditItem { after, .. } => with_item(state, after.id, |item| *item = (**after).clone()),
            Self::Answerable(id) => with_item(state, *id, |item| item.answerable = true),
            Self::Note { id, name, after, .. } => {
                with_item(state, *id, |item| put_note(&mut item.notes, *name, *after));
            }
            Self::Target { id, target } => with_item(state, *id, |item| item.targets.push(*target)),
            Self::AddEffect(effect) => {
                state.effects.push((**effect).clone());
                state.index.touch(Cell::Stack);
            }
            Self::RemoveEffect { at, .. } => {
                state.effects.remove(*at as usize);
                state.index.touch(Cell::Stack);
            }
            Self::EditEffect { after, .. } => edit_effect(state, after),
            Self::Learn(learned) => learn(state, state.learned.len(), learned),
            Self::Forget { at, .. } => unlearn(state, *at as usize),
            Self::Push { at, step } => state.agenda.insert(*at as usize, *step),
            Self::Pop { at, .. } => drop(state.agenda.remove(*at as usize)),
            Self::Restep { at, after, .. } => state.agenda[*at as usize] = *after,
            Self::BeginProcedure(running) => {
                state.procedures.push((**running).clone());
                state.index.touch_body(EntityId::GAME);
            }
            Self::EndProcedure { at, .. } => {
                state.procedures.remove(*at as usize);
                state.index.touch_body(EntityId::GAME);
            }
            Self::Queue(step) => state.queue.push(*step),
            Self::TakeQueue(_) => state.queue.clear(),
            Self::Supply { at, after, .. } => state.supply[*at as usize].1 = *after,
            Self::Turn { after, .. } => turn(state, after),
            Self::Chance { after, .. } => state.chance = state.chance.at(*after),
            Self::Present { after, .. } => present(state, *after),
            Self::Seat { seat, after, .. } => state.seats[usize::from(*seat)] = *after,
            Self::ActingSeat { player, after, .. } => state.acting_seats[usize::from(*player)] = *after,
            Self::Position { now, forgotten } => {
                state.positions.drain(..usize::from(forgotten.is_some()));
                state.positions.push(*now);
            }
            Self::Outcome { after, .. } => state.outcome = after.as_deref().cloned(),
        }
    }

    /// Takes the change back. It must be the last that was applied and not yet undone.
    pub fn undo(&self, rules: &Rules, state: &mut State) {
        match self {
            Self::Create { id, entity, before, slots } => uncreate(rules, state, *id, entity, before.as_deref(), slots),
            Self::End { id, before } | Self::Alter { id, before, .. } => replace(rules, state, *id, before),
            Self::Move { id, before, after, from, to } => relocate(rules, state, *id, (after, *to), (before, *from)),
            Self::Set { id, slot, before, .. } => set(state, *id, *slot, *before),
            Self::Order { zone, before, .. } => order(state, *zone, before),
            Self::AddItem(_) => {
                state.items.pop();
                state.index.touch(Cell::Stack);
            }
            Self::RemoveItem { at, item } => {
                state.items.insert(*at as usize, (**item).clone());
                state.index.touch(Cell::Stack);
            }
            Self::Status { id, before, .. } => with_item(state, *id, |item| item.status = *before),
            Self::EditItem { before, .. } => with_item(state, before.id, |item| *item = (**before).clone()),
            Self::Answerable(id) => with_item(state, *id, |item| item.answerable = false),
            Self::Note { id, name, before, .. } => with_item(state, *id, |item| match before {
                Some(before) => put_note(&mut item.notes, *name, *before),
                // Whatever was noted later is undone already, so it is the last.
                None => {
                    item.notes.pop();
                }
            }),
            Self::Target { id, .. } => with_item(state, *id, |item| {
                item.targets.pop();
            }),
            Self::AddEffect(_) => {
                state.effects.pop();
                state.index.touch(Cell::Stack);
            }
            Self::RemoveEffect { at, effect } => {
                state.effects.insert(*at as usize, (**effect).clone());
                state.index.touch(Cell::Stack);
            }
            Self::EditEffect { before, .. } => edit_effect(state, before),
            Self::Learn(_) => unlearn(state, state.learned.len() - 1),
            Self::Forget { at, learned } => learn(state, *at as usize, learned),
            Self::Push { at, .. } => drop(state.agenda.remove(*at as usize)),
            Self::Pop { at, step } => state.agenda.insert(*at as usize, *step),
            Self::Restep { at, before, .. } => state.agenda[*at as usize] = *before,
            Self::BeginProcedure(_) => {
                state.procedures.pop();
                state.index.touch_body(EntityId::GAME);
            }
            Self::EndProcedure { at, running } => {
                state.procedures.insert(*at as usize, (**running).clone());
                state.index.touch_body(EntityId::GAME);
            }
            Self::Queue(_) => drop(state.queue.pop()),
            Self::TakeQueue(steps) => state.queue = steps.to_vec(),
            Self::Supply { at, before, .. } => state.supply[*at as usize].1 = *before,
            Self::Turn { before, .. } => turn(state, before),
            Self::Chance { before, .. } => state.chance = state.chance.at(*before),
            Self::Present { before, .. } => present(state, *before),
            Self::Seat { seat, before, .. } => state.seats[usize::from(*seat)] = *before,
            Self::ActingSeat { player, before, .. } => state.acting_seats[usize::from(*player)] = *before,
            Self::Position { forgotten, .. } => {
                state.positions.pop();
                state.positions.splice(..0, *forgotten);
            }
            Self::Outcome { before, .. } => state.outcome = before.as_deref().cloned(),
        }
    }
}

fn create(rules: &Rules, state: &mut State, id: EntityId, entity: &Entity, slots: &[Value]) {
    let at = entity.slot as usize;
    if id.index() == state.entities.len() {
        state.entities.push(*entity);
        state.slots.truncate(at);
        state.slots.extend_from_slice(slots);
    } else {
        let free = state.entities[id.index()];
        state.index.remove(rules, &state.zones, id, &free);
        state.entities[id.index()] = *entity;
        state.slots[at..at + slots.len()].copy_from_slice(slots);
    }
    enter(rules, state, id, entity);
}

fn uncreate(
    rules: &Rules,
    state: &mut State,
    id: EntityId,
    entity: &Entity,
    before: Option<&(Entity, Vec<Value>)>,
    slots: &[Value],
) {
    leave(rules, state, id, entity);
    let at = entity.slot as usize;
    match before {
        Some((old, values)) => {
            state.entities[id.index()] = *old;
            state.slots[at..at + slots.len()].copy_from_slice(values);
            state.index.add(rules, &state.zones, id, old);
        }
        None => {
            state.entities.pop();
            state.slots.truncate(at);
        }
    }
}

fn relocate(rules: &Rules, state: &mut State, id: EntityId, old: (&Entity, u32), new: (&Entity, u32)) {
    leave(rules, state, id, old.0);
    if old.0.zone.is_some() {
        state.zones[old.0.zone.index()].cards.remove(old.1 as usize);
    }
    if new.0.zone.is_some() {
        state.zones[new.0.zone.index()].cards.insert(new.1 as usize, id);
    }
    state.entities[id.index()] = *new.0;
    enter(rules, state, id, new.0);
    for zone in [old.0.zone, new.0.zone] {
        if zone.is_some() {
            state.index.touch(Cell::Zone(zone));
        }
    }
}

fn replace(rules: &Rules, state: &mut State, id: EntityId, new: &Entity) {
    let old = state.entities[id.index()];
    // The index holds an entity by zone, controller and existence; nothing else that a change alters matters to it.
    let same_topics = old.zone == new.zone && old.controller == new.controller && old.exists == new.exists;
    if same_topics {
        state.entities[id.index()] = *new;
        state.index.touch_body(id);
    } else {
        leave(rules, state, id, &old);
        state.entities[id.index()] = *new;
        enter(rules, state, id, new);
    }
}

fn leave(rules: &Rules, state: &mut State, id: EntityId, entity: &Entity) {
    state.index.remove(rules, &state.zones, id, entity);
    state.index.touch_body(id);
}

fn enter(rules: &Rules, state: &mut State, id: EntityId, entity: &Entity) {
    state.index.add(rules, &state.zones, id, entity);
    state.index.touch_body(id);
}

fn set(state: &mut State, id: EntityId, slot: u32, value: Value) {
    state.slots[slot as usize] = value;
    state.index.touch(Cell::Entity(id));
    state.index.touch(Cell::Slot(slot));
}

fn order(state: &mut State, zone: ZoneId, cards: &[EntityId]) {
    state.zones[zone.index()].cards.copy_from_slice(cards);
    state.index.touch(Cell::Zone(zone));
}

fn present(state: &mut State, seats: Players) {
    state.present = seats;
    state.index.touch(Cell::Turn);
}

fn turn(state: &mut State, turn: &Turn) {
    state.turn = turn.clone();
    state.index.touch(Cell::Turn);
}

fn with_item(state: &mut State, id: EntityId, edit: impl FnOnce(&mut Item)) {
    if let Some(item) = state.items.iter_mut().rev().find(|item| item.id == id) {
        edit(item);
    }
    state.index.touch_body(id);
}

fn learn(state: &mut State, at: usize, learned: &Learned) {
    state.learned.insert(at, *learned);
    state.index.touch_body(learned.card.id);
}

fn unlearn(state: &mut State, at: usize) {
    let learned = state.learned.remove(at);
    state.index.touch_body(learned.card.id);
}

fn edit_effect(state: &mut State, new: &Effect) {
    if let Some(effect) = state.effects.iter_mut().find(|effect| effect.id == new.id) {
        *effect = new.clone();
    }
    state.index.touch_body(new.id);
    state.index.touch(Cell::Stack);
}
