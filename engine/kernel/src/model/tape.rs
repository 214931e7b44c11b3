//! The tape: what was decided since a step began, so that the step can be run again from its beginning.

use crate::model::ids::{Handle, PlayerId, Players, Seat};
use crate::model::prompt::{Answer, Prompt};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::hash::{Hash, Hasher};

/// An input to the game: a decision, an outcome of chance, or somebody's leaving.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Input {
    /// A seat's answer to a question.
    Answer(QuestionHash, Seat, Answer),
    /// What chance gave, and whether the game's own source gave it.
    Chance(QuestionHash, Answer, bool),
    /// A simultaneous question: a sealed branch for each seat.
    Together(QuestionHash, Vec<Branch>),
    /// A player leaves, between two steps.
    Leave(PlayerId),
    /// The answers before it, back to the beginning of the step, were withdrawn: the action proved illegal or was
    /// given up. A use that proved illegal is not offered again before something else happens.
    Withdrawn(u32, Option<(Handle, u16)>),
    /// Several players leave at the same time, between two steps.
    LeaveTogether(Players),
}

impl Input {
    /// These players leave.
    pub fn leave(players: Players) -> Self {
        match players.iter().next() {
            Some(player) if players.len() == 1 => Self::Leave(player),
            _ => Self::LeaveTogether(players),
        }
    }

    /// Who leaves by it.
    pub const fn leavers(&self) -> Players {
        match self {
            Self::Leave(player) => Players::only(*player),
            Self::LeaveTogether(players) => *players,
            Self::Answer(..) | Self::Chance(..) | Self::Together(..) | Self::Withdrawn(..) => Players::NONE,
        }
    }

    /// Whether a player decided something, and not chance.
    pub fn is_decision(&self) -> bool {
        match self {
            Self::Answer(..) | Self::Leave(_) | Self::LeaveTogether(_) => true,
            Self::Together(_, branches) => branches.iter().any(Branch::is_answered),
            Self::Chance(..) | Self::Withdrawn(..) => false,
        }
    }
}

/// What a question looked like, so that a re-run can check that the same question is asked again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuestionHash {
    /// How many changes the step had made.
    pub changes: u32,
    /// A hash of seat, question, shape and options.
    pub question: u64,
}

impl QuestionHash {
    /// The hash of a prompt asked after so many changes.
    pub fn of(prompt: &Prompt, changes: usize) -> Self {
        let mut hasher = rustc_hash::FxHasher::default();
        prompt.seat.hash(&mut hasher);
        prompt.question.hash(&mut hasher);
        prompt.about.hash(&mut hasher);
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
    /// The number of its open prompt. Others' answers leave it as it is.
    pub number: u32,
    /// What the seat has answered unseen so far, and the results of chance.
    #[serde(deserialize_with = "inputs_of_a_branch")]
    pub sealed: Vec<Input>,
    /// What a seat that has waited answered with the changes of those before it in view.
    #[serde(deserialize_with = "inputs_of_a_branch")]
    pub in_view: Vec<Input>,
    /// How far it is.
    pub stage: BranchStage,
}

impl Branch {
    /// A branch in which nothing has been said.
    pub const fn new(seat: Seat, number: u32) -> Self {
        Self { seat, number, sealed: Vec::new(), in_view: Vec::new(), stage: BranchStage::Open }
    }

    /// Whether its seat has answered anything.
    pub fn is_answered(&self) -> bool {
        self.sealed.iter().chain(&self.in_view).any(Input::is_decision)
    }

    /// Its inputs while it was sealed, or after it had waited.
    pub fn inputs(&self, sealed: bool) -> &[Input] {
        if sealed { &self.sealed } else { &self.in_view }
    }

    /// Adds an input. A seat that waits takes back its answers so far.
    pub(crate) fn note(&mut self, input: Input, sealed: bool) {
        let waits = matches!(input, Input::Answer(_, _, Answer::Wait));
        if waits {
            self.sealed.clear();
            self.stage = BranchStage::Waiting;
        }
        self.inputs_mut(sealed).push(input);
    }

    /// The same to be changed.
    pub(crate) fn inputs_mut(&mut self, sealed: bool) -> &mut Vec<Input> {
        if sealed { &mut self.sealed } else { &mut self.in_view }
    }

    /// Asks its seat everything anew, under this number.
    pub(crate) fn begin_again(&mut self, number: u32) {
        *self = Self::new(self.seat, number);
    }

    /// Takes the last answer of a simultaneous question back: first those given in view of others, then, from the
    /// last seat to the first, those that were sealed.
    pub(crate) fn take_back(branches: &mut [Self]) -> Option<Input> {
        let in_view = branches.iter_mut().rev().find_map(|branch| last_answer(&mut branch.in_view));
        in_view.or_else(|| {
            branches.iter_mut().rev().find_map(|branch| {
                let answer = last_answer(&mut branch.sealed)?;
                branch.stage = BranchStage::Open;
                Some(answer)
            })
        })
    }
}

/// Reads the inputs of a branch. None of them is a simultaneous question: whoever wrote the bytes could put one into another
/// without end, and reading them would take all of the stack.
fn inputs_of_a_branch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Input>, D::Error> {
    /// An input that is in a branch, as it is written.
    #[derive(Deserialize)]
    #[serde(rename = "Input")]
    enum BranchInput {
        Answer(QuestionHash, Seat, Answer),
        Chance(QuestionHash, Answer, bool),
        Together(Nested),
        Leave(PlayerId),
        Withdrawn(u32, Option<(Handle, u16)>),
        LeaveTogether(Players),
    }

    /// What can never be read.
    enum Nested {}

    impl<'de> Deserialize<'de> for Nested {
        fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Err(D::Error::custom("a simultaneous question is inside another"))
        }
    }

    let input = |input| match input {
        BranchInput::Answer(hash, seat, answer) => Input::Answer(hash, seat, answer),
        BranchInput::Chance(hash, answer, own) => Input::Chance(hash, answer, own),
        BranchInput::Together(nested) => match nested {},
        BranchInput::Leave(player) => Input::Leave(player),
        BranchInput::Withdrawn(answers, proved) => Input::Withdrawn(answers, proved),
        BranchInput::LeaveTogether(players) => Input::LeaveTogether(players),
    };
    Ok(Vec::<BranchInput>::deserialize(deserializer)?.into_iter().map(input).collect())
}

/// Removes inputs down to the last answer, and returns that.
fn last_answer(inputs: &mut Vec<Input>) -> Option<Input> {
    while let Some(input) = inputs.pop() {
        if input.is_decision() {
            return Some(input);
        }
    }
    None
}

/// How far a branch is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BranchStage {
    /// A question is open.
    Open,
    /// The seat has finished; its answers are sealed until the branch is opened.
    Finished,
    /// The seat waits until those before it in order have been opened.
    Waiting,
}
