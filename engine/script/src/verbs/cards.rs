//! Lists of cards, which go together.

use super::row::verbs;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::types::SpaceRef;
use cardwright_kernel::ids::Handle;
use cardwright_kernel::scripts::{Goes, ZonePosition};
use cardwright_kernel::values::Cell;
use cardwright_kernel::words;

verbs! {
    /// The elements that are of this kind, in the same order.
    Looks "[Card].of_kind(kind) -> [Card]" => |ctx, cards: ListId, kind: TextId| {
        let handles = ctx.handles(cards)?;
        let of_kind = |handle: &Handle| {
            ctx.note(Cell::Entity(handle.id));
            ctx.kind_of(handle.id) == kind
        };
        let held = ctx.items(cards).iter().zip(&handles);
        let found: Vec<ScriptValue> = held.filter(|(_, handle)| of_kind(handle)).map(|(held, _)| *held).collect();
        Ok(ctx.list(found))
    }

    /// The cards of a list are discarded together, each going where its kind goes for that cause. Returns how many
    /// did.
    Changes "[Card].discard() -> number" => |ctx, cards: ListId| {
        let cards = ctx.handles(cards)?;
        Ok(ctx.table().move_cards(&cards, Goes::Routed, words::DISCARDED)? as i64)
    }

    /// The cards of a list leave together for a cause, each going where its kind goes for it. Returns how many did.
    Changes "[Card].leave(cause) -> number" => |ctx, cards: ListId, cause: TextId| {
        let cause = ctx.word(cause)?;
        let cards = ctx.handles(cards)?;
        Ok(ctx.table().move_cards(&cards, Goes::Routed, cause)? as i64)
    }

    /// The cards of a list go together into the zone with this key, each into that of its owner. Returns how many
    /// did.
    Changes "[Card].move_to(resting_zone) -> number" => |ctx, cards: ListId, zone: TextId| {
        let mut moved = 0;
        for card in ctx.handles(cards)? {
            let owner = ctx.state().home(card.id);
            let to = ctx.resting_zone(zone, owner)?;
            moved += ctx.table().move_cards(&[card], Goes::Into(to, ZonePosition::Top), words::MOVED)?;
        }
        Ok(moved as i64)
    }

    /// The cards and pieces of a list go together into the zone with this key on a space. Returns how many did.
    Changes "[Card].move_to(zone, Space) -> number" => |ctx, cards: ListId, zone: TextId, space: SpaceRef| {
        let to = ctx.zone_at(zone, space.0)?;
        let cards = ctx.handles(cards)?;
        Ok(ctx.table().move_cards(&cards, Goes::Into(to, ZonePosition::Top), words::MOVED)? as i64)
    }

    /// The cards of a list are put on top of the zone in which they lie, the first of them uppermost. Returns how
    /// many were.
    Changes "[Card].put_on_top() -> number" => |ctx, cards: ListId| {
        let cards = ctx.handles(cards)?;
        Ok(ctx.table().restack(&cards, ZonePosition::Top)? as i64)
    }

    /// The cards of a list are put at the bottom of the zone in which they lie, the last of them lowest. Returns how
    /// many were.
    Changes "[Card].put_under() -> number" => |ctx, cards: ListId| {
        let cards = ctx.handles(cards)?;
        Ok(ctx.table().restack(&cards, ZonePosition::Bottom)? as i64)
    }

    /// Shows the cards of a list to everybody.
    Changes "[Card].reveal()" => |ctx, cards: ListId| {
        let everyone = ctx.table().everyone();
        for card in ctx.handles(cards)? {
            ctx.table().show(card.id, everyone);
        }
        Ok(())
    }
}
