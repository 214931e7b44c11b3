//! Values that explain themselves, and the marks of tracks.

use super::row::verbs;
use crate::model::ids::{EntityId, ValueId};
use crate::model::state::State;
use crate::model::trace::{Thing, Things};
use crate::model::value::Value;
use crate::play::session::{Fault, Stop};
use crate::script::run::desk::Desk;
use crate::script::run::held::{Held, ListId, TextId};
use crate::script::types::{CardRef, GameRef, JointRef, PlayerRef, SpaceRef};

verbs! {
    /// Names a part of the value that is being computed, and what it is for: cards, spaces, words, numbers. Returns
    /// the amount. The explanation of the value lists each part.
    Looks "part(number, [any]) -> number" => |desk, amount: i64, why: ListId| {
        if desk.look().explains() {
            let why = desk.items(why).iter().map(|thing| named(desk, *thing)).collect::<Result<Things, Stop>>()?;
            desk.table().add_part(amount, why);
        }
        Ok(amount)
    }

    /// Computes a value of the card and writes it to the trace with its parts. Returns the value.
    Changes "Card.tell(value) -> number" => |desk, card: CardRef, value: TextId| { told(desk, card.0.id, value) }

    /// Computes a value of the player and writes it to the trace with its parts. Returns the value.
    Changes "Player.tell(value) -> number" => |desk, player: PlayerRef, value: TextId| {
        told(desk, State::player_entity(player.0), value)
    }

    /// Computes a value of the space and writes it to the trace with its parts. Returns the value.
    Changes "Space.tell(value) -> number" => |desk, space: SpaceRef, value: TextId| { told(desk, space.0, value) }

    /// Computes a value of the joint and writes it to the trace with its parts. Returns the value.
    Changes "Joint.tell(value) -> number" => |desk, joint: JointRef, value: TextId| { told(desk, joint.0, value) }

    /// Computes a value of the game and writes it to the trace with its parts. Returns the value.
    Changes "Game.tell(value) -> number" => |desk, game: GameRef, value: TextId| { told(desk, EntityId::GAME, value) }

    /// The numbers at which the marks of a track stand, the lowest first.
    Looks "Game.marks(attribute) -> [number]" => |desk, game: GameRef, attribute: TextId| {
        match desk.rules().attributes.get(desk.text(attribute)) {
            Some(attribute) => Ok(desk.list(attribute.marks.iter().map(|(_, at)| Held::Number(*at)))),
            None => Err(Fault::stop(format!("there is no attribute `{}`", desk.text(attribute)))),
        }
    }
}

fn told(desk: &mut Desk<'_>, id: EntityId, value: TextId) -> Result<i64, Stop> {
    let value = desk.text(value);
    match desk.rules().values.get_index_of(value) {
        Some(value) => desk.table().tell_value(ValueId::from(value), id),
        None => Err(Fault::stop(format!("there is no value `{value}`"))),
    }
}

/// What a part is for, as the trace names it.
fn named(desk: &Desk<'_>, thing: Held) -> Result<Thing, Stop> {
    match desk.value_of(thing) {
        Some(Value::Number(number)) => Ok(Thing::Number(number)),
        Some(Value::Word(word)) => Ok(Thing::Word(word)),
        Some(Value::Player(player)) => Ok(Thing::Player(player)),
        Some(Value::Entity(handle)) => Ok(Thing::Card(desk.look().named(handle.id))),
        Some(Value::Nothing | Value::Flag(_) | Value::Players(_)) | None => {
            Err(Fault::stop(format!("a part of a value cannot be for {}", desk.called(thing))))
        }
    }
}
