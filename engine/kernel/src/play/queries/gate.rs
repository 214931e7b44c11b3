//! Gates as far as they are declared: what scripts say is asked on the table.

use super::{Attempt, Reading, Viewpoint, passes};
use crate::model::index::Cell;
use crate::model::rules::{FunctionId, Gate, Turns, Whose};
use crate::model::state::State;
use crate::model::value::Value;
use crate::play::call::Arg;

/// What is known of a gate before its script is asked.
#[derive(Clone, Copy)]
pub enum GateTest {
    /// It holds, or does not, by what it declares.
    Is(bool),
    /// This function decides, which is given this besides the player and the card.
    Ask(FunctionId, Option<Arg<'static>>),
}

/// What is left to ask of a gate when everything has been looked at that it declares.
pub(crate) fn gate_test(at: Reading<'_>, gate: &Gate, attempt: Attempt) -> GateTest {
    at.charge(1);
    let turn = at.state.turn();
    if gate.turn.is_some() || !gate.phases.is_empty() {
        at.note(Cell::Turn);
    }
    if gate.stack_empty {
        at.note(Cell::Stack);
    }
    let viewpoint = Viewpoint { player: attempt.player, source: attempt.card };
    let own = at.rules.turns == Turns::Shared || turn.player == attempt.player;
    let holds = (gate.phases.is_empty() || gate.phases.contains(&turn.phase))
        && match gate.turn {
            None => true,
            Some(Whose::Own) => own,
            Some(Whose::Others) => !own,
        }
        && (!gate.stack_empty || at.state.items.is_empty())
        && gate.card.as_ref().is_none_or(|filter| passes(at, filter, attempt.card, viewpoint))
        && gate
            .player
            .as_ref()
            .is_none_or(|filter| passes(at, filter, State::player_entity(attempt.player), viewpoint));
    match &gate.script {
        // A use that answers nothing passes a gate that asks about what is answered.
        Some(hook) if holds && gate.about_answered => {
            attempt.subject.map_or(GateTest::Is(true), |item| GateTest::Ask(hook.id(), Some(Arg::Item(item))))
        }
        Some(hook) if holds => {
            GateTest::Ask(hook.id(), gate.with.as_ref().map(|printed| Arg::Value(Value::of(printed))))
        }
        _ => GateTest::Is(holds),
    }
}
