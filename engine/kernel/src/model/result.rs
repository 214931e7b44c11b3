//! How a game ended: who has won, and with how many points.

use crate::model::ids::{PlayerId, Players, Word};
use crate::model::named::Things;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// The winners; none for a draw, and none if everybody has lost.
    pub winners: Players,
    /// Why, as a word of the ruleset.
    pub why: Word,
    /// Whether everybody has lost together.
    pub defeat: bool,
    /// The players in the order of their places, if they were scored.
    pub placings: Box<[Placing]>,
    /// What is put into the text of the ending.
    pub about: Things,
}

/// A player's place at the end of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Placing {
    /// The player.
    pub player: PlayerId,
    /// The place, from 1; tied players share a place.
    pub place: u8,
    /// The points.
    pub score: i64,
    /// What breaks ties, as far as somebody had as many points.
    pub ties: SmallVec<[i64; 2]>,
}

impl Placing {
    /// Gives players their places by their points and then by what breaks ties; the fewest points come first if the lowest
    /// score wins. Of equal players the order stays.
    pub fn placed(mut players: Vec<Self>, lowest: bool) -> Box<[Self]> {
        let sign = if lowest { 1 } else { -1 };
        let rank = |one: &Self| {
            (i128::from(one.score) * sign, one.ties.iter().map(|tie| -i128::from(*tie)).collect::<Vec<_>>())
        };
        players.sort_by_key(rank);
        for at in 0..players.len() {
            let shared = at > 0 && rank(&players[at]) == rank(&players[at - 1]);
            players[at].place = if shared { players[at - 1].place } else { at as u8 + 1 };
        }
        // What broke no tie decided nothing.
        let scores: Vec<i64> = players.iter().map(|player| player.score).collect();
        for player in &mut players {
            if scores.iter().filter(|score| **score == player.score).count() == 1 {
                player.ties.clear();
            }
        }
        players.into()
    }

    /// The players in the first place.
    pub fn first(placings: &[Self]) -> Players {
        placings.iter().filter(|one| one.place == 1).fold(Players::NONE, |all, one| all.with(one.player))
    }
}

/// What a game was worth to each player, as a share: in halves of a rival.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// For each player two for each rival who is behind, and one for each who is level. Where all win together, all or nothing.
    pub halves: Vec<u32>,
    /// What somebody has who has left everybody behind, or won with all others.
    pub most: u32,
}

impl Scores {
    /// The scores of a game that has ended: by places where players were scored, otherwise by who has won. Those who win
    /// together are level, but where all can only win together each has won everything; a defeat of all is worth nothing.
    pub fn of(outcome: &Outcome, players: usize, cooperative: bool) -> Self {
        let most = Self::most(players);
        let all = (0..players).map(|player| PlayerId(player as u8));
        let all_or_nothing = |player: PlayerId| if outcome.winners.has(player) { most } else { 0 };
        if cooperative || players == 1 {
            return Self { halves: all.map(all_or_nothing).collect(), most };
        }
        let place = |player: PlayerId| match outcome.placings.iter().find(|placing| placing.player == player) {
            Some(placing) => placing.place,
            None if outcome.placings.is_empty() => u8::from(!outcome.winners.has(player)),
            // Whoever was out before the players were placed is behind all of them.
            None => u8::MAX,
        };
        let places: Vec<u8> = all.clone().map(place).collect();
        let score = |player: PlayerId| {
            let others = places.iter().enumerate().filter(|(other, _)| *other != player.index());
            let against = |other: u8| match other.cmp(&places[player.index()]) {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            };
            if outcome.defeat { 0 } else { others.map(|(_, other)| against(*other)).sum() }
        };
        Self { halves: all.map(score).collect(), most }
    }

    /// What somebody has who has left all others of so many players behind.
    pub fn most(players: usize) -> u32 {
        (2 * players.saturating_sub(1)).max(1) as u32
    }

    /// The share of a player, from 0 to 1.
    pub fn share(&self, player: PlayerId) -> f64 {
        self.halves.get(player.index()).map_or(0.0, |halves| f64::from(*halves) / f64::from(self.most.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(winners: &[u8], defeat: bool) -> Outcome {
        let winners = winners.iter().fold(Players::NONE, |all, player| all.with(PlayerId(*player)));
        Outcome { winners, defeat, ..Outcome::default() }
    }

    #[test]
    fn a_winner_has_left_all_behind_and_the_others_are_level() {
        let halves = |winners: &[u8], players| Scores::of(&outcome(winners, false), players, false).halves;
        assert_eq!(halves(&[1], 2), [0, 2]);
        assert_eq!(halves(&[], 2), [1, 1]);
        assert_eq!(halves(&[0], 4), [6, 2, 2, 2]);
        assert_eq!(halves(&[0, 1], 2), [1, 1]);
        assert_eq!(Scores::of(&outcome(&[], true), 3, false).halves, [0, 0, 0]);
    }

    #[test]
    fn where_all_win_together_or_one_plays_alone_it_is_all_or_nothing() {
        let shares = |winners: &[u8], players: usize, cooperative| {
            let scores = Scores::of(&outcome(winners, false), players, cooperative);
            (0..players).map(|player| scores.share(PlayerId(player as u8))).collect::<Vec<_>>()
        };
        assert_eq!(shares(&[0, 1, 2], 3, true), [1.0, 1.0, 1.0]);
        assert_eq!(shares(&[], 3, true), [0.0, 0.0, 0.0]);
        assert_eq!(shares(&[0, 2], 3, true), [1.0, 0.0, 1.0], "B has left before");
        for cooperative in [false, true] {
            assert_eq!(shares(&[0], 1, cooperative), [1.0]);
            assert_eq!(shares(&[], 1, cooperative), [0.0]);
        }
    }

    #[test]
    fn whoever_was_out_before_the_others_were_placed_is_behind_them() {
        let placings = Placing::placed(vec![placing(0, 3, &[]), placing(2, 9, &[])], false);
        let outcome = Outcome { winners: Placing::first(&placings), placings, ..Outcome::default() };
        assert_eq!(Scores::of(&outcome, 3, false).halves, [2, 0, 4]);
    }

    fn placing(player: u8, score: i64, ties: &[i64]) -> Placing {
        Placing { player: PlayerId(player), place: 0, score, ties: SmallVec::from_slice(ties) }
    }

    fn places(placings: &[Placing]) -> Vec<(u8, u8)> {
        placings.iter().map(|one| (one.player.0, one.place)).collect()
    }

    #[test]
    fn the_most_points_come_first_and_equals_share_a_place() {
        let placed = Placing::placed(vec![placing(0, 3, &[]), placing(1, 7, &[]), placing(2, 7, &[])], false);
        assert_eq!(places(&placed), [(1, 1), (2, 1), (0, 3)]);
        assert_eq!(Placing::first(&placed), Players::only(PlayerId(1)).with(PlayerId(2)));
    }

    #[test]
    fn the_fewest_points_come_first_where_the_lowest_score_wins() {
        let placed = Placing::placed(vec![placing(0, 3, &[]), placing(1, -7, &[])], true);
        assert_eq!(places(&placed), [(1, 1), (0, 2)]);
    }

    #[test]
    fn ties_are_broken_in_order_and_are_told_only_where_there_was_one() {
        let placed =
            Placing::placed(vec![placing(0, 7, &[1, 5]), placing(1, 7, &[2, 0]), placing(2, 9, &[0, 0])], false);
        assert_eq!(places(&placed), [(2, 1), (1, 2), (0, 3)]);
        assert!(placed[0].ties.is_empty() && placed[1].ties.len() == 2);
    }
}
