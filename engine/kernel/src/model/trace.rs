//! The trace: what happened, as typed facts in order. Facts name cards and definitions, never an entity that
//! may be gone; who knew a name is kept as it was when the fact was written. The report turns facts into sentences.

use crate::model::ids::{
    ActionId, AttrId, DefId, LineId, PhaseId, PlayerId, Players, Seat, Seats, ValueId, WindowId, Word, ZoneDeclId,
    ZoneId,
};
use crate::model::result::Placing;
use crate::model::rules::SourceLine;
use crate::model::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub use crate::model::named::{Named, Thing, Things};

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

/// A line that a script has written for its author. It is no part of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedLine {
    /// What it says.
    pub text: Box<str>,
    /// The place in the script.
    pub place: Option<ScriptLocation>,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FactKind {
    /// A turn begins: its number, whose it is, whether it was inserted.
    Turn(u32, PlayerId, bool),
    /// A phase begins.
    Phase(PhaseId),
    /// A seat uses a card, perhaps in answer to an item. A decision.
    Uses {
        /// Who.
        seat: Seat,
        /// How.
        action: ActionId,
        /// Which card.
        card: Named,
        /// What it answers.
        answers: Option<Named>,
    },
    /// What was chosen while announcing: it becomes part of the line of the use.
    Announces(Word, Things),
    /// A seat passes. A decision. The window and round in which it does.
    Passes(Seat, WindowId, u8),
    /// A seat answers a question. A decision.
    Chooses(Seat, Word, Things),
    /// A seat waits, in a simultaneous question, until those before it have been seen. A decision.
    Waits(Seat),
    /// Chance decided: what was asked, for whom, and what came.
    Chance(Word, PlayerId, Things, Seats),
    /// A card goes from a zone to another.
    Moves(Named, ZoneId, ZoneId, Word),
    /// So many pieces of a pile go from a zone to another; from none they are new, to none they are gone.
    Pieces(Named, u32, ZoneId, ZoneId, Word),
    /// An attribute of a card, a player or the game changes.
    Sets(Option<Thing>, AttrId, Value, Value),
    /// A value of something, or of the game; its parts follow.
    Value(ValueId, Option<Thing>, i64),
    /// A part of a value: its amount, its contributor, and what it is for.
    Part(i64, Option<Named>, Things),
    /// A card is attached to another, or no longer to any.
    Attaches(Named, Option<Named>),
    /// A player gains or loses control of a card.
    Controls(Named, PlayerId),
    /// A card is shown to seats.
    Shows(Named, Seats),
    /// Seats learn of cards that an attribute of theirs has a value, or has not.
    Learns {
        /// Who.
        by: Seats,
        /// The attribute.
        attr: AttrId,
        /// The value.
        value: Value,
        /// Whether it is so.
        is: bool,
        /// The cards.
        things: Things,
    },
    /// So many cards of a zone are put on its top, or at its bottom.
    Restacks(ZoneId, u32, bool),
    /// A zone is shuffled.
    Shuffles(ZoneId),
    /// The cards of a zone went to another, which is refilled from it.
    Refills(ZoneId, ZoneId),
    /// Cards became a player's, or nobody's.
    Owns(Named, PlayerId),
    /// An item's effect is carried out.
    Resolves(Named),
    /// A listener's call is put on the stack.
    Triggers(Named),
    /// A listener's call is not put on the stack, because of this.
    Idle(Thing, Reason),
    /// A listener's call that waited on the stack is carried out.
    TriggerResolves(Named),
    /// A card is created in a zone.
    Creates(Named, ZoneId),
    /// A listener's call that waited on the stack leaves it without effect.
    TriggerLeaves(Named),
    /// What was created, or a copy, ceases to exist, because of this.
    Vanishes(Named, Word),
    /// An item is stopped by another.
    Negated(Named, Named),
    /// An item finds nothing to do any more.
    Fizzles(Named),
    /// A player is exempt from an item or a standing effect.
    Exempt(PlayerId, Named),
    /// An item is aimed anew.
    Retargets(Named, Things),
    /// A player makes a copy of an item.
    Copies(PlayerId, Named),
    /// A player puts a copy of an item on the stack.
    Copied(PlayerId, Named),
    /// A standing effect begins.
    Stands(Named),
    /// A standing effect ends.
    Ends(Named),
    /// A player is going to have a turn more.
    ExtraTurn(PlayerId),
    /// A player's next turn is skipped, or has just been.
    Skip(PlayerId, bool),
    /// The direction of play changes.
    Reverses,
    /// A line that the ruleset declares, and what it is about.
    Says(LineId, Option<Thing>),
    /// Something was kept from happening.
    Stays(Thing, Reason),
    /// What a seat had answered in a simultaneous question cannot be done any more; this is done instead.
    Lost(Seat, Things),
    /// An attempt was refused.
    Refused {
        /// Who.
        seat: Seat,
        /// How.
        action: ActionId,
        /// Which card.
        card: Named,
        /// In answer to what.
        answers: Option<Named>,
        /// With what choice: the phrase, and what was chosen.
        choosing: Option<(Word, Thing)>,
        /// Why.
        why: Box<Reasons>,
    },
    /// An answer to a question was refused.
    RefusedChoice {
        /// Who.
        seat: Seat,
        /// To what question.
        question: Word,
        /// What would have been chosen.
        things: Things,
        /// Why.
        why: Against,
    },
    /// A script failed: which card or ruleset, where, and what it said.
    Faulted(Option<Named>, Option<ScriptLocation>, Box<str>),
    /// A player leaves the game. A decision.
    Leaves(PlayerId),
    /// How many points the players have at the end, in the order of their places.
    Scores(Box<[Placing]>),
    /// The game is over: the winners, why, and whether everybody has lost.
    Over(Players, Word, bool),
    /// A player has lost and is out of the game.
    Drops(PlayerId),
    /// The same position has come up so often.
    Repeats(u32),
    /// So many things were set off in a row, by these cards, while nobody did anything but pass.
    Loops(u32, Things),
    /// The game is over, for a reason with a text that names things.
    Ended {
        /// The winners.
        winners: Players,
        /// Why: the name of an ending.
        why: Word,
        /// Whether everybody has lost.
        defeat: bool,
        /// What is put into the text.
        about: Things,
    },
    /// A line that the ruleset declares about a card of which others have one of the same name: it says whose it is. (Saves
    /// number facts in this order: what is new comes last.)
    SaysOf(LineId, Named),
    /// Several players leave the game at the same time, by conceding or dropping out.
    LeaveTogether(Players),
    /// What has just gone somewhere was sent there by this, instead of where it would have gone: part of its line.
    Sent(Named),
}

/// A fact: what happened, how deep in answers to answers, and where it came from.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// How many open answers, and uses that have set off others, it is inside of.
    pub depth: u16,
    /// What happened.
    pub what: FactKind,
    /// The item or card that caused it.
    pub cause: Option<Named>,
    /// The place in a script that did it.
    pub place: Option<ScriptLocation>,
    /// Whether the fact stays when the script that wrote it faults: decisions and chance do.
    pub input: bool,
}

impl FactKind {
    /// Whether the fact is an input: fed back, inputs repeat the trace.
    pub const fn is_input(&self) -> bool {
        matches!(
            self,
            Self::Uses { .. }
                | Self::Passes(..)
                | Self::Chooses(..)
                | Self::Waits(_)
                | Self::Chance(..)
                | Self::Announces(..)
                | Self::Leaves(_)
                | Self::LeaveTogether(_)
        )
    }
}
