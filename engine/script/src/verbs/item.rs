//! Items and standing effects.

use super::choose::{choices, chosen_held, reason};
use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::types::{CardRef, EffectRef, ItemRef, PlayerRef};
use cardwright_kernel::model::carried::Carried;
use cardwright_kernel::model::ids::{EntityId, Handle, Players, Word};
use cardwright_kernel::model::index::Cell;
use cardwright_kernel::model::item::{NotedValues, Status};
use cardwright_kernel::model::value::Value;
use cardwright_kernel::model::value::Values;
use cardwright_kernel::model::words;
use cardwright_kernel::play::call::Stop;
use cardwright_kernel::play::item::Beginning;
use cardwright_kernel::play::operations::one;

verbs! {
    /// The printed name of what is used.
    Reads "Item.name -> card" => |ctx, item: ItemRef| { Ok(ctx.name_of(item.0.id)) }

    /// The key of the kind of card that is used.
    Reads "Item.kind -> kind" => |ctx, item: ItemRef| { Ok(kind_of_definition(ctx, item.0.id)) }

    /// The action by which the card is used.
    Reads "Item.action -> action" => |ctx, item: ItemRef| {
        let action = ctx.state().item(item.0.id).map(|item| item.action);
        let key = action.and_then(|action| ctx.program.actions.get(action.index()).copied());
        Ok(key.unwrap_or(ctx.program.empty_text))
    }

    /// The card that is used; nothing for a copy.
    Reads "Item.card -> Card" => |ctx, item: ItemRef| {
        let card = ctx.state().item(item.0.id).map_or(Handle::NONE, |item| item.card);
        Ok(Some(card).filter(|card| *card != Handle::NONE).map(CardRef))
    }

    /// What triggered, for a listener's call that waits: a card or a standing effect; nothing for a use.
    Reads "Item.source -> Card or Effect" => |ctx, item: ItemRef| {
        let source = ctx.state().item(item.0.id).map_or(Handle::NONE, |item| item.source);
        Ok(ctx.held_handle(source))
    }

    /// Whether it is a trigger: a listener's call that waits, not a use.
    Reads "Item.is_trigger -> flag" => |ctx, item: ItemRef| {
        Ok(ctx.state().item(item.0.id).is_some_and(|item| item.trigger.is_some()))
    }

    /// The signal that a trigger has heard; nothing for a use.
    Reads "Item.signal -> signal" => |ctx, item: ItemRef| {
        let trigger = ctx.state().item(item.0.id).and_then(|item| item.trigger);
        Ok(trigger.map(|trigger| ctx.word_text(trigger.event.signal)))
    }

    /// The name of the alternative of its price that was paid, or nothing.
    Reads "Item.paid -> price" => |ctx, item: ItemRef| {
        let item = ctx.state().item(item.0.id);
        let paid = item.and_then(|item| noted(&item.notes, words::PAID));
        Ok(ctx.handed(&paid.unwrap_or_default()))
    }

    /// The player who uses it.
    Reads "Item.player -> Player" => |ctx, item: ItemRef| { Ok(PlayerRef(ctx.state().entity(item.0.id).controller)) }

    /// Its first target. For an answer, the item that it answers.
    Reads "Item.target -> Item or Card or Player or Effect or Space or Joint" => |ctx, item: ItemRef| {
        let target = ctx.state().item(item.0.id).and_then(|item| item.targets.first().copied());
        Ok(ctx.held(target.unwrap_or_default()))
    }

    /// All its targets.
    Reads "Item.targets -> [any]" => |ctx, item: ItemRef| {
        let targets = targets_of(ctx, item.0.id);
        Ok(all(ctx, &targets))
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

    /// Whether it was stopped: negated, fizzled or faulted.
    Reads "Item.stopped -> flag" => |ctx, item: ItemRef| {
        Ok(ctx.look().status(item.0).is_none_or(Status::stopped))
    }

    /// Whether it was negated.
    Reads "Item.is_negated -> flag" => |ctx, item: ItemRef| {
        Ok(ctx.look().status(item.0) == Some(Status::Negated))
    }

    /// Whether it fizzled: none of its targets was left.
    Reads "Item.is_fizzled -> flag" => |ctx, item: ItemRef| {
        Ok(ctx.look().status(item.0) == Some(Status::Fizzled))
    }

    /// Whether its script failed.
    Reads "Item.is_faulted -> flag" => |ctx, item: ItemRef| {
        Ok(ctx.look().status(item.0) == Some(Status::Faulted))
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

    /// Exempts a player: what it would do to the player or to their cards becomes an `x` line.
    Changes "Item.exempt(Player)" => |ctx, item: ItemRef, player: PlayerRef| { ctx.table().exempt(item.0, player.0) }

    /// Gives it this as its only target.
    Changes "Item.retarget(single)" => |ctx, item: ItemRef, target: ScriptValue| {
        let value = ctx.single(target, "a target")?;
        ctx.table().retarget(item.0, one(value))
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

    /// A named effect of its card or of the rules begins, about its targets. Returns the effect.
    Changes "Item.begin(effect) -> Effect" => |ctx, item: ItemRef, effect: TextId| {
        let targets = targets_of(ctx, item.0.id);
        begin_named(ctx, item.0, effect, targets)
    }

    /// A named effect of its card or of the rules begins, about these cards or players. Returns the effect.
    Changes "Item.begin(effect, any) -> Effect" => |ctx, item: ItemRef, effect: TextId, about: ScriptValue| {
        let targets = values(ctx, about)?;
        begin_named(ctx, item.0, effect, targets)
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
    Asks "Item.pick(text, [T]) -> T" => |ctx, item: ItemRef, phrase: TextId, options: ListId| {
        aim(ctx, item.0, phrase, options)
    }

    /// These cannot be chosen while it is announced: `aim` and `pick` leave them out. What rules them out is the reason
    /// that players see: a card, an effect or a text.
    Changes "Item.rule_out([any], Card or Effect or text)" => |ctx, item: ItemRef, options: ListId, why: ScriptValue| {
        let (options, reason) = (choices(ctx, options)?, reason(ctx, why)?);
        ctx.table().rule_out_of_announcement(item.0, options, reason)
    }

    /// Stores a note under a name: anything, lists and maps too.
    Changes "Item.set(note, lasting)" => |ctx, item: ItemRef, name: TextId, value: ScriptValue| { note(ctx, item.0, name, value) }

    /// The note under a name, or nothing.
    Reads "Item.get(note) -> any" => |ctx, item: ItemRef, name: TextId| {
        let name = ctx.word(name)?;
        let item = ctx.state().item(item.0.id);
        let noted = item.and_then(|item| noted(&item.notes, name));
        Ok(handed_note(ctx, noted))
    }

    /// The printed name of what the effect comes from.
    Reads "Effect.name -> card" => |ctx, effect: EffectRef| { Ok(ctx.name_of(effect.0.id)) }

    /// The key of the kind of what the effect comes from.
    Reads "Effect.kind -> kind" => |ctx, effect: EffectRef| { Ok(kind_of_definition(ctx, effect.0.id)) }

    /// The player whose effect it is.
    Reads "Effect.player -> Player" => |ctx, effect: EffectRef| {
        Ok(PlayerRef(ctx.state().entity(effect.0.id).controller))
    }

    /// The card that lies on the table for it, or nothing.
    Reads "Effect.card -> Card" => |ctx, effect: EffectRef| {
        let card = ctx.state().effect(effect.0.id).map_or(Handle::NONE, |effect| effect.card);
        Ok(ctx.held_handle(card))
    }

    /// What it is about: the first target of the item that it comes from.
    Reads "Effect.target -> Item or Card or Player or Space or Joint" => |ctx, effect: EffectRef| {
        let target = ctx.state().effect(effect.0.id).and_then(|effect| effect.targets.first().copied());
        Ok(ctx.held(target.unwrap_or_default()))
    }

    /// Everything that it is about.
    Reads "Effect.targets -> [any]" => |ctx, effect: EffectRef| {
        let targets = ctx.state().effect(effect.0.id).map(|effect| effect.targets.clone()).unwrap_or_default();
        Ok(all(ctx, &targets))
    }

    /// Whether a player is exempt from it.
    Reads "Effect.is_exempt(Player) -> flag" => |ctx, effect: EffectRef, player: PlayerRef| {
        Ok(ctx.state().effect(effect.0.id).is_some_and(|effect| effect.exempt.has(player.0)))
    }

    /// Exempts a player from it from now on.
    Changes "Effect.exempt(Player)" => |ctx, effect: EffectRef, player: PlayerRef| {
        ctx.table().exempt(effect.0, player.0)
    }

    /// Ends it, unless its card is protected.
    Changes "Effect.end()" => |ctx, effect: EffectRef| {
        let table = ctx.table();
        if table.may_change_effect(effect.0.id)? { table.end_effect(effect.0.id, words::EXPIRED) } else { Ok(()) }
    }

    /// Stores a note under a name: anything, lists and maps too.
    Changes "Effect.set(note, lasting)" => |ctx, effect: EffectRef, name: TextId, value: ScriptValue| {
        note(ctx, effect.0, name, value)
    }

    /// The note under a name, or nothing.
    Reads "Effect.get(note) -> any" => |ctx, effect: EffectRef, name: TextId| {
        let name = ctx.word(name)?;
        let effect = ctx.state().effect(effect.0.id);
        let noted = effect.and_then(|effect| noted(&effect.notes, name));
        Ok(handed_note(ctx, noted))
    }
}

fn kind_of_definition(ctx: &mut CallContext<'_>, id: EntityId) -> TextId {
    let kind = ctx.rules().definitions[ctx.state().entity(id).def.index()].kind;
    ctx.program.kinds.get(kind.index()).copied().unwrap_or(ctx.program.empty_text)
}

fn targets_of(ctx: &CallContext<'_>, id: EntityId) -> Values {
    ctx.state().item(id).map(|item| item.targets.clone()).unwrap_or_default()
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

/// A named effect begins in the name of a card or of an item, for its player.
pub(super) fn begin_named(
    ctx: &mut CallContext<'_>,
    of: Handle,
    effect: TextId,
    targets: Values,
) -> Result<EffectRef, Stop> {
    let entity = ctx.state().entity(of.id);
    let (def, player) = (entity.def, entity.controller);
    let effect = ctx.text(effect).to_string();
    ctx.table().begin_effect(&effect, Beginning { def, player, targets }).map(EffectRef)
}

fn note(ctx: &mut CallContext<'_>, handle: Handle, name: TextId, value: ScriptValue) -> Result<(), Stop> {
    let value = ctx.carried(value, "noted")?;
    let name = ctx.word(name)?;
    ctx.table().note_on(handle, name, value);
    Ok(())
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
