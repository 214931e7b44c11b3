//! Endings by repetition: what the position is, and how often it has come up.
//!
//! A position consists of what everybody knows, so that the end of a game betrays nothing, and of nothing else: two
//! incarnations of a card are the same card.

use crate::base::short_hash;
use crate::model::change::Change;
use crate::model::ids::{DefId, EntityId, Seats, ZoneId};
use crate::model::rules::{Repetition, Rules};
use crate::model::state::State;
use crate::model::trace::FactKind;
use crate::model::turn::Turn;
use crate::model::value::Value;
use crate::play::call::Stop;
use crate::play::session::Table;
use std::sync::Arc;

impl Table {
    /// Remembers the position with which this turn begins. True if it has come up as often as the ruleset allows, and so
    /// has ended the game.
    ///
    /// # Errors
    /// A stop from a script that computes a score.
    pub(in crate::play) fn ends_by_repetition(&mut self, turn: &Turn) -> Result<bool, Stop> {
        let rules = Arc::clone(&self.rules);
        let Some(repetition) = &rules.repetition else { return Ok(false) };
        let now = hash_of_position(&rules, self.state(), repetition, turn);
        let before = self.state().positions();
        let times = 1 + before.iter().filter(|position| **position == now).count() as u32;
        let forgotten = before.first().copied().filter(|_| before.len() >= Repetition::REMEMBERED);
        self.change(Change::Position { now, forgotten });
        if times < repetition.times {
            return Ok(false);
        }
        self.tell(FactKind::Repeats(times));
        self.end_by_itself(repetition.ending, repetition.why)?;
        Ok(true)
    }
}

/// A hash of what makes two positions the same: the turn, who is present, the cards in some zones, and the attributes of what
/// lies in no zone (the game, the players, the board).
fn hash_of_position(rules: &Rules, state: &State, repetition: &Repetition, turn: &Turn) -> u64 {
    let look = Seen { rules, state, repetition, everybody: Seats::first(state.people()) };
    let skips = turn.skips.iter().copied().enumerate().filter(|(_, skips)| *skips > 0);
    let skips: Vec<(usize, u8)> = skips.collect();
    let zones = state.zones().filter(|(_, zone)| repetition.zones.contains(&zone.decl));
    let zones = zones.map(|(id, zone)| (id, look.cards(&zone.cards, rules.zones[zone.decl.index()].ordered)));
    let zones: Vec<(ZoneId, Vec<PlacedCard>)> = zones.collect();
    let sites = EntityId::GAME.0..state.entity_at(0.into()).0 + rules.board.sites() as u32;
    let others: Vec<(EntityId, Vec<Value>)> = sites.map(EntityId).map(|id| (id, look.attributes(id))).collect();
    let position = (turn.player, turn.reversed, &turn.inserted, skips, state.present(), zones, others);
    short_hash(&postcard::to_stdvec(&position).unwrap_or_default())
}

/// A card in a position, as bytes. All cards that somebody does not know are alike.
type PlacedCard = Vec<u8>;

/// A state, seen by everybody.
struct Seen<'a> {
    rules: &'a Rules,
    state: &'a State,
    repetition: &'a Repetition,
    everybody: Seats,
}

impl Seen<'_> {
    /// The cards of a zone; in one without an order, in any order.
    fn cards(&self, cards: &[EntityId], ordered: bool) -> Vec<PlacedCard> {
        let mut placed: Vec<PlacedCard> = cards.iter().map(|card| self.card(*card)).collect();
        if !ordered {
            placed.sort_unstable();
        }
        placed
    }

    fn card(&self, card: EntityId) -> PlacedCard {
        let entity = self.state.entity(card);
        let Some(def) = self.known(card) else { return PlacedCard::new() };
        let host = entity.host.is_some().then(|| self.known(entity.host));
        let told = (def, entity.owner, entity.controller, entity.count, host, self.attributes(card));
        postcard::to_stdvec(&told).unwrap_or_default()
    }

    /// Which card it is, if everybody knows that.
    fn known(&self, card: EntityId) -> Option<DefId> {
        let entity = self.state.entity(card);
        self.everybody.minus(entity.known).is_empty().then_some(entity.def)
    }

    /// The values of the attributes that are part of a position. A card that is a value is told by what is printed on it.
    fn attributes(&self, id: EntityId) -> Vec<Value> {
        let values = self.repetition.attributes.iter().filter_map(|attr| self.state.changing(self.rules, id, *attr));
        let told = values.map(|value| match value {
            Value::Entity(handle) => {
                self.known(handle.id).map_or(Value::Nothing, |def| Value::Number(i64::from(def.0)))
            }
            value => value,
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_position_is_forgotten_and_comes_back_when_that_is_undone() {
        let (rules, mut state) = (Rules::default(), State::default());
        let first = Change::Position { now: 7, forgotten: None };
        first.apply(&rules, &mut state);
        let second = Change::Position { now: 8, forgotten: Some(7) };
        second.apply(&rules, &mut state);
        assert_eq!(state.positions(), [8]);
        second.undo(&rules, &mut state);
        assert_eq!(state.positions(), [7]);
        first.undo(&rules, &mut state);
        assert!(state.positions().is_empty());
    }
}
