//! What seats have learned about cards without knowing which cards they are.

use crate::model::ids::{AttrId, Handle, Seats};
use crate::model::value::Value;
use serde::{Deserialize, Serialize};

/// A part of what a card is: that an attribute of it has a value, or that it has not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Learned {
    /// The card; what was learned about it is forgotten when it becomes another incarnation.
    pub card: Handle,
    /// The seats that have learned it.
    pub by: Seats,
    /// The seats that know that they have: those themselves, and those that knew the card.
    pub told: Seats,
    /// The attribute.
    pub attr: AttrId,
    /// The value; one of the words, of an attribute that has several.
    pub value: Value,
    /// Whether the attribute has this value.
    pub is: bool,
}
