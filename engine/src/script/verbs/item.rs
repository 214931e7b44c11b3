//! Items and standing effects.

use super::choose::{choices, chosen_held};
use super::row::verbs;
use crate::model::ids::{EntityId, Handle, Players};
use crate::model::index::Cell;
use crate::model::state::{Status, Values};
use crate::model::trace::Reason;
use crate::model::value::Value;
use crate::model::words;
use crate::play::item::Beginning;
use crate::play::operations::one;
use crate::play::session::{Fault, Stop};
use crate::script::run::desk::Desk;
use crate::script::run::held::{Held, ListId, TextId};
use crate::script::types::{CardRef, EffectRef, ItemRef, PlayerRef};

verbs! {
    /// The printed name of what is used.
    Reads "Item.name -> card" => |desk, item: ItemRef| { Ok(desk.name_of(item.0.id)) }

    /// The key of the kind of card that is used.
    Reads "Item.kind -> kind" => |desk, item: ItemRef| { Ok(kind_of_definition(desk, item.0.id)) }

    /// The action by which the card is used.
    Reads "Item.action -> action" => |desk, item: ItemRef| {
        let action = desk.state().item(item.0.id).map(|item| item.action);
        let key = action.and_then(|action| desk.program.actions.get(action.index()).copied());
        Ok(key.unwrap_or_else(|| desk.empty_text()))
    }

    /// The card that is used; nothing for a copy.
    Reads "Item.card -> Card" => |desk, item: ItemRef| {
        let card = desk.state().item(item.0.id).map_or(Handle::NONE, |item| item.card);
        Ok(Some(card).filter(|card| *card != Handle::NONE).map(CardRef))
    }

    /// What triggered, for a listener's call that waits: a card or a standing effect; nothing for a use.
    Reads "Item.source -> Card or Effect" => |desk, item: ItemRef| {
        let source = desk.state().item(item.0.id).map_or(Handle::NONE, |item| item.source);
        Ok(desk.held_handle(source))
    }

    /// Whether it is a trigger: a listener's call that waits, not a use.
    Reads "Item.is_trigger -> flag" => |desk, item: ItemRef| {
        Ok(desk.state().item(item.0.id).is_some_and(|item| item.trigger.is_some()))
    }

    /// The signal that a trigger has heard; nothing for a use.
    Reads "Item.signal -> signal" => |desk, item: ItemRef| {
        let trigger = desk.state().item(item.0.id).and_then(|item| item.trigger);
        Ok(trigger.map(|trigger| desk.word_text(trigger.event.signal)))
    }

    /// The name of the alternative of its price that was paid, or nothing.
    Reads "Item.paid -> price" => |desk, item: ItemRef| {
        let item = desk.state().item(item.0.id);
        let paid = item.and_then(|item| item.notes.iter().find(|(word, _)| *word == words::PAID));
        let paid = paid.map_or(Value::Nothing, |(_, value)| *value);
        Ok(desk.held(paid))
    }

    /// The player who uses it.
    Reads "Item.player -> Player" => |desk, item: ItemRef| { Ok(PlayerRef(desk.state().entity(item.0.id).controller)) }

    /// Its first target. For an answer, the item that it answers.
    Reads "Item.target -> Item or Card or Player or Effect or Space or Joint" => |desk, item: ItemRef| {
        let target = desk.state().item(item.0.id).and_then(|item| item.targets.first().copied());
        Ok(desk.held(target.unwrap_or_default()))
    }

    /// All its targets.
    Reads "Item.targets -> [any]" => |desk, item: ItemRef| {
        let targets = targets_of(desk, item.0.id);
        Ok(all(desk, &targets))
    }

    /// The players whom it affects, in the direction of play from the turn player on; exempt players are left out.
    Reads "Item.affected -> [Player]" => |desk, item: ItemRef| {
        let id = item.0.id;
        note_affected(desk, id);
        let state = desk.state();
        let affected = state.item(id).map_or(Players::NONE, |item| state.affected(desk.rules(), item));
        let around = state.around(state.entity(id).controller);
        Ok(desk.list(around.into_iter().filter(|seat| affected.has(*seat)).map(Held::Player)))
    }

    /// Whether it was stopped: negated, fizzled or faulted.
    Reads "Item.stopped -> flag" => |desk, item: ItemRef| {
        Ok(desk.look().status(item.0).is_none_or(Status::stopped))
    }

    /// Whether it is a copy.
    Reads "Item.is_copy -> flag" => |desk, item: ItemRef| {
        Ok(desk.state().item(item.0.id).is_some_and(|item| item.copy))
    }

    /// Whether it answers another item.
    Reads "Item.is_answer -> flag" => |desk, item: ItemRef| {
        Ok(desk.state().item(item.0.id).is_some_and(|item| item.answers != Handle::NONE))
    }

    /// Stops it for everybody. Returns whether there was anything to stop.
    Changes "Item.negate() -> flag" => |desk, item: ItemRef| { desk.table().negate(item.0) }

    /// Exempts a player: what it would do to the player or to their cards becomes an `x` line.
    Changes "Item.exempt(Player)" => |desk, item: ItemRef, player: PlayerRef| { desk.table().exempt(item.0, player.0) }

    /// Gives it this as its only target.
    Changes "Item.retarget(any)" => |desk, item: ItemRef, target: Held| {
        let Some(value) = desk.value_of(target) else {
            return Err(Fault::stop("an item is aimed at a card, an item, a player or a word"));
        };
        desk.table().retarget(item.0, one(value))
    }

    /// A player makes a copy of it, with targets of its own, once it is done.
    Changes "Item.copy_for(Player)" => |desk, item: ItemRef, player: PlayerRef| {
        desk.table().copy_later(item.0, player.0)
    }

    /// A player puts a copy of it on the stack at once, with the same targets and choices. Returns the copy.
    Changes "Item.copy_onto_stack(Player) -> Item" => |desk, item: ItemRef, player: PlayerRef| {
        desk.table().copy_now(item.0, player.0).map(ItemRef)
    }

    /// A named effect of its card or of the rules begins, about its targets. Returns the effect.
    Changes "Item.begin(effect) -> Effect" => |desk, item: ItemRef, effect: TextId| {
        let targets = targets_of(desk, item.0.id);
        begin_named(desk, item.0, effect, targets)
    }

    /// A named effect of its card or of the rules begins, about these cards or players. Returns the effect.
    Changes "Item.begin(effect, any) -> Effect" => |desk, item: ItemRef, effect: TextId, about: Held| {
        let targets = values(desk, about)?;
        begin_named(desk, item.0, effect, targets)
    }

    /// Its player chooses a target while announcing it; in the trace, the phrase precedes the target ("on"). Without
    /// options, the use is impossible and is undone.
    Asks "Item.aim(text, [T]) -> T" => |desk, item: ItemRef, phrase: TextId, options: ListId| {
        let chosen = aim(desk, item.0, phrase, options)?;
        let value = desk.value_of(chosen).unwrap_or(Value::Nothing);
        desk.table().add_target(item.0, value);
        Ok(chosen)
    }

    /// Its player makes a choice while announcing it that is not a target; in the trace, the phrase precedes the
    /// choice (", cast by").
    Asks "Item.pick(text, [T]) -> T" => |desk, item: ItemRef, phrase: TextId, options: ListId| {
        aim(desk, item.0, phrase, options)
    }

    /// These cards cannot be chosen while it is announced: `aim` and `pick` leave them out. What rules them out is
    /// the reason that players see: a card, an effect or a text.
    Changes "Item.rule_out([Card], Card or Effect or text)" => |desk, item: ItemRef, cards: ListId, why: Held| {
        let reason = match (why.handle(), why) {
            (Some(by), _) => Reason::Forbidden(desk.look().named(by.id)),
            (None, Held::Text(text)) => Reason::Word(desk.word(text)?),
            _ => return Err(Fault::stop("what rules cards out is a card, an effect or a text")),
        };
        let cards: Vec<Handle> = desk.items(cards).iter().filter_map(|held| held.handle()).collect();
        desk.table().rule_out(item.0, &cards, reason);
        Ok(())
    }

    /// Stores a note under a name.
    Changes "Item.set(note, any)" => |desk, item: ItemRef, name: TextId, value: Held| { note(desk, item.0, name, value) }

    /// The note under a name, or nothing.
    Reads "Item.get(note) -> any" => |desk, item: ItemRef, name: TextId| {
        let name = desk.word(name)?;
        let item = desk.state().item(item.0.id);
        let noted = item.and_then(|item| item.notes.iter().find(|(word, _)| *word == name));
        let noted = noted.map_or(Value::Nothing, |(_, value)| *value);
        Ok(desk.held(noted))
    }

    /// The printed name of what the effect comes from.
    Reads "Effect.name -> card" => |desk, effect: EffectRef| { Ok(desk.name_of(effect.0.id)) }

    /// The key of the kind of what the effect comes from.
    Reads "Effect.kind -> kind" => |desk, effect: EffectRef| { Ok(kind_of_definition(desk, effect.0.id)) }

    /// The player whose effect it is.
    Reads "Effect.player -> Player" => |desk, effect: EffectRef| {
        Ok(PlayerRef(desk.state().entity(effect.0.id).controller))
    }

    /// The card that lies on the table for it, or nothing.
    Reads "Effect.card -> Card" => |desk, effect: EffectRef| {
        let card = desk.state().effect(effect.0.id).map_or(Handle::NONE, |effect| effect.card);
        Ok(desk.held_handle(card))
    }

    /// What it is about: the first target of the item that it comes from.
    Reads "Effect.target -> Item or Card or Player or Space or Joint" => |desk, effect: EffectRef| {
        let target = desk.state().effect(effect.0.id).and_then(|effect| effect.targets.first().copied());
        Ok(desk.held(target.unwrap_or_default()))
    }

    /// Everything that it is about.
    Reads "Effect.targets -> [any]" => |desk, effect: EffectRef| {
        let targets = desk.state().effect(effect.0.id).map(|effect| effect.targets.clone()).unwrap_or_default();
        Ok(all(desk, &targets))
    }

    /// Whether a player is exempt from it.
    Reads "Effect.is_exempt(Player) -> flag" => |desk, effect: EffectRef, player: PlayerRef| {
        Ok(desk.state().effect(effect.0.id).is_some_and(|effect| effect.exempt.has(player.0)))
    }

    /// Exempts a player from it from now on.
    Changes "Effect.exempt(Player)" => |desk, effect: EffectRef, player: PlayerRef| {
        desk.table().exempt(effect.0, player.0)
    }

    /// Ends it.
    Changes "Effect.end()" => |desk, effect: EffectRef| { desk.table().end_effect(effect.0.id, words::EXPIRED) }

    /// Stores a note under a name.
    Changes "Effect.set(note, any)" => |desk, effect: EffectRef, name: TextId, value: Held| {
        note(desk, effect.0, name, value)
    }

    /// The note under a name, or nothing.
    Reads "Effect.get(note) -> any" => |desk, effect: EffectRef, name: TextId| {
        let name = desk.word(name)?;
        let effect = desk.state().effect(effect.0.id);
        let noted = effect.and_then(|effect| effect.notes.iter().find(|(word, _)| *word == name));
        let noted = noted.map_or(Value::Nothing, |(_, value)| *value);
        Ok(desk.held(noted))
    }
}

