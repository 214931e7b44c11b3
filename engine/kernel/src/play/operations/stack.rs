//! Cards on the stack: they lie there while their uses wait, and leave it when those are done.

use super::{Goes, Moved, ZonePosition};
use crate::model::ids::{Handle, PlayerId, Players, Word, ZoneId};
use crate::model::state::Entity;
use crate::model::trace::{Fact, FactKind, Thing};
use crate::play::call::Stop;
use crate::play::queries::{is_full, route_otherwise, zone_decl};
use crate::play::run::Cause;
use crate::play::session::Table;

impl Table {
    /// Whether this card still lies where cards wait while they are used.
    pub(crate) fn is_waiting(&self, card: Handle) -> bool {
        self.state().fresh(card) && zone_decl(self.reading(), self.state().entity(card.id).zone).pending
    }

    /// A card leaves the stack for a cause, because its use is done. Listeners may send it elsewhere, but nothing keeps it there:
    /// no step is left that would ever take it off.
    ///
    /// # Errors
    /// A stop from a listener that was called.
    pub(crate) fn leave_stack(&mut self, card: Handle, cause: Word, used: Handle) -> Result<(), Stop> {
        // In nobody's name: no exemption or protection may keep a card on the stack when its use is done. Listeners are told
        // which use that is.
        let (player, exempt) = (PlayerId::NOBODY, Players::NONE);
        self.with_cause(Cause { source: used, named: None, player, exempt, item: false }, |table| {
            let facts = table.game.trace.len();
            table.move_cards(&[card], Goes::Routed, cause)?;
            if !table.is_waiting(card) {
                return Ok(());
            }
            // It does not stay, whatever has just been told.
            let stays = |fact: &Fact| matches!(fact.what, FactKind::Stays(Thing::Card(it), _) if it.card == card.id);
            table.game.untell(facts, |fact| !stays(fact));
            table.put_off_stack(card, cause)
        })
    }

    /// Moves a card off the stack without asking listeners.
    fn put_off_stack(&mut self, card: Handle, cause: Word) -> Result<(), Stop> {
        let Entity { zone: from, controller, .. } = *self.state().entity(card.id);
        let (mut to, mut owner) = self.route_of(card.id, cause);
        if is_full(self.reading(), to) {
            (to, owner) = route_otherwise(self.reading(), card.id, self.somebody(controller));
        }
        if self.closed_by(to).is_some() {
            to = ZoneId::NONE;
        }
        if self.relocate(card.id, (to, ZonePosition::Top), cause, false, owner) {
            let moved = Moved { card, from, controller, cause, attached: false };
            self.let_go(card.id, &[]);
            self.after_move(&moved, &[])?;
            self.vanish(card.id, cause);
            self.absorb(card.id);
        }
        Ok(())
    }

    /// A card whose use is done lies down in the first zone in which it works, where it can. Returns whether it no longer
    /// waits: a card that has no such zone, or finds no room there, does.
    ///
    /// # Errors
    /// A stop from a listener that was called.
    pub(crate) fn lie_down(&mut self, card: Handle, player: PlayerId, cause: Word) -> Result<bool, Stop> {
        let works_in = &self.rules.definitions[self.state().entity(card.id).def.index()].works_in;
        let Some(decl) = works_in.first().copied().filter(|zone| !self.rules.zones[zone.index()].per.is_on_board())
        else {
            return Ok(!self.is_waiting(card));
        };
        let zone = self.state().zone_of(&self.rules, decl, player);
        // By the rules and not by the item: no exemption from it keeps its own card from lying down.
        self.without_cause(|table| table.move_cards(&[card], Goes::Into(zone, ZonePosition::Top), cause))?;
        Ok(!self.is_waiting(card))
    }
}
