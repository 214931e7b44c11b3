//! Cards.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ScriptValue, TextId};
use crate::faults;
use crate::types::{CardRef, EffectRef, PlayerRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{DefId, EntityId, Handle, PlayerId};
use cardwright_kernel::scripts::{Goes, ZonePosition, attachments, is_pile, zone_decl};
use cardwright_kernel::table::Table;
use cardwright_kernel::values::Cell;
use cardwright_kernel::words;

verbs! {
    /// The player who owns the card, or nothing if it is nobody's.
    Reads "Card.owner -> Player" => |ctx, card: CardRef| { Ok(player(ctx.entity(card.0).owner)) }

    /// The player who controls the card, or nothing if nobody does.
    Reads "Card.controller -> Player" => |ctx, card: CardRef| {
        Ok(player(match ctx.look().past(card.0) {
            Some(memory) => memory.was.controller,
            None => ctx.look().reading().controller(card.0.id),
        }))
    }

    /// The key of the zone in which the card lies.
    Reads "Card.zone -> zone" => |ctx, card: CardRef| { Ok(ctx.zone_key(ctx.entity(card.0).zone)) }

    /// Whether the card lies in a zone that counts as in play.
    Reads "Card.in_play -> flag" => |ctx, card: CardRef| {
        let zone = ctx.entity(card.0).zone;
        Ok(zone.is_some() && zone_decl(ctx.look().reading(), zone).in_play)
    }

    /// Whether this is still the card that was meant: it has not changed zone since.
    Reads "Card.here -> flag" => |ctx, card: CardRef| { Ok(ctx.state().fresh(card.0)) }

    /// The card as it is now, wherever it went.
    Reads "Card.now -> Card" => |ctx, card: CardRef| { Ok(ctx.card(card.0.id)) }

    /// The card as it was when it went from where it is meant: its attributes, values, controller, zone, host and attachments. A
    /// card that is still there is itself.
    Reads "Card.was -> Card" => |ctx, card: CardRef| { Ok(CardRef(ctx.look().last_known(card.0))) }

    /// The card to which this one is attached, or nothing.
    Reads "Card.host -> Card" => |ctx, card: CardRef| {
        let host = ctx.entity(card.0).host;
        Ok(if host.is_some() { ctx.held_handle(ctx.state().handle(host)) } else { ScriptValue::Nothing })
    }

    /// The cards attached to this one.
    Reads "Card.attachments -> [Card]" => |ctx, card: CardRef| {
        let attached = match ctx.look().past(card.0) {
            Some(memory) => memory.attached.iter().copied().collect(),
            None => attachments(ctx.look().reading(), card.0.id),
        };
        Ok(ctx.list(attached.into_iter().map(ScriptValue::Card)))
    }

    /// The standing effect for which this card lies on the table, or nothing.
    Reads "Card.effect -> Effect" => |ctx, card: CardRef| {
        ctx.note(Cell::Stack);
        let effect = ctx.state().effects().iter().find(|effect| effect.card == card.0);
        Ok(effect.map_or(ScriptValue::Nothing, |effect| ctx.held_handle(ctx.state().handle(effect.id))))
    }

    /// The number of the card's place in a zone whose cards have places, from 1; 0 elsewhere.
    Reads "Card.place -> number" => |ctx, card: CardRef| { Ok(i64::from(ctx.entity(card.0).place)) }

    /// The card is discarded: it goes where its kind goes for that cause. Returns whether it did.
    Changes "Card.discard() -> flag" => |ctx, card: CardRef| {
        Ok(ctx.table().move_cards(&[card.0], Goes::Routed, words::DISCARDED)? > 0)
    }

    /// The card leaves for a cause: it goes where its kind goes for it. Returns whether it did.
    Changes "Card.leave(cause) -> flag" => |ctx, card: CardRef, cause: TextId| {
        let cause = ctx.word(cause)?;
        Ok(ctx.table().move_cards(&[card.0], Goes::Routed, cause)? > 0)
    }

    /// The card goes into the zone with this key, of its owner or the game's. Returns whether it did.
    Changes "Card.move_to(resting_zone) -> flag" => |ctx, card: CardRef, zone: TextId| {
        put(ctx, card.0, zone, None, ZonePosition::Top)
    }

    /// The card goes into the zone with this key of a player. Returns whether it did.
    Changes "Card.move_to(resting_zone, Player) -> flag" => |ctx, card: CardRef, zone: TextId, player: PlayerRef| {
        put(ctx, card.0, zone, Some(player), ZonePosition::Top)
    }

    /// The card goes to the bottom of the zone with this key, of its owner or the game's. Returns whether it did.
    Changes "Card.put_under(resting_zone) -> flag" was "x.move_under(a)" = "x.put_under(a)" =>
    |ctx, card: CardRef, zone: TextId| {
        put(ctx, card.0, zone, None, ZonePosition::Bottom)
    }

    /// Attaches the card to another; `card.host = ()` detaches it.
    Sets "Card.host(Card or nothing)"
        was "x.attach_to(a)" = "x.host = a"
        was "x.detach()" = "x.host = ()"
    => |ctx, card: CardRef, host: ScriptValue| {
        let host = match host {
            ScriptValue::Nothing => None,
            ScriptValue::Card(host) => Some(host),
            other => return Err(faults::attached_to_other(ctx.called(other)).into()),
        };
        attach(ctx.table(), card.0, host)
    }

    /// Whether the card was created during the game, and ceases to exist when it leaves play.
    Reads "Card.is_token -> flag" => |ctx, card: CardRef| { Ok(ctx.entity(card.0).token) }

    /// The key of the form that the card is turned to, or nothing.
    Reads "Card.form -> form" => |ctx, card: CardRef| {
        let form = ctx.rules().form_of(ctx.state().entity(card.0.id).def);
        Ok(form.map_or(ScriptValue::Nothing, |(_, key)| ScriptValue::Text(ctx.word_text(key))))
    }

    /// Turns the card, which is in play, to one of its forms, by its key, or to its own side with `()`. What has become
    /// something without that form stays as it is.
    Sets "Card.form(form or nothing)" => |ctx, card: CardRef, form: ScriptValue| {
        match guise(ctx, card.0.id, form)? {
            Some(def) => ctx.table().turn_to(card.0, def).map(drop),
            None => Ok(()),
        }
    }

    /// The card, which is in play, becomes a copy of another of its kind, for good, or with `()` itself again. Returns
    /// whether it is something else then.
    Changes "Card.become(Card or nothing) -> flag" => |ctx, card: CardRef, other: ScriptValue| {
        let def = copied(ctx, other)?;
        ctx.table().become_other(card.0, def, Handle::NONE)
    }

    /// The same as long as an effect stands.
    Changes "Card.become(Card, Effect) -> flag" => |ctx, card: CardRef, other: CardRef, effect: EffectRef| {
        let def = ctx.state().entity(other.0.id).def;
        match ctx.state().fresh(effect.0) {
            true => ctx.table().become_other(card.0, Some(def), effect.0),
            false => Ok(false),
        }
    }

    /// The card goes into a zone of a player where cards are in play, and enters in a form of its own, or as a copy of
    /// another. Returns whether it did.
    Changes "Card.enter_as(form or Card, resting_zone, Player) -> flag" =>
    |ctx, card: CardRef, as_what: ScriptValue, zone: TextId, player: PlayerRef| {
        let def = match as_what {
            ScriptValue::Card(other) => ctx.state().entity(other.id).def,
            form => {
                let key = if let ScriptValue::Text(key) = form { ctx.text(key) } else { "" };
                let name = ctx.rules().name_of(ctx.state().entity(card.0.id).def);
                guise(ctx, card.0.id, form)?.ok_or_else(|| faults::form_unknown(name, key))?
            }
        };
        let to = ctx.resting_zone(zone, player.0)?;
        ctx.table().enter_as(card.0, def, to)
    }

    /// Calls a method of the card, a function of its own script that the ruleset declares in `[methods]`: `fn name(card, value)`.
    /// Returns its result; nothing if the card has no such function.
    Calls "Card.perform(method, lasting) -> any" => |ctx, card: CardRef, method: TextId, value: ScriptValue| {
        let rules = ctx.rules();
        let name = ctx.text(method);
        if !rules.methods.contains_key(name) {
            return Err(faults::method_unknown(name).into());
        }
        let def = ctx.state().entity(card.0.id).def;
        let performs = &rules.definitions[def.index()].performs;
        let Some(method) = performs.iter().find(|own| *own.name == *name) else { return Ok(ScriptValue::Nothing) };
        let value = ctx.carried(value, "handed on")?;
        let given = ctx.table().perform(method.id(), card.0, &value)?;
        Ok(ctx.handed(&given))
    }

    /// Shows the card to everybody.
    Changes "Card.reveal()" => |ctx, card: CardRef| {
        let everyone = ctx.table().everyone();
        ctx.table().show(card.0.id, everyone);
        Ok(())
    }

    /// Gives control of the card to a player; it stays where it is.
    Sets "Card.controller(Player)" was "x.give_to(a)" = "x.controller = a" => |ctx, card: CardRef, player: PlayerRef| {
        let table = ctx.table();
        if is_pile(table.reading(), card.0.id) {
            return Err(faults::pile_controlled().into());
        }
        if table.state().fresh(card.0) && table.may_leave(card.0) && table.may_touch(card.0.id)? {
            table.control(card.0.id, player.0);
        }
        Ok(())
    }

    /// Makes the card a player's, or nobody's with `()`. It stays where it is, under the control of whoever it lies before.
    Sets "Card.owner(Player or nothing)" was "x.give_away()" = "x.owner = ()" => |ctx, card: CardRef, owner: ScriptValue| {
        let owner = match owner {
            ScriptValue::Nothing => PlayerId::NOBODY,
            ScriptValue::Player(player) => player,
            other => return Err(faults::owner_other(ctx.called(other)).into()),
        };
        let table = ctx.table();
        if is_pile(table.reading(), card.0.id) {
            return Err(faults::pile_owned().into());
        }
        if table.state().fresh(card.0) && table.may_touch(card.0.id)? {
            table.own(card.0.id, owner);
        }
        Ok(())
    }
}

/// A player as a value of a script; nothing for nobody.
fn player(player: PlayerId) -> Option<PlayerRef> {
    player.is_somebody().then_some(PlayerRef(player))
}

/// A form of a card by its key, if it has that; its own side for nothing.
fn guise(ctx: &CallContext<'_>, card: EntityId, form: ScriptValue) -> Result<Option<DefId>, Stop> {
    let def = ctx.state().entity(card).def;
    match form {
        ScriptValue::Nothing => Ok(Some(ctx.rules().own_side(def))),
        ScriptValue::Text(key) => Ok(ctx.rules().form_named(def, ctx.word(key)?)),
        other => Err(faults::form_other(ctx.called(other)).into()),
    }
}

/// What a card copies: what another is.
fn copied(ctx: &CallContext<'_>, other: ScriptValue) -> Result<Option<DefId>, Stop> {
    match other {
        ScriptValue::Nothing => Ok(None),
        ScriptValue::Card(other) => Ok(Some(ctx.state().entity(other.id).def)),
        other => Err(faults::no_card(ctx.called(other)).into()),
    }
}

fn put(
    ctx: &mut CallContext<'_>,
    card: Handle,
    zone: TextId,
    player: Option<PlayerRef>,
    position: ZonePosition,
) -> Result<bool, Stop> {
    let owner = player.map_or_else(|| ctx.state().home(card.id), |player| player.0);
    let to = ctx.resting_zone(zone, owner)?;
    Ok(ctx.table().move_cards(&[card], Goes::Into(to, position), words::MOVED)? > 0)
}

/// Attaches a card to another, or to nothing.
fn attach(table: &mut Table, card: Handle, host: Option<Handle>) -> Result<(), Stop> {
    let id = host.map_or(EntityId::NONE, |host| host.id);
    if host.is_some_and(|host| [card, host].iter().any(|one| is_pile(table.reading(), one.id))) {
        return Err(faults::pieces_attached().into());
    }
    if host.is_some_and(|host| is_attached_to(table, host.id, card.id)) {
        return Err(faults::attached_to_itself().into());
    }
    // What is detached stays where it lies; what is attached goes with its host.
    let there = match host {
        Some(host) => table.state().fresh(card) && table.state().fresh(host) && table.may_leave(card),
        None => table.state().fresh(card),
    };
    if there && table.may_touch(card.id)? && host.map_or(Ok(true), |host| table.may_touch(host.id))? {
        table.attach(card.id, id);
    }
    Ok(())
}

/// Whether a card is another, or is attached to it, or to what is attached to it, and so on.
fn is_attached_to(table: &Table, card: EntityId, other: EntityId) -> bool {
    let host = |card: &EntityId| Some(table.state().entity(*card).host).filter(|host| host.is_some());
    std::iter::successors(Some(card), host).any(|card| card == other)
}
