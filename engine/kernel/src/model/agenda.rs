//! The agenda: what is to be done next, as plain steps. Windows that are open and listeners' calls that wait are steps too.

use crate::model::carried::Carried;
use crate::model::ids::{ActionId, DefId, Handle, PhaseId, PlayerId, Players, ProcedureId, WindowId, Word, ZoneId};
use crate::model::rules::When;
use crate::model::value::Value;
use serde::{Deserialize, Serialize};

/// A window that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OpenWindow {
    /// Its declaration.
    pub decl: WindowId,
    /// The item it is about.
    pub subject: Handle,
    /// The player whose action opened it.
    pub actor: PlayerId,
    /// The running round.
    pub round: u8,
    /// Who is asked next.
    pub cursor: PlayerId,
    /// Who has passed in this round.
    pub passed: Players,
    /// How many answers each seat has used: four bits a seat.
    pub used: u128,
    /// Who acted at all in this window.
    pub acted: Players,
}

/// The most answers that a window can let a seat give: more are not counted.
pub const MOST_ANSWERS: u8 = 15;

impl OpenWindow {
    /// How many answers the seat has used.
    pub(crate) const fn used_by(&self, player: PlayerId) -> u8 {
        ((self.used >> (4 * player.0)) & 15) as u8
    }

    /// Gives the seat all its answers again.
    pub fn refresh(&mut self, player: PlayerId) {
        self.used &= !(15 << (4 * player.0));
    }

    /// Counts an answer more, or one less if it was stopped.
    pub fn count(&mut self, player: PlayerId, answers: i8) {
        let now = i16::from(self.used_by(player)) + i16::from(answers);
        let kept = u128::try_from(now.clamp(0, i16::from(MOST_ANSWERS))).unwrap_or(0);
        self.refresh(player);
        self.used |= kept << (4 * player.0);
    }
}

/// A step of the agenda. The flow of a game is a stack of these, never one long script.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    /// The next turn begins: of the next player, or one that was inserted.
    NextTurn,
    /// A phase begins.
    BeginPhase(PhaseId),
    /// The windows of a phase from this one on.
    PhaseWindows(PhaseId, u8),
    /// A phase ends, and the next one follows.
    EndPhase(PhaseId),
    /// A window asks.
    Window(OpenWindow),
    /// An item resolves.
    Resolve(Handle),
    /// An item that has resolved, or was stopped, is cleared away.
    Finish(Handle),
    /// A player announces a use that no window offers.
    Announce(PlayerId, Announcement),
    /// A function of the ruleset's script is called with one argument.
    Hook(Word, Carried),
    /// A listener of an entity is called: its number among the definition's listeners, and the event.
    Listener(Handle, u16, Event),
    /// A listener's call that waits for its turn is put on the stack.
    Trigger(Trigger),
    /// A player who has lost leaves.
    Leave(PlayerId),
    /// A player has acted: another seat of the same player takes the next action.
    NextSeat(PlayerId),
    /// A procedure ends; none if it has ended already.
    EndProcedure(Option<ProcedureId>),
    /// Mark below which a nested run of the agenda does not go.
    Floor,
    /// Players are asked who might have a card with a masked listener for an event, one after another.
    Masked(Event, When, Players),
}

/// A use that is announced by a step of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Announcement {
    /// A copy of a use of this definition.
    Copy(DefId),
    /// The use of a card by an action, because an instruction says so: nothing is paid.
    Instructed(Handle, ActionId),
    /// The use of a card, by its number, that was chosen in secret, about an item if there is one.
    Chosen(Handle, u16, Handle),
}

impl Announcement {
    /// Whether something else has set it off, and not a player's choice.
    pub const fn is_set_off(self) -> bool {
        match self {
            Self::Copy(_) | Self::Instructed(..) => true,
            Self::Chosen(..) => false,
        }
    }
}

impl Step {
    /// The item that the step is about: a window asks for it, or it resolves or is cleared away.
    pub const fn item(&self) -> Option<Handle> {
        match self {
            Self::Window(open) => Some(open.subject),
            Self::Resolve(item) | Self::Finish(item) => Some(*item),
            Self::NextTurn
            | Self::BeginPhase(_)
            | Self::PhaseWindows(..)
            | Self::EndPhase(_)
            | Self::Announce(..)
            | Self::Hook(..)
            | Self::Listener(..)
            | Self::Trigger(_)
            | Self::Leave(_)
            | Self::NextSeat(_)
            | Self::EndProcedure(_)
            | Self::Masked(..)
            | Self::Floor => None,
        }
    }
}

/// A listener's call that is put on the stack: whose listener it is, and the event. The listener may be gone by then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trigger {
    /// The card or standing effect that listened.
    pub source: Handle,
    /// Its definition.
    pub def: DefId,
    /// The part of the definition, see [`Rules::abilities_of`](crate::model::rules::Rules::abilities_of).
    pub part: u16,
    /// The number of the listener.
    pub number: u16,
    /// Who controlled it.
    pub player: PlayerId,
    /// What it was told.
    pub event: Event,
}

/// What a listener is told: who did what to which card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Event {
    /// The signal.
    pub signal: Word,
    /// The player it happens to, or who does it.
    pub player: PlayerId,
    /// The card, item or effect it is about.
    pub subject: Value,
    /// How many, or how much.
    pub amount: i64,
    /// The item or card that causes it.
    pub cause: Handle,
    /// Where a moved card came from.
    pub from: ZoneId,
}
