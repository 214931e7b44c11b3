//! Spaces and joints of the board, and how cards lie there.

use super::row::verbs;
use crate::call::context::{CallContext, bearer};
use crate::call::script_value::{ScriptValue, TextId};
use crate::faults;
use crate::types::{CardRef, GameRef, JointRef, SpaceRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{EntityId, Handle, SiteId};
use cardwright_kernel::scripts::{Goes, ZonePosition};
use cardwright_kernel::values::Cell;
use cardwright_kernel::words;

verbs! {
    /// All spaces of the board, in the order of its file.
    Looks "Game.spaces -> [Space]" => |ctx, game: GameRef| {
        let sites = ctx.rules().board.space_ids();
        Ok(parts(ctx, sites, ScriptValue::Space))
    }

    /// All joints of the board, in the order of its file; those that end at a space, by side, otherwise in that order.
    Looks "Game or Space.joints -> [Joint]" => |ctx, of: ScriptValue| {
        let board = &ctx.rules().board;
        Ok(match of {
            ScriptValue::Space(space) => {
                let around = board.around(ctx.site(space));
                parts(ctx, around.map(|(joint, _)| joint), ScriptValue::Joint)
            }
            _ => parts(ctx, board.joint_ids(), ScriptValue::Joint),
        })
    }

    /// The space with this name.
    Looks "Game.space(space) -> Space" => |ctx, game: GameRef, name: TextId| {
        let board = &ctx.rules().board;
        let site = ctx.definition(name).ok().and_then(|def| board.site_of(def));
        match site.filter(|site| board.space(*site).is_some()) {
            Some(site) => Ok(SpaceRef(ctx.state().entity_at(site))),
            None => Err(faults::space_unknown(ctx.text(name)).into()),
        }
    }

    /// The spaces across the joints of this one, by side, otherwise in the order of the board's file.
    Looks "Space.neighbours -> [Space]" => |ctx, space: SpaceRef| {
        let around = ctx.rules().board.around(ctx.site(space.0));
        Ok(parts(ctx, around.map(|(_, space)| space), ScriptValue::Space))
    }

    /// The number of joints on the shortest way to another space; nothing if there is no way.
    Looks "Space.distance_to(Space) -> number" => |ctx, space: SpaceRef, other: SpaceRef| {
        ctx.owe(4 * ctx.rules().board.sites());
        let distances = ctx.rules().board.distances(ctx.site(space.0));
        let distance = distances.get(ctx.site(other.0).index()).copied().flatten();
        Ok(distance.map(i64::from))
    }

    /// The spaces at most this many joints away, including the space itself, in the order of the board's file.
    Looks "Space.within(number) -> [Space]" => |ctx, space: SpaceRef, steps: i64| {
        ctx.owe(4 * ctx.rules().board.sites());
        let distances = ctx.rules().board.distances(ctx.site(space.0));
        let near = |distance: &Option<u32>| distance.is_some_and(|distance| i64::from(distance) <= steps);
        let near = distances.iter().enumerate().filter(|(_, distance)| near(distance));
        Ok(parts(ctx, near.map(|(at, _)| at.into()), ScriptValue::Space))
    }

    /// The two spaces that it joins.
    Looks "Joint.ends -> [Space]" => |ctx, joint: JointRef| {
        let joint = ctx.rules().board.joint(ctx.site(joint.0));
        Ok(parts(ctx, joint.into_iter().flat_map(|joint| joint.ends), ScriptValue::Space))
    }

    /// The space at the other end.
    Looks "Joint.across(Space) -> Space" => |ctx, joint: JointRef, space: SpaceRef| {
        let from = ctx.site(space.0);
        let joint = ctx.rules().board.joint(ctx.site(joint.0));
        match joint.filter(|joint| joint.ends.contains(&from)) {
            Some(joint) => Ok(SpaceRef(ctx.state().entity_at(joint.across(from)))),
            None => Err(faults::joint_elsewhere().into()),
        }
    }

    /// The side of a space at which the joint lies; nothing if it does not end there, or lies at no side.
    Looks "Joint.side_of(Space) -> number" => |ctx, joint: JointRef, space: SpaceRef| {
        let joint = ctx.rules().board.joint(ctx.site(joint.0));
        Ok(joint.and_then(|joint| joint.side_of(ctx.site(space.0))).map(i64::from))
    }

    /// The space on which the card lies, or nothing.
    Reads "Card.space -> Space" => |ctx, card: CardRef| {
        let board = &ctx.rules().board;
        let site = ctx.state().site_under(card.0.id).filter(|site| board.space(*site).is_some());
        Ok(site.map(|site| SpaceRef(ctx.state().entity_at(site))))
    }

    /// The side of its space that a side of the card faces, as the card is turned.
    Reads "Card.side_of(number) -> number" => |ctx, card: CardRef, mark: i64| { faced(ctx, card.0.id, mark) }

    /// The joint at a side of the space; for a card, at the side of its space that a side of the card faces, as the card is
    /// turned. Nothing if there is none.
    Reads "Card or Space.joint_at(number) -> Joint" => |ctx, of: ScriptValue, side: i64| {
        if let ScriptValue::Space(space) = of {
            return Ok(joint_at(ctx, ctx.site(space), side));
        }
        let side = faced(ctx, bearer(of), side)?;
        Ok(ctx.state().site_under(bearer(of)).and_then(|site| joint_at(ctx, site, side)))
    }

    /// The side of the card itself that faces a joint of its space, as the card is turned; nothing if none does.
    Reads "Card.side_of(Joint) -> number" was "x.mark_at(a)" = "x.side_of(a)" => |ctx, card: CardRef, joint: JointRef| {
        let space = ctx.state().site_under(card.0.id);
        let board = &ctx.rules().board;
        let side = space.zip(board.joint(ctx.site(joint.0))).and_then(|(space, joint)| joint.side_of(space));
        let turned = faced(ctx, card.0.id, 0)?;
        Ok(side.map(|side| (i64::from(side) - turned).rem_euclid(i64::from(board.sides))))
    }

    /// The card goes into the zone with this key on a space or joint. Returns whether it did.
    Changes "Card.move_to(zone, Space) -> flag", "Card.move_to(zone, Joint) -> flag" =>
    |ctx, card: CardRef, zone: TextId, site: ScriptValue| {
        put(ctx, card.0, zone, bearer(site))
    }
}

fn parts(
    ctx: &mut CallContext<'_>,
    sites: impl Iterator<Item = SiteId>,
    held: fn(EntityId) -> ScriptValue,
) -> ScriptValue {
    let parts: Vec<ScriptValue> = sites.map(|site| held(ctx.state().entity_at(site))).collect();
    ctx.list(parts)
}

fn joint_on(ctx: &CallContext<'_>, site: SiteId) -> JointRef {
    JointRef(ctx.state().entity_at(site))
}

fn joint_at(ctx: &CallContext<'_>, space: SiteId, side: i64) -> Option<JointRef> {
    let joint = u8::try_from(side).ok().and_then(|side| ctx.rules().board.joint_at(space, side));
    joint.map(|joint| joint_on(ctx, joint))
}

/// The side of its space that a side of a card faces.
fn faced(ctx: &CallContext<'_>, card: EntityId, mark: i64) -> Result<i64, Stop> {
    let board = &ctx.rules().board;
    if board.sides == 0 {
        return Err(faults::board_without_sides().into());
    }
    ctx.note(Cell::Entity(card));
    let turned = board.rotation.map_or(0, |attr| ctx.state().attribute(ctx.rules(), card, attr).number());
    Ok(mark.wrapping_add(turned).rem_euclid(i64::from(board.sides)))
}

fn put(ctx: &mut CallContext<'_>, card: Handle, zone: TextId, site: EntityId) -> Result<bool, Stop> {
    let to = ctx.zone_at(zone, site)?;
    ctx.note(Cell::Zone(to));
    Ok(ctx.table().move_cards(&[card], Goes::Into(to, ZonePosition::Top), words::MOVED)? > 0)
}
