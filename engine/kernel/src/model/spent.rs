//! What a game may make and has spent: limits, how much changes and facts weigh, and what has come together since a seat last
//! decided.

use crate::model::carried::Carried;
use crate::model::change::Change;
use crate::model::held::of_steps;
use crate::model::ids::{DefId, ZoneId};
use crate::model::state::State;
use crate::model::trace::{Fact, FactKind};
use serde::{Deserialize, Serialize};

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

/// What seats have learned about cards that they do not know.
pub const LEARNED: usize = 10_000;

/// What items, effects, steps that wait and procedures hold together in lists, in cells: targets, notes, what is handed on.
pub const HELD: u64 = 500_000;

/// Options that are ruled out of questions at a time.
pub const RULED_OUT: usize = 10_000;

/// The parts of one value that its script names and that are told; the rest is told as one.
pub const PARTS: usize = 1_000;

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
    /// What seats have learned.
    Learned,
    /// What lists hold.
    Held,
    /// Options that are ruled out.
    RuledOut,
}

/// How many cards, or cells of that size, weigh as much as a change or fact of its own.
const CELLS: usize = 8;

/// So many items, effects or steps are found or moved with one operation.
pub const LARGE: usize = 8;

/// So many smaller things, such as those that were learned.
pub const SMALL: usize = 32;

/// So many ids, such as those of the cards of a zone.
const TINY: usize = 256;

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

impl Change {
    /// How much room it takes in the journal, and how long it takes: 1, and more if it holds lists.
    pub fn weight(&self) -> u64 {
        let cells = match self {
            Self::Order { before, after, .. } => before.len() + after.len(),
            Self::TakeQueue(steps) => steps.len() * CELLS + of_steps(steps),
            Self::Create { slots, before, .. } => slots.len() + before.as_ref().map_or(0, |before| before.1.len()),
            Self::AddItem(item) | Self::RemoveItem { item, .. } => item.cells(),
            Self::Retarget { before, after, .. } => before.len() + after.len(),
            Self::AddEffect(effect) | Self::RemoveEffect { effect, .. } => effect.cells(),
            Self::Note { before, after, .. } => before.as_ref().map_or(0, Carried::cells) + after.cells(),
            Self::Push { step, .. } | Self::Pop { step, .. } | Self::Queue(step) => step.cells(),
            Self::Restep { before, after, .. } => before.cells() + after.cells(),
            Self::BeginProcedure(running) | Self::EndProcedure { running, .. } => 2 * running.outer.len(),
            Self::Turn { before, after } => before.inserted.len() + after.inserted.len(),
            Self::Remember { memory, .. } => memory.cells(),
            Self::Outcome { before, after } => {
                let outcomes = [before, after].into_iter().flatten();
                outcomes.map(|outcome| outcome.placings.len() + outcome.about.len()).sum()
            }
            Self::End { .. }
            | Self::Move { .. }
            | Self::Alter { .. }
            | Self::Set { .. }
            | Self::Status { .. }
            | Self::Answerable(_)
            | Self::Target { .. }
            | Self::Exempt { .. }
            | Self::Learn(_)
            | Self::Forget { .. }
            | Self::Supply { .. }
            | Self::Chance { .. }
            | Self::Present { .. }
            | Self::ActingSeat { .. }
            | Self::Arrive { .. }
            | Self::Give { .. }
            | Self::BeginGuise(_)
            | Self::EndGuise { .. }
            | Self::Position { .. } => 0,
        };
        1 + (cells / CELLS) as u64
    }

