//! Questions to chance: what may come, and those that are answered from outside.

use crate::model::ids::{PlayerId, Word};
use crate::model::prompt::{Answer, AnswerError, is_repeated};
use crate::model::trace::Thing;
use smallvec::SmallVec;

/// A question to chance.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ChanceQuestion {
    /// What is decided: the name of a die, `shuffled`, `drawn`.
    pub what: Word,
    /// For whom.
    pub player: PlayerId,
    /// What may come: the sides of a die, or the cards of a pile in their order.
    pub options: Vec<Thing>,
    /// How many outcomes, for dice; how many are drawn.
    pub count: u32,
    /// Whether the outcomes are different options (a draw, a shuffle) or free of each other (dice).
    pub without_repetition: bool,
}

impl ChanceQuestion {
    /// Checks an answer: so many outcomes, each among the options.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self, answer: &Answer) -> Result<(), AnswerError> {
        match answer {
            Answer::Options(chosen) if !self.has_all(chosen) => Err(AnswerError::Unknown),
            Answer::Options(chosen) if chosen.len() != self.count as usize => Err(AnswerError::Bounds),
            Answer::Options(chosen) if self.without_repetition && is_repeated(chosen) => Err(AnswerError::Twice),
            Answer::Options(_) => Ok(()),
            Answer::Number(_) | Answer::Shares(_) | Answer::Wait => Err(AnswerError::Form),
        }
    }

    fn has_all(&self, outcomes: &[u16]) -> bool {
        outcomes.iter().all(|outcome| usize::from(*outcome) < self.options.len())
    }
}

/// A question to chance that is to be answered from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenChance {
    /// The number by which an answer names it; no prompt has it.
    pub number: u32,
    /// What is decided.
    pub question: ChanceQuestion,
    /// What has been named so far, in order: outcomes may be named one by one.
    pub named: SmallVec<[u16; 4]>,
    /// Its hash on the tape.
    pub(crate) hash: u64,
    /// The branch of a simultaneous question in which it is asked: the input of the running step, which branch, and
    /// whether it is sealed.
    pub(crate) part: Option<(usize, usize, bool)>,
}

impl OpenChance {
    /// How many outcomes are still to be named.
    pub fn left(&self) -> usize {
        (self.question.count as usize).saturating_sub(self.named.len())
    }

    /// The outcomes named so far with more of them.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn with(&self, outcomes: &[u16]) -> Result<SmallVec<[u16; 4]>, AnswerError> {
        let ChanceQuestion { options, without_repetition, .. } = &self.question;
        if outcomes.is_empty() || outcomes.len() > self.left() {
            return Err(AnswerError::Bounds);
        }
        if !self.question.has_all(outcomes) {
            return Err(AnswerError::Unknown);
        }
        let mut named: SmallVec<[u16; 4]> = self.named.iter().chain(outcomes).copied().collect();
        if *without_repetition && is_repeated(&named) {
            return Err(AnswerError::Twice);
        }
        // The last card of a shuffle is certain.
        if *without_repetition && self.question.count as usize == options.len() && named.len() + 1 == options.len() {
            named.extend((0..options.len() as u16).find(|outcome| !named.contains(outcome)));
        }
        Ok(named)
    }
}
