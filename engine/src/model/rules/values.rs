//! Numbers that cards may modify, and the stages in which they are computed.

use super::Hook;
use crate::model::ids::{AttrId, KindId};

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
}
