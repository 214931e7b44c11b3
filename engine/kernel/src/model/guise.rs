//! What cards have become, beside what is printed on them.

use crate::model::ids::{DefId, EntityId, Handle};
use serde::{Deserialize, Serialize};

/// A card has become something else than it is by itself: turned to another of its forms, or a copy of another card. Of
/// several the latest holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Guise {
    /// The card.
    pub card: EntityId,
    /// What it is.
    pub def: DefId,
    /// The standing effect as long as which it is that; for good, if there is none.
    pub until: Handle,
}
