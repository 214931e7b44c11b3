//! The only door to the state: a [`Change`] can be applied and undone.

use crate::model::agenda::Step;
use crate::model::effect::Effect;
use crate::model::ids::{EntityId, PlayerId, Players, Seat, Word, ZoneId};
use crate::model::item::{Item, Status};
use crate::model::knowledge::Learned;
use crate::model::result::Outcome;
use crate::model::state::{Entity, RunningProcedure, Turn};
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
    /// Adds the change to a hash by which two runs of a step are compared.
    pub fn hash_into(&self, hasher: &mut impl Hasher) {
        self.hash(hasher);
    }
}
