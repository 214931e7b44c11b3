//! What scripts hold in their hands: small copies of handles, never state.

use crate::model::ids::{EntityId, Handle, PlayerId, ZoneId};

/// A card: one incarnation of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card(pub Handle);

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player(pub PlayerId);

/// An item: a use of a card that waits to resolve, or resolves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item(pub Handle);

/// A standing effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect(pub Handle);

/// What a listener is told about; it lives as long as the listener's call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event(pub u32);

/// A zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zone(pub ZoneId);

/// A space of the board: its entity, which never becomes another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Space(pub EntityId);

/// A joint between two spaces of the board: its entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joint(pub EntityId);

/// The game itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game;
