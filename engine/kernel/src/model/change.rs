//! The only door to the state: a [`Change`] can be applied and undone.
//!
//! A change that adds to a list holds what it adds, never the list: whatever a script does very often costs what is new
//! each time. [`Change::weight`] and [`Change::grows`] list every change, so a new one says what it costs and which limit
//! it may cross.

use crate::model::agenda::Step;
use crate::model::carried::Carried;
use crate::model::effect::Effect;
use crate::model::guise::Guise;
use crate::model::ids::{DefId, EntityId, PlayerId, Players, Seat, Word, ZoneId};
use crate::model::item::{Item, Roles, Status};
use crate::model::knowledge::Learned;
use crate::model::memory::Memory;
use crate::model::result::Outcome;
use crate::model::state::Entity;
use crate::model::turn::{RunningProcedure, Turn};
use crate::model::value::{Value, Values};

/// One mutation, with all that is needed to take it back: of what changes, how it was `before` and is `after`; of what
/// comes or goes, what it is and its position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[repr(isize)]
pub(crate) enum Change {
    /// A new entity with these first values of its changing attributes, at the end or at a place that is free: `before` is
    /// what was there.
    Create { id: EntityId, entity: Entity, before: Option<Box<(Entity, Vec<Value>)>>, slots: Box<[Value]> },
    /// An entity ends; its place becomes free.
    End { id: EntityId, before: Entity },
    /// A card changes zone, and with it whatever else a change of zone changes: its positions in the zone that it leaves and
    /// in the one that it enters.
    Move { id: EntityId, before: Entity, after: Entity, from: u32, to: u32 },
    /// An entity stays where it is, but something else about it changes: who knows or controls it, what it is attached
    /// to, how many pieces it has.
    Alter { id: EntityId, before: Entity, after: Entity },
    /// A changing attribute.
    Set { id: EntityId, slot: u32, before: Value, after: Value },
    /// The order of a zone.
    Order { zone: ZoneId, before: Box<[EntityId]>, after: Box<[EntityId]> },
    /// An item is put on top of the stack.
    AddItem(Box<Item>),
    /// An item leaves the stack.
    RemoveItem { at: u32, item: Box<Item> },
    /// The status of an item.
    Status { id: EntityId, before: Status, after: Status },
    /// What an item is aimed at is another.
    Retarget { id: EntityId, before: Values, after: Values, roles: (Roles, Roles) },
    /// An item can be answered from now on.
    Answerable(EntityId),
    /// An item is aimed at something more.
    Target { id: EntityId, target: Value, role: u8 },
    /// A note on an item or a standing effect; `before` is `None` if nothing was noted by that name.
    Note { id: EntityId, name: Word, before: Option<Carried>, after: Carried },
    /// A standing effect begins.
    AddEffect(Box<Effect>),
    /// A standing effect ends.
    RemoveEffect { at: u32, effect: Box<Effect> },
    /// A player who was not exempt from an item or a standing effect is, because of a card of this definition.
    Exempt { id: EntityId, player: PlayerId, by: DefId },
    /// Seats learn something about a card.
    Learn(Learned),
    /// What seats have learned about a card holds no longer.
    Forget { at: u32, learned: Learned },
    /// A step is put on the agenda, at this position.
    Push { at: u32, step: Step },
    /// A step leaves the agenda.
    Pop { at: u32, step: Step },
    /// A step changes.
    Restep { at: u32, before: Step, after: Step },
    /// A procedure begins.
    BeginProcedure(Box<RunningProcedure>),
    /// A procedure ends.
    EndProcedure { at: u32, running: Box<RunningProcedure> },
    /// A listener's call is gathered.
    Queue(Step),
    /// The gathered calls are taken.
    TakeQueue(Box<[Step]>),
    /// There are more or fewer pieces of a counted definition, which has this position.
    Supply { at: u32, before: i64, after: i64 },
    /// The turn moves on.
    Turn { before: Box<Turn>, after: Box<Turn> },
    /// Chance was used: how many words had been drawn, and have been.
    Chance { before: u64, after: u64 },
    /// Players leave.
    Present { before: Players, after: Players },
    /// Another seat speaks for a player. Its number is in the hashes of changes that saves hold.
    ActingSeat { player: u8, before: Seat, after: Seat } = 30,
    /// A turn begins with a position that is to be remembered, by its hash, and for which the oldest one may be forgotten.
    Position { now: u64, forgotten: Option<u64> },
    /// The game ends.
    Outcome { before: Option<Box<Outcome>>, after: Option<Box<Outcome>> },
    /// An entity has arrived, begun or been attached, at this moment.
    Arrive { id: EntityId, before: u32, after: u32 },
    /// What a card was is remembered from now on, or no longer.
    Remember { at: u32, memory: Box<Memory>, comes: bool },
    /// A card was given to a player for good at this moment; or lies anew where nobody has given it to anybody.
    Give { id: EntityId, before: u32, after: u32 },
    /// A card becomes something else. What it is then is a change of the entity.
    BeginGuise(Guise),
    /// A card is no longer something else.
    EndGuise { at: u32, guise: Guise },
}

impl Change {
    /// What arrives, begins or is attached by it: from now on it is newer than all else.
    pub(crate) fn arrival(&self) -> Option<EntityId> {
        match self {
            Self::Create { id, .. } => Some(*id),
            Self::Move { id, before, after, .. } if before.incarnation != after.incarnation => Some(*id),
            Self::Alter { id, before, after } if before.host != after.host && after.host.is_some() => Some(*id),
            _ => None,
        }
    }
}
