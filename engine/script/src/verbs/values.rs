//! Values that explain themselves, and the marks of tracks.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::faults;
use crate::types::GameRef;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::trace::{Thing, Things};
use cardwright_kernel::values::Value;

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

    /// The numbers at which the marks of a track stand, the lowest first.
    Looks "Game.marks(attribute) -> [number]" => |ctx, game: GameRef, attribute: TextId| {
        let attr = ctx.attribute_named(attribute)?;
        Ok(ctx.list(ctx.rules().attributes[attr.index()].marks.iter().map(|(_, at)| ScriptValue::Number(*at))))
    }
}

/// What a part is for, as the trace names it.
fn named(ctx: &CallContext<'_>, thing: ScriptValue) -> Result<Thing, Stop> {
    match ctx.value_of(thing) {
        Some(Value::Number(number)) => Ok(Thing::Number(number)),
        Some(Value::Word(word)) => Ok(Thing::Word(word)),
        Some(Value::Player(player)) => Ok(Thing::Player(player)),
        Some(Value::Entity(handle)) => Ok(Thing::Card(ctx.look().named(handle.id))),
        Some(Value::Nothing | Value::Flag(_) | Value::Players(_) | Value::Choices(_) | Value::Numbers(_)) | None => {
            Err(faults::part_for(ctx.called(thing)).into())
        }
    }
}
