//! What uses are aimed at, where that is declared.

use super::{Filter, Hook, SourceLine, Who};
use crate::model::ids::Word;

/// What a use or a trigger is aimed at: asked when it is announced, checked again when it resolves.
#[derive(Clone, Debug)]
pub struct Targets {
    /// What precedes them in the trace: "at".
    pub phrase: Word,
    /// Which cards: those in play, or in the zones that the filter names.
    pub cards: Option<Filter>,
    /// Which players, seen from the one who aims.
    pub players: Option<Who>,
    /// Which uses and triggers that wait.
    pub uses: Option<Filter>,
    /// At least so many, and at most.
    pub bounds: (u8, u8),
    /// A predicate that must be true as well.
    pub condition: Option<Hook>,
    /// Where it is declared.
    pub line: Option<SourceLine>,
}

impl Targets {
    /// A use is aimed at so many things by one declaration at most.
    pub const MOST: u8 = 100;
}
