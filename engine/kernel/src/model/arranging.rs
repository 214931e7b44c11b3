//! Laying out a table: its cards in the order of their numbers, its attributes as values.

use crate::model::generator::Seed;
use crate::model::ids::{DefId, EntityId, Handle, PhaseId, PlayerId, SiteId, ZoneDeclId};
use crate::model::rules::{ArrangedCard, ArrangedValue, Arrangement, Rules, StandingTable, ZoneHolder};
use crate::model::setup::{Arranged, Lot, Pieces, Setup, Start, Subject};
use crate::model::value::Value;

impl Arrangement {
    /// The cards and pieces of a game for so many players, and what is arranged about them.
    pub fn laid_out(self, rules: &Rules, players: u8, phase: PhaseId) -> (Vec<Lot>, Vec<Pieces>, Arranged) {
        let arrangement = self.for_players(players);
        let mut layout = Layout::default();
        for zone in &arrangement.zones {
            zone.cards.iter().for_each(|card| layout.add(rules, card, None, (zone.holder, zone.zone)));
        }
        let numbers = EntityNumbers { rules, players, cards: layout.cards.iter().map(|card| card.def).collect() };
        let of_cards = layout.cards.iter().enumerate().flat_map(|(number, card)| {
            card.attributes.iter().map(move |(attr, value)| (Subject::Card(number), *attr, *value))
        });
        let others = arrangement.attributes.iter().filter_map(|(holder, attr, value)| {
            let subject = match holder {
                ZoneHolder::Each => return None,
                ZoneHolder::Player(player) => Subject::Player(*player),
                ZoneHolder::Game => Subject::Game,
                ZoneHolder::Site(site) => Subject::Site(*site),
            };
            Some((subject, *attr, *value))
        });
        let all = of_cards.chain(others).map(|(subject, attr, value)| (subject, attr, numbers.value(value)));
        let sets = all.collect();
        (layout.lots, layout.pieces, Arranged { phase, sets, attached: layout.attached, places: layout.places })
    }
}

impl StandingTable {
    /// A game of so many people that begins on it.
    pub fn setup(&self, rules: &Rules, people: u8, seed: Seed) -> Setup {
        let players = rules.players_of(people);
        let (cards, pieces, arranged) = self.arrangement.clone().laid_out(rules, players, self.phase);
        let (seats, start) = (rules.seating(people), Start::Middle(arranged));
        Setup { players, seats, first: self.turn, seed, cards, pieces, options: Vec::new(), start }
    }
}

/// The numbers that cards and sites have as entities.
struct EntityNumbers<'a> {
    rules: &'a Rules,
    players: u8,
    cards: Vec<DefId>,
}

impl EntityNumbers<'_> {
    fn value(&self, value: ArrangedValue) -> Value {
        match value {
            ArrangedValue::Plain(value) => value,
            ArrangedValue::Card(def) => match self.cards.iter().position(|card| *card == def) {
                Some(number) => self.entity(self.rules.board.sites() + number),
                None => Value::Nothing,
            },
            ArrangedValue::Site(site) => self.entity(site.index()),
        }
    }

    /// Sites and then cards follow the game and its players, see [`Setup::card`].
    fn entity(&self, number: usize) -> Value {
        Value::Entity(Handle { id: EntityId::from(1 + usize::from(self.players) + number), incarnation: 0 })
    }
}

/// All cards in the order of their numbers.
#[derive(Default)]
struct Layout<'a> {
    cards: Vec<&'a ArrangedCard>,
    attached: Vec<(usize, usize)>,
    places: Vec<(usize, u16)>,
    lots: Vec<Lot>,
    pieces: Vec<Pieces>,
}

impl<'a> Layout<'a> {
    fn add(&mut self, rules: &Rules, card: &'a ArrangedCard, host: Option<usize>, place: (ZoneHolder, ZoneDeclId)) {
        let lies = lies(rules, card, place);
        if let Some(count) = card.pieces {
            let Lot { owner, holder, zone, site, .. } = lies;
            self.pieces.push(Pieces { owner, holder, zone, site, def: card.def, count });
            return;
        }
        let number = self.cards.len();
        self.cards.push(card);
        self.put(card, lies);
        self.attached.extend(host.map(|host| (number, host)));
        self.places.extend(card.place.map(|place| (number, place)));
        card.attached.iter().for_each(|attached| self.add(rules, attached, Some(number), place));
    }

    /// Puts a card to those before it that are the same player's and lie in the same zone.
    fn put(&mut self, card: &ArrangedCard, lies: Lot) {
        let alike = |lot: &&mut Lot| Lot { cards: Vec::new(), ..(*lot).clone() } == lies;
        match self.lots.last_mut().filter(alike) {
            Some(lot) => lot.cards.push(card.def),
            None => self.lots.push(Lot { cards: vec![card.def], ..lies }),
        }
    }
}

/// Where a card lies, and whose it is, unless it says so: nobody's if it comes from a deck that is nobody's or lies in a
/// supply, and otherwise that of whom it lies before.
fn lies(rules: &Rules, card: &ArrangedCard, (holder, zone): (ZoneHolder, ZoneDeclId)) -> Lot {
    let (before, site) = match holder {
        ZoneHolder::Player(player) => (player, SiteId::NONE),
        ZoneHolder::Each | ZoneHolder::Game => (PlayerId(0), SiteId::NONE),
        ZoneHolder::Site(site) => (PlayerId(0), site),
    };
    let is_nobodys = rules.is_common(card.def) || rules.zones[zone.index()].supply;
    let owner = card.owner.unwrap_or(if is_nobodys { PlayerId::NOBODY } else { before });
    let holder = if matches!(holder, ZoneHolder::Player(_)) { before } else { owner };
    Lot { owner, holder, zone, site, cards: Vec::new() }
}
