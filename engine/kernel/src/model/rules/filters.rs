//! Filters of cards and items, and whose they are.

use super::Printed;
use crate::model::ids::{ActionId, AttrId, DefId, KindId, ZoneDeclId};

/// A filter of cards or items, declared as a TOML table. Every part must hold; an empty filter lets all through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of one of these kinds.
    pub kinds: Vec<KindId>,
    /// With these values; for [`AttrType::Choices`](super::AttrType::Choices) the value must be among them.
    pub attributes: Vec<(AttrId, Printed)>,
    /// Not with these values.
    pub not: Vec<(AttrId, Printed)>,
    /// One of these definitions; filled from names when packs are read.
    pub names: Vec<DefId>,
    /// None of these definitions.
    pub not_names: Vec<DefId>,
    /// Used by one of these actions (items only).
    pub actions: Vec<ActionId>,
    /// Whom the item affects, seen from the asking player (items only).
    pub affects: Option<Affects>,
    /// Whose it is, seen from the asking player or the source.
    pub of: Option<Relation>,
    /// Whether the item answers another item (items only).
    pub answer: Option<bool>,
    /// Whether the item is a copy (items only).
    pub copy: Option<bool>,
    /// Whether the item is a trigger: a listener's call that waits (items only).
    pub trigger: Option<bool>,
    /// Whether what is printed states how long it lasts.
    pub lasts: Option<bool>,
    /// In one of these zones.
    pub zones: Vec<ZoneDeclId>,
    /// Why nothing else is meant, for people, where the filter says what is answered.
    pub why: Option<Box<str>>,
}

/// Whom an item must affect to pass a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affects {
    /// The asking player, perhaps with others.
    You,
    /// The asking player and nobody else.
    YouAlone,
}

/// Whose something is, seen from a player or a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The player's own.
    Yours,
    /// Anybody else's.
    Others,
    /// The source itself.
    This,
    /// What the source is attached to.
    Host,
    /// What the source, a standing effect, is about.
    Target,
}

/// Players, seen from the controller of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// Everybody.
    #[default]
    Everyone,
    /// The controller.
    You,
    /// Everybody else.
    Others,
}
