//! What many games come to.

use super::{CardTally, Curves, Flaw, Plan, Played, Profile, Share};
use cardwright_kernel::ids::PlayerId;
use cardwright_kernel::rules::Rules;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything that is counted over the games.
#[derive(Clone, Debug)]
pub struct SimTally {
    rules: Arc<Rules>,
    digest: blake3::Hasher,
    turns: Vec<u32>,
    cards: Vec<CardTally>,
    wins: Vec<u64>,
    seats: Vec<SeatTally>,
    /// The names of the contenders, and what each has come to at each seat.
    contenders: Vec<(String, Vec<Share>)>,
    /// How games go, turn by turn, if that was wanted.
    pub curves: Curves,
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
    /// How many games ended by themselves: by a limit of turns, by repetition or by a loop.
    pub by_itself: u64,
    /// What the functions of scripts took, if it was measured.
    pub profile: Profile,
    /// What went wrong, with the seed of the game.
    pub flaws: Vec<(u64, Flaw)>,
}

/// What a seat has come to.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatTally {
    /// Its score.
    pub score: Share,
    /// In how many games its player was placed.
    pub placed: u64,
    places: u64,
}

impl SeatTally {
    /// The mean place of its player, from 1.
    pub fn place(&self) -> Option<f64> {
        (self.placed > 0).then(|| self.places as f64 / self.placed as f64)
    }
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
    pub(super) fn new(rules: &Arc<Rules>, plan: &Plan) -> Self {
        let players = plan.players;
        let seats = vec![Share::default(); usize::from(players)];
        let name = |contender: &cardwright_deciders::Contender| (contender.name().to_string(), seats.clone());
        Self {
            rules: Arc::clone(rules),
            digest: blake3::Hasher::new(),
            turns: Vec::new(),
            cards: vec![CardTally::default(); rules.definitions.len()],
            wins: vec![0; usize::from(players)],
            seats: vec![SeatTally::default(); usize::from(players)],
            contenders: plan.contenders.iter().map(name).collect(),
            curves: Curves::default(),
            games: 0,
            decisions: 0,
            drawn: 0,
            scores: vec![Vec::new(); usize::from(players)],
            endings: BTreeMap::new(),
            by_itself: 0,
            profile: Profile::default(),
            flaws: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, played: &Played) {
        self.games += 1;
        self.decisions += played.decisions;
        self.turns.push(played.turns);
        for ((def, player), counts) in &played.cards {
            self.cards[def.index()].add(*counts, *player, played.worth.as_ref());
        }
        self.curves.add(&played.points, played.worth.as_ref());
        self.add_seats(played);
        match played.ending {
            Some((winners, why)) => {
                winners.iter().for_each(|seat| self.wins[seat.index()] += 1);
                self.drawn += u64::from(winners.is_empty());
                self.by_itself += u64::from(self.rules.ends_by_itself(why));
                *self.endings.entry(self.rules.kind_of_ending(why)).or_default() += 1;
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

    /// Adds what the game was worth at each seat.
    fn add_seats(&mut self, played: &Played) {
        let Some(scores) = &played.worth else { return };
        for (seat, player) in played.players.iter().enumerate() {
            let halves = scores.halves[player.index()];
            self.seats[seat].score.add(halves, scores.most);
            if let Some((_, place)) = played.places.iter().find(|(placed, _)| placed == player) {
                self.seats[seat].placed += 1;
                self.seats[seat].places += u64::from(*place);
            }
            if let Some(contender) = played.seating.get(seat) {
                self.contenders[*contender].1[seat].add(halves, scores.most);
            }
        }
    }

    /// What each seat has come to, in seat order.
    pub fn seats(&self) -> &[SeatTally] {
        &self.seats
    }

    /// The name of each contender, its score, and its scores by seat.
    pub fn contenders(&self) -> impl Iterator<Item = (&str, Share, &[Share])> {
        self.contenders.iter().map(|(name, seats)| (&**name, seats.iter().copied().sum(), &**seats))
    }

    /// How badly the least known score is known that matters: of a contender, or without any of a seat.
    pub fn doubt(&self) -> f64 {
        let doubts: Vec<f64> = match self.contenders.is_empty() {
            true => self.seats.iter().map(|seat| seat.score.doubt()).collect(),
            false => self.contenders().map(|(_, share, _)| share.doubt()).collect(),
        };
        doubts.into_iter().fold(0.0, f64::max)
    }

    /// The mean score of all players in games that ended: even, except where all win or lose together.
    pub fn usual(&self) -> f64 {
        self.seats.iter().map(|seat| seat.score).sum::<Share>().mean()
    }

    /// The cards in the order of their definitions, each with what it came to.
    pub fn cards(&self) -> impl Iterator<Item = (&str, &CardTally)> {
        let named = self.rules.definitions.keys().zip(&self.cards).enumerate();
        let cards = named.filter(|(at, _)| self.rules.is_card((*at).into()));
        cards.map(|(_, (name, tally))| (&**name, tally))
    }

    /// How often each card was used, the most used first; those that never were are among them.
    pub fn uses(&self) -> Vec<(&str, u64)> {
        let mut uses: Vec<(&str, u64)> = self.cards().map(|(name, tally)| (name, tally.uses)).collect();
        uses.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        uses
    }

    /// A digest of all traces in the order of the seeds.
    pub fn digest(&self) -> String {
        self.digest.finalize().to_hex().to_string()
    }
}
