//! Values that explain themselves, and the marks of tracks.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::types::{CardRef, GameRef, JointRef, PlayerRef, SpaceRef};
use cardwright_kernel::model::ids::{EntityId, ValueId};
use cardwright_kernel::model::state::State;
use cardwright_kernel::model::trace::{Thing, Things};
use cardwright_kernel::model::value::Value;
use cardwright_kernel::play::call::{Fault, Stop};

verbs! {
    /// Names a part of the value that is being computed, and what it is for: cards, spaces, words, numbers. Returns
    /// the amount. The explanation of the value lists each part.
    Looks "part(number, [any]) -> number" => |ctx, amount: i64, why: ListId| {
        if ctx.look().explains() {
            let why = ctx.items(why).iter().map(|thing| named(ctx, *thing)).collect::<Result<Things, Stop>>()?;
            ctx.table().add_part(amount, why);
        }
        Ok(amount)
    }

    /// Computes a value of the card and writes it to the trace with its parts. Returns the value.
    Changes "Card.tell(value) -> number" => |ctx, card: CardRef, value: TextId| { told(ctx, card.0.id, value) }

    /// Computes a value of the player and writes it to the trace with its parts. Returns the value.
    Changes "Player.tell(value) -> number" => |ctx, player: PlayerRef, value: TextId| {
        told(ctx, State::player_entity(player.0), value)
    }

    /// Computes a value of the space and writes it to the trace with its parts. Returns the value.
    Changes "Space.tell(value) -> number" => |ctx, space: SpaceRef, value: TextId| { told(ctx, space.0, value) }

    /// Computes a value of the joint and writes it to the trace with its parts. Returns the value.
    Changes "Joint.tell(value) -> number" => |ctx, joint: JointRef, value: TextId| { told(ctx, joint.0, value) }

    /// Computes a value of the game and writes it to the trace with its parts. Returns the value.
    Changes "Game.tell(value) -> number" => |ctx, game: GameRef, value: TextId| { told(ctx, EntityId::GAME, value) }

    /// The numbers at which the marks of a track stand, the lowest first.
    Looks "Game.marks(attribute) -> [number]" => |ctx, game: GameRef, attribute: TextId| {
        let attr = ctx.attribute_named(attribute)?;
        Ok(ctx.list(ctx.rules().attributes[attr.index()].marks.iter().map(|(_, at)| ScriptValue::Number(*at))))
    }
}

fn told(ctx: &mut CallContext<'_>, id: EntityId, value: TextId) -> Result<i64, Stop> {
    let value = ctx.known(ctx.rules().values.get_index_of(ctx.text(value)), "value", value)?;
    ctx.table().tell_value(ValueId::from(value), id)
}

/// What a part is for, as the trace names it.
fn named(ctx: &CallContext<'_>, thing: ScriptValue) -> Result<Thing, Stop> {
    match ctx.value_of(thing) {
        Some(Value::Number(number)) => Ok(Thing::Number(number)),
        Some(Value::Word(word)) => Ok(Thing::Word(word)),
        Some(Value::Player(player)) => Ok(Thing::Player(player)),
        Some(Value::Entity(handle)) => Ok(Thing::Card(ctx.look().named(handle.id))),
        Some(Value::Nothing | Value::Flag(_) | Value::Players(_) | Value::Choices(_) | Value::Numbers(_)) | None => {
            Err(Fault::stop(format!("a part of a value cannot be for {}", ctx.called(thing))))
        }
    }
}
