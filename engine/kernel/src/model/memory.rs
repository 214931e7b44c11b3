//! What cards were just before they moved, as far as scripts ask for that.

use crate::model::entity::Entity;
use crate::model::ids::{AttrId, Handle, ValueId};
use crate::model::packed::ChoiceSet;
use crate::model::rules::Rules;
use crate::model::value::Value;
use serde::{Deserialize, Serialize};

/// What a card was just before it moved.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The card: the incarnation that it was.
    pub card: Handle,
    /// The incarnation that it was when it had moved: the same between joined zones.
    pub became: u32,
    /// What it was.
    pub was: Entity,
    /// Its changing attributes, in the order of its kind.
    pub slots: Vec<Value>,
    /// The values of its kind, as far as they could be computed; a set of words as bits.
    pub values: Vec<(ValueId, i64)>,
    /// What was attached to it.
    pub attached: Vec<Handle>,
}

impl Memory {
    /// So many moves of each card are remembered: an older one is forgotten for a new one.
    pub const OF_EACH: usize = 4;

    /// A number among its values, if that is one of its kind.
    pub fn number(&self, value: ValueId) -> Option<i64> {
        self.values.iter().find(|(own, _)| *own == value).map(|(_, number)| *number)
    }

    /// A set of words among its values.
    pub fn words(&self, value: ValueId) -> Option<ChoiceSet> {
        self.number(value).map(ChoiceSet::of_bits)
    }

    /// A changing attribute, if its kind has it.
    pub fn attribute(&self, rules: &Rules, attr: AttrId) -> Option<Value> {
        let at = rules.kinds[self.was.kind.index()].changing.binary_search(&attr).ok()?;
        self.slots.get(at).copied()
    }

    /// How many cells its lists take.
    pub(crate) fn cells(&self) -> usize {
        self.slots.len() + self.values.len() + self.attached.len()
    }
}
