//! Carrying changes out, and taking them back: nothing else takes `&mut State`.

use crate::model::change::Change;
use crate::model::effect::Effect;
use crate::model::ids::{DefId, EntityId, PlayerId, Players};
use crate::model::index::Cell;
use crate::model::item::{Item, NotedValues, put_note};
use crate::model::rules::Rules;
use crate::model::state::{Entity, State};
use crate::model::turn::Turn;
use crate::model::value::Value;
use smallvec::SmallVec;

impl Change {
    /// Carries the change out.
    pub fn apply(&self, rules: &Rules, state: &mut State) {
        self.make::<true>(rules, state);
    }

    /// Takes the change back. It must be the last that was applied and not yet undone.
    pub fn undo(&self, rules: &Rules, state: &mut State) {
        self.make::<false>(rules, state);
    }

    fn make<const APPLY: bool>(&self, rules: &Rules, state: &mut State) {
        let holds = self.holds_more();
        state.held = state.held.wrapping_add_signed(if APPLY { holds } else { -holds });
        match self {
            Self::Create { id, entity, before, slots } => match APPLY {
                true => create(rules, state, *id, entity, slots),
                false => uncreate(rules, state, *id, entity, before.as_deref(), slots),
            },
            Self::End { id, before } => {
                let ended = Entity { exists: false, ..*before };
                replace(rules, state, *id, now(APPLY, before, &ended));
            }
            Self::Move { id, before, after, from, to } => {
                let (old, new) = ((before, *from), (after, *to));
                relocate(rules, state, *id, now(APPLY, new, old), now(APPLY, old, new));
            }
            Self::Alter { id, before, after } => replace(rules, state, *id, now(APPLY, before, after)),
            Self::Set { id, slot, before, after } => {
                state.slots[*slot as usize] = *now(APPLY, before, after);
                state.index.touch(Cell::Entity(*id));
                state.index.touch(Cell::Slot(*slot));
            }
            Self::Order { zone, before, after } => {
                state.zones[zone.index()].cards.copy_from_slice(now(APPLY, before, after));
                state.index.touch(Cell::Zone(*zone));
            }
            Self::AddItem(item) => {
                put_last(&mut state.items, item, APPLY);
                state.index.touch(Cell::Stack);
            }
            Self::RemoveItem { at, item } => {
                put(&mut state.items, *at as usize, item, !APPLY);
                state.index.touch(Cell::Stack);
            }
            Self::Status { id, before, after } => {
                with_item(state, *id, |item| item.status = *now(APPLY, before, after));
            }
            Self::Retarget { id, before, after, roles } => {
                with_item(state, *id, |item| {
                    item.targets.clone_from(now(APPLY, before, after));
                    item.roles.clone_from(now(APPLY, &roles.0, &roles.1));
                });
            }
            Self::Answerable(id) => with_item(state, *id, |item| item.answerable = APPLY),
            Self::Note { id, name, before, after } => {
                with_record(state, *id, |record| match now(APPLY, before.as_ref(), Some(after)) {
                    Some(value) => put_note(record.notes, *name, value.clone()),
                    // Whatever was noted later is undone already, so it is the last.
                    None => drop(record.notes.pop()),
                });
            }
            Self::Target { id, target, role } => with_item(state, *id, |item| match APPLY {
                true => item.aim(*target, *role),
                false => item.unaim(),
            }),
            Self::AddEffect(effect) => {
                put_last(&mut state.effects, effect, APPLY);
                state.note_effects(state.effects.len().saturating_sub(1));
                state.index.touch(Cell::Stack);
            }
            Self::RemoveEffect { at, effect } => {
                put(&mut state.effects, *at as usize, effect, !APPLY);
                state.note_effects(*at as usize);
                state.index.touch(Cell::Stack);
            }
            Self::Exempt { id, player, by } => with_record(state, *id, |record| match APPLY {
                true => {
                    *record.exempt = record.exempt.with(*player);
                    record.exempt_by.push((*player, *by));
                }
                false => {
                    *record.exempt = record.exempt.without(*player);
                    record.exempt_by.pop();
                }
            }),
            Self::Learn(learned) => {
                put_last(&mut state.learned, learned, APPLY);
                state.index.touch_body(learned.card.id);
            }
            Self::Forget { at, learned } => {
                put(&mut state.learned, *at as usize, learned, !APPLY);
                state.index.touch_body(learned.card.id);
            }
            Self::Push { at, step } => put(&mut state.agenda, *at as usize, step, APPLY),
            Self::Pop { at, step } => put(&mut state.agenda, *at as usize, step, !APPLY),
            Self::Restep { at, before, after } => state.agenda[*at as usize].clone_from(now(APPLY, before, after)),
            Self::BeginProcedure(running) => {
                put_last(&mut state.procedures, running, APPLY);
                state.index.touch_body(EntityId::GAME);
            }
            Self::EndProcedure { at, running } => {
                put(&mut state.procedures, *at as usize, running, !APPLY);
                state.index.touch_body(EntityId::GAME);
            }
            Self::Queue(step) => put_last(&mut state.queue, step, APPLY),
            Self::TakeQueue(steps) => match APPLY {
                true => state.queue.clear(),
                false => state.queue = steps.to_vec(),
            },
            Self::Supply { at, before, after } => state.supply[*at as usize].1 = *now(APPLY, before, after),
            Self::Turn { before, after } => {
                state.turn = Turn::clone(now(APPLY, before, after));
                state.index.touch(Cell::Turn);
            }
            Self::Chance { before, after } => state.chance = state.chance.at(*now(APPLY, before, after)),
            Self::Present { before, after } => {
                state.present = *now(APPLY, before, after);
                state.index.touch(Cell::Turn);
            }
            Self::ActingSeat { player, before, after } => {
                state.acting_seats[usize::from(*player)] = *now(APPLY, before, after);
            }
            Self::Position { now, forgotten } => match APPLY {
                true => {
                    state.positions.drain(..usize::from(forgotten.is_some()));
                    state.positions.push(*now);
                }
                false => {
                    state.positions.pop();
                    state.positions.splice(..0, *forgotten);
                }
            },
            Self::Arrive { id, before, after } => {
                set_moment(&mut state.since, *id, now(APPLY, *before, *after));
                state.index.newest = *after - u32::from(!APPLY);
                state.index.touch_body(*id);
            }
            Self::Remember { at, memory, comes } => {
                put(&mut state.memories, *at as usize, &**memory, APPLY == *comes);
                state.index.touch_body(memory.card.id);
            }
            Self::Give { id, before, after } => {
                set_moment(&mut state.given, *id, now(APPLY, *before, *after));
                // To be given is newer than all else; to lie anew takes no time.
                if *after > 0 {
                    state.index.newest = *after - u32::from(!APPLY);
                }
                state.index.touch_body(*id);
            }
            Self::BeginGuise(guise) => put_last(&mut state.guises, guise, APPLY),
            Self::EndGuise { at, guise } => put(&mut state.guises, *at as usize, guise, !APPLY),
            Self::Outcome { before, after } => state.outcome = now(APPLY, before, after).as_deref().cloned(),
        }
    }
}

