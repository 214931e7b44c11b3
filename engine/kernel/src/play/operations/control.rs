//! Who controls a card: whoever it was given to last, by lying before somebody, for good, or by an effect of control.
//!
//! What effects make of it is found out like all that they do, and kept in the entity, where everything reads it: it is
//! brought up to date before listeners are called, and before a step ends.

use crate::model::change::Change;
use crate::model::ids::{EntityId, PlayerId};
use crate::model::state::Entity;
use crate::model::trace::FactKind;
use crate::play::session::Table;

impl Table {
    /// Gives the control of a card to a player for good, without moving it: no effect that has begun holds it any more.
    pub fn control(&mut self, id: EntityId, player: PlayerId) {
        let before = *self.state().entity(id);
        if (before.controller, before.holder) != (player, player) {
            self.change(Change::Alter { id, before, after: Entity { controller: player, holder: player, ..before } });
        }
        if self.rules.controls {
            let (before, after) = (self.state().given(id), self.state().index.newest + 1);
            self.change(Change::Give { id, before, after });
        }
        if before.controller != player {
            self.tell(FactKind::Controls(self.named(id), player));
        }
        self.settle_control();
    }

    /// A card lies anew: it was given to nobody yet.
    pub(super) fn forget_gift(&mut self, id: EntityId) {
        let before = self.state().given(id);
        if before > 0 {
            self.change(Change::Give { id, before, after: 0 });
        }
    }

    /// Brings up to date who controls what, if anything may have changed it.
    pub(in crate::play) fn settle_control(&mut self) {
        if !self.rules.controls || !std::mem::take(&mut self.run.control_due) {
            return;
        }
        for (id, player) in self.reading().unsettled_control() {
            let before = *self.state().entity(id);
            self.change(Change::Alter { id, before, after: Entity { controller: player, ..before } });
            self.tell(FactKind::Controls(self.named(id), player));
        }
        // Effects look at what there was before control was settled, and at nothing of this.
        self.run.control_due = false;
    }
}
