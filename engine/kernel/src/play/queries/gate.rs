//! Gates as far as they are declared: what scripts say is asked on the table.

use super::{Attempt, Reading, Viewpoint, passes};
use crate::model::index::Cell;
use crate::model::rules::{Gate, Predicate, Turns, Whose};
use crate::model::state::State;
use crate::model::value::Value;
use crate::play::call::Arg;

/// What is known of a gate before its script is asked.
#[derive(Clone, Copy)]
pub enum GateTest {
    /// It holds, or does not, by what it declares.
    Is(bool),
    /// This predicate decides, which can be given the item that is answered and a value besides the player and the card.
    Ask(Predicate, [Arg<'static>; 2]),
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
    let Some(hook) = gate.condition.as_ref().filter(|_| holds) else { return GateTest::Is(holds) };
    // A use that answers nothing passes a gate that asks about what is answered.
    if attempt.subject.is_none() && hook.taken.position(Gate::ANSWERED).is_some() {
        return GateTest::Is(true);
    }
    let value = gate.with.as_ref().map_or(Value::Nothing, Value::of);
    GateTest::Ask(hook.predicate(), [attempt.subject.map_or(Arg::Value(Value::Nothing), Arg::Item), Arg::Value(value)])
}
