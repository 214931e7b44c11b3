//! Cards.

use super::item::{begin_named, values};
use crate::model::ids::{EntityId, Handle};
use crate::model::index::Cell;
use crate::model::state::Values;
use crate::model::value::Value;
use crate::model::words;
use crate::play::deed::{Goes, Position};
use crate::play::session::{Fault, Inner, Stop, Table};
use crate::script::host::{Shared, act, dynamic_of, dynamic_of_handle, look, word_of, zone_of};
use crate::script::types::{Card, Effect, Player};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// The printed name.
    ///
    /// Signature: `Card.name -> card`
    #[rhai_fn(get = "name", pure, return_raw)]
    pub fn name(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<ImmutableString> {
        let id = card.0.id;
        look(&context, id, |table, shared| Ok(shared.name_of(table, id)))
    }

    /// The key of the card's kind.
    ///
    /// Signature: `Card.kind -> kind`
    #[rhai_fn(get = "kind", pure, return_raw)]
    pub fn kind(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<ImmutableString> {
        let id = card.0.id;
        look(&context, id, |table, shared| Ok(shared.kind_of(table, id)))
    }

    /// Who owns the card.
    #[rhai_fn(get = "owner", pure, return_raw)]
    pub fn owner(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Player> {
        let id = card.0.id;
        look(&context, id, |table, _| Ok(Player(table.state().entity(id).owner)))
    }

    /// Who controls the card.
    #[rhai_fn(get = "controller", pure, return_raw)]
    pub fn controller(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Player> {
        let id = card.0.id;
        look(&context, id, |table, _| Ok(Player(table.state().entity(id).controller)))
    }

    /// The key of the zone in which the card lies.
    ///
    /// Signature: `Card.zone -> zone`
    #[rhai_fn(get = "zone", pure, return_raw)]
    pub fn zone(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<ImmutableString> {
        let id = card.0.id;
        look(&context, id, |table, shared| {
            let zone = table.state().entity(id).zone;
            if !zone.is_some() {
                return Ok("".into());
            }
            let decl = table.state().zone(zone).decl;
            Ok(shared.rules.zones.get_index(decl.index()).map_or("", |(key, _)| &**key).into())
        })
    }

    /// Whether the card lies in a zone that counts as in play.
    #[rhai_fn(get = "in_play", pure, return_raw)]
    pub fn in_play(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<bool> {
        let id = card.0.id;
        look(&context, id, |table, _| {
            let zone = table.state().entity(id).zone;
            Ok(zone.is_some() && table.decl(zone).in_play)
        })
    }

    /// Whether this is still the card that was meant: it has not changed zone since.
    #[rhai_fn(get = "here", pure, return_raw)]
    pub fn here(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<bool> {
        let handle = card.0;
        look(&context, handle.id, |table, _| Ok(table.state().fresh(handle)))
    }

    /// The card as it is now, wherever it went.
    #[rhai_fn(get = "now", pure, return_raw)]
    pub fn now(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Card> {
        let id = card.0.id;
        look(&context, id, |table, _| Ok(Card(table.state().handle(id))))
    }

    /// The other cards of the same name that are in play.
    #[rhai_fn(get = "twins", pure, return_raw)]
    pub fn twins(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Array> {
        let id = card.0.id;
        look(&context, id, |table, _| {
            let def = table.state().entity(id).def;
            let mut twins = Array::new();
            for (zone, _) in table.state().zones().filter(|(zone, _)| table.decl(*zone).in_play) {
                table.note_read(Cell::Zone(zone));
                let cards = table.state().zone(zone).cards.iter();
                let same = cards.filter(|other| **other != id && table.state().entity(**other).def == def);
                twins.extend(same.map(|other| Dynamic::from(Card(table.state().handle(*other)))));
            }
            Ok(twins)
        })
    }

    /// The card to which this one is attached, or nothing.
    ///
    /// Signature: `Card.host -> Card`
    #[rhai_fn(get = "host", pure, return_raw)]
    pub fn host(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Dynamic> {
        let id = card.0.id;
        look(&context, id, |table, _| {
            let host = table.state().entity(id).host;
            Ok(if host.is_some() { dynamic_of_handle(table, table.state().handle(host)) } else { Dynamic::UNIT })
        })
    }

    /// The cards attached to this one.
    ///
    /// Signature: `Card.attachments -> [Card]`
    #[rhai_fn(get = "attachments", pure, return_raw)]
    pub fn attachments(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Array> {
        let id = card.0.id;
        look(&context, id, |table, _| {
            Ok(table.attachments(id).into_iter().map(|card| Dynamic::from(Card(card))).collect())
        })
    }

    /// The standing effect for which this card lies on the table, or nothing.
    ///
    /// Signature: `Card.effect -> Effect`
    #[rhai_fn(get = "effect", pure, return_raw)]
    pub fn effect(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Dynamic> {
        let handle = card.0;
        look(&context, handle.id, |table, _| {
            table.note_read(Cell::Stack);
            let effect = table.state().effects().iter().find(|effect| effect.card == handle);
            Ok(effect.map_or(Dynamic::UNIT, |effect| dynamic_of_handle(table, table.state().handle(effect.id))))
        })
    }

    /// What is printed for an attribute, whatever modifies it now.
    ///
    /// Signature: `Card.printed(attribute) -> any`
    #[rhai_fn(pure, return_raw)]
    pub fn printed(context: NativeCallContext<'_>, card: &mut Card, attribute: &str) -> Outcome<Dynamic> {
        let id = card.0.id;
        look(&context, id, |table, shared| {
            let Some(attr) = shared.rules.attributes.get_index_of(attribute) else {
                return Err(Fault::stop(format!("there is no attribute `{attribute}`")));
            };
            let def = table.state().entity(id).def;
            Ok(dynamic_of(table, shared, Value::of(shared.rules.printed(def, attr.into()))))
        })
    }

    /// Whether the player of a seat knows which card this is.
    #[rhai_fn(pure, return_raw)]
    pub fn known_to(context: NativeCallContext<'_>, card: &mut Card, player: Player) -> Outcome<bool> {
        let id = card.0.id;
        look(&context, id, |table, _| {
            let seats = table.seats_of(player.0);
            Ok(!table.state().entity(id).known.and(seats).is_empty())
        })
    }

    /// The card leaves as discarded: it goes where its kind goes then. Gives whether it did.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn discard(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<bool> {
        let handle = card.0;
        act(&context, |table, _| Ok(table.move_cards(&[handle], Goes::Routed, words::DISCARDED)? > 0))
    }

    /// The card leaves for a cause: it goes where its kind goes for it. Gives whether it did.
    /// Changes state.
    ///
    /// Signature: `Card.leave(cause) -> flag`
    #[rhai_fn(return_raw)]
    pub fn leave(context: NativeCallContext<'_>, card: &mut Card, cause: &str) -> Outcome<bool> {
        let handle = card.0;
        act(&context, |table, shared| {
            let cause = word_of(shared, cause)?;
            Ok(table.move_cards(&[handle], Goes::Routed, cause)? > 0)
        })
    }

    /// The card goes into the zone with this key, of its owner or the game's. Gives whether it did.
    /// Changes state.
    ///
    /// Signature: `Card.move_to(zone) -> flag`
    #[rhai_fn(return_raw)]
    pub fn move_to(context: NativeCallContext<'_>, card: &mut Card, zone: &str) -> Outcome<bool> {
        let handle = card.0;
        act(&context, |table, shared| put(table, shared, handle, zone, None, Position::Top))
    }

    /// The card goes into the zone with this key of a player. Gives whether it did.
    /// Changes state.
    ///
    /// Signature: `Card.move_to(zone, Player) -> flag`
    #[rhai_fn(name = "move_to", return_raw)]
    pub fn move_to_player(
        context: NativeCallContext<'_>,
        card: &mut Card,
        zone: &str,
        player: Player,
    ) -> Outcome<bool> {
        let handle = card.0;
        act(&context, |table, shared| put(table, shared, handle, zone, Some(player), Position::Top))
    }

    /// The card goes to the bottom of the zone with this key, of its owner or the game's. Gives whether it did.
    /// Changes state.
    ///
    /// Signature: `Card.move_under(zone) -> flag`
    #[rhai_fn(return_raw)]
    pub fn move_under(context: NativeCallContext<'_>, card: &mut Card, zone: &str) -> Outcome<bool> {
        let handle = card.0;
        act(&context, |table, shared| put(table, shared, handle, zone, None, Position::Bottom))
    }

    /// The card is attached to another.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn attach_to(context: NativeCallContext<'_>, card: &mut Card, host: Card) -> Outcome<()> {
        let handle = card.0;
        act(&context, |table, _| {
            if table.is_pile(handle.id) || table.is_pile(host.0.id) {
                return Err(Fault::stop("pieces are attached to nothing, and nothing to them"));
            }
            if is_attached_to(table, host.0.id, handle.id) {
                return Err(Fault::stop("a card cannot be attached to itself, nor to what is attached to it"));
            }
            if table.state().fresh(handle) && table.state().fresh(host.0) {
                table.attach(handle.id, host.0.id);
            }
            Ok(())
        })
    }

    /// The card is no longer attached to anything.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn detach(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<()> {
        let handle = card.0;
        act(&context, |table, _| {
            if table.state().fresh(handle) {
                table.attach(handle.id, EntityId::NONE);
            }
            Ok(())
        })
    }

    /// Whether the card was created during the game, and ceases to exist when it leaves play.
    #[rhai_fn(get = "is_token", pure, return_raw)]
    pub fn is_token(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<bool> {
        let id = card.0.id;
        look(&context, id, |table, _| Ok(table.state().entity(id).token))
    }

    /// A named effect of the card or of the rules begins, for its controller and about nothing else. Gives the effect.
    /// Changes state.
    ///
    /// Signature: `Card.begin(effect) -> Effect`
    #[rhai_fn(return_raw)]
    pub fn begin(context: NativeCallContext<'_>, card: &mut Card, effect: &str) -> Outcome<Effect> {
        let handle = card.0;
        act(&context, |table, _| begin_named(table, handle, effect, Values::new()))
    }

    /// A named effect of the card or of the rules begins, for its controller and about these cards or players. Gives
    /// the effect.
    /// Changes state.
    ///
    /// Signature: `Card.begin(effect, any) -> Effect`
    #[rhai_fn(name = "begin", return_raw)]
    pub fn begin_about(
        context: NativeCallContext<'_>,
        card: &mut Card,
        effect: &str,
        about: Dynamic,
    ) -> Outcome<Effect> {
        let handle = card.0;
        act(&context, |table, shared| {
            let targets = values(shared, &about)?;
            begin_named(table, handle, effect, targets)
        })
    }

    /// Shows the card to everybody.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn reveal(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<()> {
        let id = card.0.id;
        act(&context, |table, _| {
            let everyone = table.everyone();
            table.show(id, everyone);
            Ok(())
        })
    }

    /// A player gains control of the card, where it lies.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn give_to(context: NativeCallContext<'_>, card: &mut Card, player: Player) -> Outcome<()> {
        let handle = card.0;
        act(&context, |table, _| {
            if table.is_pile(handle.id) {
                return Err(Fault::stop("a pile of pieces belongs to whose zone it lies in, or to its owner"));
            }
            if table.state().fresh(handle) && table.may_touch(handle.id)? {
                table.control(handle.id, player.0);
            }
            Ok(())
        })
    }
}

fn put(
    table: &mut Table,
    shared: &Shared,
    card: Handle,
    zone: &str,
    player: Option<Player>,
    position: Position,
) -> Result<bool, Stop> {
    let owner = player.map_or_else(|| owner_of(table, card), |player| player.0);
    let to = zone_of(table, shared, zone, owner)?.0;
    Ok(table.move_cards(&[card], Goes::Into(to, position), words::MOVED)? > 0)
}

/// Whether a card is another, or is attached to it, or to what is attached to it, and so on.
fn is_attached_to(table: &Inner, card: EntityId, other: EntityId) -> bool {
    let host = |card: &EntityId| Some(table.state().entity(*card).host).filter(|host| host.is_some());
    std::iter::successors(Some(card), host).any(|card| card == other)
}

fn owner_of(table: &Inner, card: Handle) -> crate::model::ids::PlayerId {
    table.state().entity(card.id).owner
}
