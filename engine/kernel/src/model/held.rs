//! How much the state holds in lists: what items and standing effects are aimed at and have noted, and what steps that wait
//! hand on. It is kept up by every change and its undoing, and never saved.

use crate::model::agenda::Step;
use crate::model::carried::Carried;
use crate::model::change::Change;
use crate::model::effect::Effect;
use crate::model::ids::{DefId, EntityId, Handle, PlayerId};
use crate::model::item::{Item, NotedValues};
use crate::model::knowledge::Learned;
use crate::model::memory::Memory;
use crate::model::state::State;
use crate::model::value::Value;

/// How many cells lists and the like take that were noted.
fn noted(notes: &NotedValues) -> usize {
    notes.iter().map(|(_, value)| 1 + value.cells()).sum()
}

/// How many cells the lists of an item or of a standing effect take.
fn listed(targets: &[Value], notes: &NotedValues, exempt_by: &[(PlayerId, DefId)]) -> usize {
    targets.len() + noted(notes) + exempt_by.len()
}

impl Item {
    /// How many cells its lists take.
    pub(crate) fn cells(&self) -> usize {
        listed(&self.targets, &self.notes, &self.exempt_by)
    }
}

impl Effect {
    /// How many cells its lists take.
    pub(crate) fn cells(&self) -> usize {
        listed(&self.targets, &self.notes, &self.exempt_by)
    }
}

impl Step {
    /// How many cells it takes beside its own.
    pub(crate) fn cells(&self) -> usize {
        match self {
            Self::Hook(_, value) => value.cells(),
            Self::NextTurn
            | Self::BeginPhase(_)
            | Self::PhaseWindows(..)
            | Self::EndPhase(_)
            | Self::Window(_)
            | Self::Resolve(_)
            | Self::Finish(_)
            | Self::Announce(..)
            | Self::Listener(..)
            | Self::Trigger(_)
            | Self::Leave(_)
            | Self::NextSeat(_)
            | Self::EndProcedure(_)
            | Self::Masked(..)
            | Self::Floor => 0,
        }
    }
}

/// How many cells several steps take beside their own.
pub(crate) fn of_steps(steps: &[Step]) -> usize {
    steps.iter().map(Step::cells).sum()
}

impl Change {
    /// How many cells more the state holds in lists when the change has been made; fewer, if that is negative.
    pub(crate) fn holds_more(&self) -> i64 {
        let more = |cells: usize| cells as i64;
        match self {
            Self::AddItem(item) => more(item.cells()),
            Self::RemoveItem { item, .. } => -more(item.cells()),
            Self::AddEffect(effect) => more(effect.cells()),
            Self::RemoveEffect { effect, .. } => -more(effect.cells()),
            Self::Target { .. } | Self::Exempt { .. } | Self::BeginGuise(_) => 1,
            Self::EndGuise { .. } => -1,
            Self::Retarget { before, after, .. } => more(after.len()) - more(before.len()),
            Self::Note { before, after, .. } => {
                more(1 + after.cells()) - before.as_ref().map_or(0, |before| more(1 + Carried::cells(before)))
            }
            Self::Push { step, .. } | Self::Queue(step) => more(step.cells()),
            Self::Pop { step, .. } => -more(step.cells()),
            Self::Restep { before, after, .. } => more(after.cells()) - more(before.cells()),
            Self::TakeQueue(steps) => -more(of_steps(steps)),
            Self::BeginProcedure(running) => more(running.outer.len()),
            Self::EndProcedure { running, .. } => -more(running.outer.len()),
            Self::Create { .. }
            | Self::End { .. }
            | Self::Move { .. }
            | Self::Alter { .. }
            | Self::Set { .. }
            | Self::Order { .. }
            | Self::Status { .. }
            | Self::Answerable(_)
            | Self::Learn(_)
            | Self::Forget { .. }
            | Self::Supply { .. }
            | Self::Turn { .. }
            | Self::Chance { .. }
            | Self::Present { .. }
            | Self::ActingSeat { .. }
            | Self::Position { .. }
            | Self::Arrive { .. }
            | Self::Remember { .. }
            | Self::Give { .. }
            | Self::Outcome { .. } => 0,
        }
    }
}

impl State {
    /// Counts how many cells the state holds in lists.
    pub(crate) fn count_held(&self) -> u64 {
        let items: usize = self.items.iter().map(Item::cells).sum();
        let effects: usize = self.effects.iter().map(Effect::cells).sum();
        let steps = of_steps(&self.agenda) + of_steps(&self.queue);
        let procedures: usize = self.procedures.iter().map(|running| running.outer.len()).sum();
        (items + effects + steps + procedures + self.guises.len()) as u64
    }
}

/// Where things are in lists that grow.
impl State {
    /// Where the standing effect with this id stands among all of them.
    pub(crate) fn place_of_effect(&self, id: EntityId) -> Option<usize> {
        let place = self.index.effect_place(id);
        self.effects.get(place).filter(|effect| effect.id == id).map(|_| place)
    }

    /// Notes where the effects stand from a place on.
    pub(crate) fn note_effects(&mut self, from: usize) {
        self.index.note_effects(self.effects.iter().skip(from).map(|effect| effect.id), from);
    }

    /// What seats have learned about a card, the oldest first.
    pub fn learned(&self, card: EntityId) -> impl Iterator<Item = &Learned> {
        let handle = self.handle(card);
        self.learned.iter().filter(move |learned| learned.card == handle)
    }

    /// What seats have learned about all cards, the oldest first.
    pub fn all_learned(&self) -> &[Learned] {
        &self.learned
    }
}

/// What cards were.
impl State {
    /// What is remembered of a card, the oldest first, and where that begins among all memories.
    pub(crate) fn memories_of(&self, id: EntityId) -> (usize, &[Memory]) {
        let from = self.memories.partition_point(|memory| memory.card.id < id);
        let all = &self.memories[from..];
        (from, &all[..all.partition_point(|memory| memory.card.id == id)])
    }

    /// What a card was when it ceased to be the incarnation of this handle.
    pub fn last_known(&self, card: Handle) -> Option<&Memory> {
        let went = |memory: &&Memory| memory.card.incarnation == card.incarnation && memory.became != card.incarnation;
        self.memories_of(card.id).1.iter().rev().find(went)
    }

    /// What a card was just before it became what this handle means.
    pub fn before(&self, card: Handle) -> Option<&Memory> {
        self.memories_of(card.id).1.iter().rev().find(|memory| memory.became == card.incarnation)
    }

    /// What a handle means that may mean a card as it was: none if that is not remembered.
    pub fn memory(&self, card: Handle) -> Option<&Memory> {
        let Handle { id, incarnation } = card.meant();
        let (_, all) = self.memories_of(id);
        let all = all.iter().filter(|memory| memory.card.incarnation == incarnation);
        all.max_by_key(|memory| memory.became)
    }

    /// The changes by which something is remembered: the oldest memory of the card may be forgotten for it.
    pub(crate) fn remembering(&self, memory: Memory) -> impl Iterator<Item = Change> + use<> {
        let (from, own) = self.memories_of(memory.card.id);
        let (count, oldest) = (own.len(), own.first().cloned());
        let is_full = count >= Memory::OF_EACH;
        let forgotten = oldest.filter(|_| is_full).map(|oldest| Change::Remember {
            at: from as u32,
            memory: Box::new(oldest),
            comes: false,
        });
        let at = (from + count - usize::from(is_full)) as u32;
        forgotten.into_iter().chain([Change::Remember { at, memory: Box::new(memory), comes: true }])
    }
}
