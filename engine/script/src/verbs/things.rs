//! What cards, items, effects, players, spaces, joints and the game have in common.

use super::item::values;
use super::row::verbs;
use crate::call::context::{CallContext, bearer};
use crate::call::script_value::{ScriptType, ScriptValue, TextId};
use crate::faults;
use crate::lower::members::{Getter, PropertyTable, Setter};
use crate::types::{CardRef, EffectRef, GameRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{EntityId, ValueId};
use cardwright_kernel::rules::{Exercised, ValueDecl};
use cardwright_kernel::scripts::Beginning;
use cardwright_kernel::values::Values;

verbs! {
    /// The printed name; of an item or effect, that of the card that it comes from; of a joint without one, the names of its
    /// ends; of a player, the letter of the seat.
    Reads
        "Card or Item or Effect.name -> card",
        "Space.name -> space",
        "Joint or Player.name -> text"
        was "x.letter" = "x.name"
    => |ctx, of: ScriptValue| {
        if let ScriptValue::Player(player) = of {
            let mut letter = [0; 4];
            return Ok(ctx.text_of(player.letter().encode_utf8(&mut letter)));
        }
        Ok(ctx.name_of(ctx.def_of(of)))
    }

    /// The key of its kind; of an item or effect, the kind of the card that it comes from.
    Reads "Card or Item or Effect or Space or Joint.kind -> kind" => |ctx, of: ScriptValue| {
        match of {
            ScriptValue::Item(handle) | ScriptValue::Effect(handle) => Ok(kind_of_definition(ctx, handle.id)),
            of => Ok(ctx.kind_of(bearer(of))),
        }
    }

    /// Whether a value is such a thing: `is_a(target, "card")`. The things are `"card"`, `"effect"`, `"item"`, `"joint"`,
    /// `"player"` and `"space"`.
    Plain "is_a(any, thing) -> flag"
        was "is_card(a)" = "is_a(a, \"card\")"
        was "is_effect(a)" = "is_a(a, \"effect\")"
        was "is_item(a)" = "is_a(a, \"item\")"
        was "is_joint(a)" = "is_a(a, \"joint\")"
        was "is_player(a)" = "is_a(a, \"player\")"
        was "is_space(a)" = "is_a(a, \"space\")"
    => |ctx, value: ScriptValue, thing: TextId| {
        let thing = ctx.text(thing);
        match THINGS.iter().find(|(name, _)| *name == thing) {
            Some((_, kind)) => Ok(value.kind() == *kind),
            None => Err(faults::thing_unknown(thing).into()),
        }
    }

    /// What the attribute or value of this name is: `card.attribute("level")` is `card.level`. The name may be put
    /// together: `player.attribute(`${card.suit}_tricks`)`.
    Looks "Card or Player or Game or Item or Effect or Space or Joint.attribute(attribute) -> any" =>
    |ctx, of: ScriptValue, name: TextId| {
        match known(ctx, name).map(|property| property.readers[of.kind() as usize]) {
            Some(reader @ (Getter::Attribute(..) | Getter::Value(_) | Getter::Words(..))) => ctx.read(reader, of),
            Some(Getter::None | Getter::Row(_) | Getter::Zone(..)) | None => Err(absent(ctx, of, name)),
        }
    }

    /// Sets the attribute of this name: `card.set_attribute("level", 2)` is `card.level = 2`.
    Changes "Card or Player or Game or Item or Effect or Space or Joint.set_attribute(attribute, any)" =>
    |ctx, of: ScriptValue, name: TextId, to: ScriptValue| {
        match known(ctx, name).map(|property| property.writers[of.kind() as usize]) {
            Some(writer @ Setter::Attribute(_)) => ctx.write(writer, of, to),
            Some(Setter::None | Setter::Row(_)) | None => Err(absent(ctx, of, name)),
        }
    }

    /// The printed value of an attribute, whatever has changed since.
    Reads "Card.printed(attribute) -> any" => |ctx, card: CardRef, attribute: TextId| {
        let attr = ctx.attribute_named(attribute)?;
        let def = ctx.state().entity(card.0.id).def;
        ctx.rules().exercise(|| Exercised::Attribute(def, attr));
        Ok(ctx.printed(def, attr))
    }

    /// What is printed for an attribute on the card of this name.
    Plain "Game.printed(card, attribute) -> any" => |ctx, game: GameRef, name: TextId, attribute: TextId| {
        let attr = ctx.attribute_named(attribute)?;
        let def = ctx.definition(name)?;
        Ok(ctx.printed(def, attr))
    }

    /// Computes a value of it and writes that to the trace with its parts. Returns the value.
    Changes "Card or Player or Space or Joint or Game.tell(value) -> number" => |ctx, of: ScriptValue, value: TextId| {
        let numbers = |(at, _, value): (usize, _, &ValueDecl)| value.words.is_none().then_some(at);
        let value = ctx.known(ctx.rules().values.get_full(ctx.text(value)).and_then(numbers), "value", value)?;
        ctx.table().tell_value(ValueId::from(value), bearer(of))
    }

    /// A named effect begins: of the card, of the item's card, or of the rules. It is about the item's targets; for a card or
    /// a player, about nothing else. Returns the effect.
    Changes "Card or Item or Player.begin(effect) -> Effect" => |ctx, of: ScriptValue, effect: TextId| {
        let targets = match of {
            ScriptValue::Item(item) => ctx.state().item(item.id).map(|item| item.targets.clone()).unwrap_or_default(),
            _ => Values::new(),
        };
        begin(ctx, of, effect, targets)
    }

    /// The same about these cards or players.
    Changes "Card or Item or Player.begin(effect, any) -> Effect" =>
    |ctx, of: ScriptValue, effect: TextId, about: ScriptValue| {
        let targets = values(ctx, about)?;
        begin(ctx, of, effect, targets)
    }
}

/// The things of a game, as `is_a` names them.
pub const THINGS: [(&str, ScriptType); 6] = [
    ("card", ScriptType::Card),
    ("effect", ScriptType::Effect),
    ("item", ScriptType::Item),
    ("joint", ScriptType::Joint),
    ("player", ScriptType::Player),
    ("space", ScriptType::Space),
];

/// A named effect begins, in the name of a card or an item for its player, or for a player in the name of what runs.
fn begin(ctx: &mut CallContext<'_>, of: ScriptValue, effect: TextId, targets: Values) -> Result<EffectRef, Stop> {
    let (def, player) = match of {
        ScriptValue::Player(player) => (ctx.look().running_definition(), player),
        of => {
            let entity = ctx.state().entity(bearer(of));
            (entity.def, entity.controller)
        }
    };
    let effect = ctx.text(effect).to_string();
    ctx.table().begin_effect(&effect, Beginning { def, player, targets }).map(EffectRef)
}

fn kind_of_definition(ctx: &CallContext<'_>, id: EntityId) -> TextId {
    let kind = ctx.rules().definitions[ctx.state().entity(id).def.index()].kind;
    ctx.program.kinds.get(kind.index()).copied().unwrap_or(ctx.program.empty_text)
}

/// What is read and set by this name.
fn known<'a>(ctx: &CallContext<'a>, name: TextId) -> Option<&'a PropertyTable> {
    ctx.program.members.named(ctx.text(name))
}

fn absent(ctx: &CallContext<'_>, of: ScriptValue, name: TextId) -> Stop {
    let (of, name) = (ctx.called(of), ctx.text(name));
    match ctx.verb {
        "set_attribute" => faults::attribute_unchanging(of, name).into(),
        _ => faults::attribute_missing(of, name).into(),
    }
}
