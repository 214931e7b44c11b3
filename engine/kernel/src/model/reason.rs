//! Reasons: why something did not happen or may not be done, and where that is written.

use crate::model::ids::{ActionId, AttrId, DefId, PlayerId, Seat, WindowId, Word, ZoneDeclId, ZoneId};
use crate::model::named::Named;
use crate::model::rules::SourceLine;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Where in the scripts something was done: script and position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ScriptLocation {
    /// The script file, a position in [`Rules::scripts`](crate::model::rules::Rules::scripts).
    pub script: u16,
    /// The line, from 1.
    pub line: u16,
    /// The column, from 1.
    pub column: u16,
}

/// Some words, at most eight; more are left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct WordList([Option<Word>; 8]);

impl WordList {
    /// The words.
    pub fn iter(&self) -> impl Iterator<Item = Word> + '_ {
        self.0.iter().copied().flatten()
    }
}

impl From<Vec<Word>> for WordList {
    fn from(words: Vec<Word>) -> Self {
        let mut list = Self::default();
        for (place, word) in list.0.iter_mut().zip(words) {
            *place = Some(word);
        }
        list
    }
}

/// Why something did not happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// The player is exempt from what the item does.
    Exempt(PlayerId, Named),
    /// Something protects it.
    Protected(Named),
    /// Something replaced it.
    Replaced(Named),
    /// The card is no longer what it was.
    Gone,
    /// The zone lets nothing out.
    Terminal(ZoneId),
    /// The zone is full.
    Full(ZoneId),
    /// A zone has room for so many only.
    Room(ZoneId, u32),
    /// There was not enough of it: this much was asked for, this much was there.
    Short(i64, i64),
    /// What the word says could be done only in part: this much was due, this much was done.
    InPart(Word, i64, i64),
    /// A declared gate is closed; its number in the action.
    Gate(ActionId, u16),
    /// A gate of the card's own use is closed: definition, use, gate.
    OwnGate(DefId, u16, u16),
    /// A card or effect forbids it.
    Forbidden(Named),
    /// Its price cannot be paid.
    Cost,
    /// None of the prices with these names can be paid.
    Unpaid(WordList),
    /// Its price is so many cards or pieces from a zone, and there are fewer.
    Gives(i64, ZoneDeclId),
    /// Its price is this much of what the player has, and the player has less.
    Spends(i64, AttrId),
    /// There is nothing to aim at, as the word of the question says.
    NoTarget(Word),
    /// Nothing forbids it, but it is not offered there and then.
    NotNow(NotNow),
    /// It is not in a zone from which this use of the definition begins.
    Elsewhere(DefId, u16),
    /// This use of the definition is for others.
    NotYours(DefId, u16),
    /// In this window, another seat is asked now.
    Unasked(Seat, WindowId),
    /// The item is none that this use of the definition answers.
    NotAnswered(DefId, u16),
    /// It is not among what can be chosen, as the word of the question says.
    NotAmong(Word),
    /// A word of the ruleset says why.
    Word(Word),
    /// The player whose zone it is, is out of the game.
    Out(PlayerId),
    /// The other parts of a price need it.
    Needed,
}

impl Reason {
    /// Whether it only says that the card cannot be used there, or by that player: nobody would have tried.
    pub const fn is_elsewhere(self) -> bool {
        matches!(self, Self::NotNow(_) | Self::Elsewhere(..) | Self::NotYours(..))
    }

    /// Whether it is read from the card of the attempt, so that it might reveal which card that is.
    pub const fn is_of_the_card(self) -> bool {
        match self {
            Self::OwnGate(..)
            | Self::Unpaid(_)
            | Self::Gives(..)
            | Self::Spends(..)
            | Self::NoTarget(_)
            | Self::Elsewhere(..)
            | Self::NotYours(..)
            | Self::NotAnswered(..)
            | Self::NotAmong(_)
            | Self::Word(_) => true,
            Self::NotNow(moment) => moment.is_of_the_card(),
            Self::Exempt(..)
            | Self::Protected(_)
            | Self::Replaced(_)
            | Self::Gone
            | Self::Terminal(_)
            | Self::Out(_)
            | Self::Full(_)
            | Self::Room(..)
            | Self::Short(..)
            | Self::InPart(..)
            | Self::Gate(..)
            | Self::Forbidden(_)
            | Self::Cost
            | Self::Needed
            | Self::Unasked(..) => false,
        }
    }
}

/// Why a use is not offered to a player at a moment, although nothing forbids it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum NotNow {
    /// The player has passed in the window that is open.
    Passed(PlayerId),
    /// The player has used all the answers that the window allows.
    Spent(PlayerId),
    /// The player does not take part in the window.
    Uninvited(PlayerId, WindowId),
    /// Something else is asked first, of this seat.
    Asked(Seat),
    /// It was offered in an earlier round of the window.
    RoundOver,
    /// It will be offered in a later round of the window.
    RoundToCome,
    /// This use of the definition is offered in other windows.
    OtherWindow(DefId, u16),
    /// It was tried, and has just proved impossible.
    Tried,
    /// It only answers uses, and there is none to answer.
    NothingToAnswer,
    /// It answers nothing.
    AnswersNothing,
    /// Others are asked in secret, and it goes on when all of them have answered.
    Sealed,
}

impl NotNow {
    /// As [`Reason::is_of_the_card`].
    pub const fn is_of_the_card(self) -> bool {
        match self {
            Self::RoundOver
            | Self::RoundToCome
            | Self::OtherWindow(..)
            | Self::Tried
            | Self::NothingToAnswer
            | Self::AnswersNothing => true,
            Self::Passed(_) | Self::Spent(_) | Self::Uninvited(..) | Self::Asked(_) | Self::Sealed => false,
        }
    }
}

/// Where something that players are shown is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Written {
    /// Declared in a line of a file.
    Declared(SourceLine),
    /// Done at a place of a script.
    Done(ScriptLocation),
}

/// A reason against an attempt, and where the rule or card that gives it is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Against {
    /// Why.
    pub reason: Reason,
    /// Where that is written, if it is anywhere.
    pub written: Option<Written>,
}

impl Against {
    /// A reason that is declared in this line.
    pub fn declared(reason: Reason, line: Option<SourceLine>) -> Self {
        Self { reason, written: line.map(Written::Declared) }
    }

    /// A reason that a script gives at this location.
    pub fn done(reason: Reason, place: Option<ScriptLocation>) -> Self {
        Self { reason, written: place.map(Written::Done) }
    }
}

/// Why something is not allowed.
pub type Reasons = SmallVec<[Against; 1]>;
