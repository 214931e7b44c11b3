//! Items and standing effects.

use super::choose::{choices, chosen_held};
use super::row::verbs;
use crate::call::context::{CallContext, bearer};
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::types::{EffectRef, ItemRef, PlayerRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{EntityId, Handle, Players, Word};
use cardwright_kernel::scripts::one;
use cardwright_kernel::state::NotedValues;
use cardwright_kernel::values::{Carried, CarriedPart, Cell, Value, Values};
use cardwright_kernel::words;

verbs! {
    /// The action by which the card is used.
    Reads "Item.action -> action" => |ctx, item: ItemRef| {
        let action = ctx.state().item(item.0.id).map(|item| item.action);
        let key = action.and_then(|action| ctx.program.actions.get(action.index()).copied());
        Ok(key.unwrap_or(ctx.program.empty_text))
    }

    /// The card that is used, nothing for a copy; of an effect, the card that lies on the table for it, or nothing.
    Reads "Item or Effect.card -> Card" => |ctx, of: ScriptValue| {
        let (state, id) = (ctx.state(), bearer(of));
        let item = state.item(id).map(|item| item.card);
        let card = item.or_else(|| state.effect(id).map(|effect| effect.card)).unwrap_or(Handle::NONE);
        Ok(ctx.held_handle(card))
    }

    /// What triggered, for a listener's call that waits: a card or a standing effect; nothing for a use.
    Reads "Item.source -> Card or Effect" was "x.is_trigger" = "(x.source != ())" => |ctx, item: ItemRef| {
        let source = ctx.state().item(item.0.id).map_or(Handle::NONE, |item| item.source);
        Ok(ctx.held_handle(source))
    }

    /// The name of the alternative of its price that was paid, or nothing.
    Reads "Item.paid -> price" => |ctx, item: ItemRef| {
        let item = ctx.state().item(item.0.id);
        let paid = item.and_then(|item| noted(&item.notes, words::PAID));
        Ok(ctx.handed(&paid.unwrap_or_default()))
    }

    /// The cards that were given for its price, as they were.
    Reads "Item.given -> [Card]" => |ctx, item: ItemRef| {
        let Some(Carried::Many(parts)) =
            ctx.state().item(item.0.id).and_then(|item| noted(&item.notes, words::GIVEN))
        else {
            return Ok(ctx.list([]));
        };
        let card = |part: &CarriedPart| if let CarriedPart::One(Value::Entity(card)) = part { Some(*card) } else { None };
        let given: Vec<Handle> = parts.0.iter().filter_map(card).map(|card| ctx.look().last_known(card)).collect();
        Ok(ctx.list(given.into_iter().map(ScriptValue::Card)))
    }

    /// The player who uses it, or whose effect it is.
    Reads "Item or Effect.player -> Player" => |ctx, of: ScriptValue| {
        Ok(PlayerRef(ctx.state().entity(bearer(of)).controller))
    }

    /// The first thing that it is about: the first target; for an answer, the item that it answers.
    Reads "Item or Effect.target -> Item or Card or Player or Effect or Space or Joint" => |ctx, of: ScriptValue| {
        let (state, id) = (ctx.state(), bearer(of));
        let targets = state.item(id).map(|item| &item.targets).or_else(|| Some(&state.effect(id)?.targets));
        let target = targets.and_then(|targets| targets.first().copied());
        Ok(ctx.held(target.unwrap_or_default()))
    }

    /// Gives it this as its only target.
    Changes "Item.retarget(single)" => |ctx, item: ItemRef, target: ScriptValue| {
        let value = ctx.single(target, "a target")?;
        ctx.table().retarget(item.0, one(value))
    }

    /// All that it is about.
    Reads "Item or Effect.targets -> [any]" => |ctx, of: ScriptValue| {
        let targets = targets_of(ctx, bearer(of));
        Ok(all(ctx, &targets))
    }

    /// Those of its targets that are declared with this phrase in `[[targets]]`, as they were chosen.
    Reads "Item.aimed(text) -> [any]" => |ctx, item: ItemRef, phrase: TextId| {
        let phrase = ctx.text(phrase);
        let chosen = ctx.look().targets_named(item.0, phrase);
        Ok(all(ctx, &chosen))
    }

    /// The players whom it affects, in the direction of play from the turn player on; exempt players are left out.
    Reads "Item.affected -> [Player]" => |ctx, item: ItemRef| {
        let id = item.0.id;
        note_affected(ctx, id);
        let state = ctx.state();
        let affected = state.item(id).map_or(Players::NONE, |item| state.affected(ctx.rules(), item));
        let around = state.around(state.entity(id).controller);
        Ok(ctx.list(around.into_iter().filter(|seat| affected.has(*seat)).map(ScriptValue::Player)))
    }

    /// What has become of it: `"pending"` while it waits, `"resolving"`, `"resolved"`, `"negated"`, `"fizzled"` if none of
    /// its targets was left, `"faulted"` if its script failed, `"suspended"`; nothing when it is forgotten.
    Reads "Item.status -> status"
        was "x.is_negated" = "(x.status == \"negated\")"
        was "x.is_fizzled" = "(x.status == \"fizzled\")"
        was "x.is_faulted" = "(x.status == \"faulted\")"
        was "x.stopped" = "[(), \"negated\", \"fizzled\", \"faulted\"].contains(x.status)"
    => |ctx, item: ItemRef| {
        let status = ctx.look().status(item.0);
        Ok(status.map(|status| ctx.text_of(status.word())))
    }

    /// Whether it is a copy.
    Reads "Item.is_copy -> flag" => |ctx, item: ItemRef| {
        Ok(ctx.state().item(item.0.id).is_some_and(|item| item.copy))
    }

    /// Whether it answers another item.
    Reads "Item.is_answer -> flag" => |ctx, item: ItemRef| {
        Ok(ctx.state().item(item.0.id).is_some_and(|item| item.answers != Handle::NONE))
    }

    /// Stops it for everybody. Returns whether it is stopped by that: what is over or protected is not.
    Changes "Item.negate() -> flag" => |ctx, item: ItemRef| { ctx.table().negate(item.0) }

    /// Exempts a player from it: what it would do to the player or to their cards becomes an `x` line.
    Changes "Item or Effect.exempt(Player)" => |ctx, of: ScriptValue, player: PlayerRef| {
        let handle = of.handle().unwrap_or(Handle::NONE);
        ctx.table().exempt(handle, player.0)
    }

    /// A player makes a copy of it, with targets of its own, once it is done.
    Changes "Item.copy_for(Player)" => |ctx, item: ItemRef, player: PlayerRef| {
        ctx.table().copy_later(item.0, player.0)
    }

    /// A player puts a copy of it on the stack at once, with the same targets and choices. Returns the copy; nothing if it
    /// is protected.
    Changes "Item.copy_onto_stack(Player) -> Item" => |ctx, item: ItemRef, player: PlayerRef| {
        Ok(ctx.table().copy_now(item.0, player.0)?.map(ItemRef))
    }

    /// Its player chooses a target while announcing it; in the trace, the phrase precedes the target ("on"). Without
    /// options, the use is impossible and is undone.
    Asks "Item.aim(text, [T]) -> T" => |ctx, item: ItemRef, phrase: TextId, options: ListId| {
        let chosen = aim(ctx, item.0, phrase, options)?;
        let value = ctx.single(chosen, "a target; let it be picked")?;
        ctx.table().add_target(item.0, value);
        Ok(chosen)
    }

    /// Its player makes a choice while announcing it that is not a target; in the trace, the phrase precedes the
    /// choice (", cast by").
    Asks "Item.choose(text, [T]) -> T" was "x.pick(a, b)" = "x.choose(a, b)" => |ctx, item: ItemRef, phrase: TextId, options: ListId| {
        aim(ctx, item.0, phrase, options)
    }

    /// Stores a note under a name: anything, lists and maps too.
    Changes "Item or Effect.set(note, lasting)" => |ctx, of: ScriptValue, name: TextId, value: ScriptValue| {
        let value = ctx.carried(value, "noted")?;
        let name = ctx.word(name)?;
        ctx.table().note_on(of.handle().unwrap_or(Handle::NONE), name, value);
        Ok(())
    }

    /// The note under a name, or nothing.
    Reads "Item or Effect.get(note) -> any" => |ctx, of: ScriptValue, name: TextId| {
        let name = ctx.word(name)?;
        let (state, id) = (ctx.state(), bearer(of));
        let notes = state.item(id).map(|item| &item.notes).or_else(|| state.effect(id).map(|effect| &effect.notes));
        let noted = notes.and_then(|notes| noted(notes, name));
        Ok(handed_note(ctx, noted))
    }

    /// Ends it, unless its card is protected.
    Changes "Effect.end()" => |ctx, effect: EffectRef| {
        let table = ctx.table();
        if table.may_change_effect(effect.0.id)? { table.end_effect(effect.0.id, words::EXPIRED) } else { Ok(()) }
    }
}

fn targets_of(ctx: &CallContext<'_>, id: EntityId) -> Values {
    let state = ctx.state();
    let item = state.item(id).map(|item| item.targets.clone());
    item.or_else(|| state.effect(id).map(|effect| effect.targets.clone())).unwrap_or_default()
}

fn all(ctx: &mut CallContext<'_>, values: &Values) -> ScriptValue {
    let held: Vec<ScriptValue> = values.iter().map(|value| ctx.held(*value)).collect();
    ctx.list(held)
}

fn aim(ctx: &mut CallContext<'_>, item: Handle, phrase: TextId, options: ListId) -> Result<ScriptValue, Stop> {
    let choices = choices(ctx, options)?;
    let phrase = ctx.word(phrase)?;
    let choice = ctx.table().aim(item, phrase, choices)?;
    Ok(chosen_held(ctx, choice))
}

/// The cards, players and the like in a value or a list of them.
pub(super) fn values(ctx: &CallContext<'_>, about: ScriptValue) -> Result<Values, Stop> {
    let one = |held: &ScriptValue| ctx.single(*held, "what an effect is about");
    match about {
        ScriptValue::List(list) => ctx.items(list).iter().map(one).collect(),
        about => Ok(std::iter::once(one(&about)?).collect()),
    }
}

/// What was noted, and the work of making it anew.
fn handed_note(ctx: &mut CallContext<'_>, noted: Option<Carried>) -> ScriptValue {
    let noted = noted.unwrap_or_default();
    ctx.owe(noted.cells());
    ctx.handed(&noted)
}

/// What is noted by a name.
fn noted(notes: &NotedValues, name: Word) -> Option<Carried> {
    notes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
}

/// Whom an item affects depends on who controls its targets, and on who is still there.
fn note_affected(ctx: &CallContext<'_>, id: EntityId) {
    ctx.note(Cell::Turn);
    for target in targets_of(ctx, id) {
        if let Value::Entity(handle) = target {
            ctx.note(Cell::Entity(handle.id));
        }
    }
}
