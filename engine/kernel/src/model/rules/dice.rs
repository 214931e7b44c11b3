//! Dice that are resources: what they show says which of a player's numbers they add to.

use crate::model::ids::{AttrId, Word};

/// A sort of die. Each face adds one to an attribute of the player who rolls it; prices are paid from these attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    /// The faces, each as often as the die has it, with the attribute that it adds to.
    pub faces: Vec<(Word, AttrId)>,
}
