//! What a game may make and has spent: limits, how much changes and facts weigh, and what has come together since a seat last
//! decided.

use crate::model::agenda::Step;
use crate::model::carried::Carried;
use crate::model::change::Change;
use crate::model::ids::DefId;
use crate::model::item::NotedValues;
use crate::model::trace::{Fact, FactKind};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The weight of the changes of one step, and from one decision to the next.
pub const CHANGES: u64 = 100_000;

/// The weight of the facts of one step, and from one decision to the next.
pub const FACTS: u64 = 30_000;

/// Steps that wait on the agenda, and calls that wait for the next check.
pub const AGENDA: usize = 4_000;

/// Cards, items, effects, players and places of a game. Positions of options have 16 bits, so it must be less than that.
pub const ENTITIES: usize = 60_000;

/// Extra turns that wait.
pub const TURNS: usize = 200;

/// What may be set off, one thing after another, while nobody does anything but pass.
pub const SET_OFF: u32 = 2_000;

/// What there is too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Changes of one step.
    Changes,
    /// Facts of one step.
    Facts,
    /// Steps on the agenda.
    Agenda,
    /// Cards, items and effects.
    Entities,
    /// Extra turns.
    Turns,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changes => write!(f, "one step made more than {CHANGES} changes"),
            Self::Facts => write!(f, "one step wrote more than {FACTS} lines"),
            Self::Agenda => {
                write!(f, "more than {AGENDA} steps wait to be done: let each set off the next instead of all at once")
            }
            Self::Entities => {
                write!(f, "there are more than {ENTITIES} cards, items and effects: what is over must cease to exist")
            }
            Self::Turns => write!(f, "more than {TURNS} extra turns wait"),
        }
    }
}

/// How many cards, or cells of that size, weigh as much as a change or fact of its own.
const CELLS: usize = 8;

/// What was spent since a seat last decided something, up to the running step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// The work of scripts.
    pub work: u64,
    /// The weight of the changes.
    pub changes: u64,
    /// The weight of the facts.
    pub facts: u64,
}

impl Spent {
    /// Both together.
    #[must_use]
    pub const fn and(self, more: Self) -> Self {
        Self {
            work: self.work.saturating_add(more.work),
            changes: self.changes.saturating_add(more.changes),
            facts: self.facts.saturating_add(more.facts),
        }
    }

    /// What was spent after the other, which is a part of it.
    #[must_use]
    pub const fn without(self, before: Self) -> Self {
        Self {
            work: self.work.saturating_sub(before.work),
            changes: self.changes.saturating_sub(before.changes),
            facts: self.facts.saturating_sub(before.facts),
        }
    }
}

/// What cards and the rules have set off, one thing after another, since somebody last did something other than pass, or
/// a turn began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetOff {
    /// How many things.
    pub count: u32,
    /// How often these were too many, and what waited was dropped.
    pub dropped: u32,
    /// What the last of them were, the latest first: cards that everybody knows.
    pub cards: [DefId; 4],
}

impl Default for SetOff {
    fn default() -> Self {
        Self { count: 0, dropped: 0, cards: [DefId::NONE; 4] }
    }
}

impl SetOff {
    /// One thing more, which is set off by this card, if by any; it is remembered if that may soon be of interest.
    pub(crate) fn add(&mut self, card: Option<DefId>) {
        self.count = self.count.saturating_add(1);
        if let Some(card) = card {
            let at = self.cards.iter().position(|other| *other == card).unwrap_or(self.cards.len() - 1);
            self.cards[..=at].rotate_right(1);
            self.cards[0] = card;
        }
    }

    /// The cards that were remembered.
    pub(crate) fn known(&self) -> impl Iterator<Item = DefId> {
        self.cards.into_iter().filter(|card| *card != DefId::NONE)
    }
}

/// How many cells lists and the like take that were noted.
fn noted(notes: &NotedValues) -> usize {
    notes.iter().map(|(_, value)| value.cells()).sum()
}

impl Change {
    /// How much room it takes in the journal, and how long it takes: 1, and more if it holds lists.
    pub fn weight(&self) -> u64 {
        let cells = match self {
            Self::Order { before, after, .. } => before.len() + after.len(),
            Self::TakeQueue(steps) => steps.len() * CELLS,
            Self::Create { slots, .. } => slots.len(),
            Self::AddItem(item) | Self::RemoveItem { item, .. } => {
                item.targets.len() + item.notes.len() + noted(&item.notes)
            }
            Self::EditItem { before, after } => {
                let notes = after.notes.len() + noted(&before.notes) + noted(&after.notes);
                before.targets.len() + after.targets.len() + notes
            }
            Self::AddEffect(effect) | Self::RemoveEffect { effect, .. } => effect.targets.len() + noted(&effect.notes),
            Self::EditEffect { before, after } => {
                before.targets.len() + after.targets.len() + noted(&before.notes) + noted(&after.notes)
            }
            Self::Note { before, after, .. } => before.as_ref().map_or(0, Carried::cells) + after.cells(),
            Self::Push { step: Step::Hook(_, value), .. } | Self::Pop { step: Step::Hook(_, value), .. } => {
                value.cells()
            }
            Self::Turn { before, after } => before.inserted.len() + after.inserted.len(),
            Self::End { .. }
            | Self::Move { .. }
            | Self::Alter { .. }
            | Self::Set { .. }
            | Self::Status { .. }
            | Self::Answerable(_)
            | Self::Target { .. }
            | Self::Learn(_)
            | Self::Forget { .. }
            | Self::Push { .. }
            | Self::Pop { .. }
            | Self::Restep { .. }
            | Self::BeginProcedure(_)
            | Self::EndProcedure { .. }
            | Self::Queue(_)
            | Self::Supply { .. }
            | Self::Chance { .. }
            | Self::Present { .. }
            | Self::ActingSeat { .. }
            | Self::Position { .. }
            | Self::Outcome { .. } => 0,
        };
        1 + (cells / CELLS) as u64
    }
}

impl Fact {
    /// How much room it takes in the trace: 1, and more if it names many things.
    pub fn weight(&self) -> u64 {
        let cells = match &self.what {
            FactKind::Announces(_, things)
            | FactKind::Chooses(_, _, things)
            | FactKind::Chance(_, _, things, _)
            | FactKind::Part(_, _, things)
            | FactKind::Retargets(_, things)
            | FactKind::Lost(_, things)
            | FactKind::Ended { about: things, .. }
            | FactKind::Learns { things, .. }
            | FactKind::RefusedChoice { things, .. } => 2 * things.len(),
            FactKind::Refused { why, .. } => 2 * why.len(),
            FactKind::Faulted(_, _, message) => message.len() / CELLS,
            _ => 0,
        };
        1 + (cells / CELLS) as u64
    }
}
