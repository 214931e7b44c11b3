//! The tape: what was decided since a step began, so that the step can be run again from its beginning.

use super::ids::Seat;
use super::prompt::{Answer, Prompt};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// An input to the game: a decision, an outcome of chance, or somebody's leaving.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Input {
    /// A seat's answer to a question.
    Answer(Print, Seat, Answer),
    /// What chance gave, and whether the game's own generator gave it.
    Chance(Print, Answer, bool),
    /// A simultaneous question: a sealed branch for each seat.
    Together(Print, Vec<Branch>),
    /// A player leaves. It stands between two steps.
    Leave(Seat),
    /// The answers before it, back to the beginning of the step, were withdrawn: the action proved illegal or was
    /// given up.
    Withdrawn(u32),
}

impl Input {
    /// Whether a player decided something, and not chance.
    pub const fn is_decision(&self) -> bool {
        match self {
            Self::Answer(..) | Self::Together(..) | Self::Leave(_) => true,
            Self::Chance(..) | Self::Withdrawn(_) => false,
        }
    }
}

/// What a question looked like, so that a re-run can tell whether it is asked the same again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Print {
    /// How many changes the step had made.
    pub changes: u32,
    /// A hash of seat, question, shape and options.
    pub question: u64,
}

impl Print {
    /// The print of a prompt asked after so many changes.
    pub fn of(prompt: &Prompt, changes: usize) -> Self {
        let mut hasher = rustc_hash::FxHasher::default();
        prompt.seat.hash(&mut hasher);
        prompt.question.hash(&mut hasher);
        prompt.shape.hash(&mut hasher);
        prompt.options.hash(&mut hasher);
        Self { changes: changes as u32, question: hasher.finish() }
    }
}

/// One seat's part in a simultaneous question: a dialogue of its own that no other seat sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Branch {
    /// Whose it is.
    pub seat: Seat,
    /// What the seat answered so far, and what chance gave it.
    pub inputs: Vec<Input>,
    /// How far it is.
    pub stage: Stage,
}

/// How far a branch is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// A question is open.
    Open,
    /// The seat has finished; its answers are sealed until the branch is opened.
    Finished,
    /// The seat waits until those before it in order have been opened.
    Waiting,
}
