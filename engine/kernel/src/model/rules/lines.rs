//! Where something is declared, for answers to "why?".

use serde::{Deserialize, Serialize};

/// A line of one of the packs' files that declare cards and rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SourceLine {
    /// The file, a position in [`Rules::files`](super::Rules::files).
    pub file: u16,
    /// The line, from 1.
    pub line: u32,
}

/// Where the parts of an action or of a use are declared; a part that is not declared has no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SourceLines {
    /// The table itself.
    pub whole: Option<SourceLine>,
    /// The zones from which a card is used.
    pub from: Option<SourceLine>,
    /// What it answers.
    pub answers: Option<SourceLine>,
    /// The price.
    pub cost: Option<SourceLine>,
}

impl SourceLines {
    /// Where each part of a use is written: what the use itself says goes before the rule of its action, and what
    /// neither says has the place of the whole.
    pub fn over(self, rule: Self) -> Self {
        let whole = self.whole.or(rule.whole);
        Self {
            whole,
            from: self.from.or(rule.from).or(whole),
            answers: self.answers.or(rule.answers).or(whole),
            cost: self.cost.or(rule.cost).or(whole),
        }
    }
}
