//! Tables that differ from that of a ruling only in cards that a seat does not know.

use super::VariantContext;
use super::knowledge::SeatKnowledge;
use cardwright_game::RulesetInside;
use cardwright_kernel::ids::{DefId, EntityId, PlayerId, Seat, ZoneDeclId};
use cardwright_kernel::rules::{Category, Definition, SeenBy};
use cardwright_kernel::setup::{Lot, Setup, Start};

/// The largest number of exchanges that are tried for a seat, and of cards that are taken from outside of the table.
const MOST: usize = 6;
const FROM_OUTSIDE: usize = 2;

/// The largest number of other hands that get a card more.
const HANDS: usize = 3;

/// A table that differs from another only in hidden cards.
pub(super) struct Variation {
    /// What the seat would tell from what.
    pub title: String,
    pub setup: Setup,
    /// The numbers of the cards that differ, and which cards they are here and there.
    pub hidden: Vec<usize>,
    pub cards: Vec<DefId>,
}

impl Variation {
    /// The entities of the cards that differ.
    pub fn entities(&self, setting: VariantContext<'_>) -> Vec<EntityId> {
        let rules = setting.ruleset.rules();
        self.hidden.iter().map(|number| self.setup.card(rules, *number).id).collect()
    }
}

/// Cards of the table exchanged for each other, of which the seat has seen this.
pub(super) fn in_place(setting: VariantContext<'_>, seen: &SeatKnowledge) -> Vec<Variation> {
    let setup = &setting.ruling.setup;
    let exchange = move |(one, other): (&Card, &Card)| {
        let mut exchanged = setup.clone();
        put(&mut exchanged, one.number, other.def);
        put(&mut exchanged, other.number, one.def);
        Variation {
            title: format!("{} from {}", setting.name(one.def), setting.name(other.def)),
            setup: exchanged,
            hidden: vec![one.number, other.number],
            cards: vec![one.def, other.def],
        }
    };
    let unknown = unknown(setting, seen);
    let alike = |(one, other): &(&Card, &Card)| {
        setting.are_learned_alike(seen, one, other.def) && setting.are_learned_alike(seen, other, one.def)
    };
    pairs(&unknown).filter(alike).take(MOST).map(exchange).collect()
}

/// Cards of the table exchanged for others of their kind, which are not on it.
pub(super) fn from_outside(setting: VariantContext<'_>, seat: Seat, seen: &SeatKnowledge) -> Vec<Variation> {
    let setup = &setting.ruling.setup;
    let exchange = |card: &Card| {
        let other = setting.another(card, seat).filter(|other| setting.are_learned_alike(seen, card, *other))?;
        let mut exchanged = setup.clone();
        put(&mut exchanged, card.number, other);
        Some(Variation {
            title: format!("{} from {}", setting.name(card.def), setting.name(other)),
            setup: exchanged,
            hidden: vec![card.number],
            cards: vec![card.def, other],
        })
    };
    unknown(setting, seen).iter().filter_map(exchange).take(FROM_OUTSIDE).collect()
}

/// A card more in another hand: tables on which it does nothing, each with a variation on which it does something: it
/// answers, it listens, or it is used otherwise.
pub(super) fn in_other_hands(setting: VariantContext<'_>, seat: Seat) -> impl Iterator<Item = (Setup, Variation)> {
    let rules = setting.ruleset.rules();
    let setup = &setting.ruling.setup;
    let hand = rules.zones.values().position(|zone| zone.seen == SeenBy::Owner).map(ZoneDeclId::from);
    let number = setup.cards.iter().map(|lot| lot.cards.len()).sum();
    let dull = (0..rules.definitions.len())
        .map(DefId::from)
        .filter(|def| rules.category_of(*def) == Category::Card && rules.form_of(*def).is_none())
        .find(|def| rules.definitions[def.index()].is_dull());
    let own = setup.player_of(seat);
    let others = (1..setup.players).map(move |by| PlayerId((own.0 + by) % setup.players)).take(HANDS);
    others.filter_map(move |owner| {
        let (hand, def, dull) = (hand?, setting.lively(seat, owner)?, dull?);
        let with = |def: DefId| {
            let mut more = setup.clone();
            more.cards.push(Lot::new(owner, hand, vec![def]));
            more
        };
        let variation = Variation {
            title: format!("{} from {} in {}'s hand", setting.name(def), setting.name(dull), owner.letter()),
            setup: with(def),
            hidden: vec![number],
            cards: vec![dull, def],
        };
        Some((with(dull), variation))
    })
}