    /// The limits that it may cross: those of the lists that it makes longer. A list of the state that grows has one.
    pub(crate) const fn grows(&self) -> &'static [Limit] {
        match self {
            Self::Create { .. } => &[Limit::Entities],
            Self::Push { .. } | Self::Queue(_) => &[Limit::Agenda, Limit::Held],
            Self::AddItem(_)
            | Self::AddEffect(_)
            | Self::Target { .. }
            | Self::Retarget { .. }
            | Self::Note { .. }
            | Self::Restep { .. }
            | Self::BeginProcedure(_)
            | Self::BeginGuise(_) => &[Limit::Held],
            Self::Turn { .. } => &[Limit::Turns],
            Self::Learn(_) => &[Limit::Learned],
            // Nobody is exempt twice, cards in zones are entities, and of positions and memories the oldest are forgotten.
            Self::Exempt { .. } | Self::Move { .. } | Self::Position { .. } | Self::Remember { .. } => &[],
            Self::End { .. }
            | Self::Alter { .. }
            | Self::Set { .. }
            | Self::Order { .. }
            | Self::RemoveItem { .. }
            | Self::Status { .. }
            | Self::Answerable(_)
            | Self::RemoveEffect { .. }
            | Self::Forget { .. }
            | Self::Pop { .. }
            | Self::EndProcedure { .. }
            | Self::TakeQueue(_)
            | Self::Supply { .. }
            | Self::Chance { .. }
            | Self::Present { .. }
            | Self::ActingSeat { .. }
            | Self::Arrive { .. }
            | Self::Give { .. }
            | Self::EndGuise { .. }
            | Self::Outcome { .. } => &[],
        }
    }

    /// The work of finding what it is about in a list of the state, and of moving what lies behind it there.
    pub(crate) fn work_in(&self, state: &State) -> u64 {
        let behind = |len: usize, at: u32| len.saturating_sub(at as usize);
        let work = match self {
            Self::RemoveItem { at, .. } => behind(state.items.len(), *at) / LARGE,
            Self::RemoveEffect { at, .. } => behind(state.effects.len(), *at) / LARGE,
            Self::EndProcedure { at, .. } => behind(state.procedures.len(), *at) / LARGE,
            Self::Push { at, .. } | Self::Pop { at, .. } => behind(state.agenda.len(), *at) / LARGE,
            Self::Forget { at, .. } => behind(state.learned.len(), *at) / SMALL,
            Self::Remember { at, .. } => behind(state.memories.len(), *at) / SMALL,
            Self::EndGuise { at, .. } => behind(state.guises.len(), *at) / SMALL,
            Self::Move { before, after, .. } => state.cards_in(before.zone).max(state.cards_in(after.zone)) / TINY,
            Self::Create { .. } | Self::End { .. } | Self::Alter { .. } => state.index.len() / TINY,
            Self::Set { .. }
            | Self::Order { .. }
            | Self::AddItem(_)
            | Self::Status { .. }
            | Self::Retarget { .. }
            | Self::Answerable(_)
            | Self::Target { .. }
            | Self::Note { .. }
            | Self::Exempt { .. }
            | Self::AddEffect(_)
            | Self::Learn(_)
            | Self::Restep { .. }
            | Self::BeginProcedure(_)
            | Self::Queue(_)
            | Self::TakeQueue(_)
            | Self::Supply { .. }
            | Self::Turn { .. }
            | Self::Chance { .. }
            | Self::Present { .. }
            | Self::ActingSeat { .. }
            | Self::Position { .. }
            | Self::Arrive { .. }
            | Self::Give { .. }
            | Self::BeginGuise(_)
            | Self::Outcome { .. } => 0,
        };
        work as u64
    }
}

impl Limit {
    /// Whether the state has more than that.
    pub(crate) fn is_crossed(self, state: &State) -> bool {
        match self {
            Self::Agenda => state.agenda.len().max(state.queue.len()) > AGENDA,
            Self::Entities => state.entities.len() > ENTITIES,
            Self::Turns => state.turn.inserted.len() > TURNS,
            Self::Learned => state.learned.len() > LEARNED,
            Self::Held => state.held > HELD,
            // These are no parts of the state.
            Self::Changes | Self::Facts | Self::RuledOut => false,
        }
    }
}

impl State {
    fn cards_in(&self, zone: ZoneId) -> usize {
        if zone.is_some() { self.zone(zone).cards.len() } else { 0 }
    }
}

impl Fact {
    /// How much room it takes in the trace: 1, and more if it names many things.
    pub fn weight(&self) -> u64 {
        let cells = match &self.what {
            FactKind::Announces(_, things)
            | FactKind::Says(_, things)
            | FactKind::SaysOf(_, things)
            | FactKind::Chance(_, _, things, _)
            | FactKind::Part(_, _, things)
            | FactKind::Retargets(_, things)
            | FactKind::Lost(_, things)
            | FactKind::Ended { about: things, .. }
            | FactKind::Learns { things, .. }
            | FactKind::RefusedChoice { things, .. } => 2 * things.len(),
            FactKind::Chooses(_, _, about, things) => 2 * (about.len() + things.len()),
            FactKind::Refused { why, .. } => 2 * why.len(),
            FactKind::Faulted(_, _, message) => message.len() / CELLS,
            _ => 0,
        };
        1 + (cells / CELLS) as u64
    }
}
