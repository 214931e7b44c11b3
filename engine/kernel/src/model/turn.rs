//! How far a game has got: the turn, and the procedures that go on.

use crate::model::ids::{AttrId, Handle, PhaseId, PlayerId, ProcedureId};
use crate::model::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Whose turn it is, and how far it has got.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// Counts every turn of the game from 1; 0 before the first.
    pub number: u32,
    /// Whose turn it is.
    pub player: PlayerId,
    /// The running phase.
    pub phase: PhaseId,
    /// Whether it was inserted.
    pub extra: bool,
    /// The player after whose last regular turn the rotation goes on.
    pub rotation: PlayerId,
    /// Whether play goes counter-clockwise.
    pub reversed: bool,
    /// Turns to be inserted, in order.
    pub inserted: SmallVec<[PlayerId; 4]>,
    /// How many turns of each player are to be skipped, by seat.
    pub skips: SmallVec<[u8; 8]>,
    /// Whether no turn has begun yet.
    pub before_first: bool,
}

/// A procedure that goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct RunningProcedure {
    /// Which one.
    pub procedure: ProcedureId,
    /// What its local values were before it began, where that was not their default.
    pub outer: Vec<OuterValue>,
}

/// A local value of something, as it was before a procedure began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OuterValue {
    /// Whose it is.
    pub of: Handle,
    /// Which one.
    pub attr: AttrId,
    /// What it was.
    pub value: Value,
}
