//! Windows: who may answer, in what order, how often.

use super::{Filter, Hook, SourceLine};
use crate::model::ids::{AttrId, Word};

/// A window: who may answer, in what order, how often, and what happens when it closes.
#[derive(Clone, Debug)]
pub struct Window {
    /// How people call it.
    pub title: Box<str>,
    /// What opens it; a window that nothing opens is opened by scripts or phases.
    pub opens: Vec<Opening>,
    /// Who is asked.
    pub asks: Asks,
    /// Who is asked first.
    pub from: First,
    /// Whether they are asked one after another or all at the same time.
    pub order: AskOrder,
    /// Who is asked after somebody acted.
    pub after_acting: AfterActing,
    /// Classes of offers, one a round.
    pub rounds: Vec<Word>,
    /// How many answers a participant has for the whole window; `None` for any number.
    pub quota: Option<u8>,
    /// Whether an answer that was stopped does not count.
    pub refund: bool,
    /// What a pass means.
    pub pass: Pass,
    /// Whether a player who becomes affected by the subject is asked again even after passing.
    pub reopens: bool,
    /// Whether everyone is asked, even players who could not answer.
    pub masked: bool,
    /// What the closing of the window does.
    pub then: Then,
    /// Whether it opens by itself when items wait, and nothing on the agenda would resolve them.
    pub for_waiting: bool,
    /// Only players of whom this predicate is true are asked.
    pub condition: Option<Hook>,
    /// A pass is legal only if this predicate is true.
    pub may_pass: Option<Hook>,
    /// Where it is declared.
    pub line: Option<SourceLine>,
}

/// What opens a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The signal.
    pub on: Word,
    /// Which cards or items must have sent it.
    pub filter: Filter,
}

/// Who takes part in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Everybody but the player whose action opened it.
    Others,
    /// Everybody.
    Everyone,
    /// Only the player for whom it was opened: the actor, or the turn player.
    Actor,
}

/// Who is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The neighbour of the acting player, in the direction of play.
    LeftOfActor,
    /// The acting player.
    Actor,
    /// The turn player.
    TurnPlayer,
}

/// In what order the participants of a window are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskOrder {
    /// One after another.
    InTurn,
    /// All at the same time, in the open; the first who acts ends the window.
    AtOnce,
    /// All at the same time, each in secret; what was chosen is done when all have answered, in the order in which they
    /// would be asked one after another.
    InSecret,
}

/// Who is asked after somebody acted in a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterActing {
    /// The next participant.
    #[default]
    Next,
    /// The same player again.
    Actor,
    /// The turn player.
    TurnPlayer,
    /// As this option of the game says; its choices are the words for the others.
    Option(AttrId),
}

impl AfterActing {
    /// The words for it.
    pub const WORDS: [(&str, Self); 3] =
        [("next", Self::Next), ("you", Self::Actor), ("turn player", Self::TurnPlayer)];

    /// What a word stands for.
    pub fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
    }
}

/// What a pass means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// It holds for this round of this window.
    Final,
    /// It holds until an item is added or resolves; the window closes when all passed in succession.
    UntilStackChanges,
    /// It only hands the turn to the next player; the window closes when all have passed in a row.
    HandsOn,
}

/// What the closing of a window does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The flow goes on.
    Continue,
    /// The top item of the stack resolves and the window asks again; with nothing waiting, the flow goes on.
    ResolveTop,
}
