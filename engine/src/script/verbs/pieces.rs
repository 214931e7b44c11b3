//! Counted pieces: piles of them.

use super::handles;
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, ZoneId};
use crate::model::index::Cell;
use crate::model::prompt::Choice;
use crate::model::rules::Sort;
use crate::model::words;
use crate::play::deed::{Goes, Position};
use crate::play::session::{Fault, Inner, Stop, Table};
use crate::script::host::{Shared, act, look, with, word_of, zone_at, zone_of};
use crate::script::types::{Card, Joint, Player, Space};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// How many pieces a pile has; 1 for a card, 0 for a pile that is no more.
    #[rhai_fn(get = "count", pure, return_raw)]
    pub fn count(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<i64> {
        let handle = card.0;
        look(&context, handle.id, |table, _| {
            let entity = table.state().entity(handle.id);
            Ok(if table.state().fresh(handle) || !table.is_pile(handle.id) { i64::from(entity.count) } else { 0 })
        })
    }

    /// The player's pile of these pieces in his zone with this key, or nothing.
    ///
    /// Signature: `Player.pile(card, zone) -> Card`
    #[rhai_fn(name = "pile", pure, return_raw)]
    pub fn pile_of(context: NativeCallContext<'_>, player: &mut Player, name: &str, zone: &str) -> Outcome<Dynamic> {
        let seat = player.0;
        with(&context, |table, shared| {
            let zone = zone_of(table, shared, zone, seat)?.0;
            pile(table, counted(shared, name)?, seat, &[zone])
        })
    }

    /// A player's pile of these pieces on the space, in whichever zone, or nothing.
    ///
    /// Signature: `Space.pile(card, Player) -> Card`
    #[rhai_fn(name = "pile", pure, return_raw)]
    pub fn pile_on(context: NativeCallContext<'_>, space: &mut Space, name: &str, player: Player) -> Outcome<Dynamic> {
        let id = space.0;
        with(&context, |table, shared| {
            let zones = zones_on(table, shared, id);
            pile(table, counted(shared, name)?, player.0, &zones)
        })
    }

    /// A player's pile of these pieces on the joint, in whichever zone, or nothing.
    ///
    /// Signature: `Joint.pile(card, Player) -> Card`
    #[rhai_fn(name = "pile", pure, return_raw)]
    pub fn pile_on_joint(
        context: NativeCallContext<'_>,
        joint: &mut Joint,
        name: &str,
        player: Player,
    ) -> Outcome<Dynamic> {
        let id = joint.0;
        with(&context, |table, shared| {
            let zones = zones_on(table, shared, id);
            pile(table, counted(shared, name)?, player.0, &zones)
        })
    }

    /// Up to so many pieces go into the zone with this key, of their owner or the game's. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `Card.move_some(number, zone) -> number`
    #[rhai_fn(return_raw)]
    pub fn move_some(context: NativeCallContext<'_>, card: &mut Card, amount: i64, zone: &str) -> Outcome<i64> {
        let handle = card.0;
        act(&context, |table, shared| {
            let owner = table.state().entity(handle.id).owner;
            let to = zone_of(table, shared, zone, owner)?.0;
            carry(table, handle, amount, to)
        })
    }

    /// Up to so many pieces go into the zone with this key of a player. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `Card.move_some(number, zone, Player) -> number`
    #[rhai_fn(name = "move_some", return_raw)]
    pub fn move_some_to_player(
        context: NativeCallContext<'_>,
        card: &mut Card,
        amount: i64,
        zone: &str,
        player: Player,
    ) -> Outcome<i64> {
        let handle = card.0;
        act(&context, |table, shared| {
            let to = zone_of(table, shared, zone, player.0)?.0;
            carry(table, handle, amount, to)
        })
    }

    /// Up to so many pieces go into the zone with this key on a space. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `Card.move_some(number, zone, Space) -> number`
    #[rhai_fn(name = "move_some", return_raw)]
    pub fn move_some_to_space(
        context: NativeCallContext<'_>,
        card: &mut Card,
        amount: i64,
        zone: &str,
        space: Space,
    ) -> Outcome<i64> {
        let handle = card.0;
        act(&context, |table, shared| {
            let to = zone_at(table, shared, zone, space.0)?.0;
            carry(table, handle, amount, to)
        })
    }

    /// Up to so many pieces go into the zone with this key on a joint. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `Card.move_some(number, zone, Joint) -> number`
    #[rhai_fn(name = "move_some", return_raw)]
    pub fn move_some_to_joint(
        context: NativeCallContext<'_>,
        card: &mut Card,
        amount: i64,
        zone: &str,
        joint: Joint,
    ) -> Outcome<i64> {
        let handle = card.0;
        act(&context, |table, shared| {
            let to = zone_at(table, shared, zone, joint.0)?.0;
            carry(table, handle, amount, to)
        })
    }

    /// Up to so many pieces leave for a cause: they go where their kind goes for it. Gives how many did.
    /// Changes state.
    ///
    /// Signature: `Card.leave_some(number, text) -> number`
    #[rhai_fn(return_raw)]
    pub fn leave_some(context: NativeCallContext<'_>, card: &mut Card, amount: i64, cause: &str) -> Outcome<i64> {
        let handle = card.0;
        act(&context, |table, shared| {
            let cause = word_of(shared, cause)?;
            let moved = table.move_pieces(handle, pieces(amount), Goes::Routed, cause)?;
            Ok(i64::from(moved))
        })
    }

    /// Up to so many pieces leave for a cause, and as many of another pile come where they lay: as many as both piles
    /// have. Gives how many came.
    /// Changes state.
    ///
    /// Signature: `Card.replace_some(number, Card, text) -> number`
    #[rhai_fn(return_raw)]
    pub fn replace_some(
        context: NativeCallContext<'_>,
        card: &mut Card,
        amount: i64,
        by: Card,
        cause: &str,
    ) -> Outcome<i64> {
        let handle = card.0;
        act(&context, |table, shared| {
            if !table.is_pile(handle.id) || !table.is_pile(by.0.id) {
                return Err(Fault::stop("only counted pieces can be replaced: move a card with `move_to`"));
            }
            let cause = word_of(shared, cause)?;
            table.replace_pieces(handle, by.0, pieces(amount), cause).map(i64::from)
        })
    }

    /// Up to so many pieces are taken out of the game. Gives how many were.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn destroy(context: NativeCallContext<'_>, card: &mut Card, amount: i64) -> Outcome<i64> {
        let handle = card.0;
        act(&context, |table, _| {
            if !table.is_pile(handle.id) {
                return Err(Fault::stop("only counted pieces can be taken out of the game"));
            }
            table.destroy_pieces(handle, pieces(amount)).map(i64::from)
        })
    }

    /// So many new pieces come into the player's zone with this key, as many as find room. Gives how many.
    /// Changes state.
    ///
    /// Signature: `Player.create_pieces(card, number, zone) -> number`
    #[rhai_fn(name = "create_pieces", return_raw)]
    pub fn create_pieces(
        context: NativeCallContext<'_>,
        player: &mut Player,
        name: &str,
        amount: i64,
        zone: &str,
    ) -> Outcome<i64> {
        let seat = player.0;
        act(&context, |table, shared| {
            let to = zone_of(table, shared, zone, seat)?.0;
            table.create_pieces(counted(shared, name)?, seat, pieces(amount), to).map(i64::from)
        })
    }

    /// So many new pieces of a player come into the zone with this key on the space, as many as find room. Gives how
    /// many.
    /// Changes state.
    ///
    /// Signature: `Space.create_pieces(card, number, zone, Player) -> number`
    #[rhai_fn(name = "create_pieces", return_raw)]
    pub fn create_pieces_on(
        context: NativeCallContext<'_>,
        space: &mut Space,
        name: &str,
        amount: i64,
        zone: &str,
        player: Player,
    ) -> Outcome<i64> {
        let id = space.0;
        act(&context, |table, shared| {
            let to = zone_at(table, shared, zone, id)?.0;
            table.create_pieces(counted(shared, name)?, player.0, pieces(amount), to).map(i64::from)
        })
    }

    /// The player divides an amount over piles; none gets more than it has. Gives the shares in the order of the
    /// piles.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.share(text, [Card], number) -> [number]`
    #[rhai_fn(name = "share", return_raw)]
    pub fn share_pieces(
        context: NativeCallContext<'_>,
        player: &mut Player,
        question: &str,
        piles: Array,
        amount: i64,
    ) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| {
            let question = word_of(shared, question)?;
            let piles = handles(&piles)?;
            let caps = piles.iter().map(|pile| i64::from(table.state().entity(pile.id).count)).collect();
            let options = piles.iter().map(|pile| Choice::Entity(*pile, table.named(pile.id))).collect();
            let shares = table.share_out(seat, question, options, (amount, caps))?;
            Ok(shares.into_iter().map(Dynamic::from).collect())
        })
    }
}

