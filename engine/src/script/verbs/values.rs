//! Values that explain themselves, and the marks of tracks.

use crate::model::ids::{EntityId, ValueId};
use crate::model::state::State;
use crate::model::trace::{Thing, Things};
use crate::play::session::{Fault, Stop, Table};
use crate::script::host::{Shared, act, value_of, with};
use crate::script::sandbox::called;
use crate::script::types::{Card, Game, Joint, Player, Space};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// A part of the value that is being computed, and what it is for: cards, spaces, words, numbers. Gives the
    /// amount. Whoever has the value explained is told of each part.
    ///
    /// Signature: `part(number, [any]) -> number`
    #[rhai_fn(return_raw)]
    pub fn part(context: NativeCallContext<'_>, amount: i64, why: Array) -> Outcome<i64> {
        with(&context, |table, shared| {
            if table.explains() {
                let why = why.iter().map(|thing| named(table, shared, thing)).collect::<Result<Things, Stop>>()?;
                table.add_part(amount, why);
            }
            Ok(amount)
        })
    }

    /// Computes a value of the card, and tells everybody how it comes about. Gives the value.
    /// Changes state.
    ///
    /// Signature: `Card.tell(value) -> number`
    #[rhai_fn(name = "tell", return_raw)]
    pub fn tell_of_card(context: NativeCallContext<'_>, card: &mut Card, value: &str) -> Outcome<i64> {
        let id = card.0.id;
        act(&context, |table, shared| told(table, shared, id, value))
    }

    /// Computes a value of the player, and tells everybody how it comes about. Gives the value.
    /// Changes state.
    ///
    /// Signature: `Player.tell(value) -> number`
    #[rhai_fn(name = "tell", return_raw)]
    pub fn tell_of_player(context: NativeCallContext<'_>, player: &mut Player, value: &str) -> Outcome<i64> {
        let id = State::player_entity(player.0);
        act(&context, |table, shared| told(table, shared, id, value))
    }

    /// Computes a value of the space, and tells everybody how it comes about. Gives the value.
    /// Changes state.
    ///
    /// Signature: `Space.tell(value) -> number`
    #[rhai_fn(name = "tell", return_raw)]
    pub fn tell_of_space(context: NativeCallContext<'_>, space: &mut Space, value: &str) -> Outcome<i64> {
        let id = space.0;
        act(&context, |table, shared| told(table, shared, id, value))
    }

    /// Computes a value of the joint, and tells everybody how it comes about. Gives the value.
    /// Changes state.
    ///
    /// Signature: `Joint.tell(value) -> number`
    #[rhai_fn(name = "tell", return_raw)]
    pub fn tell_of_joint(context: NativeCallContext<'_>, joint: &mut Joint, value: &str) -> Outcome<i64> {
        let id = joint.0;
        act(&context, |table, shared| told(table, shared, id, value))
    }

    /// Computes a value of the game, and tells everybody how it comes about. Gives the value.
    /// Changes state.
    ///
    /// Signature: `Game.tell(value) -> number`
    #[rhai_fn(name = "tell", return_raw)]
    pub fn tell_of_game(context: NativeCallContext<'_>, _game: &mut Game, value: &str) -> Outcome<i64> {
        act(&context, |table, shared| told(table, shared, EntityId::GAME, value))
    }

    /// The numbers at which the marks of a track stand, the lowest first.
    ///
    /// Signature: `Game.marks(attribute) -> [number]`
    #[rhai_fn(pure, return_raw)]
    pub fn marks(context: NativeCallContext<'_>, _game: &mut Game, attribute: &str) -> Outcome<Array> {
        with(&context, |_, shared| match shared.rules.attributes.get(attribute) {
            Some(attribute) => Ok(attribute.marks.iter().map(|(_, at)| Dynamic::from(*at)).collect()),
            None => Err(Fault::stop(format!("there is no attribute `{attribute}`"))),
        })
    }
}

fn told(table: &mut Table, shared: &Shared, id: EntityId, value: &str) -> Result<i64, Stop> {
    match shared.rules.values.get_index_of(value) {
        Some(value) => table.tell_value(ValueId::from(value), id),
        None => Err(Fault::stop(format!("there is no value `{value}`"))),
    }
}

/// What a part is for, as the trace names it.
fn named(table: &Table, shared: &Shared, thing: &Dynamic) -> Result<Thing, Stop> {
    use crate::model::value::Value;
    match value_of(shared, thing) {
        Some(Value::Number(number)) => Ok(Thing::Number(number)),
        Some(Value::Word(word)) => Ok(Thing::Word(word)),
        Some(Value::Player(player)) => Ok(Thing::Player(player)),
        Some(Value::Entity(handle)) => Ok(Thing::Card(table.named(handle.id))),
        Some(Value::Nothing | Value::Flag(_) | Value::Players(_)) | None => {
            Err(Fault::stop(format!("a part of a value cannot be for {}", called(thing.type_name()))))
        }
    }
}
