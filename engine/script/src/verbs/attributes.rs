//! Attributes by a name that is found while the script runs.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ScriptValue, TextId};
use crate::lower::members::{Getter, PropertyTable, Setter};
use cardwright_kernel::play::call::{Fault, Stop};

verbs! {
    /// What the attribute or value of this name is: `card.attribute("level")` is `card.level`. The name may be put
    /// together: `player.attribute(`${card.suit}_tricks`)`.
    Looks
        "Card.attribute(attribute) -> any",
        "Player.attribute(attribute) -> any",
        "Game.attribute(attribute) -> any",
        "Item.attribute(attribute) -> any",
        "Effect.attribute(attribute) -> any",
        "Space.attribute(attribute) -> any",
        "Joint.attribute(attribute) -> any"
    => |ctx, of: ScriptValue, name: TextId| {
        match known(ctx, name).map(|property| property.readers[of.kind() as usize]) {
            Some(reader @ (Getter::Attribute(..) | Getter::Value(_))) => ctx.read(reader, of),
            Some(Getter::None | Getter::Row(_) | Getter::Zone(..)) | None => Err(absent(ctx, of, name)),
        }
    }

    /// Sets the attribute of this name: `card.set_attribute("level", 2)` is `card.level = 2`.
    Changes
        "Card.set_attribute(attribute, any)",
        "Player.set_attribute(attribute, any)",
        "Game.set_attribute(attribute, any)",
        "Item.set_attribute(attribute, any)",
        "Effect.set_attribute(attribute, any)",
        "Space.set_attribute(attribute, any)",
        "Joint.set_attribute(attribute, any)"
    => |ctx, of: ScriptValue, name: TextId, to: ScriptValue| {
        match known(ctx, name).map(|property| property.writers[of.kind() as usize]) {
            Some(writer @ Setter::Attribute(_)) => ctx.write(writer, of, to),
            Some(Setter::None | Setter::Row(_)) | None => Err(absent(ctx, of, name)),
        }
    }
}

/// What is read and set by this name.
fn known<'a>(ctx: &CallContext<'a>, name: TextId) -> Option<&'a PropertyTable> {
    ctx.program.members.named(ctx.text(name))
}

fn absent(ctx: &CallContext<'_>, of: ScriptValue, name: TextId) -> Stop {
    let (of, verb, name) = (ctx.called(of), ctx.verb, ctx.text(name));
    let does = if verb == "set_attribute" { "that changes" } else { "of this name" };
    Fault::stop(format!("{of} has no attribute {does}: `{name}`"))
}