fn kind_of_definition(desk: &mut Desk<'_>, id: EntityId) -> TextId {
    let kind = desk.rules().definitions[desk.state().entity(id).def.index()].kind;
    desk.program.kinds.get(kind.index()).copied().unwrap_or_else(|| desk.empty_text())
}

fn targets_of(desk: &Desk<'_>, id: EntityId) -> Values {
    desk.state().item(id).map(|item| item.targets.clone()).unwrap_or_default()
}

fn all(desk: &mut Desk<'_>, values: &Values) -> Held {
    let held: Vec<Held> = values.iter().map(|value| desk.held(*value)).collect();
    desk.list(held)
}

fn aim(desk: &mut Desk<'_>, item: Handle, phrase: TextId, options: ListId) -> Result<Held, Stop> {
    let choices = choices(desk, options)?;
    let phrase = desk.word(phrase)?;
    let choice = desk.table().aim(item, phrase, choices)?;
    Ok(chosen_held(desk, choice))
}

/// The cards, players and the like in a value or a list of them.
pub(super) fn values(desk: &Desk<'_>, about: Held) -> Result<Values, Stop> {
    let one =
        |held: &Held| desk.value_of(*held).ok_or_else(|| Fault::stop("an effect is about cards, items or players"));
    match about {
        Held::List(list) => desk.items(list).iter().map(one).collect(),
        about => Ok(std::iter::once(one(&about)?).collect()),
    }
}

/// A named effect begins in the name of a card or of an item, for its player.
pub(super) fn begin_named(desk: &mut Desk<'_>, of: Handle, effect: TextId, targets: Values) -> Result<EffectRef, Stop> {
    let entity = desk.state().entity(of.id);
    let (def, player) = (entity.def, entity.controller);
    let effect = desk.text(effect).to_string();
    desk.table().begin_effect(&effect, Beginning { def, player, targets }).map(EffectRef)
}

fn note(desk: &mut Desk<'_>, handle: Handle, name: TextId, value: Held) -> Result<(), Stop> {
    let Some(value) = desk.value_of(value) else {
        return Err(Fault::stop("a number, a flag, a text, a card or a player can be noted"));
    };
    let name = desk.word(name)?;
    desk.table().note_on(handle, name, value);
    Ok(())
}

/// Whom an item affects depends on who controls its targets, and on who is still there.
fn note_affected(desk: &Desk<'_>, id: EntityId) {
    desk.note(Cell::Turn);
    for target in targets_of(desk, id) {
        if let Value::Entity(handle) = target {
            desk.note(Cell::Entity(handle.id));
        }
    }
}
