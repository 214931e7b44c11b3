//! Spaces and joints of the board, and how cards lie there.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ScriptValue, TextId};
use crate::types::{CardRef, GameRef, JointRef, SpaceRef, ZoneRef};
use cardwright_kernel::model::ids::{EntityId, Handle, SiteId};
use cardwright_kernel::model::index::Cell;
use cardwright_kernel::model::words;
use cardwright_kernel::play::call::{Fault, Stop};
use cardwright_kernel::play::operations::{Goes, ZonePosition};

verbs! {
    /// All spaces of the board, in the order of its file.
    Looks "Game.spaces -> [Space]" => |ctx, game: GameRef| {
        let sites = ctx.rules().board.space_ids();
        Ok(parts(ctx, sites, ScriptValue::Space))
    }

    /// All joints of the board, in the order of its file.
    Looks "Game.joints -> [Joint]" => |ctx, game: GameRef| {
        let sites = ctx.rules().board.joint_ids();
        Ok(parts(ctx, sites, ScriptValue::Joint))
    }

    /// The space with this name.
    Looks "Game.space(space) -> Space" => |ctx, game: GameRef, name: TextId| {
        let board = &ctx.rules().board;
        let site = ctx.definition(name).ok().and_then(|def| board.site_of(def));
        match site.filter(|site| board.space(*site).is_some()) {
            Some(site) => Ok(SpaceRef(ctx.state().entity_at(site))),
            None => Err(Fault::stop(format!("the board has no space `{}`", ctx.text(name)))),
        }
    }

    /// The printed name.
    Reads "Space.name -> space" => |ctx, space: SpaceRef| { Ok(ctx.name_of(space.0)) }

    /// The name: its own, or those of its ends.
    Reads "Joint.name -> text" => |ctx, joint: JointRef| { Ok(ctx.name_of(joint.0)) }

    /// The key of the space's kind.
    Reads "Space.kind -> kind" => |ctx, space: SpaceRef| { Ok(ctx.kind_of(space.0)) }

    /// The key of the joint's kind.
    Reads "Joint.kind -> kind" => |ctx, joint: JointRef| { Ok(ctx.kind_of(joint.0)) }

    /// The spaces across the joints of this one, by side, otherwise in the order of the board's file.
    Looks "Space.neighbours -> [Space]" => |ctx, space: SpaceRef| {
        let around = ctx.rules().board.around(ctx.site(space.0));
        Ok(parts(ctx, around.map(|(_, space)| space), ScriptValue::Space))
    }

    /// The joints that end here, by side, otherwise in the order of the board's file.
    Looks "Space.joints -> [Joint]" => |ctx, space: SpaceRef| {
        let around = ctx.rules().board.around(ctx.site(space.0));
        Ok(parts(ctx, around.map(|(joint, _)| joint), ScriptValue::Joint))
    }

    /// The joint between this space and another, or nothing.
    Looks "Space.joint_to(Space) -> Joint" => |ctx, space: SpaceRef, other: SpaceRef| {
        let joint = ctx.rules().board.joint_between(ctx.site(space.0), ctx.site(other.0));
        Ok(joint.map(|joint| joint_on(ctx, joint)))
    }

    /// The joint at a side of the space, or nothing.
    Looks "Space.joint_at(number) -> Joint" => |ctx, space: SpaceRef, side: i64| {
        Ok(joint_at(ctx, ctx.site(space.0), side))
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

    /// The cards that lie in the zone with this key on the space, from bottom to top.
    Looks "Space.cards(zone) -> [Card]" => |ctx, space: SpaceRef, zone: TextId| {
        let zone = ctx.zone_at(zone, space.0)?;
        Ok(ctx.cards_in(zone))
    }

    /// The cards that lie in the zone with this key on the joint, from bottom to top.
    Looks "Joint.cards(zone) -> [Card]" => |ctx, joint: JointRef, zone: TextId| {
        let zone = ctx.zone_at(zone, joint.0)?;
        Ok(ctx.cards_in(zone))
    }

    /// The zone with this key on the space.
    Looks "Space.zone(zone) -> Zone" => |ctx, space: SpaceRef, key: TextId| { ctx.zone_at(key, space.0).map(ZoneRef) }

    /// The zone with this key on the joint.
    Looks "Joint.zone(zone) -> Zone" => |ctx, joint: JointRef, key: TextId| { ctx.zone_at(key, joint.0).map(ZoneRef) }

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
            None => Err(Fault::stop("this joint does not end at that space")),
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

    /// The joint on which the card lies, or nothing.
    Reads "Card.joint -> Joint" => |ctx, card: CardRef| {
        let board = &ctx.rules().board;
        let site = ctx.state().site_under(card.0.id).filter(|site| board.joint(*site).is_some());
        Ok(site.map(|site| joint_on(ctx, site)))
    }

    /// The side of its space that a side of the card faces, as the card is turned.
    Reads "Card.side_of(number) -> number" => |ctx, card: CardRef, mark: i64| { faced(ctx, card.0.id, mark) }

    /// The joint of its space that a side of the card faces, as the card is turned; nothing if there is none.
    Reads "Card.joint_at(number) -> Joint" => |ctx, card: CardRef, mark: i64| {
        let side = faced(ctx, card.0.id, mark)?;
        Ok(ctx.state().site_under(card.0.id).and_then(|site| joint_at(ctx, site, side)))
    }

    /// The side of the card itself that faces a joint of its space, as the card is turned; nothing if none does.
    Reads "Card.mark_at(Joint) -> number" => |ctx, card: CardRef, joint: JointRef| {
        let space = ctx.state().site_under(card.0.id);
        let board = &ctx.rules().board;
        let side = space.zip(board.joint(ctx.site(joint.0))).and_then(|(space, joint)| joint.side_of(space));
        let turned = faced(ctx, card.0.id, 0)?;
        Ok(side.map(|side| (i64::from(side) - turned).rem_euclid(i64::from(board.sides))))
    }

    /// The card goes into the zone with this key on a space. Returns whether it did.
    Changes "Card.move_to(zone, Space) -> flag" => |ctx, card: CardRef, zone: TextId, space: SpaceRef| {
        put(ctx, card.0, zone, space.0)
    }

    /// The card goes into the zone with this key on a joint. Returns whether it did.
    Changes "Card.move_to(zone, Joint) -> flag" => |ctx, card: CardRef, zone: TextId, joint: JointRef| {
        put(ctx, card.0, zone, joint.0)
    }

    /// Whether this is a space.
    Plain "is_space(any) -> flag" => |ctx, value: ScriptValue| { Ok(matches!(value, ScriptValue::Space(_))) }

    /// Whether this is a joint.
    Plain "is_joint(any) -> flag" => |ctx, value: ScriptValue| { Ok(matches!(value, ScriptValue::Joint(_))) }
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
        return Err(Fault::stop("the spaces of this board have no sides"));
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
