//! What the rules of a game tell of hidden cards, on purpose.

use super::Rules;
use crate::model::ids::{DefId, KindId, PhaseId, Word};

/// Something hidden that others learn because the published rules say so: `[[told]]`. The kernel takes no notice of it; tests
/// that exchange hidden cards do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldRule {
    /// The number of the rule.
    pub rule: Box<str>,
    /// What is told, for people.
    pub what: Box<str>,
    /// The cards of which it is told; empty for any.
    pub cards: Vec<DefId>,
    /// The kinds of cards of which it is told; empty for any.
    pub kinds: Vec<KindId>,
    /// The questions by which it is told; empty if it is by something else.
    pub questions: Vec<Word>,
    /// The phases in which it is told; empty for any.
    pub phases: Vec<PhaseId>,
    /// Whether it is told only when the game is over.
    pub over: bool,
}

/// A moment of a game, or of two that are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToldMoment {
    /// What is asked.
    pub asked: Vec<Word>,
    /// The phase; of two games that are compared, both.
    pub phases: Vec<PhaseId>,
    /// Whether the game is over.
    pub over: bool,
}

impl ToldRule {
    /// Whether it is told of one of these cards at a moment.
    fn is_of(&self, rules: &Rules, cards: &[DefId], moment: &ToldMoment) -> bool {
        let is_meant = |card: &DefId| {
            let kind = rules.definition(*card).map(|definition| definition.kind);
            let is_named = self.cards.is_empty() || self.cards.contains(card);
            is_named && (self.kinds.is_empty() || kind.is_some_and(|kind| self.kinds.contains(&kind)))
        };
        let is_asked = self.questions.is_empty() || moment.asked.iter().any(|word| self.questions.contains(word));
        let is_then = self.phases.is_empty() || moment.phases.iter().any(|phase| self.phases.contains(phase));
        is_asked && is_then && (moment.over || !self.over) && cards.iter().any(is_meant)
    }
}

impl Rules {
    /// Whether the rules themselves tell something of one of these cards at a moment.
    pub fn is_told(&self, cards: &[DefId], moment: &ToldMoment) -> bool {
        self.told.iter().any(|told| told.is_of(self, cards, moment))
    }
}