impl VariantContext<'_> {
    pub(super) fn name(&self, def: DefId) -> &str {
        self.ruleset.rules().name_of(def)
    }

    /// Whether all that the seat has learned of a card is true of another as well.
    fn are_learned_alike(&self, seen: &SeatKnowledge, card: &Card, other: DefId) -> bool {
        let rules = self.ruleset.rules();
        let id = self.ruling.setup.card(rules, card.number).id;
        let learned = seen.learned.iter().filter(|(of, _)| *of == id);
        learned.into_iter().all(|(_, attr)| rules.printed(card.def, *attr) == rules.printed(other, *attr))
    }

    /// Another number for every ruling and pair of seats.
    fn turn(&self, seat: Seat, other: usize) -> usize {
        self.ruling.path.len() + self.ruling.text.len() + 7 * seat.index() + 3 * other
    }

    /// The cards that no step names and that are so.
    fn free(&self, is_so: impl Fn(&Definition) -> bool) -> Vec<DefId> {
        let definitions = self.ruleset.rules().definitions.iter().enumerate();
        let free = definitions.filter(|(at, (name, definition))| {
            self.ruleset.rules().category_of(DefId::from(*at)) == Category::Card
                && definition.form_of.is_none()
                && !self.ruling.names_in_steps(name)
                && is_so(definition)
        });
        free.map(|(at, _)| DefId::from(at)).collect()
    }

    /// Another card of the kind.
    fn another(&self, card: &Card, seat: Seat) -> Option<DefId> {
        let kind = self.ruleset.rules().definitions[card.def.index()].kind;
        let mut others = self.free(|definition| definition.kind == kind);
        others.retain(|other| *other != card.def);
        others.get(self.turn(seat, card.number) % others.len().max(1)).copied()
    }

    /// Whether cards of the kind lie in a hand of this table.
    fn lies_in_hands(&self, definition: &Definition) -> bool {
        let rules = self.ruleset.rules();
        let hands = self.ruling.setup.cards.iter().filter(|lot| rules.zones[lot.zone.index()].seen == SeenBy::Owner);
        hands.flat_map(|lot| &lot.cards).any(|card| rules.definitions[card.index()].kind == definition.kind)
    }

    /// A card that does something in a hand: one that answers, one that listens there, or one of any other kind.
    fn lively(&self, seat: Seat, owner: PlayerId) -> Option<DefId> {
        let zones = &self.ruleset.rules().zones;
        let answers = |definition: &Definition| definition.uses.iter().any(|usage| usage.answers.is_some());
        let listens = |definition: &Definition| {
            definition.abilities.listeners.iter().any(|listener| {
                let from = listener.from.as_ref().unwrap_or(&definition.works_in);
                from.iter().any(|zone| zones[zone.index()].seen == SeenBy::Owner)
            })
        };
        let others = |definition: &Definition| {
            !definition.is_dull() && !answers(definition) && !listens(definition) && self.lies_in_hands(definition)
        };
        let turn = self.turn(seat, owner.index());
        let mut ways = vec![self.free(answers), self.free(listens), self.free(others)];
        ways.retain(|cards| !cards.is_empty());
        let way = ways.get(turn % ways.len().max(1))?;
        way.get(turn / ways.len() % way.len()).copied()
    }
}

/// A card of the setup: its number, and where it lies.
struct Card {
    number: usize,
    zone: ZoneDeclId,
    def: DefId,
}

/// The cards that the seat never gets to know and that no step names.
fn unknown(setting: VariantContext<'_>, sight: &SeatKnowledge) -> Vec<Card> {
    let setup = &setting.ruling.setup;
    let mut number = 0;
    let mut unknown = Vec::new();
    for Lot { zone, cards, .. } in &setup.cards {
        for def in cards {
            let free = !setting.ruling.names_in_steps(setting.name(*def)) && !is_attached(setup, number);
            if free && !sight.knows.contains_key(&setup.card(setting.ruleset.rules(), number).id) {
                unknown.push(Card { number, zone: *zone, def: *def });
            }
            number += 1;
        }
    }
    unknown
}

fn is_attached(setup: &Setup, number: usize) -> bool {
    match &setup.start {
        Start::Middle(arranged) => arranged.attached.iter().any(|(card, host)| *card == number || *host == number),
        Start::Beginning => false,
    }
}

/// Different cards in zones of one kind, each with the next.
fn pairs(cards: &[Card]) -> impl Iterator<Item = (&Card, &Card)> {
    let later = |at: usize, card: &Card| {
        cards[at + 1..].iter().position(|other| other.zone == card.zone && other.def != card.def).map(|by| at + 1 + by)
    };
    cards.iter().enumerate().filter_map(move |(at, card)| Some((card, &cards[later(at, card)?])))
}

/// Makes another card of the one with this number.
fn put(setup: &mut Setup, number: usize, def: DefId) {
    if let Some(card) = setup.cards.iter_mut().flat_map(|lot| &mut lot.cards).nth(number) {
        *card = def;
    }
}
