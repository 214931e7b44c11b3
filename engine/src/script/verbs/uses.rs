//! What a player is let do from a script: uses of cards, and windows.

use crate::model::ids::{Handle, PlayerId};
use crate::model::rules::Rules;
use crate::play::permission::Attempt;
use crate::play::session::{Fault, Stop, Table};
use crate::script::host::{self, act, with};
use crate::script::types::{Card, Player};
use rhai::Array;
use rhai::plugin::*;

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// Opens the window with this key for the player, and goes on when it has closed.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.open(window)`
    #[rhai_fn(return_raw)]
    pub fn open(context: NativeCallContext<'_>, player: &mut Player, window: &str) -> Outcome<()> {
        let seat = player.0;
        act(&context, |table, shared| {
            let window = host::window(shared, window)?;
            table.run_nested(|table| table.open_window(window, Handle::NONE, seat))
        })
    }

    /// Whether the player may use the card by this action now.
    ///
    /// Signature: `Player.may(action, Card) -> flag`
    #[rhai_fn(pure, return_raw)]
    pub fn may(context: NativeCallContext<'_>, player: &mut Player, action: &str, card: Card) -> Outcome<bool> {
        let seat = player.0;
        with(&context, |table, shared| match attempt(table, &shared.rules, seat, action, card)? {
            Some(attempt) => table.may(attempt, None),
            None => Ok(false),
        })
    }

    /// Whether the player could use the card by this action now if nothing had to be paid.
    ///
    /// Signature: `Player.may_freely(action, Card) -> flag`
    #[rhai_fn(pure, return_raw)]
    pub fn may_freely(context: NativeCallContext<'_>, player: &mut Player, action: &str, card: Card) -> Outcome<bool> {
        let seat = player.0;
        with(&context, |table, shared| match attempt(table, &shared.rules, seat, action, card)? {
            Some(attempt) => table.may(Attempt { free: true, ..attempt }, None),
            None => Ok(false),
        })
    }

    /// The player uses the card by this action and pays nothing for it, whatever its gates say; everything up to its
    /// effect is done before the script goes on. Gives whether the card has such a use and it was possible.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.perform_freely(action, Card) -> flag`
    #[rhai_fn(return_raw)]
    pub fn perform_freely(
        context: NativeCallContext<'_>,
        player: &mut Player,
        action: &str,
        card: Card,
    ) -> Outcome<bool> {
        let seat = player.0;
        act(&context, |table, shared| {
            let may_leave = table.may_leave(card.0);
            match attempt(table, &shared.rules, seat, action, card)?.filter(|_| may_leave) {
                Some(attempt) => table.perform_nested(Attempt { free: true, ..attempt }),
                None => Ok(false),
            }
        })
    }

    /// The player uses the card by this action, whatever its gates say; everything up to its effect is done before
    /// the script goes on. Gives whether the card has such a use and it was possible.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.perform(action, Card) -> flag`
    #[rhai_fn(return_raw)]
    pub fn perform(context: NativeCallContext<'_>, player: &mut Player, action: &str, card: Card) -> Outcome<bool> {
        let seat = player.0;
        act(&context, |table, shared| {
            let may_leave = table.may_leave(card.0);
            match attempt(table, &shared.rules, seat, action, card)?.filter(|_| may_leave) {
                Some(attempt) => table.perform_nested(attempt),
                None => Ok(false),
            }
        })
    }

    /// The player uses the card by this action because an instruction says so: the use waits on the stack, above what
    /// is there. The instruction opens these gates and no others; what is forbidden stays so, and the price is paid.
    /// Gives whether it was possible; if not, nothing has happened.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.put_on_stack(action, Card, [gate]) -> flag`
    #[rhai_fn(return_raw)]
    pub fn put_on_stack(
        context: NativeCallContext<'_>,
        player: &mut Player,
        action: &str,
        card: Card,
        gates: Array,
    ) -> Outcome<bool> {
        let seat = player.0;
        act(&context, |table, shared| {
            let texts = gates.iter().filter_map(|gate| gate.as_immutable_string_ref().ok());
            let gates: Vec<Box<str>> = texts.map(|gate| gate.as_str().into()).collect();
            let may_leave = table.may_leave(card.0);
            match attempt(table, &shared.rules, seat, action, card)?.filter(|_| may_leave) {
                Some(attempt) => table.put_by_instruction(attempt, &gates),
                None => Ok(false),
            }
        })
    }

    /// Opens the window with this key for the player as a step of its own, as soon as what runs now is done.
    /// Changes state.
    ///
    /// Signature: `Player.open_next(window)`
    #[rhai_fn(return_raw)]
    pub fn open_next(context: NativeCallContext<'_>, player: &mut Player, window: &str) -> Outcome<()> {
        let seat = player.0;
        act(&context, |table, shared| {
            let window = host::window(shared, window)?;
            table.open_window_next(window, seat)
        })
    }
}

/// The use of a card by an action.
fn attempt(table: &Table, rules: &Rules, seat: PlayerId, action: &str, card: Card) -> Result<Option<Attempt>, Stop> {
    let Some(action) = rules.actions.get_index_of(action) else {
        return Err(Fault::stop(format!("there is no action `{action}`")));
    };
    if !table.state().fresh(card.0) {
        return Ok(None);
    }
    let def = table.state().entity(card.0.id).def;
    let uses = &rules.definitions[def.index()].uses;
    let number = uses.iter().position(|usage| usage.action.index() == action && usage.answers.is_none());
    Ok(number.map(|number| Attempt {
        player: seat,
        card: card.0.id,
        number: number as u16,
        subject: None,
        free: false,
    }))
}