/// The definition of counted pieces with this name.
fn counted(shared: &Shared, name: &str) -> Result<DefId, Stop> {
    let def = shared.rules.definitions.get_index_of(name).map(DefId::from);
    match def.filter(|def| shared.rules.sort_of(*def) == Sort::Counted) {
        Some(def) => Ok(def),
        None => Err(Fault::stop(format!("there are no counted pieces `{name}`"))),
    }
}

/// An amount as a number of pieces: none if it is below 0.
fn pieces(amount: i64) -> u32 {
    u32::try_from(amount.max(0)).unwrap_or(u32::MAX)
}

fn carry(table: &mut Table, pile: Handle, amount: i64, to: ZoneId) -> Result<i64, Stop> {
    if !table.is_pile(pile.id) {
        return Err(Fault::stop("only counted pieces can be moved in part: move a card with `move_to`"));
    }
    let goes = Goes::Into(to, Position::Top);
    table.move_pieces(pile, pieces(amount), goes, words::MOVED).map(i64::from)
}

/// The zones that lie on a site.
fn zones_on(table: &Inner, shared: &Shared, id: EntityId) -> Vec<ZoneId> {
    let Some(site) = table.state().site_of(&shared.rules, id) else { return Vec::new() };
    let decls = (0..shared.rules.zones.len()).map(|decl| table.state().zone_at(&shared.rules, decl.into(), site));
    decls.filter(|zone| zone.is_some()).collect()
}

fn pile(table: &Inner, def: DefId, owner: PlayerId, zones: &[ZoneId]) -> Result<Dynamic, Stop> {
    for zone in zones {
        table.note_read(Cell::Zone(*zone));
    }
    let found = zones.iter().find_map(|zone| table.pile_in(*zone, def, owner));
    Ok(found.map_or(Dynamic::UNIT, |pile| Dynamic::from(Card(table.state().handle(pile)))))
}
