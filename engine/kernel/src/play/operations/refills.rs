//! Piles that are refilled from others, and dealing.

use super::ZonePosition;
use crate::model::ids::{EntityId, Handle, PlayerId, ZoneId};
use crate::model::trace::FactKind;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::queries::{is_full, room_in, zone_decl};
use crate::play::session::Table;

impl Table {
    /// If fewer cards than these lie in a zone that is refilled, those of the other zone come beneath them, shuffled if
    /// the ruleset says so.
    ///
    /// # Errors
    /// A stop from the question to chance, or from a listener.
    pub fn refill(&mut self, zone: ZoneId, wanted: usize) -> Result<(), Stop> {
        self.refuse_if_pure("refilling a pile")?;
        let Some(refill) = zone_decl(self.reading(), zone).refill else { return Ok(()) };
        if self.state().zone(zone).cards.len() >= wanted {
            return Ok(());
        }
        let player = self.somebody(self.state().zone(zone).owner.unwrap_or(PlayerId::NOBODY));
        let source = self.state().zone_of(&self.rules, refill.from, player);
        let left = refill.keep as usize;
        if source == zone || self.state().zone(source).cards.len() <= left {
            return Ok(());
        }
        if refill.shuffled {
            self.shuffle_below(player, source, left)?;
        }
        let cards = &self.state().zone(source).cards;
        // The uppermost of them goes beneath the zone first, and so stays uppermost.
        let room = room_in(self.reading(), zone) as usize;
        let moving: Vec<EntityId> = cards.iter().rev().skip(left).take(room).copied().collect();
        for card in &moving {
            self.shift(*card, zone, ZonePosition::Bottom);
            self.let_go(*card, &[]);
        }
        self.tell(FactKind::Refills(source, zone));
        let (subject, amount) = (Value::Player(player), moving.len() as i64);
        let event = self.event(words::REFILLED, player, subject, amount, source);
        self.signal(event)
    }

    /// Cards are dealt from the top of a pile, one at a time around these players, until each has as many as wanted or
    /// the pile is empty.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn deal(&mut self, players: &[PlayerId], from: ZoneId, to: &[ZoneId], each: usize) -> Result<(), Stop> {
        self.refuse_if_pure("dealing")?;
        let around = players.len();
        let pile: Vec<Handle> =
            self.state().zone(from).cards.iter().rev().map(|card| self.state().handle(*card)).collect();
        for (at, (player, to)) in players.iter().zip(to).enumerate() {
            let own = pile.iter().skip(at).step_by(around.max(1)).take(each);
            let mut dealt = 0;
            for card in own {
                // A listener of what others were dealt may have taken it.
                let lies = self.state().fresh(*card) && self.state().entity(card.id).zone == from;
                if lies && (*to == from || self.closed_by(*to).is_none() && !is_full(self.reading(), *to)) {
                    self.relocate(card.id, (*to, ZonePosition::Top), words::DRAWN, false, None);
                    self.let_go(card.id, &[]);
                    dealt += 1;
                }
            }
            self.run.sealed |= dealt > 0;
            if dealt > 0 {
                let (player, amount) = (*player, dealt);
                let subject = Value::Player(player);
                let event = self.event(words::DRAWN, player, subject, amount, from);
                self.signal(event)?;
            }
        }
        Ok(())
    }
}
