//! Cards.

use super::item::{begin_named, values};
use super::row::verbs;
use crate::model::ids::{EntityId, Handle};
use crate::model::index::Cell;
use crate::model::state::Values;
use crate::model::value::Value;
use crate::model::words;
use crate::play::operations::{Goes, ZonePosition};
use crate::play::session::{Fault, Inner, Stop};
use crate::script::run::desk::Desk;
use crate::script::run::held::{Held, TextId};
use crate::script::types::{CardRef, PlayerRef};

verbs! {
    /// The printed name.
    Reads "Card.name -> card" => |desk, card: CardRef| { Ok(desk.name_of(card.0.id)) }

    /// The key of the card's kind.
    Reads "Card.kind -> kind" => |desk, card: CardRef| { Ok(desk.kind_of(card.0.id)) }

    /// The player who owns the card.
    Reads "Card.owner -> Player" => |desk, card: CardRef| { Ok(PlayerRef(desk.state().entity(card.0.id).owner)) }

    /// The player who controls the card.
    Reads "Card.controller -> Player" => |desk, card: CardRef| { Ok(PlayerRef(desk.state().entity(card.0.id).controller)) }

    /// The key of the zone in which the card lies.
    Reads "Card.zone -> zone" => |desk, card: CardRef| { Ok(desk.zone_key(desk.state().entity(card.0.id).zone)) }

    /// Whether the card lies in a zone that counts as in play.
    Reads "Card.in_play -> flag" => |desk, card: CardRef| {
        let zone = desk.state().entity(card.0.id).zone;
        Ok(zone.is_some() && desk.look().decl(zone).in_play)
    }

    /// Whether this is still the card that was meant: it has not changed zone since.
    Reads "Card.here -> flag" => |desk, card: CardRef| { Ok(desk.state().fresh(card.0)) }

    /// The card as it is now, wherever it went.
    Reads "Card.now -> Card" => |desk, card: CardRef| { Ok(desk.card(card.0.id)) }

    /// The other cards of the same name that are in play.
    Reads "Card.twins -> [any]" => |desk, card: CardRef| {
        let id = card.0.id;
        let def = desk.state().entity(id).def;
        let mut twins = Vec::new();
        for (zone, _) in desk.state().zones().filter(|(zone, _)| desk.look().decl(*zone).in_play) {
            desk.note(Cell::Zone(zone));
            let cards = desk.state().zone(zone).cards.iter();
            let same = cards.filter(|other| **other != id && desk.state().entity(**other).def == def);
            twins.extend(same.map(|other| desk.card(*other)));
        }
        Ok(desk.list(twins))
    }

    /// The card to which this one is attached, or nothing.
    Reads "Card.host -> Card" => |desk, card: CardRef| {
        let host = desk.state().entity(card.0.id).host;
        Ok(if host.is_some() { desk.held_handle(desk.state().handle(host)) } else { Held::Nothing })
    }

    /// The cards attached to this one.
    Reads "Card.attachments -> [Card]" => |desk, card: CardRef| {
        let attached = desk.look().attachments(card.0.id);
        Ok(desk.list(attached.into_iter().map(Held::Card)))
    }

    /// The standing effect for which this card lies on the table, or nothing.
    Reads "Card.effect -> Effect" => |desk, card: CardRef| {
        desk.note(Cell::Stack);
        let effect = desk.state().effects().iter().find(|effect| effect.card == card.0);
        Ok(effect.map_or(Held::Nothing, |effect| desk.held_handle(desk.state().handle(effect.id))))
    }

    /// The printed value of an attribute, whatever has changed since.
    Reads "Card.printed(attribute) -> any" => |desk, card: CardRef, attribute: TextId| {
        let Some(attr) = desk.program.meaning(attribute).attribute else {
            return Err(Fault::stop(format!("there is no attribute `{}`", desk.text(attribute))));
        };
        let def = desk.state().entity(card.0.id).def;
        let value = Value::of(desk.rules().printed(def, usize::from(attr).into()));
        Ok(desk.held(value))
    }

    /// Whether the player of a seat knows which card this is.
    Reads "Card.known_to(Player) -> flag" => |desk, card: CardRef, player: PlayerRef| {
        let seats = desk.look().seats_of(player.0);
        Ok(!desk.state().entity(card.0.id).known.and(seats).is_empty())
    }

    /// The card is discarded: it goes where its kind goes for that cause. Returns whether it did.
    Changes "Card.discard() -> flag" => |desk, card: CardRef| {
        Ok(desk.table().move_cards(&[card.0], Goes::Routed, words::DISCARDED)? > 0)
    }

    /// The card leaves for a cause: it goes where its kind goes for it. Returns whether it did.
    Changes "Card.leave(cause) -> flag" => |desk, card: CardRef, cause: TextId| {
        let cause = desk.word(cause)?;
        Ok(desk.table().move_cards(&[card.0], Goes::Routed, cause)? > 0)
    }

    /// The card goes into the zone with this key, of its owner or the game's. Returns whether it did.
    Changes "Card.move_to(zone) -> flag" => |desk, card: CardRef, zone: TextId| {
        put(desk, card.0, zone, None, ZonePosition::Top)
    }

    /// The card goes into the zone with this key of a player. Returns whether it did.
    Changes "Card.move_to(zone, Player) -> flag" => |desk, card: CardRef, zone: TextId, player: PlayerRef| {
        put(desk, card.0, zone, Some(player), ZonePosition::Top)
    }

    /// The card goes to the bottom of the zone with this key, of its owner or the game's. Returns whether it did.
    Changes "Card.move_under(zone) -> flag" => |desk, card: CardRef, zone: TextId| {
        put(desk, card.0, zone, None, ZonePosition::Bottom)
    }

    /// The card is attached to another.
    Changes "Card.attach_to(Card)" => |desk, card: CardRef, host: CardRef| {
        let table = desk.table();
        if table.is_pile(card.0.id) || table.is_pile(host.0.id) {
            return Err(Fault::stop("pieces are attached to nothing, and nothing to them"));
        }
        if is_attached_to(table, host.0.id, card.0.id) {
            return Err(Fault::stop("a card cannot be attached to itself, nor to what is attached to it"));
        }
        if table.state().fresh(card.0) && table.state().fresh(host.0) {
            table.attach(card.0.id, host.0.id);
        }
        Ok(())
    }

    /// The card is no longer attached to anything.
    Changes "Card.detach()" => |desk, card: CardRef| {
        if desk.state().fresh(card.0) {
            desk.table().attach(card.0.id, EntityId::NONE);
        }
        Ok(())
    }

    /// Whether the card was created during the game, and ceases to exist when it leaves play.
    Reads "Card.is_token -> flag" => |desk, card: CardRef| { Ok(desk.state().entity(card.0.id).token) }

    /// A named effect of the card or of the rules begins, for its controller and about nothing else. Returns the
    /// effect.
    Changes "Card.begin(effect) -> Effect" => |desk, card: CardRef, effect: TextId| {
        begin_named(desk, card.0, effect, Values::new())
    }

    /// A named effect of the card or of the rules begins, for its controller and about these cards or players.
    /// Returns the effect.
    Changes "Card.begin(effect, any) -> Effect" => |desk, card: CardRef, effect: TextId, about: Held| {
        let targets = values(desk, about)?;
        begin_named(desk, card.0, effect, targets)
    }

    /// Calls a function of the card's own script that the ruleset declares in `[hooks]`: `fn name(card, value)`.
    /// Returns its result; nothing if the card has no such function.
    Asks "Card.perform(hook, any) -> any" => |desk, card: CardRef, hook: TextId, value: Held| {
        let rules = desk.rules();
        let name = desk.text(hook);
        if !rules.card_hooks.contains_key(name) {
            return Err(Fault::stop(format!("the ruleset declares no hook `{name}`")));
        }
        let def = desk.state().entity(card.0.id).def;
        let performs = &rules.definitions[def.index()].performs;
        let Some(hook) = performs.iter().find(|own| *own.name == *name) else { return Ok(Held::Nothing) };
        let value = desk.value_of(value).unwrap_or(Value::Nothing);
        let given = desk.table().perform(hook, card.0, value)?;
        Ok(desk.held(given))
    }

    /// Shows the card to everybody.
    Changes "Card.reveal()" => |desk, card: CardRef| {
        let everyone = desk.table().everyone();
        desk.table().show(card.0.id, everyone);
        Ok(())
    }

    /// A player gains control of the card, which stays where it is.
    Changes "Card.give_to(Player)" => |desk, card: CardRef, player: PlayerRef| {
        let table = desk.table();
        if table.is_pile(card.0.id) {
            return Err(Fault::stop("a pile of pieces belongs to whose zone it lies in, or to its owner"));
        }
        if table.state().fresh(card.0) && table.may_touch(card.0.id)? {
            table.control(card.0.id, player.0);
        }
        Ok(())
    }
}

fn put(
    desk: &mut Desk<'_>,
    card: Handle,
    zone: TextId,
    player: Option<PlayerRef>,
    position: ZonePosition,
) -> Result<bool, Stop> {
    let owner = player.map_or_else(|| desk.state().entity(card.id).owner, |player| player.0);
    let to = desk.zone_of(zone, owner)?;
    Ok(desk.table().move_cards(&[card], Goes::Into(to, position), words::MOVED)? > 0)
}

/// Whether a card is another, or is attached to it, or to what is attached to it, and so on.
fn is_attached_to(table: &Inner, card: EntityId, other: EntityId) -> bool {
    let host = |card: &EntityId| Some(table.state().entity(*card).host).filter(|host| host.is_some());
    std::iter::successors(Some(card), host).any(|card| card == other)
}
