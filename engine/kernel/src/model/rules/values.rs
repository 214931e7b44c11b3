//! Values, which cards may modify: numbers and sets of words; and the stages or layers in which they are computed.

use super::{Amount, CostPart, Hook, ReplacementOrder, Rules};
use crate::model::ids::{AttrId, KindId, ValueId};
use crate::model::packed::ChoiceSet;

/// How a contribution is combined with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// The contribution replaces the value.
    Set,
    /// The contribution is added.
    Add,
    /// The words of the contribution are taken out.
    Remove,
    /// The value is multiplied by the contribution.
    Multiply,
    /// The value is at least the contribution.
    AtLeast,
    /// The value is at most the contribution.
    AtMost,
}

/// In which order the effects of one layer apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerOrder {
    /// By when they began: the newest has the last word.
    OldestFirst,
    /// The other way round: the oldest has the last word.
    NewestFirst,
    /// An effect that another would change comes after it; otherwise, and in a circle, by when they began.
    DependenciesFirst,
}

/// A number, or a set of words, that cards may modify.
#[derive(Clone, Debug)]
pub struct ValueDecl {
    /// The kinds of entity that have it.
    pub of: Vec<KindId>,
    /// The attribute it starts from: a number, or a choice, which counts as its place among the choices, from 1; or
    /// several choices, of a set of words.
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
    /// Of a set of words, its place among all sets of words.
    pub words: Option<u16>,
}

impl Combine {
    /// What a number becomes.
    pub const fn number(self, total: i64, amount: i64) -> i64 {
        match self {
            Self::Set => amount,
            Self::Add => total.saturating_add(amount),
            Self::Multiply => total.saturating_mul(amount),
            Self::AtLeast if total < amount => amount,
            Self::AtMost if total > amount => amount,
            // Words are taken out of sets only.
            Self::AtLeast | Self::AtMost | Self::Remove => total,
        }
    }

    /// What a set of words becomes.
    pub const fn words(self, set: ChoiceSet, words: ChoiceSet) -> ChoiceSet {
        match self {
            Self::Set => words,
            Self::Add => set.with(words),
            Self::Remove => set.without(words),
            // Numbers only.
            Self::Multiply | Self::AtLeast | Self::AtMost => set,
        }
    }

    /// Whether sets of words are combined in this way; numbers are combined in all but `Remove`.
    pub const fn is_of_words(self) -> bool {
        matches!(self, Self::Set | Self::Add | Self::Remove)
    }
}

impl Rules {
    /// Whether continuous effects apply in layers.
    pub fn has_layers(&self) -> bool {
        !self.layers.is_empty()
    }

    /// Whether it is noted when things arrive and begin.
    pub fn keeps_time(&self) -> bool {
        self.has_layers() || self.controls || self.replacements == ReplacementOrder::NewestFirst
    }

    /// Notes which values are sets of words, and which attributes they start from.
    pub(crate) fn note_sets_of_words(&mut self) {
        let sets: Vec<(ValueId, AttrId)> = self
            .values
            .values()
            .enumerate()
            .filter_map(|(at, value)| value.words.and(value.base).map(|base| (ValueId::from(at), base)))
            .collect();
        for (number, (value, base)) in sets.iter().enumerate() {
            self.values[value.index()].words = Some(number as u16);
            self.attributes[base.index()].modified = Some(*value);
        }
        self.sets = sets;
    }

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
            Self::Spend(_, Amount::Value(value))
            | Self::SpendAny(_, Amount::Value(value))
            | Self::Give { count: Amount::Value(value), .. } => Some(*value),
            Self::Spend(_, Amount::Fixed(_) | Amount::Attribute(_))
            | Self::SpendAny(_, Amount::Fixed(_) | Amount::Attribute(_))
            | Self::Give { count: Amount::Fixed(_) | Amount::Attribute(_), .. }
            | Self::Leave(_)
            | Self::Set(..) => None,
        }
    }
}
