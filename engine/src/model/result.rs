//! How a game ended: who has won, and with how many points.

use crate::model::ids::{PlayerId, Players, Word};
use crate::model::named::Things;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

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
    /// What is put into the text of the ending. A save has it behind everything else.
    #[serde(skip)]
    pub about: Things,
}

/// A player's place at the end of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Placing {
    /// The player.
    pub player: PlayerId,
    /// The place, from 1; who cannot be told apart shares one.
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

#[cfg(test)]
mod tests {
    use super::*;

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
