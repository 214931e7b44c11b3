//! What scripts hold in their hands: small copies of handles, never state.

use cardwright_kernel::ids::{EntityId, Handle, PlayerId, ZoneId};

/// A card: one incarnation of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardRef(pub Handle);

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerRef(pub PlayerId);

/// An item: a use of a card that waits to resolve, or resolves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemRef(pub Handle);

/// A standing effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectRef(pub Handle);

/// What a listener is told about; it lives as long as the listener's call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventRef(pub u32);

/// A zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneRef(pub ZoneId);

/// A space of the board: its entity, which never becomes another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpaceRef(pub EntityId);

/// A joint between two spaces of the board: its entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JointRef(pub EntityId);

/// The game itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameRef;
