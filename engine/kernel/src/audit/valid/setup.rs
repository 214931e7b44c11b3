//! What a game began with: whether a game could begin like this.

use super::{Checked, InRange, MOST, each, holds};
use crate::model::ids::{DefId, SiteId, ZoneDeclId};
use crate::model::rules::{Category, Rules, ZonePer};
use crate::model::setup::{Lot, Pieces, Setup, Start, Subject};
use crate::model::visit::VisitIds;

/// The most cards that a game begins with: more are in no box.
const MOST_CARDS: usize = 60_000;

impl Setup {
    /// Whether a game can begin with it, whoever put it together: who plays, and what lies where.
    ///
    /// # Errors
    /// Says what it holds that no game can begin with.
    pub fn check_valid(&self, rules: &Rules) -> Checked {
        let Self { players, seats, first: _, seed: _, cards, pieces, options, start } = self;
        let (least, most) = rules.players;
        let known = (least..=most).any(|people| rules.players_of(people) == *players);
        holds(known, "it begins with more or fewer players than the game has")?;
        let seated = seats.is_empty() || (least..=most).any(|people| rules.seating(people) == *seats);
        holds(seated, "its seats are assigned in an impossible way")?;
        let lying = pieces.len() + cards.iter().map(|lot| lot.cards.len()).sum::<usize>();
        holds(lying <= MOST_CARDS, "it begins with too many cards")?;
        let (people, entities) = (self.people(), self.entities(rules));
        self.visit(&mut InRange { rules, players: *players, seats: people, zones: 0, entities })?;
        each(options, |(attr, value)| {
            holds(rules.is_option(*attr, *value), "it begins with an option that the game does not have")
        })?;
        each(cards, |lot| {
            let Lot { zone, site, cards, .. } = lot;
            place(rules, *zone, *site)?;
            holds(!rules.zones[zone.index()].supply, "it begins with single cards in a supply")?;
            holds(!rules.zones[zone.index()].pending, "it begins with cards that wait while no use does")?;
            each(cards, |def| category(rules, *def, Category::Card))
        })?;
        each(pieces, |pile| {
            let Pieces { zone, site, def, count, .. } = pile;
            place(rules, *zone, *site)?;
            holds(*count < MOST / MOST_CARDS as u32, "it begins with too many pieces")?;
            let category_there =
                if rules.category_of(*def) == Category::Counted { Category::Counted } else { Category::Card };
            holds(rules.piles_up(*def, *zone), "it begins with a pile of cards that do not lie in piles")?;
            category(rules, *def, category_there)
        })?;
        holds(self.overfull(rules).is_none(), "it begins with more than a zone has room for")?;
        match start {
            Start::Beginning => Ok(()),
            Start::Middle(arranged) => {
                let set = arranged.sets.iter().filter_map(|(subject, ..)| match subject {
                    Subject::Card(number) => Some(*number),
                    Subject::Game | Subject::Player(_) | Subject::Site(_) => None,
                });
                let attached = arranged.attached.iter().flat_map(|(card, host)| [*card, *host]);
                let placed = arranged.places.iter().map(|(card, _)| *card);
                let last = set.chain(attached).chain(placed).max();
                let cards: usize = cards.iter().map(|lot| lot.cards.len()).sum();
                holds(last.is_none_or(|last| last < cards), "it began with a card that is not there")?;
                holds(arranged.places.iter().all(|(_, place)| *place > 0), "it began with a card in no place")
            }
        }
    }
}

/// The zone lies where the site says.
fn place(rules: &Rules, zone: ZoneDeclId, site: SiteId) -> Checked {
    let fits = match rules.zones[zone.index()].per {
        ZonePer::Player | ZonePer::Game => !site.is_some(),
        ZonePer::Space => rules.board.space_ids().any(|space| space == site),
        ZonePer::Joint => rules.board.joint_ids().any(|joint| joint == site),
    };
    holds(fits, "it begins with cards in a zone that is not there")
}

fn category(rules: &Rules, def: DefId, category: Category) -> Checked {
    holds(rules.category_of(def) == category, "it begins with a card of another kind")
}
