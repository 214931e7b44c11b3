//! Counted pieces: piles of them.

use super::row::verbs;
use crate::call::context::{CallContext, bearer};
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::faults;
use crate::types::{CardRef, PlayerRef, SpaceRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{DefId, EntityId, Handle, PlayerId, ZoneDeclId, ZoneId};
use cardwright_kernel::questions::Choice;
use cardwright_kernel::rules::Category;
use cardwright_kernel::scripts::{Goes, ZonePosition, is_pile, pile_in};
use cardwright_kernel::values::Cell;
use cardwright_kernel::words;

verbs! {
    /// How many pieces a pile has; 1 for a card, 0 for a pile that no longer exists.
    Reads "Card.count -> number" => |ctx, card: CardRef| {
        let there = ctx.state().fresh(card.0) || !is_pile(ctx.look().reading(), card.0.id);
        Ok(if there { i64::from(ctx.state().entity(card.0.id).count) } else { 0 })
    }

    /// The player's pile of these pieces in their zone with this key, or nothing.
    Looks "Player.pile(card, own_zone) -> Card" => |ctx, player: PlayerRef, name: TextId, zone: TextId| {
        let zone = ctx.zone_of(zone, player.0)?;
        let def = counted(ctx, name)?;
        Ok(pile_of(ctx, zone, def, player.0))
    }

    /// A player's pile of these pieces on the space or joint, in whichever zone, or nothing.
    Looks "Space or Joint.pile(card, Player) -> Card" => |ctx, site: ScriptValue, name: TextId, player: PlayerRef| {
        pile_on(ctx, bearer(site), name, player.0)
    }

    /// Up to this many pieces go into the zone with this key, of their owner or the game's. Returns how many did.
    Changes "Card.move_to(resting_zone, number) -> number" was "x.move_some(a, b)" = "x.move_to(b, a)" =>
    |ctx, card: CardRef, zone: TextId, amount: i64| {
        let owner = ctx.state().home(card.0.id);
        let to = ctx.resting_zone(zone, owner)?;
        carry(ctx, card.0, amount, to)
    }

    /// Up to this many pieces go into the zone with this key of a player, or on a space or joint. Returns how many did.
    Changes
        "Card.move_to(resting_zone, Player, number) -> number",
        "Card.move_to(zone, Space, number) -> number",
        "Card.move_to(zone, Joint, number) -> number"
        was "x.move_some(a, b, c)" = "x.move_to(b, c, a)"
    => |ctx, card: CardRef, zone: TextId, place: ScriptValue, amount: i64| {
        let to = match place {
            ScriptValue::Player(player) => ctx.resting_zone(zone, player)?,
            place => ctx.zone_at(zone, bearer(place))?,
        };
        carry(ctx, card.0, amount, to)
    }

    /// Up to this many pieces leave for a cause: they go where their kind goes for it. Returns how many did.
    Changes "Card.leave(cause, number) -> number" was "x.leave_some(a, b)" = "x.leave(b, a)" =>
    |ctx, card: CardRef, cause: TextId, amount: i64| {
        let cause = ctx.word(cause)?;
        ctx.table().move_pieces(card.0, pieces(amount), Goes::Routed, cause).map(i64::from)
    }

    /// Up to this many pieces leave for a cause, and as many pieces of another pile take their place, as far as both
    /// piles suffice. Returns how many came.
    Changes "Card.replace_some(number, Card, text) -> number" =>
    |ctx, card: CardRef, amount: i64, by: CardRef, cause: TextId| {
        if !is_pile(ctx.look().reading(), card.0.id) || !is_pile(ctx.look().reading(), by.0.id) {
            return Err(faults::only_pieces_replaced().into());
        }
        let cause = ctx.word(cause)?;
        ctx.table().replace_pieces(card.0, by.0, pieces(amount), cause).map(i64::from)
    }

    /// This many new pieces come into the player's zone with this key, as far as there is room. Returns how many.
    Changes "Player.create(card, resting_zone, number) -> number"
        was "x.create_pieces(a, b, c)" = "x.create(a, c, b)"
    => |ctx, player: PlayerRef, name: TextId, zone: TextId, amount: i64| {
        let to = ctx.resting_zone(zone, player.0)?;
        let def = counted(ctx, name)?;
        ctx.table().create_pieces(def, player.0, pieces(amount), to).map(i64::from)
    }

    /// This many new pieces of a player come into the zone with this key on the space, as far as there is room.
    /// Returns how many.
    Changes "Space.create(card, zone, Player, number) -> number"
        was "x.create_pieces(a, b, c, d)" = "x.create(a, c, d, b)"
    => |ctx, space: SpaceRef, name: TextId, zone: TextId, player: PlayerRef, amount: i64| {
        let to = ctx.zone_at(zone, space.0)?;
        let def = counted(ctx, name)?;
        ctx.table().create_pieces(def, player.0, pieces(amount), to).map(i64::from)
    }

    /// The player divides an amount among piles; none gets more than it has. Returns the shares in the order of the
    /// piles.
    Asks "Player.share(text, [Card], number) -> [number]" =>
    |ctx, player: PlayerRef, question: TextId, piles: ListId, amount: i64| {
        let question = ctx.word(question)?;
        let piles = ctx.handles(piles)?;
        let caps = piles.iter().map(|pile| i64::from(ctx.state().entity(pile.id).count)).collect();
        let options = piles.iter().map(|pile| Choice::Entity(*pile, ctx.look().named(pile.id))).collect();
        let shares = ctx.table().share_out(player.0, question, options, (amount, caps))?;
        Ok(ctx.list(shares.into_iter().map(ScriptValue::Number)))
    }
}

/// The definition of counted pieces with this name.
fn counted(ctx: &CallContext<'_>, name: TextId) -> Result<DefId, Stop> {
    let def = ctx.program.meaning(name).definition.map(DefId);
    match def.filter(|def| ctx.rules().category_of(*def) == Category::Counted) {
        Some(def) => Ok(def),
        None => Err(faults::pieces_unknown(ctx.text(name)).into()),
    }
}

/// An amount as a number of pieces: none if it is below 0.
fn pieces(amount: i64) -> u32 {
    u32::try_from(amount.max(0)).unwrap_or(u32::MAX)
}

fn carry(ctx: &mut CallContext<'_>, pile: Handle, amount: i64, to: ZoneId) -> Result<i64, Stop> {
    if !is_pile(ctx.look().reading(), pile.id) {
        return Err(faults::only_pieces_in_part().into());
    }
    let goes = Goes::Into(to, ZonePosition::Top);
    ctx.table().move_pieces(pile, pieces(amount), goes, words::MOVED).map(i64::from)
}

/// A pile on a site, in whichever of its zones.
fn pile_on(ctx: &CallContext<'_>, id: EntityId, name: TextId, owner: PlayerId) -> Result<ScriptValue, Stop> {
    let def = counted(ctx, name)?;
    let Some(site) = ctx.state().site_of(ctx.rules(), id) else { return Ok(ScriptValue::Nothing) };
    for decl in 0..ctx.rules().zones.len() {
        let zone = ctx.state().zone_at(ctx.rules(), ZoneDeclId::from(decl), site);
        if !zone.is_some() {
            continue;
        }
        ctx.note(Cell::Zone(zone));
        if let Some(pile) = pile_in(ctx.look().reading(), zone, def, owner) {
            return Ok(ctx.card(pile));
        }
    }
    Ok(ScriptValue::Nothing)
}

fn pile_of(ctx: &CallContext<'_>, zone: ZoneId, def: DefId, owner: PlayerId) -> ScriptValue {
    ctx.note(Cell::Zone(zone));
    pile_in(ctx.look().reading(), zone, def, owner).map_or(ScriptValue::Nothing, |pile| ctx.card(pile))
}
