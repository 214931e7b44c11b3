//! How much the state holds in lists: what items and standing effects are aimed at and have noted, and what steps that wait
//! hand on. It is kept up by every change and its undoing, and never saved.

use crate::model::agenda::Step;
use crate::model::carried::Carried;
use crate::model::change::Change;
use crate::model::effect::Effect;
use crate::model::ids::{DefId, EntityId, PlayerId};
use crate::model::item::{Item, NotedValues};
use crate::model::knowledge::Learned;
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
