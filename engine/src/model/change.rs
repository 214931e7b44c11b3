//! The only door to the state: a [`Change`] can be applied and undone, and nothing else takes `&mut State`.

use crate::model::agenda::Step;
use crate::model::effect::Effect;
use crate::model::ids::{EntityId, PlayerId, Players, Seat, Word, ZoneId};
use crate::model::index::Cell;
use crate::model::item::{Item, Status, put_note};
use crate::model::knowledge::Learned;
use crate::model::result::Outcome;
use crate::model::rules::Rules;
use crate::model::state::{Entity, RunningProcedure, State, Turn};
use crate::model::value::Value;
use std::hash::{Hash, Hasher};

/// One mutation, with all that is needed to take it back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A new entity at a free place or at the end, with these first values of its changing attributes.
    Create {
        /// Its place.
        id: EntityId,
        /// The entity.
        entity: Entity,
        /// What was at that place before, if it was used again.
        before: Option<Box<(Entity, Vec<Value>)>>,
        /// Its changing attributes.
        slots: Box<[Value]>,
    },
    /// An entity ends; its place becomes free.
    End {
        /// The entity.
        id: EntityId,
        /// What it was.
        before: Entity,
    },
    /// A card changes zone, and with it whatever else a change of zone changes.
    Move {
        /// The card.
        id: EntityId,
        /// What it was.
        before: Entity,
        /// What it is then.
        after: Entity,
        /// Its position in the zone it leaves.
        from: u32,
        /// Its position in the zone it enters.
        to: u32,
    },
    /// An entity stays where it is, but something else about it changes: who knows or controls it, what it is attached
    /// to, how many pieces it has.
    Alter {
        /// The entity.
        id: EntityId,
        /// What it was.
        before: Entity,
        /// What it is then.
        after: Entity,
    },
    /// A changing attribute.
    Set {
        /// The entity.
        id: EntityId,
        /// Its place in the slots.
        slot: u32,
        /// The value before.
        before: Value,
        /// The value then.
        after: Value,
    },
    /// The order of a zone.
    Order {
        /// The zone.
        zone: ZoneId,
        /// The order before.
        before: Box<[EntityId]>,
        /// The order then.
        after: Box<[EntityId]>,
    },
    /// An item is put on top of the stack.
    AddItem(Box<Item>),
    /// An item leaves the stack.
    RemoveItem {
        /// Its position.
        at: u32,
        /// The item.
        item: Box<Item>,
    },
    /// The status of an item.
    Status {
        /// Its entity.
        id: EntityId,
        /// The status before.
        before: Status,
        /// The status then.
        after: Status,
    },
    /// Anything else about an item.
    EditItem {
        /// Before.
        before: Box<Item>,
        /// Then.
        after: Box<Item>,
    },
    /// An item can be answered from now on.
    Answerable(EntityId),
    /// An item is aimed at something more.
    Target {
        /// Its entity.
        id: EntityId,
        /// At what.
        target: Value,
    },
    /// A note on an item.
    Note {
        /// Its entity.
        id: EntityId,
        /// The name of the note.
        name: Word,
        /// What it was before; `None` if there was none.
        before: Option<Value>,
        /// What it is then.
        after: Value,
    },
    /// A standing effect begins.
    AddEffect(Box<Effect>),
    /// A standing effect ends.
    RemoveEffect {
        /// Its position.
        at: u32,
        /// The effect.
        effect: Box<Effect>,
    },
    /// Anything else about a standing effect.
    EditEffect {
        /// Before.
        before: Box<Effect>,
        /// Then.
        after: Box<Effect>,
    },
    /// Seats learn something about a card.
    Learn(Learned),
    /// What seats have learned about a card holds no longer.
    Forget {
        /// Its position.
        at: u32,
        /// What was learned.
        learned: Learned,
    },
    /// A step is put on the agenda, at this position.
    Push {
        /// The position.
        at: u32,
        /// The step.
        step: Step,
    },
    /// A step leaves the agenda.
    Pop {
        /// The position.
        at: u32,
        /// The step.
        step: Step,
    },
    /// A step changes.
    Restep {
        /// The position.
        at: u32,
        /// Before.
        before: Step,
        /// Then.
        after: Step,
    },
    /// A procedure begins.
    BeginProcedure(Box<RunningProcedure>),
    /// A procedure ends.
    EndProcedure {
        /// Its position.
        at: u32,
        /// The procedure.
        running: Box<RunningProcedure>,
    },
    /// A listener's call is gathered.
    Queue(Step),
    /// The gathered calls are taken.
    TakeQueue(Box<[Step]>),
    /// There are more or fewer pieces of a counted definition.
    Supply {
        /// Its position.
        at: u32,
        /// Before.
        before: i64,
        /// Then.
        after: i64,
    },
    /// The turn moves on.
    Turn {
        /// Before.
        before: Box<Turn>,
        /// Then.
        after: Box<Turn>,
    },
    /// Chance was used.
    Chance {
        /// How many words had been drawn.
        before: u64,
        /// How many have been.
        after: u64,
    },
    /// Players leave.
    Present {
        /// Before.
        before: Players,
        /// Then.
        after: Players,
    },
    /// Another player answers for a seat.
    Seat {
        /// The seat.
        seat: u8,
        /// Before.
        before: PlayerId,
        /// Then.
        after: PlayerId,
    },
    /// Another seat speaks for a player.
    ActingSeat {
        /// The player.
        player: u8,
        /// Before.
        before: Seat,
        /// Then.
        after: Seat,
    },
    /// A turn begins with a position that is to be remembered.
    Position {
        /// Its hash.
        now: u64,
        /// The oldest one, if it is forgotten for that.
        forgotten: Option<u64>,
    },
    /// The game ends.
    Outcome {
        /// Before.
        before: Option<Box<Outcome>>,
        /// Then.
        after: Option<Box<Outcome>>,
    },
}

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

    /// Adds the change to a hash by which two runs of a step are compared.
    pub fn hash_into(&self, hasher: &mut impl Hasher) {
        self.hash(hasher);
    }
}

fn create(rules: &Rules, state: &mut State, id: EntityId, entity: &Entity, slots: &[Value]) {
    let at = entity.slot as usize;
    if id.index() == state.entities.len() {
        state.entities.push(*entity);
        state.slots.truncate(at);
        state.slots.extend_from_slice(slots);
    } else {
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
