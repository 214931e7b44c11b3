//! Spaces and joints of the board, and how cards lie there.

use super::cards_in;
use crate::model::ids::{EntityId, Handle, SiteId};
use crate::model::index::Cell;
use crate::model::words;
use crate::play::deed::{Goes, Position};
use crate::play::session::{Fault, Inner, Stop, Table};
use crate::script::host::{Shared, act, look, with, zone_at};
use crate::script::types::{Card, Game, Joint, Space, Zone};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// All spaces of the board, in the order of its file.
    ///
    /// Signature: `Game.spaces -> [Space]`
    #[rhai_fn(get = "spaces", pure, return_raw)]
    pub fn spaces(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<Array> {
        with(&context, |table, shared| Ok(shared.rules.board.space_ids().map(|site| space_at(table, site)).collect()))
    }

    /// All joints of the board, in the order of its file.
    ///
    /// Signature: `Game.joints -> [Joint]`
    #[rhai_fn(get = "joints", pure, return_raw)]
    pub fn joints(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<Array> {
        with(&context, |table, shared| {
            Ok(shared.rules.board.joint_ids().map(|site| joint_at_site(table, site)).collect())
        })
    }

    /// The space with this name.
    ///
    /// Signature: `Game.space(space) -> Space`
    #[rhai_fn(pure, return_raw)]
    pub fn space(context: NativeCallContext<'_>, _game: &mut Game, name: &str) -> Outcome<Space> {
        with(&context, |table, shared| {
            let def = shared.rules.definitions.get_index_of(name).map(Into::into);
            let site = def.and_then(|def| shared.rules.board.site_of(def));
            match site.filter(|site| shared.rules.board.space(*site).is_some()) {
                Some(site) => Ok(Space(table.state().entity_at(site))),
                None => Err(Fault::stop(format!("the board has no space `{name}`"))),
            }
        })
    }

    /// The printed name.
    ///
    /// Signature: `Space.name -> space`
    #[rhai_fn(get = "name", pure, return_raw)]
    pub fn space_name(context: NativeCallContext<'_>, space: &mut Space) -> Outcome<ImmutableString> {
        let id = space.0;
        look(&context, id, |table, shared| Ok(shared.name_of(table, id)))
    }

    /// The name: its own, or those of its ends.
    #[rhai_fn(get = "name", pure, return_raw)]
    pub fn joint_name(context: NativeCallContext<'_>, joint: &mut Joint) -> Outcome<ImmutableString> {
        let id = joint.0;
        look(&context, id, |table, shared| Ok(shared.name_of(table, id)))
    }

    /// The key of the space's kind.
    ///
    /// Signature: `Space.kind -> kind`
    #[rhai_fn(get = "kind", pure, return_raw)]
    pub fn space_kind(context: NativeCallContext<'_>, space: &mut Space) -> Outcome<ImmutableString> {
        let id = space.0;
        look(&context, id, |table, shared| Ok(shared.kind_of(table, id)))
    }

    /// The key of the joint's kind.
    ///
    /// Signature: `Joint.kind -> kind`
    #[rhai_fn(get = "kind", pure, return_raw)]
    pub fn joint_kind(context: NativeCallContext<'_>, joint: &mut Joint) -> Outcome<ImmutableString> {
        let id = joint.0;
        look(&context, id, |table, shared| Ok(shared.kind_of(table, id)))
    }

    /// The spaces across the joints of this one, by side, otherwise in the order of the board's file.
    ///
    /// Signature: `Space.neighbours -> [Space]`
    #[rhai_fn(get = "neighbours", pure, return_raw)]
    pub fn neighbours(context: NativeCallContext<'_>, space: &mut Space) -> Outcome<Array> {
        let id = space.0;
        with(&context, |table, shared| {
            let around = shared.rules.board.around(site(table, shared, id));
            Ok(around.map(|(_, space)| space_at(table, space)).collect())
        })
    }

    /// The joints that end here, by side, otherwise in the order of the board's file.
    ///
    /// Signature: `Space.joints -> [Joint]`
    #[rhai_fn(get = "joints", pure, return_raw)]
    pub fn joints_of(context: NativeCallContext<'_>, space: &mut Space) -> Outcome<Array> {
        let id = space.0;
        with(&context, |table, shared| {
            let around = shared.rules.board.around(site(table, shared, id));
            Ok(around.map(|(joint, _)| joint_at_site(table, joint)).collect())
        })
    }

    /// The joint between this space and another, or nothing.
    ///
    /// Signature: `Space.joint_to(Space) -> Joint`
    #[rhai_fn(pure, return_raw)]
    pub fn joint_to(context: NativeCallContext<'_>, space: &mut Space, other: Space) -> Outcome<Dynamic> {
        let id = space.0;
        with(&context, |table, shared| {
            let (one, other) = (site(table, shared, id), site(table, shared, other.0));
            Ok(shared.rules.board.joint_between(one, other).map_or(Dynamic::UNIT, |joint| joint_at_site(table, joint)))
        })
    }

    /// The joint at a side of the space, or nothing.
    ///
    /// Signature: `Space.joint_at(number) -> Joint`
    #[rhai_fn(name = "joint_at", pure, return_raw)]
    pub fn joint_at_side(context: NativeCallContext<'_>, space: &mut Space, side: i64) -> Outcome<Dynamic> {
        let id = space.0;
        with(&context, |table, shared| Ok(joint_at(table, shared, site(table, shared, id), side)))
    }

    /// How many joints lie on the shortest way to another space; nothing where no way leads.
    ///
    /// Signature: `Space.distance_to(Space) -> number`
    #[rhai_fn(pure, return_raw)]
    pub fn distance_to(context: NativeCallContext<'_>, space: &mut Space, other: Space) -> Outcome<Dynamic> {
        let id = space.0;
        with(&context, |table, shared| {
            let distances = shared.rules.board.distances(site(table, shared, id));
            let distance = distances.get(site(table, shared, other.0).index()).copied().flatten();
            Ok(distance.map_or(Dynamic::UNIT, |distance| Dynamic::from(i64::from(distance))))
        })
    }

    /// The spaces that are so many joints away or fewer, itself among them, in the order of the board's file.
    ///
    /// Signature: `Space.within(number) -> [Space]`
    #[rhai_fn(pure, return_raw)]
    pub fn within(context: NativeCallContext<'_>, space: &mut Space, steps: i64) -> Outcome<Array> {
        let id = space.0;
        with(&context, |table, shared| {
            let distances = shared.rules.board.distances(site(table, shared, id));
            let near = |distance: &Option<u32>| distance.is_some_and(|distance| i64::from(distance) <= steps);
            let near = distances.iter().enumerate().filter(|(_, distance)| near(distance));
            Ok(near.map(|(at, _)| space_at(table, at.into())).collect())
        })
    }

    /// The cards that lie in the zone with this key on the space, from the bottom to the top.
    ///
    /// Signature: `Space.cards(zone) -> [Card]`
    #[rhai_fn(name = "cards", pure, return_raw)]
    pub fn cards_on_space(context: NativeCallContext<'_>, space: &mut Space, zone: &str) -> Outcome<Array> {
        let id = space.0;
        with(&context, |table, shared| Ok(cards_in(table, zone_at(table, shared, zone, id)?.0)))
    }

    /// The cards that lie in the zone with this key on the joint, from the bottom to the top.
    ///
    /// Signature: `Joint.cards(zone) -> [Card]`
    #[rhai_fn(name = "cards", pure, return_raw)]
    pub fn cards_on_joint(context: NativeCallContext<'_>, joint: &mut Joint, zone: &str) -> Outcome<Array> {
        let id = joint.0;
        with(&context, |table, shared| Ok(cards_in(table, zone_at(table, shared, zone, id)?.0)))
    }

    /// The zone with this key on the space.
    ///
    /// Signature: `Space.zone(zone) -> Zone`
    #[rhai_fn(name = "zone", pure, return_raw)]
    pub fn zone_on_space(context: NativeCallContext<'_>, space: &mut Space, key: &str) -> Outcome<Zone> {
        let id = space.0;
        with(&context, |table, shared| zone_at(table, shared, key, id))
    }

    /// The zone with this key on the joint.
    ///
    /// Signature: `Joint.zone(zone) -> Zone`
    #[rhai_fn(name = "zone", pure, return_raw)]
    pub fn zone_on_joint(context: NativeCallContext<'_>, joint: &mut Joint, key: &str) -> Outcome<Zone> {
        let id = joint.0;
        with(&context, |table, shared| zone_at(table, shared, key, id))
    }

    /// The two spaces that it joins.
    ///
    /// Signature: `Joint.ends -> [Space]`
    #[rhai_fn(get = "ends", pure, return_raw)]
    pub fn ends(context: NativeCallContext<'_>, joint: &mut Joint) -> Outcome<Array> {
        let id = joint.0;
        with(&context, |table, shared| {
            let joint = shared.rules.board.joint(site(table, shared, id));
            Ok(joint.map_or_else(Array::new, |joint| joint.ends.map(|end| space_at(table, end)).to_vec()))
        })
    }

    /// The space at the other end.
    #[rhai_fn(pure, return_raw)]
    pub fn across(context: NativeCallContext<'_>, joint: &mut Joint, space: Space) -> Outcome<Space> {
        let id = joint.0;
        with(&context, |table, shared| {
            let from = site(table, shared, space.0);
            let joint = shared.rules.board.joint(site(table, shared, id));
            match joint.filter(|joint| joint.ends.contains(&from)) {
                Some(joint) => Ok(Space(table.state().entity_at(joint.across(from)))),
                None => Err(Fault::stop("this joint does not end at that space")),
            }
        })
    }

    /// The side of a space at which the joint lies; nothing if it does not end there, or lies at no side.
    ///
    /// Signature: `Joint.side_of(Space) -> number`
    #[rhai_fn(name = "side_of", pure, return_raw)]
    pub fn side_of_joint(context: NativeCallContext<'_>, joint: &mut Joint, space: Space) -> Outcome<Dynamic> {
        let id = joint.0;
        with(&context, |table, shared| {
            let joint = shared.rules.board.joint(site(table, shared, id));
            let side = joint.and_then(|joint| joint.side_of(site(table, shared, space.0)));
            Ok(side.map_or(Dynamic::UNIT, |side| Dynamic::from(i64::from(side))))
        })
    }

    /// The space on which the card lies, or nothing.
    ///
    /// Signature: `Card.space -> Space`
    #[rhai_fn(get = "space", pure, return_raw)]
    pub fn space_of(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Dynamic> {
        let id = card.0.id;
        look(&context, id, |table, shared| {
            let site = table.state().site_under(id).filter(|site| shared.rules.board.space(*site).is_some());
            Ok(site.map_or(Dynamic::UNIT, |site| space_at(table, site)))
        })
    }

    /// The joint on which the card lies, or nothing.
    ///
    /// Signature: `Card.joint -> Joint`
    #[rhai_fn(get = "joint", pure, return_raw)]
    pub fn joint_of(context: NativeCallContext<'_>, card: &mut Card) -> Outcome<Dynamic> {
        let id = card.0.id;
        look(&context, id, |table, shared| {
            let site = table.state().site_under(id).filter(|site| shared.rules.board.joint(*site).is_some());
            Ok(site.map_or(Dynamic::UNIT, |site| joint_at_site(table, site)))
        })
    }

    /// The side of its space that a side of the card faces, as the card is turned.
    #[rhai_fn(pure, return_raw)]
    pub fn side_of(context: NativeCallContext<'_>, card: &mut Card, mark: i64) -> Outcome<i64> {
        let id = card.0.id;
        look(&context, id, |table, shared| faced(table, shared, id, mark))
    }

    /// The joint of its space that a side of the card faces, as the card is turned; nothing if none lies there.
    ///
    /// Signature: `Card.joint_at(number) -> Joint`
    #[rhai_fn(name = "joint_at", pure, return_raw)]
    pub fn joint_at_mark(context: NativeCallContext<'_>, card: &mut Card, mark: i64) -> Outcome<Dynamic> {
        let id = card.0.id;
        look(&context, id, |table, shared| {
            let side = faced(table, shared, id, mark)?;
            let site = table.state().site_under(id);
            Ok(site.map_or(Dynamic::UNIT, |site| joint_at(table, shared, site, side)))
        })
    }

    /// The side of the card itself that faces a joint of its space, as the card is turned; nothing if none does.
    ///
    /// Signature: `Card.mark_at(Joint) -> number`
    #[rhai_fn(pure, return_raw)]
    pub fn mark_at(context: NativeCallContext<'_>, card: &mut Card, joint: Joint) -> Outcome<Dynamic> {
        let id = card.0.id;
        look(&context, id, |table, shared| {
            let space = table.state().site_under(id);
            let joint = shared.rules.board.joint(site(table, shared, joint.0));
            let side = space.zip(joint).and_then(|(space, joint)| joint.side_of(space));
            let turned = faced(table, shared, id, 0)?;
            let sides = i64::from(shared.rules.board.sides);
            Ok(side.map_or(Dynamic::UNIT, |side| Dynamic::from((i64::from(side) - turned).rem_euclid(sides))))
        })
    }

    /// The card goes into the zone with this key on a space. Gives whether it did.
    /// Changes state.
    ///
    /// Signature: `Card.move_to(zone, Space) -> flag`
    #[rhai_fn(name = "move_to", return_raw)]
    pub fn move_to_space(context: NativeCallContext<'_>, card: &mut Card, zone: &str, space: Space) -> Outcome<bool> {
        let handle = card.0;
        act(&context, |table, shared| put(table, shared, handle, zone, space.0))
    }

    /// The card goes into the zone with this key on a joint. Gives whether it did.
    /// Changes state.
    ///
    /// Signature: `Card.move_to(zone, Joint) -> flag`
    #[rhai_fn(name = "move_to", return_raw)]
    pub fn move_to_joint(context: NativeCallContext<'_>, card: &mut Card, zone: &str, joint: Joint) -> Outcome<bool> {
        let handle = card.0;
        act(&context, |table, shared| put(table, shared, handle, zone, joint.0))
    }

    /// Whether this is a space.
    pub fn is_space(value: Dynamic) -> bool {
        value.is::<Space>()
    }

    /// Whether this is a joint.
    pub fn is_joint(value: Dynamic) -> bool {
        value.is::<Joint>()
    }
}

/// The site that an entity is.
fn site(table: &Inner, shared: &Shared, id: EntityId) -> SiteId {
    table.state().site_of(&shared.rules, id).unwrap_or(SiteId::NONE)
}

fn space_at(table: &Inner, site: SiteId) -> Dynamic {
    Dynamic::from(Space(table.state().entity_at(site)))
}

fn joint_at_site(table: &Inner, site: SiteId) -> Dynamic {
    Dynamic::from(Joint(table.state().entity_at(site)))
}

fn joint_at(table: &Inner, shared: &Shared, space: SiteId, side: i64) -> Dynamic {
    let joint = u8::try_from(side).ok().and_then(|side| shared.rules.board.joint_at(space, side));
    joint.map_or(Dynamic::UNIT, |joint| joint_at_site(table, joint))
}

/// The side of its space that a side of a card faces.
fn faced(table: &Inner, shared: &Shared, card: EntityId, mark: i64) -> Result<i64, Stop> {
    let board = &shared.rules.board;
    if board.sides == 0 {
        return Err(Fault::stop("the spaces of this board have no sides"));
    }
    let turned = board.rotation.map_or(0, |attr| table.state().attribute(&shared.rules, card, attr).number());
    Ok(mark.wrapping_add(turned).rem_euclid(i64::from(board.sides)))
}

fn put(table: &mut Table, shared: &Shared, card: Handle, zone: &str, site: EntityId) -> Result<bool, Stop> {
    let to = zone_at(table, shared, zone, site)?.0;
    table.note_read(Cell::Zone(to));
    Ok(table.move_cards(&[card], Goes::Into(to, Position::Top), words::MOVED)? > 0)
}
