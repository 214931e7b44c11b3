//! What many games come to.

use super::{Flaw, Played, Profile};
use cardwright::model::ids::PlayerId;
use cardwright::model::rules::Rules;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything that is counted over the games.
#[derive(Clone, Debug)]
pub struct SimTally {
    rules: Arc<Rules>,
    digest: blake3::Hasher,
    turns: Vec<u32>,
    uses: Vec<u64>,
    wins: Vec<u64>,
    /// How many games were played.
    pub games: u64,
    /// How many questions were answered in all of them.
    pub decisions: u64,
    /// How many games had no winner.
    pub drawn: u64,
    /// The points of each player in the games that were scored.
    scores: Vec<Vec<i64>>,
    /// How often each reason ended a game.
    pub endings: BTreeMap<String, u64>,
    /// What the functions of scripts took, if it was measured.
    pub profile: Profile,
    /// What went wrong, with the seed of the game.
    pub flaws: Vec<(u64, Flaw)>,
}

/// How a number is spread over the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// The smallest.
    pub min: u32,
    /// Half of the games have no more.
    pub median: u32,
    /// The mean.
    pub mean: f64,
    /// The largest.
    pub max: u32,
}

impl SimTally {
    pub(super) fn new(rules: &Arc<Rules>, players: u8) -> Self {
        Self {
            rules: Arc::clone(rules),
            digest: blake3::Hasher::new(),
            turns: Vec::new(),
            uses: vec![0; rules.definitions.len()],
            wins: vec![0; usize::from(players)],
            games: 0,
            decisions: 0,
            drawn: 0,
            scores: vec![Vec::new(); usize::from(players)],
            endings: BTreeMap::new(),
            profile: Profile::default(),
            flaws: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, played: &Played) {
        self.games += 1;
        self.decisions += played.decisions;
        self.turns.push(played.turns);
        for (def, count) in &played.uses {
            self.uses[def.index()] += u64::from(*count);
        }
        match played.ending {
            Some((winners, why)) => {
                winners.iter().for_each(|seat| self.wins[seat.index()] += 1);
                self.drawn += u64::from(winners.is_empty());
                *self.endings.entry(self.rules.words.text(why).to_string()).or_default() += 1;
            }
            None => *self.endings.entry("broken off".to_string()).or_default() += 1,
        }
        played.scores.iter().for_each(|(player, score)| self.scores[player.index()].push(*score));
        self.flaws.extend(played.flaws.iter().map(|flaw| (played.seed, flaw.clone())));
        self.digest.update(&played.digest.unwrap_or_default());
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How long the games were.
    pub fn turns(&self) -> Spread {
        let mut sorted = self.turns.clone();
        sorted.sort_unstable();
        let (Some(min), Some(max)) = (sorted.first(), sorted.last()) else { return Spread::default() };
        let sum: u64 = sorted.iter().map(|turns| u64::from(*turns)).sum();
        Spread { min: *min, median: sorted[sorted.len() / 2], mean: sum as f64 / sorted.len() as f64, max: *max }
    }

    /// How many games each player won, in seat order.
    pub fn wins(&self) -> impl Iterator<Item = (char, u64)> {
        self.wins.iter().enumerate().map(|(seat, wins)| (PlayerId(seat as u8).letter(), *wins))
    }

    /// The fewest points, the mean and the most points of each player, in seat order; none where no game was scored.
    pub fn scores(&self) -> impl Iterator<Item = (char, i64, f64, i64)> {
        let mean = |all: &[i64]| all.iter().map(|score| *score as f64).sum::<f64>() / all.len() as f64;
        self.scores.iter().enumerate().filter_map(move |(seat, all)| {
            Some((PlayerId(seat as u8).letter(), *all.iter().min()?, mean(all), *all.iter().max()?))
        })
    }

    /// How often each card was used, the most used first; those that never were are among them.
    pub fn uses(&self) -> Vec<(&str, u64)> {
        let names = self.rules.definitions.keys().map(|name| &**name);
        let uses = names.zip(self.uses.iter().copied()).enumerate().filter(|(at, _)| self.rules.is_card((*at).into()));
        let mut uses: Vec<(&str, u64)> = uses.map(|(_, used)| used).collect();
        uses.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        uses
    }

    /// A digest of all traces in the order of the seeds.
    pub fn digest(&self) -> String {
        self.digest.finalize().to_hex().to_string()
    }
}
