//! Standing effects, and when they end.

use crate::model::ids::{DefId, EntityId, Handle, PhaseId, PlayerId, Players, ProcedureId};
use crate::model::item::NotedValues;
use crate::model::rules::Lasts;
use crate::model::value::Values;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// When a standing effect ends by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Expiry {
    /// At the start of a turn of this player after the turn of this number.
    StartOfTurn(PlayerId, u32),
    /// At the end of a turn of this player after the turn of this number.
    EndOfTurn(PlayerId, u32),
    /// At the end of the turn of this number.
    EndOfThisTurn(u32),
    /// At the end of the running phase.
    EndOfPhase,
    /// When its predicate is no longer true.
    Predicate,
    /// Only when something ends it.
    Never,
    /// At the end of this phase.
    EndOfThatPhase(PhaseId),
    /// When fewer procedures of this name are running than so many.
    EndOfProcedure(ProcedureId, u16),
}

impl Expiry {
    /// When an effect ends that a player makes in the turn of this number, while so many procedures of a name are running.
    pub fn new(lasts: Lasts, player: PlayerId, turn: u32, running: impl FnOnce(ProcedureId) -> u16) -> Self {
        match lasts {
            Lasts::UntilYourNextTurn => Self::StartOfTurn(player, turn),
            Lasts::UntilEndOfYourNextTurn => Self::EndOfTurn(player, turn),
            Lasts::UntilEndOfTurn => Self::EndOfThisTurn(turn),
            Lasts::UntilEndOfPhase => Self::EndOfPhase,
            Lasts::UntilEndOf(phase) => Self::EndOfThatPhase(phase),
            Lasts::UntilConcluded(procedure) => Self::EndOfProcedure(procedure, running(procedure).max(1)),
            Lasts::While => Self::Predicate,
            Lasts::UntilNegated | Lasts::Forever => Self::Never,
        }
    }
}

/// A standing effect.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// The entity.
    pub id: EntityId,
    /// The definition whose abilities it has.
    pub def: DefId,
    /// The card that lies on the table for it, if one does.
    pub card: Handle,
    /// Whose effect it is.
    pub player: PlayerId,
    /// Players whom it does not affect.
    pub exempt: Players,
    /// What exempted each of them.
    pub exempt_by: SmallVec<[(PlayerId, DefId); 1]>,
    /// What it is about.
    pub targets: Values,
    /// What its scripts noted, by name.
    pub notes: NotedValues,
    /// When it ends.
    pub expiry: Expiry,
}
