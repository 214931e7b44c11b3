//! For each seat: what it does not know may be exchanged, and it sees the same.

use super::seat_view::SeatView;
use super::{Divergence, VariantContext};
use crate::rulings::play::{Pace, Play};
use crate::rulings::read::Ruling;
use cardwright::model::game::Game;
use cardwright::model::ids::{AttrId, DefId, EntityId, PlayerId, Seat, ZoneDeclId};
use cardwright::model::rules::{Category, SeenBy};
use cardwright::model::setup::{Lot, Setup};
use cardwright::model::trace::{Fact, FactKind, Named, Thing};
use std::collections::BTreeSet;

/// The largest number of exchanges that are tried for a seat.
const MOST: usize = 6;

/// What a seat sees at its questions, and what it got to know.
struct SeatKnowledge {
    /// What it sees at every question to anybody, then at the end.
    seen: Vec<SeatView>,
    knows: BTreeSet<EntityId>,
    /// What it has learned about cards that it does not know.
    learned: BTreeSet<(EntityId, AttrId)>,
    sound: bool,
}

/// A table that differs from another only in hidden cards.
struct Variation {
    /// What the seat would tell from what.
    title: String,
    setup: Setup,
    /// The numbers of the cards that differ.
    hidden: Vec<usize>,
}

/// Exchanges cards that a seat does not know and that no step names; it must see the same.
pub(super) fn exchanged(setting: VariantContext<'_>) -> Vec<Divergence> {
    let seats = (0..setting.ruling.setup.people() as u8).map(Seat);
    seats.filter_map(|seat| exchanged_for(setting, seat)).collect()
}

fn exchanged_for(setting: VariantContext<'_>, seat: Seat) -> Option<Divergence> {
    let setup = &setting.ruling.setup;
    let own = sight(setting, setup, seat);
    let exchanged = in_place(setting, &own);
    exchanged.iter().find_map(|variation| difference(setting, seat, setup, &own, variation)).or_else(|| {
        in_other_hands(setting, seat).find_map(|(with_another, variation)| {
            let seen = sight(setting, &with_another, seat);
            difference(setting, seat, &with_another, &seen, &variation)
        })
    })
}

/// How a seat could tell a variation of a table from that table, of which it has seen this.
fn difference(
    setting: VariantContext<'_>,
    seat: Seat,
    setup: &Setup,
    seen: &SeatKnowledge,
    variation: &Variation,
) -> Option<Divergence> {
    let learnt = |number: &usize| seen.knows.contains(&setup.card(setting.ruleset.rules(), *number).id);
    if !seen.sound || variation.hidden.iter().any(learnt) {
        return None;
    }
    let other = sight(setting, &variation.setup, seat);
    // A step that another seat can no longer do is no leak.
    let difference = first_difference(seen, &other).filter(|_| other.sound)?;
    Some(Divergence::new(format!("{} could tell {}", seat.letter(), variation.title), difference))
}

/// Cards of the table exchanged for each other, of which the seat has seen this.
fn in_place(setting: VariantContext<'_>, seen: &SeatKnowledge) -> Vec<Variation> {
    let setup = &setting.ruling.setup;
    let exchange = move |(one, other): (&Card, &Card)| {
        let mut exchanged = setup.clone();
        put(&mut exchanged, one.number, other.def);
        put(&mut exchanged, other.number, one.def);
        Variation {
            title: format!("{} from {}", setting.name(one.def), setting.name(other.def)),
            setup: exchanged,
            hidden: vec![one.number, other.number],
        }
    };
    let rules = setting.ruleset.rules();
    let alike = |(one, other): &(&Card, &Card)| {
        let learned = |card: &Card| {
            let id = setup.card(rules, card.number).id;
            seen.learned.iter().filter(move |(of, _)| *of == id).map(|(_, attr)| *attr)
        };
        learned(one).chain(learned(other)).all(|attr| rules.printed(one.def, attr) == rules.printed(other.def, attr))
    };
    pairs(&unknown(setting, seen)).filter(alike).take(MOST).map(exchange).collect()
}

/// A card more in another hand: tables on which it does nothing, each with the variation on which it answers.
fn in_other_hands(setting: VariantContext<'_>, seat: Seat) -> impl Iterator<Item = (Setup, Variation)> {
    let rules = setting.ruleset.rules();
    let setup = &setting.ruling.setup;
    let hand = rules.zones.values().position(|zone| zone.seen == SeenBy::Owner).map(ZoneDeclId::from);
    let number = setup.cards.iter().map(|lot| lot.cards.len()).sum();
    let dull = (0..rules.definitions.len())
        .map(DefId::from)
        .find(|def| rules.category_of(*def) == Category::Card && rules.definitions[def.index()].is_dull());
    let own = setup.player_of(seat);
    let others = (0..setup.players).map(PlayerId).filter(move |other| *other != own);
    others.filter_map(move |owner| {
        let (hand, def, dull) = (hand?, setting.answer_for(seat, owner)?, dull?);
        let with = |def: DefId| {
            let mut more = setup.clone();
            more.cards.push(Lot::new(owner, hand, vec![def]));
            more
        };
        let variation = Variation {
            title: format!("{} from {} in {}'s hand", setting.name(def), setting.name(dull), owner.letter()),
            setup: with(def),
            hidden: vec![number],
        };
        Some((with(dull), variation))
    })
}

