//! Prices as far as they are declared: whom they concern, and what could be given.

use super::{Attempt, Reading, Viewpoint, passes, zone_decl};
use crate::model::ids::{Handle, ZoneDeclId};
use crate::model::index::Cell;
use crate::model::rules::{Filter, Price};
use crate::model::state::State;
use smallvec::SmallVec;

/// Whether a price is for this card and player.
pub fn concerns(at: Reading<'_>, attempt: Attempt, price: &Price) -> bool {
    let viewpoint = Viewpoint { player: attempt.player, source: attempt.card };
    let player = State::player_entity(attempt.player);
    price.card.as_ref().is_none_or(|filter| passes(at, filter, attempt.card, viewpoint))
        && price.player.as_ref().is_none_or(|filter| passes(at, filter, player, viewpoint))
}

/// What a player could give for a use from a zone of their own: all that passes the filter and can leave the zone, but for the
/// card itself.
pub(crate) fn givable(at: Reading<'_>, attempt: Attempt, from: ZoneDeclId, filter: &Filter) -> SmallVec<[Handle; 8]> {
    let zone = at.state.zone_of(at.rules, from, attempt.player);
    at.note(Cell::Zone(zone));
    if zone_decl(at, zone).terminal {
        return SmallVec::new();
    }
    let viewpoint = Viewpoint { player: attempt.player, source: attempt.card };
    let cards = at.state.zone(zone).cards.iter();
    cards
        .filter(|card| **card != attempt.card && passes(at, filter, **card, viewpoint))
        .map(|card| at.state.handle(*card))
        .collect()
}
