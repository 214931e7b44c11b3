//! What came of many games, as JSON.

use super::{Arguments, per_second};
use cardwright_kernel::ids::PlayerId;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::sim::{self, CurvePoint, Plan, Share, SimTally, Spread, Took};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What is printed as JSON.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    pack: &'a str,
    players: u8,
    seed: u64,
    games: u64,
    faults: Vec<Fault<'a>>,
    seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
    decisions: u64,
    turns: Spread,
    wins: BTreeMap<char, u64>,
    drawn: u64,
    seats: BTreeMap<char, SeatOfReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deciders: Vec<ContenderOfReport<'a>>,
    endings: &'a BTreeMap<String, u64>,
    by_itself: u64,
    cards: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    effects: BTreeMap<&'a str, Effect>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    curves: Vec<CurvePoint>,
    digest: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    profile: Vec<Took>,
}

#[derive(Serialize)]
struct Fault<'a> {
    seed: u64,
    kind: &'a str,
    message: &'a str,
    repeat: String,
}

#[derive(Serialize)]
struct SeatOfReport {
    #[serde(flatten)]
    score: Share,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<f64>,
}

#[derive(Serialize)]
struct ContenderOfReport<'a> {
    name: &'a str,
    #[serde(flatten)]
    score: Share,
    seats: BTreeMap<char, Share>,
}

/// What it was worth to do something with a card.
#[derive(Serialize)]
struct Effect {
    played: Share,
    drawn: Share,
    gained: Share,
}

impl Arguments {
    pub(super) fn report<'a>(&'a self, packs: &Packs, plan: &Plan, tally: &'a SimTally, took: Duration) -> Report<'a> {
        let fault = |(seed, flaw): &'a (u64, sim::Flaw)| Fault {
            seed: *seed,
            kind: flaw.kind,
            message: &flaw.message,
            repeat: self.repeat(packs, plan, *seed),
        };
        let letter = |seat: usize| PlayerId(seat as u8).letter();
        let seats = tally.seats().iter().enumerate();
        let seats = seats.map(|(seat, of)| (letter(seat), SeatOfReport { score: of.score, place: of.place() }));
        let contender = |(name, score, seats): (&'a str, Share, &[Share])| ContenderOfReport {
            name,
            score,
            seats: seats.iter().enumerate().map(|(seat, share)| (letter(seat), *share)).collect(),
        };
        let met = tally.cards().filter(|(_, card)| self.effects && card.is_met());
        let effect = |card: &sim::CardTally| Effect { played: card.played, drawn: card.drawn, gained: card.gained };
        Report {
            pack: &self.pack,
            players: plan.players,
            seed: plan.seed,
            games: tally.games,
            faults: tally.flaws.iter().map(fault).collect(),
            seconds: took.as_secs_f64(),
            games_per_second: per_second(tally.games, took),
            decisions_per_second: per_second(tally.decisions, took),
            decisions: tally.decisions,
            turns: tally.turns(),
            wins: tally.wins().collect(),
            drawn: tally.drawn,
            seats: seats.collect(),
            deciders: tally.contenders().map(contender).collect(),
            endings: &tally.endings,
            by_itself: tally.by_itself,
            cards: tally.uses().into_iter().map(|(name, count)| (name.to_string(), count.into())).collect(),
            effects: met.map(|(name, card)| (name, effect(card))).collect(),
            curves: tally.curves.points(),
            digest: tally.digest(),
            profile: tally.profile.took(tally.rules()),
        }
    }
}
