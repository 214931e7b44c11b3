//! What computations leave behind: results that are kept, what they read, and which of them are running.

use crate::model::ids::{EntityId, Handle, ScriptId, ValueId};
use crate::model::index::Cell;
use crate::model::trace::Things;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The parts that the script of a value names while the value is explained.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// How many values are being computed: parts of values that this one needs are not listed.
    pub(super) depth: usize,
    pub(super) parts: Vec<(i64, Things)>,
}

/// A value that is being computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Computing {
    pub(super) value: ValueId,
    pub(super) subject: EntityId,
}

/// What a kept result answers: a value of an entity, a predicate asked about up to three things, a state check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum KeptKey {
    Value(ValueId, EntityId),
    Predicate(ScriptId, u16, [Handle; 3]),
    /// A state check, by its number, that found nothing to do.
    Check(u16),
}

/// A kept result, and the versions of what it was read from.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) result: i64,
    pub(super) reads: Box<[(Cell, u32)]>,
    /// The moment at which it was last found to be good.
    pub(super) good: std::cell::Cell<u64>,
}

/// Results that were computed, and what they read.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    pub(super) kept: FxHashMap<KeptKey, Kept>,
}

/// What the running computations read, with its version then; nothing is noted while none runs.
#[derive(Debug, Default)]
pub(super) struct Reads {
    pub(super) cells: RefCell<Vec<(Cell, u32)>>,
    pub(super) watching: u32,
    /// Where those of the innermost computation begin.
    pub(super) from: usize,
}

/// More kept results than this are dropped all at once.
pub(super) const MOST_KEPT: usize = 8192;
