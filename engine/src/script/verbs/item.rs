//! Items and standing effects.

use super::choose::{choices, dynamic};
use crate::model::ids::{Handle, Players};
use crate::model::index::Cell;
use crate::model::state::{Status, Values};
use crate::model::trace::Reason;
use crate::model::value::Value;
use crate::model::words;
use crate::play::item::Beginning;
use crate::play::session::{Fault, Inner, Stop, Table};
use crate::script::host::{Shared, act, dynamic_of, dynamic_of_handle, handle_of, look, text_of, value_of, word_of};
use crate::script::types::{Card, Effect, Item, Player};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// The printed name of what is used.
    ///
    /// Signature: `Item.name -> card`
    #[rhai_fn(get = "name", pure, return_raw)]
    pub fn name(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<ImmutableString> {
        let id = item.0.id;
        look(&context, id, |table, shared| Ok(shared.name_of(table, id)))
    }

    /// The key of the kind of card that is used.
    ///
    /// Signature: `Item.kind -> kind`
    #[rhai_fn(get = "kind", pure, return_raw)]
    pub fn kind(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<ImmutableString> {
        let id = item.0.id;
        look(&context, id, |table, shared| {
            let def = table.state().entity(id).def;
            let kind = shared.rules.definitions[def.index()].kind;
            Ok(shared.rules.kinds.get_index(kind.index()).map_or("", |(key, _)| &**key).into())
        })
    }

    /// The action by which the card is used.
    ///
    /// Signature: `Item.action -> action`
    #[rhai_fn(get = "action", pure, return_raw)]
    pub fn action(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<ImmutableString> {
        let id = item.0.id;
        look(&context, id, |table, shared| {
            let action = table.state().item(id).map(|item| item.action);
            let key = action.and_then(|action| shared.rules.actions.get_index(action.index()));
            Ok(key.map_or("", |(key, _)| &**key).into())
        })
    }

    /// The card that is used; nothing for a copy.
    ///
    /// Signature: `Item.card -> Card`
    #[rhai_fn(get = "card", pure, return_raw)]
    pub fn card(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<Dynamic> {
        let id = item.0.id;
        look(&context, id, |table, _| {
            let card = table.state().item(id).map_or(Handle::NONE, |item| item.card);
            Ok(if card == Handle::NONE { Dynamic::UNIT } else { Dynamic::from(Card(card)) })
        })
    }

    /// What triggered, for a listener's call that waits: a card or a standing effect; nothing for a use.
    ///
    /// Signature: `Item.source -> Card or Effect`
    #[rhai_fn(get = "source", pure, return_raw)]
    pub fn source(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<Dynamic> {
        let id = item.0.id;
        look(&context, id, |table, _| {
            let source = table.state().item(id).map_or(Handle::NONE, |item| item.source);
            Ok(dynamic_of_handle(table, source))
        })
    }

    /// Whether it is a trigger: a listener's call that waits, not a use.
    #[rhai_fn(get = "is_trigger", pure, return_raw)]
    pub fn is_trigger(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<bool> {
        let id = item.0.id;
        look(&context, id, |table, _| Ok(table.state().item(id).is_some_and(|item| item.trigger.is_some())))
    }

    /// The signal that a trigger has heard; nothing for a use.
    ///
    /// Signature: `Item.signal -> signal`
    #[rhai_fn(get = "signal", pure, return_raw)]
    pub fn signal(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<Dynamic> {
        let id = item.0.id;
        look(&context, id, |table, shared| {
            let trigger = table.state().item(id).and_then(|item| item.trigger);
            Ok(trigger.map_or(Dynamic::UNIT, |trigger| text_of(shared, trigger.happening.signal)))
        })
    }

    /// The name of the alternative of its price that was paid, or nothing.
    ///
    /// Signature: `Item.paid -> price`
    #[rhai_fn(get = "paid", pure, return_raw)]
    pub fn paid(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<Dynamic> {
        let id = item.0.id;
        look(&context, id, |table, shared| {
            let item = table.state().item(id);
            let paid = item.and_then(|item| item.notes.iter().find(|(word, _)| *word == words::PAID));
            Ok(paid.map_or(Dynamic::UNIT, |(_, value)| dynamic_of(table, shared, *value)))
        })
    }

    /// Who uses it.
    #[rhai_fn(get = "player", pure, return_raw)]
    pub fn player(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<Player> {
        let id = item.0.id;
        look(&context, id, |table, _| Ok(Player(table.state().entity(id).controller)))
    }

    /// What it is aimed at: the first of its targets. For an answer, the item that it answers.
    ///
    /// Signature: `Item.target -> Item or Card or Player or Effect or Space or Joint`
    #[rhai_fn(get = "target", pure, return_raw)]
    pub fn target(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<Dynamic> {
        let id = item.0.id;
        look(&context, id, |table, shared| Ok(first(table, shared, &targets_of(table, id))))
    }

    /// Everything it is aimed at.
    ///
    /// Signature: `Item.targets -> [any]`
    #[rhai_fn(get = "targets", pure, return_raw)]
    pub fn targets(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<Array> {
        let id = item.0.id;
        look(&context, id, |table, shared| {
            Ok(targets_of(table, id).iter().map(|target| dynamic_of(table, shared, *target)).collect())
        })
    }

    /// The players whom it affects, in the direction of play from the turn player on; exempt players are left out.
    ///
    /// Signature: `Item.affected -> [Player]`
    #[rhai_fn(get = "affected", pure, return_raw)]
    pub fn affected(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<Array> {
        let id = item.0.id;
        look(&context, id, |table, shared| {
            note_affected(table, id);
            let state = table.state();
            let affected = state.item(id).map_or(Players::NONE, |item| state.affected(&shared.rules, item));
            let player = state.entity(id).controller;
            let around = state.around(player).into_iter().filter(|seat| affected.has(*seat));
            Ok(around.map(|seat| Dynamic::from(Player(seat))).collect())
        })
    }

    /// Whether it was stopped: negated, fizzled or faulted.
    #[rhai_fn(get = "stopped", pure, return_raw)]
    pub fn stopped(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<bool> {
        let handle = item.0;
        look(&context, handle.id, |table, _| Ok(table.status(handle).is_none_or(Status::stopped)))
    }

    /// Whether it is a copy.
    #[rhai_fn(get = "is_copy", pure, return_raw)]
    pub fn is_copy(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<bool> {
        let id = item.0.id;
        look(&context, id, |table, _| Ok(table.state().item(id).is_some_and(|item| item.copy)))
    }

    /// Whether it answers another item.
    #[rhai_fn(get = "is_answer", pure, return_raw)]
    pub fn is_answer(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<bool> {
        let id = item.0.id;
        look(&context, id, |table, _| Ok(table.state().item(id).is_some_and(|item| item.answers != Handle::NONE)))
    }

    /// Stops it for everybody. Gives whether there was anything to stop.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn negate(context: NativeCallContext<'_>, item: &mut Item) -> Outcome<bool> {
        let handle = item.0;
        act(&context, |table, _| table.negate(handle))
    }

    /// Exempts a player: what it does to him or to what he controls becomes an `x` line.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn exempt(context: NativeCallContext<'_>, item: &mut Item, player: Player) -> Outcome<()> {
        let handle = item.0;
        act(&context, |table, _| table.exempt(handle, player.0))
    }

    /// Aims it anew, at this alone.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn retarget(context: NativeCallContext<'_>, item: &mut Item, target: Dynamic) -> Outcome<()> {
        let handle = item.0;
        act(&context, |table, shared| {
            let Some(value) = value_of(shared, &target) else {
                return Err(Fault::stop("an item is aimed at a card, an item, a player or a word"));
            };
            table.retarget(handle, crate::play::deed::one(value))
        })
    }

    /// A player makes a copy of it, with targets of its own, once it is done.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn copy_for(context: NativeCallContext<'_>, item: &mut Item, player: Player) -> Outcome<()> {
        let handle = item.0;
        act(&context, |table, _| table.copy_later(handle, player.0))
    }

    /// A player puts a copy of it on the stack at once: aimed at the same, with the same choices. Gives the copy.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn copy_onto_stack(context: NativeCallContext<'_>, item: &mut Item, player: Player) -> Outcome<Item> {
        let handle = item.0;
        act(&context, |table, _| Ok(Item(table.copy_now(handle, player.0)?)))
    }

    /// A named effect of its card or of the rules begins, about what it is aimed at. Gives the effect.
    /// Changes state.
    ///
    /// Signature: `Item.begin(effect) -> Effect`
    #[rhai_fn(return_raw)]
    pub fn begin(context: NativeCallContext<'_>, item: &mut Item, effect: &str) -> Outcome<Effect> {
        let handle = item.0;
        act(&context, |table, _| begin_named(table, handle, effect, targets_of(table, handle.id)))
    }

    /// A named effect of its card or of the rules begins, about these cards or players. Gives the effect.
    /// Changes state.
    ///
    /// Signature: `Item.begin(effect, any) -> Effect`
    #[rhai_fn(name = "begin", return_raw)]
    pub fn begin_about(
        context: NativeCallContext<'_>,
        item: &mut Item,
        effect: &str,
        about: Dynamic,
    ) -> Outcome<Effect> {
        let handle = item.0;
        act(&context, |table, shared| {
            let targets = values(shared, &about)?;
            begin_named(table, handle, effect, targets)
        })
    }

    /// Its player chooses a target while announcing it; the phrase stands before the target in the trace ("on").
    /// Without an option the use is impossible, and is undone.
    /// Changes state. Asks.
    ///
    /// Signature: `Item.aim(text, [T]) -> T`
    #[rhai_fn(return_raw)]
    pub fn aim(context: NativeCallContext<'_>, item: &mut Item, phrase: &str, options: Array) -> Outcome<Dynamic> {
        let handle = item.0;
        act(&context, |table, shared| {
            let choices = choices(table, shared, &options)?;
            let choice = table.aim(handle, word_of(shared, phrase)?, choices)?;
            let chosen = dynamic(table, shared, choice);
            table.add_target(handle, value_of(shared, &chosen).unwrap_or(Value::Nothing));
            Ok(chosen)
        })
    }

    /// Its player chooses something else while announcing it, which is no target; the phrase stands before it in
    /// the trace (", cast by").
    /// Changes state. Asks.
    ///
    /// Signature: `Item.pick(text, [T]) -> T`
    #[rhai_fn(return_raw)]
    pub fn pick(context: NativeCallContext<'_>, item: &mut Item, phrase: &str, options: Array) -> Outcome<Dynamic> {
        let handle = item.0;
        act(&context, |table, shared| {
            let choices = choices(table, shared, &options)?;
            let choice = table.aim(handle, word_of(shared, phrase)?, choices)?;
            Ok(dynamic(table, shared, choice))
        })
    }

    /// These cards cannot be chosen while it is announced: `aim` and `pick` leave them out. Whoever asks why is told
    /// what rules them out: a card or an effect, or a text.
    /// Changes state.
    ///
    /// Signature: `Item.rule_out([Card], Card or Effect or text)`
    #[rhai_fn(return_raw)]
    pub fn rule_out(context: NativeCallContext<'_>, item: &mut Item, cards: Array, why: Dynamic) -> Outcome<()> {
        let handle = item.0;
        act(&context, |table, shared| {
            let reason = match (handle_of(&why), why.into_immutable_string()) {
                (Some(by), _) => Reason::Forbidden(table.named(by.id)),
                (None, Ok(text)) => Reason::Word(word_of(shared, &text)?),
                (None, Err(_)) => return Err(Fault::stop("what rules cards out is a card, an effect or a text")),
            };
            let cards: Vec<Handle> = cards.iter().filter_map(handle_of).collect();
            {
                table.rule_out(handle, &cards, reason);
                Ok(())
            }
        })
    }

    /// Notes something about it under a name.
    /// Changes state.
    ///
    /// Signature: `Item.set(note, any)`
    #[rhai_fn(return_raw)]
    pub fn set(context: NativeCallContext<'_>, item: &mut Item, name: &str, value: Dynamic) -> Outcome<()> {
        let handle = item.0;
        act(&context, |table, shared| note(table, shared, handle, name, &value))
    }

    /// What was noted about it under a name, or nothing.
    ///
    /// Signature: `Item.get(note) -> any`
    #[rhai_fn(pure, return_raw)]
    pub fn get(context: NativeCallContext<'_>, item: &mut Item, name: &str) -> Outcome<Dynamic> {
        let id = item.0.id;
        look(&context, id, |table, shared| {
            let name = word_of(shared, name)?;
            let item = table.state().item(id);
            let noted = item.and_then(|item| item.notes.iter().find(|(word, _)| *word == name));
            Ok(noted.map_or(Dynamic::UNIT, |(_, value)| dynamic_of(table, shared, *value)))
        })
    }
}

#[export_module]
pub mod effects {
    /// The printed name of what the effect comes from.
    ///
    /// Signature: `Effect.name -> card`
    #[rhai_fn(get = "name", pure, return_raw)]
    pub fn name(context: NativeCallContext<'_>, effect: &mut Effect) -> Outcome<ImmutableString> {
        let id = effect.0.id;
        look(&context, id, |table, shared| Ok(shared.name_of(table, id)))
    }

    /// The key of the kind of what the effect comes from.
    ///
    /// Signature: `Effect.kind -> kind`
    #[rhai_fn(get = "kind", pure, return_raw)]
    pub fn kind(context: NativeCallContext<'_>, effect: &mut Effect) -> Outcome<ImmutableString> {
        let id = effect.0.id;
        look(&context, id, |table, shared| {
            let def = table.state().entity(id).def;
            let kind = shared.rules.definitions[def.index()].kind;
            Ok(shared.rules.kinds.get_index(kind.index()).map_or("", |(key, _)| &**key).into())
        })
    }

    /// Whose effect it is.
    #[rhai_fn(get = "player", pure, return_raw)]
    pub fn player(context: NativeCallContext<'_>, effect: &mut Effect) -> Outcome<Player> {
        let id = effect.0.id;
        look(&context, id, |table, _| Ok(Player(table.state().entity(id).controller)))
    }

    /// The card that lies on the table for it, or nothing.
    ///
    /// Signature: `Effect.card -> Card`
    #[rhai_fn(get = "card", pure, return_raw)]
    pub fn card(context: NativeCallContext<'_>, effect: &mut Effect) -> Outcome<Dynamic> {
        let id = effect.0.id;
        look(&context, id, |table, _| {
            let card = table.state().effect(id).map_or(Handle::NONE, |effect| effect.card);
            Ok(dynamic_of_handle(table, card))
        })
    }

    /// What it is about: the first target of the item that it comes from.
    ///
    /// Signature: `Effect.target -> Item or Card or Player or Space or Joint`
    #[rhai_fn(get = "target", pure, return_raw)]
    pub fn target(context: NativeCallContext<'_>, effect: &mut Effect) -> Outcome<Dynamic> {
        let id = effect.0.id;
        look(&context, id, |table, shared| {
            let targets = table.state().effect(id).map(|effect| effect.targets.clone()).unwrap_or_default();
            Ok(first(table, shared, &targets))
        })
    }

    /// Everything it is about.
    ///
    /// Signature: `Effect.targets -> [any]`
    #[rhai_fn(get = "targets", pure, return_raw)]
    pub fn targets(context: NativeCallContext<'_>, effect: &mut Effect) -> Outcome<Array> {
        let id = effect.0.id;
        look(&context, id, |table, shared| {
            let targets = table.state().effect(id).map(|effect| effect.targets.clone()).unwrap_or_default();
            Ok(targets.iter().map(|target| dynamic_of(table, shared, *target)).collect())
        })
    }

    /// Whether a player is exempt from it.
    #[rhai_fn(pure, return_raw)]
    pub fn is_exempt(context: NativeCallContext<'_>, effect: &mut Effect, player: Player) -> Outcome<bool> {
        let id = effect.0.id;
        look(&context, id, |table, _| Ok(table.state().effect(id).is_some_and(|effect| effect.exempt.has(player.0))))
    }

    /// Exempts a player from it from now on.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn exempt(context: NativeCallContext<'_>, effect: &mut Effect, player: Player) -> Outcome<()> {
        let handle = effect.0;
        act(&context, |table, _| table.exempt(handle, player.0))
    }

    /// Ends it.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn end(context: NativeCallContext<'_>, effect: &mut Effect) -> Outcome<()> {
        let id = effect.0.id;
        act(&context, |table, _| table.end_effect(id, words::EXPIRED))
    }

    /// Notes something about it under a name.
    /// Changes state.
    ///
    /// Signature: `Effect.set(note, any)`
    #[rhai_fn(return_raw)]
    pub fn set(context: NativeCallContext<'_>, effect: &mut Effect, name: &str, value: Dynamic) -> Outcome<()> {
        let handle = effect.0;
        act(&context, |table, shared| note(table, shared, handle, name, &value))
    }

    /// What was noted about it under a name, or nothing.
    ///
    /// Signature: `Effect.get(note) -> any`
    #[rhai_fn(pure, return_raw)]
    pub fn get(context: NativeCallContext<'_>, effect: &mut Effect, name: &str) -> Outcome<Dynamic> {
        let id = effect.0.id;
        look(&context, id, |table, shared| {
            let name = word_of(shared, name)?;
            let effect = table.state().effect(id);
            let noted = effect.and_then(|effect| effect.notes.iter().find(|(word, _)| *word == name));
            Ok(noted.map_or(Dynamic::UNIT, |(_, value)| dynamic_of(table, shared, *value)))
        })
    }
}

fn targets_of(table: &Inner, id: crate::model::ids::EntityId) -> Values {
    table.state().item(id).map(|item| item.targets.clone()).unwrap_or_default()
}

/// The cards, players and the like in a value or a list of them.
pub(super) fn values(shared: &Shared, about: &Dynamic) -> Result<Values, Stop> {
    let one = |value: &Dynamic| {
        value_of(shared, value).ok_or_else(|| Fault::stop("an effect is about cards, items or players"))
    };
    match about.read_lock::<Array>() {
        Some(list) => list.iter().map(one).collect(),
        None => Ok(std::iter::once(one(about)?).collect()),
    }
}

/// A named effect begins in the name of a card or of an item, for its player.
pub(super) fn begin_named(table: &mut Table, of: Handle, effect: &str, targets: Values) -> Result<Effect, Stop> {
    let entity = table.state().entity(of.id);
    let (def, player) = (entity.def, entity.controller);
    Ok(Effect(table.begin_effect(effect, Beginning { def, player, targets })?))
}

fn first(table: &Inner, shared: &Shared, targets: &Values) -> Dynamic {
    targets.first().map_or(Dynamic::UNIT, |target| dynamic_of(table, shared, *target))
}

fn note(table: &mut Table, shared: &Shared, handle: Handle, name: &str, value: &Dynamic) -> Result<(), Stop> {
    let Some(value) = value_of(shared, value) else {
        return Err(Fault::stop("a number, a flag, a text, a card or a player can be noted"));
    };
    table.note_on(handle, word_of(shared, name)?, value);
    Ok(())
}

/// Whom an item affects depends on who controls its targets, and on who is still there.
fn note_affected(table: &Inner, id: crate::model::ids::EntityId) {
    table.note_read(Cell::Turn);
    for target in targets_of(table, id) {
        if let Value::Entity(handle) = target {
            table.note_read(Cell::Entity(handle.id));
        }
    }
}
