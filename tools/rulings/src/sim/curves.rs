//! How games go, turn by turn.

use super::score::Share;
use cardwright_kernel::ids::PlayerId;
use cardwright_kernel::table::Table;
use cardwright_kernel::trace::Scores;
use serde::Serialize;

/// A turn of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnPoint {
    /// How many questions had been answered when it began.
    pub decisions: u64,
    /// What the position was worth to each player when it began, if the ruleset says.
    pub worth: Option<Vec<i64>>,
}

impl TurnPoint {
    pub(super) fn of(table: &mut Table, decisions: u64) -> Self {
        let players = 0..table.state().players() as u8;
        Self { decisions, worth: players.map(|player| table.worth(PlayerId(player))).collect() }
    }

    /// The player for whom it was worth most, if it is one.
    fn leader(&self) -> Option<usize> {
        let worth = self.worth.as_ref()?;
        let best = worth.iter().max()?;
        let mut leaders = (0..worth.len()).filter(|player| worth[*player] == *best);
        leaders.next().filter(|_| leaders.next().is_none())
    }
}

/// What the games were like when a turn began.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CurvePoint {
    /// The number of the turn.
    pub turn: u32,
    /// How many games had that turn.
    pub games: u64,
    /// How many questions had been answered, on average.
    pub decisions: f64,
    /// What the position was worth to each player, on average; empty if the ruleset does not say.
    pub worth: Vec<f64>,
    /// The score of the player who was ahead, at the end of the game.
    pub leader: Share,
}

/// What is added up for one turn.
#[derive(Clone, Debug, Default)]
struct Sums {
    games: u64,
    decisions: u64,
    worth: Vec<i128>,
    leader: Share,
}

/// The curves of several games.
#[derive(Clone, Debug, Default)]
pub struct Curves(Vec<Sums>);

impl Curves {
    pub(super) fn add(&mut self, turns: &[TurnPoint], scores: Option<&Scores>) {
        if self.0.len() < turns.len() {
            self.0.resize_with(turns.len(), Sums::default);
        }
        for (sums, point) in self.0.iter_mut().zip(turns) {
            sums.games += 1;
            sums.decisions += point.decisions;
            if let Some(worth) = &point.worth {
                sums.worth.resize(worth.len(), 0);
                sums.worth.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += i128::from(*worth));
            }
            if let (Some(leader), Some(scores)) = (point.leader(), scores) {
                sums.leader.add(scores.halves[leader], scores.most);
            }
        }
    }

    /// The points, in the order of the turns.
    pub fn points(&self) -> Vec<CurvePoint> {
        let point = |(turn, sums): (u32, &Sums)| CurvePoint {
            turn,
            games: sums.games,
            decisions: sums.decisions as f64 / sums.games as f64,
            worth: sums.worth.iter().map(|sum| *sum as f64 / sums.games as f64).collect(),
            leader: sums.leader,
        };
        (1..).zip(&self.0).map(point).collect()
    }
}