/// How something is when a change has been applied, or taken back.
const fn now<T: Copy>(applied: bool, before: T, after: T) -> T {
    if applied { after } else { before }
}

/// Something comes to its place in a list, or leaves it.
fn put<T: Clone>(list: &mut Vec<T>, at: usize, one: &T, comes: bool) {
    match comes {
        true => list.insert(at, one.clone()),
        false => drop(list.remove(at)),
    }
}

/// Something comes to the end of a list, or leaves it.
fn put_last<T: Clone>(list: &mut Vec<T>, one: &T, comes: bool) {
    match comes {
        true => list.push(one.clone()),
        false => drop(list.pop()),
    }
}

fn set_moment(moments: &mut Vec<u32>, id: EntityId, moment: u32) {
    if moments.len() <= id.index() {
        moments.resize(id.index() + 1, 0);
    }
    moments[id.index()] = moment;
    // Nothing is left of a moment that was undone.
    moments.truncate(moments.iter().rposition(|moment| *moment > 0).map_or(0, |last| last + 1));
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
    // The index holds an entity by definition, zone, controller and existence; nothing else that a change alters matters to it.
    let topics = |entity: &Entity| (entity.def, entity.zone, entity.controller, entity.exists);
    let same_topics = topics(&old) == topics(new);
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

fn with_item(state: &mut State, id: EntityId, edit: impl FnOnce(&mut Item)) {
    if let Some(item) = state.items.iter_mut().rev().find(|item| item.id == id) {
        edit(item);
    }
    state.index.touch_body(id);
}

/// What items and standing effects have alike.
struct Record<'s> {
    notes: &'s mut NotedValues,
    exempt: &'s mut Players,
    exempt_by: &'s mut SmallVec<[(PlayerId, DefId); 1]>,
}

fn with_record(state: &mut State, id: EntityId, edit: impl FnOnce(Record<'_>)) {
    let Some(place) = state.place_of_effect(id) else {
        with_item(state, id, |Item { notes, exempt, exempt_by, .. }| edit(Record { notes, exempt, exempt_by }));
        return;
    };
    let Effect { notes, exempt, exempt_by, .. } = &mut state.effects[place];
    edit(Record { notes, exempt, exempt_by });
    state.index.touch_body(id);
    state.index.touch(Cell::Stack);
}
