//! Zones and what lies in them: where cards go, how many find room, what is attached to what.

use super::Reading;
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Word, ZoneDeclId, ZoneId};
use crate::model::rules::{Category, NewOwner, Route, ZoneDecl};
use crate::model::spent::SMALL;
use smallvec::SmallVec;

/// More cards and pieces than this lie in no zone.
const MOST_PIECES: u32 = 1 << 20;

/// The declaration of a zone.
pub fn zone_decl(at: Reading<'_>, zone: ZoneId) -> &ZoneDecl {
    &at.rules.zones[at.state.zone(zone).decl.index()]
}

/// Whether nothing more finds room in a zone.
pub fn is_full(at: Reading<'_>, zone: ZoneId) -> bool {
    room_in(at, zone) == 0
}

/// Whether a card stays what it is when it goes from one zone to the other: they are of one declaration or joined,
/// and not two players'. Who receives a card has another.
pub(crate) fn are_joined(at: Reading<'_>, one: ZoneId, other: ZoneId) -> bool {
    let (one, other) = (at.state.zone(one), at.state.zone(other));
    if one.owner.is_some() && other.owner.is_some() && one.owner != other.owner {
        return false;
    }
    let (one, other) = (one.decl, other.decl);
    one == other || at.rules.joined.iter().any(|pair| *pair == (one, other) || *pair == (other, one))
}

/// Whether an entity is a pile: of pieces, or of cards in a supply.
pub fn is_pile(at: Reading<'_>, id: EntityId) -> bool {
    at.rules.category_of(at.state.entity(id).def) == Category::Counted || is_in_supply(at, id)
}

/// Whether an entity is a pile of cards in a supply.
pub fn is_in_supply(at: Reading<'_>, id: EntityId) -> bool {
    let zone = at.state.entity(id).zone;
    zone.is_some() && zone_decl(at, zone).supply
}

/// How many cards and pieces lie in a zone.
fn count_in(at: Reading<'_>, zone: ZoneId) -> u32 {
    at.charge(at.state.zone(zone).cards.len() / SMALL);
    let counts = at.state.zone(zone).cards.iter().map(|card| at.state.entity(*card).count);
    counts.fold(0, u32::saturating_add)
}

/// How many more cards and pieces a zone can take; the total stays within [`MOST_PIECES`].
pub(crate) fn room_in(at: Reading<'_>, zone: ZoneId) -> u32 {
    let decl = &at.rules.zones[at.state.zone(zone).decl.index()];
    decl.capacity.unwrap_or(MOST_PIECES).min(MOST_PIECES).saturating_sub(count_in(at, zone))
}

/// The pile of these pieces in a zone.
pub fn pile_in(at: Reading<'_>, zone: ZoneId, def: DefId, owner: PlayerId) -> Option<EntityId> {
    let same = |id: &EntityId| {
        let entity = at.state.entity(*id);
        entity.def == def && entity.owner == owner
    };
    at.charge(at.state.zone(zone).cards.len() / SMALL);
    at.state.zone(zone).cards.iter().copied().find(same)
}

/// What is attached to an entity, in the order of zones and piles.
pub fn attachments(at: Reading<'_>, id: EntityId) -> SmallVec<[Handle; 4]> {
    if at.state.entity(id).attachments == 0 {
        return SmallVec::new();
    }
    at.charge(at.state.entities.len() / SMALL);
    let all = at.state.zones().flat_map(|(_, zone)| zone.cards.iter());
    all.filter(|card| at.state.entity(**card).host == id).map(|card| at.state.handle(*card)).collect()
}

/// The zone to which a card leaves for a cause, and whose it is then, if that changes.
pub fn route(at: Reading<'_>, id: EntityId, cause: Word, actor: PlayerId) -> (ZoneId, Option<PlayerId>) {
    routed(at, id, row(at, id, cause), actor)
}

/// The zone to which a card leaves for whatever other cause; it is never full.
pub(crate) fn route_otherwise(at: Reading<'_>, id: EntityId, actor: PlayerId) -> (ZoneId, Option<PlayerId>) {
    let row = routes(at, id).find(|route| route.cause.is_none());
    routed(at, id, row, actor)
}

fn routed(at: Reading<'_>, id: EntityId, row: Option<&Route>, actor: PlayerId) -> (ZoneId, Option<PlayerId>) {
    let owner = match row.map(|row| row.owner).unwrap_or_default() {
        NewOwner::Same => None,
        NewOwner::Nobody => Some(PlayerId::NOBODY),
        // Nothing becomes the property of a player who is out.
        NewOwner::Actor => Some(actor).filter(|actor| at.state.present().has(*actor)),
    };
    let whose = owner.filter(|owner| owner.is_somebody()).unwrap_or_else(|| at.state.home(id));
    (at.state.zone_of(at.rules, row.map_or(ZoneDeclId(0), |row| row.to), whose), owner)
}

/// The row of the routing tables for a cause: the definition's own go first, then its kind's.
fn row<'r>(at: Reading<'r>, id: EntityId, cause: Word) -> Option<&'r Route> {
    let said = routes(at, id).find(|route| route.cause == Some(cause));
    said.or_else(|| routes(at, id).find(|route| route.cause.is_none()))
}

fn routes<'r>(at: Reading<'r>, id: EntityId) -> impl Iterator<Item = &'r Route> {
    let entity = at.state.entity(id);
    let definition = &at.rules.definitions[entity.def.index()];
    let kind = &at.rules.kinds[entity.kind.index()];
    definition.routes.iter().chain(&kind.routes)
}

/// Whether the cards of a definition have a route of their own for a cause.
pub(crate) fn has_route(at: Reading<'_>, def: DefId, cause: Word) -> bool {
    let definition = &at.rules.definitions[def.index()];
    let kind = &at.rules.kinds[definition.kind.index()];
    definition.routes.iter().chain(&kind.routes).any(|route| route.cause == Some(cause))
}
