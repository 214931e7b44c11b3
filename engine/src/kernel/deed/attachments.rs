//! Attaching cards to cards.

use super::Position;
use crate::kernel::change::Change;
use crate::kernel::ids::{EntityId, Handle};
use crate::kernel::state::Entity;
use crate::kernel::table::Table;
use crate::kernel::trace::What;
use crate::kernel::words;
use smallvec::SmallVec;

impl Table {
    /// Attaches a card to another, or to nothing.
    pub fn attach(&mut self, id: EntityId, host: EntityId) {
        let before = *self.state().entity(id);
        if before.host == host {
            return;
        }
        if before.host.is_some() {
            self.count_attachments(before.host, -1);
        }
        self.change(Change::Alter { id, before, after: Entity { host, ..before } });
        if host.is_some() {
            self.count_attachments(host, 1);
            let (card, to) = (self.named(id), self.named(host));
            self.tell(What::Attaches(card, Some(to)));
        }
    }

    pub(super) fn count_attachments(&mut self, id: EntityId, by: i32) {
        let before = *self.state().entity(id);
        let attachments = (i32::from(before.attachments) + by).max(0) as u16;
        self.change(Change::Alter { id, before, after: Entity { attachments, ..before } });
    }

    /// What is attached to an entity, in the order of zones and piles.
    pub fn attachments(&self, id: EntityId) -> SmallVec<[Handle; 4]> {
        if self.state().entity(id).attachments == 0 {
            return SmallVec::new();
        }
        let all = self.state().zones().flat_map(|(_, zone)| zone.cards.iter());
        all.filter(|card| self.state().entity(**card).host == id).map(|card| self.state().handle(*card)).collect()
    }

    pub(super) fn detach_all(&mut self, id: EntityId) {
        let follow = self.rules.kinds[self.state().entity(id).kind.index()].attachments_follow;
        for attached in self.attachments(id) {
            self.attach(attached.id, EntityId::NONE);
            if !follow {
                let to = self.route(attached.id, words::UNATTACHED);
                self.relocate(attached.id, to, Position::Top, words::UNATTACHED);
            }
        }
    }
}
