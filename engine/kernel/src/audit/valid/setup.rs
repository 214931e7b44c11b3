//! What a game began with: whether a game could begin like this.

use super::{Checked, MOST, Valid, each, holds};
use crate::model::ids::{DefId, PlayerId, SiteId, ZoneDeclId};
use crate::model::rules::{Category, Rules, ZonePer};
use crate::model::setup::{Arranged, Lot, Pieces, Setup, Start, Subject};

/// The most cards that a game begins with: more are in no box.
const MOST_CARDS: usize = 60_000;

impl Setup {
    /// Whether a game can begin with it, whoever put it together: who plays, and what lies where.
    ///
    /// # Errors
    /// Says what it holds that no game can begin with.
    pub fn check_valid(&self, rules: &Rules) -> Checked {
        let Self { players, seats, first, seed: _, cards, pieces, options, start: _ } = self;
        let is_player = |seat: PlayerId| holds(seat.0 < *players, "it begins with a player who is not there");
        let is_owner = |owner: PlayerId| if owner.is_somebody() { is_player(owner) } else { Ok(()) };
        let (least, most) = rules.players;
        let known = (least..=most).any(|people| rules.players_of(people) == *players);
        holds(known, "it begins with more or fewer players than the game has")?;
        let seated = seats.is_empty() || (least..=most).any(|people| rules.seating(people) == *seats);
        holds(seated, "its seats are assigned in an impossible way")?;
        is_player(*first)?;
        each(options, |(attr, value)| {
            holds(rules.is_option(*attr, *value), "it begins with an option that the game does not have")
        })?;
        each(cards, |lot| {
            let Lot { owner, holder, zone, site, cards } = lot;
            is_owner(*owner)?;
            is_owner(*holder)?;
            place(rules, *zone, *site)?;
            holds(!rules.zones[zone.index()].supply, "it begins with single cards in a supply")?;
            holds(!rules.zones[zone.index()].pending, "it begins with cards that wait while no use does")?;
            each(cards, |def| category(rules, *def, Category::Card))
        })?;
        each(pieces, |pile| {
            let Pieces { owner, holder, zone, site, def, count } = pile;
            is_owner(*owner)?;
            is_owner(*holder)?;
            place(rules, *zone, *site)?;
            holds(*count < MOST / MOST_CARDS as u32, "it begins with too many pieces")?;
            let category_there =
                if rules.category_of(*def) == Category::Counted { Category::Counted } else { Category::Card };
            holds(rules.piles_up(*def, *zone), "it begins with a pile of cards that do not lie in piles")?;
            category(rules, *def, category_there)
        })?;
        holds(self.overfull(rules).is_none(), "it begins with more than a zone has room for")?;
        let lying = pieces.len() + cards.iter().map(|lot| lot.cards.len()).sum::<usize>();
        holds(lying <= MOST_CARDS, "it begins with too many cards")
    }
}

/// The zone lies where the site says.
fn place(rules: &Rules, zone: ZoneDeclId, site: SiteId) -> Checked {
    let Some((_, decl)) = rules.zones.get_index(zone.index()) else {
        return Err("it begins with cards in a zone that is not declared");
    };
    let fits = match decl.per {
        ZonePer::Player | ZonePer::Game => !site.is_some(),
        ZonePer::Space => rules.board.space_ids().any(|space| space == site),
        ZonePer::Joint => rules.board.joint_ids().any(|joint| joint == site),
    };
    holds(fits, "it begins with cards in a zone that is not there")
}

fn category(rules: &Rules, def: DefId, category: Category) -> Checked {
    let is_there = def.index() < rules.definitions.len();
    holds(is_there && rules.category_of(def) == category, "it begins with a card that no pack has")
}

impl Valid<'_> {
    /// What the game began with is of these rules and of this game.
    pub(super) fn setup(&self, setup: &Setup) -> Checked {
        setup.check_valid(self.rules)?;
        holds(setup.players == self.state.players, "it began with other players")?;
        match &setup.start {
            Start::Beginning => Ok(()),
            Start::Middle(arranged) => self.arranged(arranged, setup.cards.iter().map(|lot| lot.cards.len()).sum()),
        }
    }

    fn arranged(&self, arranged: &Arranged, cards: usize) -> Checked {
        let Arranged { phase, sets, attached, places } = arranged;
        let is_card = |number: usize| holds(number < cards, "it began with a card that is not there");
        self.phase(*phase)?;
        each(sets, |(subject, attr, value)| {
            match subject {
                Subject::Game => {}
                Subject::Player(seat) => self.player(*seat)?,
                Subject::Card(number) => is_card(*number)?,
                Subject::Site(site) => {
                    holds(site.index() < self.rules.board.sites(), "it began with a site that no board has")?;
                }
            }
            self.attribute(*attr)?;
            self.value(*value)
        })?;
        each(places, |(card, place)| is_card(*card).and(holds(*place > 0, "it began with a card in no place")))?;
        each(attached, |(card, host)| is_card(*card).and_then(|()| is_card(*host)))
    }
}
