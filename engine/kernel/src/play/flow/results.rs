//! How a game ends: scores and places, common defeat, and the limit of turns.

use crate::model::change::Change;
use crate::model::ids::{EntityId, KindId, PlayerId, Players, Word};
use crate::model::result::{Outcome, Placing};
use crate::model::rules::{Amount, Ending, EndingHole, Rules};
use crate::model::state::State;
use crate::model::trace::{FactKind, Thing, Things};
use crate::model::value::Value;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::session::Table;
use smallvec::SmallVec;
use std::sync::Arc;

impl Table {
    /// The game ends: the players who are still there and have not lost are placed by their scores, and those in the first
    /// place have won.
    ///
    /// # Errors
    /// A fault if the ruleset declares no scores; a stop from a script that computes one.
    pub fn finish_game(&mut self, why: Word) -> Result<(), Stop> {
        self.refuse_if_pure("ending the game")?;
        let Some(scoring) = self.rules.result.clone() else {
            return Err(faults::no_result_declared().into());
        };
        let mut players: Vec<Placing> = Vec::new();
        for player in self.state().staying().iter() {
            let entity = State::player_entity(player);
            let score = self.counted(scoring.score, entity)?;
            let mut ties = SmallVec::new();
            for tie in &scoring.ties {
                ties.push(self.counted(*tie, entity)?);
            }
            players.push(Placing { player, place: 0, score, ties });
        }
        let placings = Placing::placed(players, scoring.lowest);
        self.conclude(Outcome { winners: Placing::first(&placings), why, placings, ..Outcome::default() })
    }

    /// The game ends, and everybody has lost.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn defeat(&mut self, why: Word) -> Result<(), Stop> {
        self.refuse_if_pure("ending the game")?;
        self.conclude(Outcome { why, defeat: true, ..Outcome::default() })
    }

    /// Ends the game like this, with what is to be put into the text of the ending.
    pub(super) fn conclude(&mut self, mut outcome: Outcome) -> Result<(), Stop> {
        // What players do not win together they lose together.
        outcome.defeat |= self.rules.cooperative && outcome.winners.is_empty();
        outcome.about = self.about_ending(&outcome)?;
        self.conclude_with(outcome);
        Ok(())
    }

    /// What is put into the text of an ending, except for the names of the winners.
    fn about_ending(&mut self, outcome: &Outcome) -> Result<Things, Stop> {
        let rules = Arc::clone(&self.rules);
        let mut about = Things::new();
        for hole in rules.ending(outcome.why).into_iter().flat_map(|ending| &ending.holes) {
            about.extend(match *hole {
                EndingHole::Winners => None,
                EndingHole::Turn => Some(Thing::Number(i64::from(self.state().turn.number))),
                EndingHole::Score => outcome.placings.first().map(|first| Thing::Number(first.score)),
                EndingHole::Value(value) => {
                    let of = bearer(&rules.values[value.index()].of, outcome);
                    Some(Thing::Number(self.value(value, of)?))
                }
                EndingHole::Attribute(attr) => {
                    let of = bearer(&rules.attributes[attr.index()].of, outcome);
                    Some(match self.state().attribute(&rules, of, attr) {
                        Value::Nothing => Thing::Player(PlayerId::NOBODY),
                        value => self.thing_of(value),
                    })
                }
                EndingHole::Zone(zone) => {
                    let zone = self.state().zone_of(&rules, zone, first_winner(outcome));
                    Some(Thing::Number(if zone.is_some() { self.state().zone(zone).cards.len() as i64 } else { 0 }))
                }
            });
        }
        Ok(about)
    }

    /// Ends the game like this, unless it is over.
    pub(super) fn conclude_with(&mut self, outcome: Outcome) {
        if self.state().outcome.is_some() {
            return;
        }
        let Outcome { winners, why, defeat, placings, about } = outcome.clone();
        self.change(Change::Outcome { before: None, after: Some(Box::new(outcome)) });
        if !placings.is_empty() {
            self.tell(FactKind::Scores(placings));
        }
        self.tell(match self.rules.ending(why) {
            Some(_) => FactKind::Ended { winners, why, defeat, about },
            None => FactKind::Over(winners, why, defeat),
        });
    }

    /// Whether the turns that the ruleset allows are over; the game then ends.
    ///
    /// # Errors
    /// A stop from a script that computes a score.
    pub(in crate::play) fn ends_by_turns(&mut self) -> Result<bool, Stop> {
        let Some(limit) = self.rules.turn_limit else { return Ok(false) };
        if i64::from(self.state().turn.number) < self.counted(limit.turns, EntityId::GAME)? {
            return Ok(false);
        }
        self.end_by_itself(limit.ending, limit.why)?;
        Ok(true)
    }

    /// Ends the game as the ruleset says, which nobody has ended.
    pub(super) fn end_by_itself(&mut self, ending: Ending, why: Word) -> Result<(), Stop> {
        match ending {
            Ending::Draw => self.end_game(Players::NONE, why),
            Ending::Score => self.finish_game(why),
            Ending::Defeat => self.defeat(why),
        }
    }

    /// What the position is worth to a player, if the ruleset says so, for callers outside a step. More is
    /// better.
    pub fn worth(&mut self, player: PlayerId) -> Option<i64> {
        let worth = self.rules.worth?;
        self.begin_scripts();
        let value = self.counted(worth.value, State::player_entity(player)).ok()?;
        Some(if worth.lowest { value.saturating_neg() } else { value })
    }

    fn counted(&mut self, amount: Amount, id: EntityId) -> Result<i64, Stop> {
        match amount {
            Amount::Fixed(number) => Ok(number),
            Amount::Value(value) => self.value(value, id),
            Amount::Attribute(attr) => Ok(self.state().attribute(&self.rules, id, attr).number()),
        }
    }
}

/// What has an attribute or a value that the text of an ending names: the game, or the first winner.
fn bearer(of: &[KindId], outcome: &Outcome) -> EntityId {
    if of.contains(&Rules::GAME) { EntityId::GAME } else { State::player_entity(first_winner(outcome)) }
}

/// The first winner; if nobody has won, the first player.
fn first_winner(outcome: &Outcome) -> PlayerId {
    outcome.winners.iter().next().unwrap_or_default()
}
