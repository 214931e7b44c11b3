//! What pages ask of a room, as JSON.

use cardwright_game::{Answer, SeatHandle, ValueOf};
use cardwright_kernel::ids::PlayerId;
use serde::Deserialize;

/// Something that a seat does. Sent again with the same key, it is not done again.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deed {
    /// By which a repetition is recognised.
    pub key: String,
    /// What is done.
    #[serde(rename = "do")]
    pub act: Act,
}

/// What a seat can do.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Act {
    /// It answers an open prompt.
    Answer {
        /// The number of the prompt.
        number: u32,
        /// The answer.
        answer: Answer,
    },
    /// It gives up the action during which a prompt asks.
    Withdraw {
        /// The number of the prompt.
        number: u32,
    },
    /// It wants to take back its last answer, or agrees that somebody else does.
    Undo,
    /// It takes back what it has answered in the question that is asked in secret. Nobody has seen that, so nobody is asked.
    TakeBack,
    /// It does not agree.
    Refuse,
    /// It leaves the game for good.
    Leave,
}

/// What has a value that is to be explained.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Explained {
    /// The game.
    Game,
    /// A player, by letter.
    Player(char),
    /// A card, as the viewer names it.
    Card(String),
    /// A place of the board.
    Site(String),
}

impl Explained {
    /// The same for the engine; nothing where there can be none.
    pub fn subject(&self) -> Option<ValueOf> {
        Some(match self {
            Self::Game => ValueOf::Game,
            Self::Player(letter) => ValueOf::Player(PlayerId(seat_number(*letter)?)),
            Self::Card(handle) => ValueOf::Card(handle.parse::<SeatHandle>().ok()?),
            Self::Site(name) => ValueOf::Site(name.as_str().into()),
        })
    }
}

/// The number of the seat or player with this letter.
pub(crate) fn seat_number(letter: char) -> Option<u8> {
    letter.is_ascii_uppercase().then(|| letter as u8 - b'A')
}
