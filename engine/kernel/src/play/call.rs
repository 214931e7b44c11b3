//! A call of a script as the kernel makes it: what the function is given, what it must give, and how a run can stop before its end.

use crate::model::carried::Carried;
use crate::model::ids::{Handle, PlayerId};
use crate::model::trace::{Against, ScriptLocation};
use crate::model::value::Value;
use serde::{Deserialize, Serialize};

/// Why a run stopped before its end.
#[derive(Debug)]
pub enum Stop {
    /// A seat must answer first.
    Pending,
    /// The action cannot be done: everything it did is undone.
    Illegal(Against),
    /// A script failed.
    Fault(Box<Fault>),
}

/// What went wrong in a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What is wrong, for the author.
    pub message: String,
    /// Where.
    pub place: Option<ScriptLocation>,
}

/// A fault without a place gets that of the running verb from the script host.
impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// What is handed to a script's function.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    /// The game.
    Game,
    /// A player.
    Player(PlayerId),
    /// A card.
    Card(Handle),
    /// A space of the board.
    Space(Handle),
    /// A joint of the board.
    Joint(Handle),
    /// An item.
    Item(Handle),
    /// A standing effect.
    Effect(Handle),
    /// The running happening at this position of the table's frames.
    Event(u32),
    /// A value.
    Value(Value),
    /// What another function hands on.
    Carried(&'a Carried),
}

/// What becomes of what a function gives: anything else is a fault of the function, and is never taken for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// It does not matter.
    Nothing,
    /// It must be a number.
    Number,
    /// It must be a number or nothing.
    NumberOrNothing,
    /// It must be true or false.
    Flag,
    /// It is handed on as it is.
    Whole,
}

impl Wanted {
    /// What it must be, with its article.
    pub const fn called(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Number => "a number",
            Self::NumberOrNothing => "a number or nothing",
            Self::Flag => "true or false",
            Self::Whole => "what can be handed on",
        }
    }
}
