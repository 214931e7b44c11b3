//! Phases and state checks.

use super::Hook;
use crate::model::ids::{AttrId, WindowId, ZoneDeclId};

/// A phase of a turn.
#[derive(Clone, Debug, Default)]
pub struct Phase {
    /// How people call it: "draw".
    pub title: Box<str>,
    /// `fn begin_<phase>(player)` of the ruleset.
    pub begin: Option<Hook>,
    /// Windows that are opened after that, one after another.
    pub windows: Vec<WindowId>,
    /// `fn end_<phase>(player)` of the ruleset.
    pub end: Option<Hook>,
    /// The phase is held only if this predicate is true.
    pub condition: Option<Hook>,
    /// Whether the turn of a player who has left continues with this phase.
    pub after_leaving: bool,
    /// Whether state checks are left out in this phase.
    pub unchecked: bool,
    /// Whether this phase belongs to the gap between two turns.
    pub between_turns: bool,
}

/// A state check: a hook that runs to a fixpoint whenever something that it watches has changed.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name.
    pub name: Box<str>,
    /// `fn check_<name>(game)` of the ruleset.
    pub hook: Hook,
    /// It runs when a card entered or left one of these zones…
    pub zones: Vec<ZoneDeclId>,
    /// …or one of these attributes changed; with neither it runs after every step.
    pub attributes: Vec<AttrId>,
}

/// Whose turn follows whose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turns {
    /// The next player's, in the direction of play.
    #[default]
    Rotate,
    /// Every turn is everybody's; the same player begins each.
    Shared,
}

/// When state checks run besides between two steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckedAt {
    /// Before anybody is asked anything inside of a step.
    pub questions: bool,
    /// After each batch of changes that a script makes.
    pub batches: bool,
}

/// What becomes of the items of a player who leaves that still wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeftWaiting {
    /// They stay, and resolve in their turn.
    #[default]
    Stays,
    /// They leave the stack without effect, for the cause `cleared`.
    Cleared,
}
