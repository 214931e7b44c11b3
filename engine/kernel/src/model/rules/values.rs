//! Numbers that cards may modify, and the stages in which they are computed.

use super::{Amount, CostPart, Hook, Rules};
use crate::model::ids::{AttrId, KindId, ValueId};

/// A stage of computing a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The contribution replaces the value.
    Set,
    /// The contribution is added.
    Add,
    /// The value is multiplied by the contribution.
    Multiply,
    /// The value is at least the contribution.
    AtLeast,
    /// The value is at most the contribution.
    AtMost,
}

/// A number that cards may modify.
#[derive(Clone, Debug)]
pub struct ValueDecl {
    /// The kinds of entity that have it.
    pub of: Vec<KindId>,
    /// The attribute it starts from: a number, or a choice, which counts as its place among the choices, from 1.
    pub base: Option<AttrId>,
    /// The number it starts from where there is no attribute.
    pub start: i64,
    /// `fn value_<name>(subject)` of the ruleset, which gives the start instead.
    pub script: Option<Hook>,
    /// It is never below this.
    pub at_least: Option<i64>,
    /// Whether nobody is shown it: book-keeping that no player would speak of.
    pub quiet: bool,
    /// Whether some use costs this much.
    pub is_price: bool,
}

impl Rules {
    /// Notes which values uses cost, as soon as all actions and definitions are there.
    pub(crate) fn note_prices(&mut self) {
        let uses = self.definitions.values().flat_map(|definition| &definition.uses);
        let costs =
            self.actions.values().map(|action| &action.cost).chain(uses.filter_map(|usage| usage.cost.as_ref()));
        let parts = costs.flatten().flat_map(|price| &price.parts);
        let prices: Vec<ValueId> = parts.filter_map(CostPart::value).collect();
        for price in prices {
            self.values[price.index()].is_price = true;
        }
    }
}

impl CostPart {
    /// The value that says how much it asks for, if one does.
    const fn value(&self) -> Option<ValueId> {
        match self {
            Self::Spend(_, Amount::Value(value)) | Self::Give { count: Amount::Value(value), .. } => Some(*value),
            Self::Spend(_, Amount::Fixed(_) | Amount::Attribute(_))
            | Self::Give { count: Amount::Fixed(_) | Amount::Attribute(_), .. }
            | Self::Leave(_)
            | Self::Set(..) => None,
        }
    }
}