impl VariantContext<'_> {
    fn name(&self, def: DefId) -> &str {
        self.ruleset.rules().name_of(def)
    }

    /// A card that answers and that no step names; another one for every ruling and pair of seats.
    fn answer_for(&self, seat: Seat, owner: PlayerId) -> Option<DefId> {
        let definitions = self.ruleset.rules().definitions.iter().enumerate();
        let answers = definitions.filter(|(_, (name, definition))| {
            definition.uses.iter().any(|usage| usage.answers.is_some()) && !self.ruling.names_in_steps(name)
        });
        let answers: Vec<DefId> = answers.map(|(at, _)| DefId::from(at)).collect();
        let turn = self.ruling.path.len() + self.ruling.text.len() + 7 * seat.index() + 3 * owner.index();
        answers.get(turn % answers.len().max(1)).copied()
    }
}

/// What the seat could tell the two tables apart by.
fn first_difference(expected: &SeatKnowledge, found: &SeatKnowledge) -> Option<String> {
    let moments = expected.seen.iter().zip(&found.seen).enumerate();
    let differ = moments.filter_map(|(at, (one, other))| {
        let moment =
            if at + 1 == expected.seen.len() { "at the end".to_string() } else { format!("at question {}", at + 1) };
        Some(format!("{moment} {}", one.differs(other)?))
    });
    let first = differ.into_iter().next();
    first.or_else(|| {
        let (one, other) = (expected.seen.len() - 1, found.seen.len() - 1);
        (one != other).then(|| format!("somebody is asked {one} times, or else {other} times"))
    })
}

fn sight(setting: VariantContext<'_>, setup: &Setup, seat: Seat) -> SeatKnowledge {
    let ruling = Ruling { setup: setup.clone(), ..setting.ruling.without_claims() };
    let mut play = Play::new(&ruling, setting.ruleset, setting.host, Pace::Late);
    let mut sight = SeatKnowledge { seen: Vec::new(), knows: BTreeSet::new(), learned: BTreeSet::new(), sound: true };
    play.play_out(&mut |play| {
        note_known(&mut sight.knows, play.table.game(), seat);
        note_learned(&mut sight.learned, play.table.game(), seat);
        sight.seen.push(SeatView::of(play, setting.ruleset, seat));
    });
    note_known(&mut sight.knows, play.table.game(), seat);
    note_learned(&mut sight.learned, play.table.game(), seat);
    sight.seen.push(SeatView::of(&play, setting.ruleset, seat));
    sight.sound = play.finish().failures.is_empty();
    sight
}

fn note_known(known: &mut BTreeSet<EntityId>, game: &Game, seat: Seat) {
    let cards = game.state().entities().filter(|(_, entity)| entity.zone.is_some() && entity.known.has(seat));
    known.extend(cards.map(|(id, _)| id));
    let named = game.trace().iter().flat_map(named_in).filter(|named| named.known.has(seat));
    known.extend(named.map(|named| named.card));
}

/// Of which cards the seat has learned what an attribute of theirs is, or is not.
fn note_learned(learned: &mut BTreeSet<(EntityId, AttrId)>, game: &Game, seat: Seat) {
    for fact in game.trace() {
        if let FactKind::Learns { by, attr, things, .. } = &fact.what
            && by.has(seat)
        {
            let cards =
                things.iter().filter_map(|thing| if let Thing::Card(card) = thing { Some(card.card) } else { None });
            learned.extend(cards.map(|card| (card, *attr)));
        }
    }
}

/// The cards that a fact names, as far as a card can come to be known by it.
fn named_in(fact: &Fact) -> Vec<Named> {
    let of_things = |things: &[Thing]| {
        let named = things.iter().filter_map(|thing| if let Thing::Card(named) = thing { Some(*named) } else { None });
        named.collect()
    };
    match &fact.what {
        FactKind::Moves(card, ..) | FactKind::Shows(card, _) | FactKind::Uses { card, .. } => vec![*card],
        FactKind::Chance(_, _, things, _) | FactKind::Announces(_, things) | FactKind::Chooses(_, _, things) => {
            of_things(things)
        }
        _ => Vec::new(),
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
            if free && !sight.knows.contains(&setup.card(setting.ruleset.rules(), number).id) {
                unknown.push(Card { number, zone: *zone, def: *def });
            }
            number += 1;
        }
    }
    unknown
}

fn is_attached(setup: &Setup, number: usize) -> bool {
    match &setup.start {
        cardwright::model::setup::Start::Middle(arranged) => {
            arranged.attached.iter().any(|(card, host)| *card == number || *host == number)
        }
        cardwright::model::setup::Start::Beginning => false,
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
