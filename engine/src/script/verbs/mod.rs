//! Verbs and properties: what scripts can ask of the game and do in it.
//!
//! The doc comment of each is its entry in the reference. One whose comment ends with `Changes state.` may not be
//! used in a predicate, a condition or a filter; one that ends with `Asks.` asks a player or chance besides.

mod board;
mod card;
mod cards;
mod choose;
mod declared;
mod event;
mod game;
mod item;
mod pieces;
mod player;
mod uses;
mod values;

use super::host::{dynamic_of_handle, handle_of};
use super::sandbox::called;
use super::types::{Card, Effect, Event, Game, Item, Joint, Player, Space, Zone};
use crate::model::ids::{EntityId, Handle};
use crate::model::index::Cell;
use crate::model::rules::Rules;
use crate::play::session::{Fault, Inner, Stop};
use rhai::plugin::*;
use rhai::{Array, Dynamic, Engine};

/// Registers types, verbs and the properties that the rules declare.
pub fn register(engine: &mut Engine, rules: &Rules) {
    register_types(engine);
    engine.register_global_module(exported_module!(game::verbs).into());
    engine.register_global_module(exported_module!(player::verbs).into());
    engine.register_global_module(exported_module!(uses::verbs).into());
    engine.register_global_module(exported_module!(cards::verbs).into());
    engine.register_global_module(exported_module!(choose::verbs).into());
    engine.register_global_module(exported_module!(card::verbs).into());
    engine.register_global_module(exported_module!(item::verbs).into());
    engine.register_global_module(exported_module!(item::effects).into());
    engine.register_global_module(exported_module!(event::verbs).into());
    engine.register_global_module(exported_module!(board::verbs).into());
    engine.register_global_module(exported_module!(pieces::verbs).into());
    engine.register_global_module(exported_module!(values::verbs).into());
    declared::register(engine, rules);
}

fn register_types(engine: &mut Engine) {
    engine
        .register_type_with_name::<Card>("Card")
        .register_type_with_name::<Player>("Player")
        .register_type_with_name::<Item>("Item")
        .register_type_with_name::<Effect>("Effect")
        .register_type_with_name::<Event>("Event")
        .register_type_with_name::<Zone>("Zone")
        .register_type_with_name::<Space>("Space")
        .register_type_with_name::<Joint>("Joint")
        .register_type_with_name::<Game>("Game")
        .register_fn("==", |one: Space, other: Space| one == other)
        .register_fn("!=", |one: Space, other: Space| one != other)
        .register_fn("==", |one: Joint, other: Joint| one == other)
        .register_fn("!=", |one: Joint, other: Joint| one != other)
        .register_fn("==", |one: Card, other: Card| one == other)
        .register_fn("!=", |one: Card, other: Card| one != other)
        .register_fn("==", |one: Player, other: Player| one == other)
        .register_fn("!=", |one: Player, other: Player| one != other)
        .register_fn("==", |one: Item, other: Item| one == other)
        .register_fn("!=", |one: Item, other: Item| one != other)
        .register_fn("==", |one: Effect, other: Effect| one == other)
        .register_fn("!=", |one: Effect, other: Effect| one != other)
        .register_fn("==", |one: Zone, other: Zone| one == other)
        .register_fn("!=", |one: Zone, other: Zone| one != other);
}

/// Cards of a list.
fn handles(list: &Array) -> Result<Vec<Handle>, Stop> {
    list.iter()
        .map(|value| handle_of(value).ok_or_else(|| Fault::stop(format!("{} is no card", called(value.type_name())))))
        .collect()
}

/// A list of cards, items or effects.
fn list(table: &Inner, handles: impl IntoIterator<Item = Handle>) -> Array {
    handles.into_iter().map(|handle| dynamic_of_handle(table, handle)).collect()
}

/// The cards of a zone, from the bottom to the top.
fn cards_in(table: &Inner, zone: crate::model::ids::ZoneId) -> Array {
    table.note_read(Cell::Zone(zone));
    let ids: &[EntityId] = &table.state().zone(zone).cards;
    ids.iter().map(|id| Dynamic::from(Card(table.state().handle(*id)))).collect()
}
