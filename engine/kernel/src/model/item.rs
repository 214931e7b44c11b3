//! Items: what was announced and waits to resolve.

use crate::model::agenda::Trigger;
use crate::model::carried::Carried;
use crate::model::ids::{ActionId, DefId, EntityId, Handle, PlayerId, Players, Word, ZoneId};
use crate::model::value::{Value, Values};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The status of an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Status {
    /// Announced; it waits.
    Pending,
    /// Its effect is being carried out.
    Resolving,
    /// Its effect was carried out.
    Resolved,
    /// Stopped for everybody.
    Negated,
    /// Nothing was left that it could do.
    Fizzled,
    /// Its script failed.
    Faulted,
    /// Set aside until something calls it back.
    Suspended,
}

impl Status {
    /// All, with what scripts call them.
    pub const WORDS: [(Self, &'static str); 7] = [
        (Self::Pending, "pending"),
        (Self::Resolving, "resolving"),
        (Self::Resolved, "resolved"),
        (Self::Negated, "negated"),
        (Self::Fizzled, "fizzled"),
        (Self::Faulted, "faulted"),
        (Self::Suspended, "suspended"),
    ];

    /// What scripts call it.
    pub fn word(self) -> &'static str {
        Self::WORDS.into_iter().find(|(status, _)| *status == self).map_or("", |(_, word)| word)
    }

    /// Whether the item was kept from doing what it was meant to do.
    pub const fn stopped(self) -> bool {
        matches!(self, Self::Negated | Self::Fizzled | Self::Faulted)
    }
}

/// What scripts noted about an item or a standing effect, by name.
pub type NotedValues = SmallVec<[(Word, Carried); 1]>;

/// Notes something, in place of what was noted by that name.
pub(crate) fn put_note(notes: &mut NotedValues, name: Word, value: Carried) {
    match notes.iter_mut().find(|(known, _)| *known == name) {
        Some(note) => note.1 = value,
        None => notes.push((name, value)),
    }
}

/// By which declaration targets were chosen.
pub type Roles = SmallVec<[u8; 4]>;

/// The role of a target that no declaration has asked for.
pub const FREE: u8 = u8::MAX;

/// An item: a use of a card that was announced and waits to resolve, or a copy of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Item {
    /// The entity.
    pub id: EntityId,
    /// The definition that is used.
    pub def: DefId,
    /// The card that is used; none for a copy. The card of whose ability a trigger is.
    pub card: Handle,
    /// What triggered: a card or a standing effect; none for a use.
    pub source: Handle,
    /// The listener's call that it is; none for a use.
    pub trigger: Option<Trigger>,
    /// Which of the definition's uses.
    pub use_index: u16,
    /// The action of that use.
    pub action: ActionId,
    /// The zone from which the card is used; none for a copy or a trigger.
    pub from: ZoneId,
    /// Who uses it.
    pub player: PlayerId,
    /// The item it answers.
    pub answers: Handle,
    /// What it is aimed at.
    pub targets: Values,
    /// By which of the targets that are declared each was chosen; none, or [`FREE`], for what was chosen otherwise.
    pub roles: Roles,
    /// What its scripts noted, by name.
    pub notes: NotedValues,
    /// Players whom it does not affect.
    pub exempt: Players,
    /// What exempted each of them.
    pub exempt_by: SmallVec<[(PlayerId, DefId); 1]>,
    /// Its status.
    pub status: Status,
    /// Whether it is a copy.
    pub copy: bool,
    /// Whether anybody could answer it; only then does the trace say that it resolves.
    pub answerable: bool,
}

impl Item {
    /// Aims it at something more.
    pub(crate) fn aim(&mut self, target: Value, role: u8) {
        if role != FREE {
            self.roles.resize(self.targets.len(), FREE);
            self.roles.push(role);
        }
        self.targets.push(target);
    }

    /// Takes the last target back.
    pub(crate) fn unaim(&mut self) {
        self.targets.pop();
        self.roles.truncate(self.targets.len());
        while self.roles.last() == Some(&FREE) {
            self.roles.pop();
        }
    }

    /// An item before anything is chosen for it.
    pub fn new(id: EntityId, def: DefId, action: ActionId, player: PlayerId) -> Self {
        Self {
            id,
            def,
            card: Handle::NONE,
            source: Handle::NONE,
            trigger: None,
            use_index: 0,
            action,
            from: ZoneId::NONE,
            player,
            answers: Handle::NONE,
            targets: Values::new(),
            roles: Roles::new(),
            notes: NotedValues::new(),
            exempt: Players::NONE,
            exempt_by: SmallVec::new(),
            status: Status::Pending,
            copy: false,
            answerable: false,
        }
    }
}
