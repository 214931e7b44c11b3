//! What games are worth to their players, as a share that is added up over games and given with an interval.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use std::iter::Sum;

/// Half the width of an interval of 95 % confidence, in standard deviations.
pub(super) const DEVIATIONS: f64 = 1.959_964;

/// A score over several games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    halves: u64,
    most: u64,
    games: u64,
}

impl Share {
    /// Adds the score of a player in a game.
    pub fn add(&mut self, halves: u32, most: u32) {
        self.halves += u64::from(halves);
        self.most += u64::from(most);
        self.games += 1;
    }

    /// Over how many games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The mean score, from 0 to 1; an even one without games.
    pub fn mean(&self) -> f64 {
        if self.most == 0 { 0.5 } else { self.halves as f64 / self.most as f64 }
    }

    /// Between what the mean lies with 95 % confidence, after Wilson. Where a game can be worth more than all or nothing,
    /// it is a little too wide.
    pub fn interval(&self) -> (f64, f64) {
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let (games, square) = (self.games as f64, DEVIATIONS * DEVIATIONS);
        let mean = self.mean();
        let middle = (mean + square / (2.0 * games)) / (1.0 + square / games);
        let spread = mean * (1.0 - mean) / games + square / (4.0 * games * games);
        let half = DEVIATIONS / (1.0 + square / games) * spread.sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// Half the width of the interval.
    pub fn doubt(&self) -> f64 {
        let (low, high) = self.interval();
        (high - low) / 2.0
    }

    /// Whether the interval leaves out what this one is on average.
    pub fn differs_from(&self, usual: f64) -> bool {
        let (low, high) = self.interval();
        self.games > 0 && (usual < low || usual > high)
    }
}

impl Sum for Share {
    fn sum<I: Iterator<Item = Self>>(shares: I) -> Self {
        shares.fold(Self::default(), |one, other| Self {
            halves: one.halves + other.halves,
            most: one.most + other.most,
            games: one.games + other.games,
        })
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Without games there is nothing to say.
        let (low, high) = self.interval();
        let said = |number: f64| (self.games > 0).then_some(number);
        let mut object = serializer.serialize_struct("Share", 4)?;
        object.serialize_field("games", &self.games)?;
        object.serialize_field("score", &said(self.mean()))?;
        object.serialize_field("low", &said(low))?;
        object.serialize_field("high", &said(high))?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        let mut share = Share::default();
        assert_eq!(share.interval(), (0.0, 1.0));
        (0..10).for_each(|game| share.add(if game < 7 { 2 } else { 0 }, 2));
        let (low, high) = share.interval();
        assert!((share.mean() - 0.7).abs() < 1e-9 && (low - 0.3968).abs() < 1e-4 && (high - 0.8922).abs() < 1e-4);
        assert!(!share.differs_from(0.5) && share.differs_from(0.2));
    }
}
