//! Cards.

use super::item::{begin_named, values};
use super::row::verbs;
use crate::call::context::{CallContext, ELEMENTS};
use crate::call::script_value::{ScriptValue, TextId};
use crate::types::{CardRef, PlayerRef};
use cardwright_kernel::model::ids::{EntityId, Handle, PlayerId};
use cardwright_kernel::model::index::Cell;
use cardwright_kernel::model::rules::Exercised;
use cardwright_kernel::model::spent::SMALL;
use cardwright_kernel::model::value::Values;
use cardwright_kernel::model::words;
use cardwright_kernel::play::call::{Fault, Stop};
use cardwright_kernel::play::operations::{Goes, ZonePosition};
use cardwright_kernel::play::queries::{attachments, is_pile, zone_decl};
use cardwright_kernel::play::session::Table;

verbs! {
    /// The printed name.
    Reads "Card.name -> card" => |ctx, card: CardRef| { Ok(ctx.name_of(card.0.id)) }

    /// The key of the card's kind.
    Reads "Card.kind -> kind" => |ctx, card: CardRef| { Ok(ctx.kind_of(card.0.id)) }

    /// The player who owns the card, or nothing if it is nobody's.
    Reads "Card.owner -> Player" => |ctx, card: CardRef| { Ok(player(ctx.state().entity(card.0.id).owner)) }

    /// The player who controls the card, or nothing if nobody does.
    Reads "Card.controller -> Player" => |ctx, card: CardRef| { Ok(player(ctx.state().entity(card.0.id).controller)) }

    /// The key of the zone in which the card lies.
    Reads "Card.zone -> zone" => |ctx, card: CardRef| { Ok(ctx.zone_key(ctx.state().entity(card.0.id).zone)) }

    /// Whether the card lies in a zone that counts as in play.
    Reads "Card.in_play -> flag" => |ctx, card: CardRef| {
        let zone = ctx.state().entity(card.0.id).zone;
        Ok(zone.is_some() && zone_decl(ctx.look().reading(), zone).in_play)
    }

    /// Whether this is still the card that was meant: it has not changed zone since.
    Reads "Card.here -> flag" => |ctx, card: CardRef| { Ok(ctx.state().fresh(card.0)) }

    /// The card as it is now, wherever it went.
    Reads "Card.now -> Card" => |ctx, card: CardRef| { Ok(ctx.card(card.0.id)) }

    /// The other cards of the same name that are in play.
    Reads "Card.twins -> [any]" => |ctx, card: CardRef| {
        let id = card.0.id;
        let def = ctx.state().entity(id).def;
        let mut twins = Vec::new();
        for (zone, _) in ctx.state().zones().filter(|(zone, _)| zone_decl(ctx.look().reading(), *zone).in_play) {
            ctx.note(Cell::Zone(zone));
            let cards = ctx.state().zone(zone).cards.iter();
            let same = cards.filter(|other| **other != id && ctx.state().entity(**other).def == def);
            twins.extend(same.map(|other| ctx.card(*other)));
        }
        Ok(ctx.list(twins))
    }

    /// The card to which this one is attached, or nothing.
    Reads "Card.host -> Card" => |ctx, card: CardRef| {
        let host = ctx.state().entity(card.0.id).host;
        Ok(if host.is_some() { ctx.held_handle(ctx.state().handle(host)) } else { ScriptValue::Nothing })
    }

    /// The cards attached to this one.
    Reads "Card.attachments -> [Card]" => |ctx, card: CardRef| {
        let attached = attachments(ctx.look().reading(), card.0.id);
        Ok(ctx.list(attached.into_iter().map(ScriptValue::Card)))
    }

    /// The standing effect for which this card lies on the table, or nothing.
    Reads "Card.effect -> Effect" => |ctx, card: CardRef| {
        ctx.note(Cell::Stack);
        let effect = ctx.state().effects().iter().find(|effect| effect.card == card.0);
        Ok(effect.map_or(ScriptValue::Nothing, |effect| ctx.held_handle(ctx.state().handle(effect.id))))
    }

    /// The printed value of an attribute, whatever has changed since.
    Reads "Card.printed(attribute) -> any" => |ctx, card: CardRef, attribute: TextId| {
        let attr = ctx.attribute_named(attribute)?;
        let def = ctx.state().entity(card.0.id).def;
        ctx.rules().exercise(|| Exercised::Attribute(def, attr));
        Ok(ctx.printed(def, attr))
    }

    /// The number of the card's place in a zone whose cards have places, from 1; 0 elsewhere.
    Reads "Card.place -> number" => |ctx, card: CardRef| { Ok(i64::from(ctx.state().entity(card.0.id).place)) }

    /// Whether a player has learned that this attribute of the card is this value.
    Reads "Card.learned(Player, attribute, any) -> flag" =>
    |ctx, card: CardRef, player: PlayerRef, attribute: TextId, value: ScriptValue| {
        let attr = ctx.attribute_named(attribute)?;
        let value = ctx.learnable(attr, value)?;
        let seats = ctx.look().state().seats_of(player.0);
        ctx.owe(ctx.state().all_learned().len() / SMALL * ELEMENTS);
        let mut all = ctx.state().learned(card.0.id);
        Ok(all.any(|part| part.is && (part.attr, part.value) == (attr, value) && !part.by.and(seats).is_empty()))
    }

    /// Whether the player of a seat knows which card this is.
    Reads "Card.known_to(Player) -> flag" => |ctx, card: CardRef, player: PlayerRef| {
        let seats = ctx.look().state().seats_of(player.0);
        Ok(!ctx.state().entity(card.0.id).known.and(seats).is_empty())
    }

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
    Changes "Card.move_under(resting_zone) -> flag" => |ctx, card: CardRef, zone: TextId| {
        put(ctx, card.0, zone, None, ZonePosition::Bottom)
    }

    /// The card is attached to another.
    Changes "Card.attach_to(Card)" => |ctx, card: CardRef, host: CardRef| {
        let table = ctx.table();
        if is_pile(table.reading(), card.0.id) || is_pile(table.reading(), host.0.id) {
            return Err(Fault::stop("pieces are attached to nothing, and nothing to them"));
        }
        if is_attached_to(table, host.0.id, card.0.id) {
            return Err(Fault::stop("a card cannot be attached to itself, nor to what is attached to it"));
        }
        let there = table.state().fresh(card.0) && table.state().fresh(host.0) && table.may_leave(card.0);
        if there && table.may_touch(card.0.id)? && table.may_touch(host.0.id)? {
            table.attach(card.0.id, host.0.id);
        }
        Ok(())
    }

    /// The card is no longer attached to anything.
    Changes "Card.detach()" => |ctx, card: CardRef| {
        let table = ctx.table();
        if table.state().fresh(card.0) && table.may_touch(card.0.id)? {
            table.attach(card.0.id, EntityId::NONE);
        }
        Ok(())
    }

    /// Whether the card was created during the game, and ceases to exist when it leaves play.
    Reads "Card.is_token -> flag" => |ctx, card: CardRef| { Ok(ctx.state().entity(card.0.id).token) }

    /// A named effect of the card or of the rules begins, for its controller and about nothing else. Returns the
    /// effect.
    Changes "Card.begin(effect) -> Effect" => |ctx, card: CardRef, effect: TextId| {
        begin_named(ctx, card.0, effect, Values::new())
    }

    /// A named effect of the card or of the rules begins, for its controller and about these cards or players.
    /// Returns the effect.
    Changes "Card.begin(effect, any) -> Effect" => |ctx, card: CardRef, effect: TextId, about: ScriptValue| {
        let targets = values(ctx, about)?;
        begin_named(ctx, card.0, effect, targets)
    }

    /// Calls a function of the card's own script that the ruleset declares in `[hooks]`: `fn name(card, value)`.
    /// Returns its result; nothing if the card has no such function.
    Asks "Card.perform(hook, lasting) -> any" => |ctx, card: CardRef, hook: TextId, value: ScriptValue| {
        let rules = ctx.rules();
        let name = ctx.text(hook);
        if !rules.card_hooks.contains_key(name) {
            return Err(Fault::stop(format!("the ruleset declares no hook `{name}`")));
        }
        let def = ctx.state().entity(card.0.id).def;
        let performs = &rules.definitions[def.index()].performs;
        let Some(hook) = performs.iter().find(|own| *own.name == *name) else { return Ok(ScriptValue::Nothing) };
        let value = ctx.carried(value, "handed on")?;
        let given = ctx.table().perform(hook.id(), card.0, &value)?;
        Ok(ctx.handed(&given))
    }

    /// Shows the card to everybody.
    Changes "Card.reveal()" => |ctx, card: CardRef| {
        let everyone = ctx.table().everyone();
        ctx.table().show(card.0.id, everyone);
        Ok(())
    }

    /// The card belongs to nobody from now on. It stays where it is, under the control of whoever it lies before.
    Changes "Card.give_away()" => |ctx, card: CardRef| {
        let table = ctx.table();
        if is_pile(table.reading(), card.0.id) {
            return Err(Fault::stop("a pile keeps its owner"));
        }
        if table.state().fresh(card.0) && table.may_touch(card.0.id)? {
            table.own(card.0.id, PlayerId::NOBODY);
        }
        Ok(())
    }

    /// A player gains control of the card, which stays where it is.
    Changes "Card.give_to(Player)" => |ctx, card: CardRef, player: PlayerRef| {
        let table = ctx.table();
        if is_pile(table.reading(), card.0.id) {
            return Err(Fault::stop("a pile of pieces belongs to whose zone it lies in, or to its owner"));
        }
        if table.state().fresh(card.0) && table.may_leave(card.0) && table.may_touch(card.0.id)? {
            table.control(card.0.id, player.0);
        }
        Ok(())
    }
}

/// A player as a value of a script; nothing for nobody.
fn player(player: PlayerId) -> Option<PlayerRef> {
    player.is_somebody().then_some(PlayerRef(player))
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

/// Whether a card is another, or is attached to it, or to what is attached to it, and so on.
fn is_attached_to(table: &Table, card: EntityId, other: EntityId) -> bool {
    let host = |card: &EntityId| Some(table.state().entity(*card).host).filter(|host| host.is_some());
    std::iter::successors(Some(card), host).any(|card| card == other)
}
