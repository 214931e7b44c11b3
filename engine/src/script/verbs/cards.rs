//! Lists of cards, which go together.

use super::handles;
use crate::model::ids::Seats;
use crate::model::words;
use crate::play::deed::{Goes, Position};
use crate::script::host::{act, word_of, zone_at, zone_of};
use crate::script::types::Space;
use rhai::Array;
use rhai::plugin::*;

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// Cards of a list leave together, each where its kind goes when discarded. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `[Card].discard() -> number`
    #[rhai_fn(return_raw)]
    pub fn discard(context: NativeCallContext<'_>, cards: &mut Array) -> Outcome<i64> {
        let cards = cards.clone();
        act(&context, |table, _| Ok(table.move_cards(&handles(&cards)?, Goes::Routed, words::DISCARDED)? as i64))
    }

    /// Cards of a list leave together for a cause, each where its kind goes for it. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `[Card].leave(cause) -> number`
    #[rhai_fn(return_raw)]
    pub fn leave(context: NativeCallContext<'_>, cards: &mut Array, cause: &str) -> Outcome<i64> {
        let cards = cards.clone();
        act(&context, |table, shared| {
            let cause = word_of(shared, cause)?;
            Ok(table.move_cards(&handles(&cards)?, Goes::Routed, cause)? as i64)
        })
    }

    /// Cards of a list go together into the zone with this key, each into that of its owner. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `[Card].move_to(zone) -> number`
    #[rhai_fn(return_raw)]
    pub fn move_to(context: NativeCallContext<'_>, cards: &mut Array, zone: &str) -> Outcome<i64> {
        let cards = cards.clone();
        act(&context, |table, shared| {
            let mut moved = 0;
            for card in handles(&cards)? {
                let owner = table.state().entity(card.id).owner;
                let to = zone_of(table, shared, zone, owner)?.0;
                moved += table.move_cards(&[card], Goes::Into(to, Position::Top), words::MOVED)?;
            }
            Ok(moved as i64)
        })
    }

    /// Cards and pieces of a list go together into the zone with this key on a space. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `[Card].move_to(zone, Space) -> number`
    #[rhai_fn(name = "move_to", return_raw)]
    pub fn move_to_space(context: NativeCallContext<'_>, cards: &mut Array, zone: &str, space: Space) -> Outcome<i64> {
        let cards = cards.clone();
        act(&context, |table, shared| {
            let to = zone_at(table, shared, zone, space.0)?.0;
            Ok(table.move_cards(&handles(&cards)?, Goes::Into(to, Position::Top), words::MOVED)? as i64)
        })
    }

    /// Cards of a list are put on top of the zone in which they lie, the first of them uppermost. Gives how many were.
    /// Changes state.
    ///
    /// Signature: `[Card].put_on_top() -> number`
    #[rhai_fn(return_raw)]
    pub fn put_on_top(context: NativeCallContext<'_>, cards: &mut Array) -> Outcome<i64> {
        let cards = cards.clone();
        act(&context, |table, _| Ok(table.restack(&handles(&cards)?, Position::Top)? as i64))
    }

    /// Cards of a list are put at the bottom of the zone in which they lie, the last of them lowest. Gives how many were.
    /// Changes state.
    ///
    /// Signature: `[Card].put_under() -> number`
    #[rhai_fn(return_raw)]
    pub fn put_under(context: NativeCallContext<'_>, cards: &mut Array) -> Outcome<i64> {
        let cards = cards.clone();
        act(&context, |table, _| Ok(table.restack(&handles(&cards)?, Position::Bottom)? as i64))
    }

    /// Shows the cards of a list to everybody.
    /// Changes state.
    ///
    /// Signature: `[Card].reveal()`
    #[rhai_fn(return_raw)]
    pub fn reveal(context: NativeCallContext<'_>, cards: &mut Array) -> Outcome<()> {
        let cards = cards.clone();
        act(&context, |table, _| {
            let everyone: Seats = table.everyone();
            for card in handles(&cards)? {
                table.show(card.id, everyone);
            }
            Ok(())
        })
    }
}
