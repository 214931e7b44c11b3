//! The zones of players who are out: nothing enters them any more.
//!
//! While players leave, the ruleset may still put away what is theirs, but not into play. From then on, what would come into
//! a zone of theirs leaves the game if it is theirs too, and otherwise stays where it is.

use crate::model::change::Change;
use crate::model::ids::{EntityId, Handle, PlayerId, Word, ZoneId};
use crate::model::state::Entity;
use crate::model::trace::{FactKind, Reason};
use crate::play::queries::zone_decl;
use crate::play::session::Table;

impl Table {
    /// The player who is out and whose zone this is, if nothing enters it.
    pub(super) fn closed_by(&self, zone: ZoneId) -> Option<PlayerId> {
        let state = self.state();
        let owner = Some(zone).filter(|zone| zone.is_some()).and_then(|zone| state.zone(zone).owner)?;
        let puts_away = || self.run.leaving.has(owner) && !zone_decl(self.reading(), zone).in_play;
        (!state.present.has(owner) && !puts_away()).then_some(owner)
    }

    /// Where a card comes that is to go to a zone: there; into none if it leaves the game instead; `None`, and a line says
    /// why, if it stays where it is. One that goes by its route must not stay.
    pub(super) fn admitted(&mut self, card: EntityId, to: ZoneId, routed: bool) -> Option<ZoneId> {
        let Some(out) = self.closed_by(to) else { return Some(to) };
        let Entity { zone, owner, .. } = *self.state().entity(card);
        if zone == to {
            return Some(to);
        }
        let leaves = if owner.is_somebody() { !self.state().present.has(owner) } else { routed };
        if !leaves {
            self.tell(FactKind::Stays(self.thing(card), Reason::Out(out)));
        }
        leaves.then_some(ZoneId::NONE)
    }

    /// A card leaves the game: it lies nowhere any more.
    pub(super) fn leave_game(&mut self, id: EntityId, cause: Word) {
        let named = self.named(id);
        if self.state().entity(id).host.is_some() {
            self.attach(id, EntityId::NONE);
        }
        self.forget_guises(id);
        let before = *self.state().entity(id);
        let from = self.place_in_zone(id, before.zone);
        let after = Entity { zone: ZoneId::NONE, exists: false, place: 0, ..before };
        self.change(Change::Move { id, before, after, from, to: 0 });
        self.forget(Handle { id, incarnation: before.incarnation });
        self.tell(FactKind::Vanishes(named, cause));
    }
}
