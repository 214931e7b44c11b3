//! For each seat: what it does not know may be exchanged, and it sees the same.

use super::{Divergence, Setting};
use crate::rulings::play::{Pace, Play};
use crate::rulings::read::Ruling;
use crate::rulings::snapshot::diff;
use cardwright::kernel::ids::{DefId, EntityId, Seat, ZoneDeclId};
use cardwright::kernel::setup::Setup;
use cardwright::kernel::table::Game;
use cardwright::kernel::trace::{Fact, Named, Thing, What};
use std::collections::BTreeSet;

/// The largest number of exchanges that are tried for a seat.
const MOST: usize = 6;

/// What a seat sees at its questions, and what it got to know.
struct Sight {
    /// View, question and trace at each of its questions, then at the end.
    seen: Vec<String>,
    knows: BTreeSet<EntityId>,
    sound: bool,
}

/// Exchanges cards that a seat does not know and that no step names; it must see the same.
pub(super) fn exchanged(setting: Setting<'_>) -> Vec<Divergence> {
    let seats = (0..setting.ruling.setup.players).map(Seat);
    seats.filter_map(|seat| exchanged_for(setting, seat)).collect()
}

fn exchanged_for(setting: Setting<'_>, seat: Seat) -> Option<Divergence> {
    let sight = sight(setting, setting.ruling, seat);
    if !sight.sound {
        return None;
    }
    let unknown = unknown(setting, &sight);
    for (one, other) in pairs(&unknown) {
        let mut setup = setting.ruling.setup.clone();
        exchange(&mut setup, one, other);
        let ruling = Ruling { setup, ..setting.ruling.clone() };
        let found = self::sight(setting, &ruling, seat);
        // A step that another seat can no longer do is no leak.
        if !found.sound {
            continue;
        }
        let name = |card: &Card| setting.ruleset.rules().definitions.get_index(card.def.index());
        let name = |card: &Card| name(card).map_or("?", |(name, _)| name).to_string();
        if let Some(difference) = first_difference(&sight, &found) {
            let variant = format!("{} does not know {} and {}; exchanged", seat.letter(), name(one), name(other));
            return Some(Divergence::new(variant, difference));
        }
    }
    None
}

fn first_difference(expected: &Sight, found: &Sight) -> Option<String> {
    if expected.seen.len() != found.seen.len() {
        let (expected, found) = (expected.seen.len() - 1, found.seen.len() - 1);
        return Some(format!("it is asked {expected} times, then {found} times"));
    }
    expected.seen.iter().zip(&found.seen).find(|(one, other)| one != other).map(|(one, other)| diff(one, other))
}

fn sight(setting: Setting<'_>, ruling: &Ruling, seat: Seat) -> Sight {
    let mut play = Play::new(ruling, setting.ruleset, setting.host, Pace::Late);
    let mut sight = Sight { seen: Vec::new(), knows: BTreeSet::new(), sound: true };
    play.to_the_end(&mut |play| {
        note_known(&mut sight.knows, &play.table.game, seat);
        if play.table.game.prompts().iter().any(|prompt| prompt.seat == seat) {
            sight.seen.push(shown(setting, play, seat));
        }
    });
    note_known(&mut sight.knows, &play.table.game, seat);
    sight.seen.push(shown(setting, &play, seat));
    sight.sound = play.finish().failures.is_empty();
    sight
}

fn shown(setting: Setting<'_>, play: &Play, seat: Seat) -> String {
    let view = setting.ruleset.view(&play.table.game, Some(seat));
    let prompt = view.prompt.as_ref().map(|prompt| format!("{:#?}", prompt.options)).unwrap_or_default();
    let view = cardwright::game::View { prompt: None, ..view };
    format!("{}\n{prompt}\n{view:#?}", play.trace(Some(seat)))
}

fn note_known(known: &mut BTreeSet<EntityId>, game: &Game, seat: Seat) {
    let cards = game.state().entities().filter(|(_, entity)| entity.zone.is_some() && entity.known.has(seat));
    known.extend(cards.map(|(id, _)| id));
    let named = game.trace().iter().flat_map(named_in).filter(|named| named.known.has(seat));
    known.extend(named.map(|named| named.card));
}

/// The cards that a fact names, as far as a card can come to be known by it.
fn named_in(fact: &Fact) -> Vec<Named> {
    let of_things = |things: &[Thing]| {
        let named = things.iter().filter_map(|thing| if let Thing::Card(named) = thing { Some(*named) } else { None });
        named.collect()
    };
    match &fact.what {
        What::Moves(card, ..) | What::Shows(card, _) | What::Uses { card, .. } => vec![*card],
        What::Chance(_, _, things, _) | What::Announces(_, things) | What::Chooses(_, _, things) => of_things(things),
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
fn unknown(setting: Setting<'_>, sight: &Sight) -> Vec<Card> {
    let setup = &setting.ruling.setup;
    let mut number = 0;
    let mut unknown = Vec::new();
    for (_, zone, defs) in &setup.cards {
        for def in defs {
            let named = setting.ruleset.rules().definitions.get_index(def.index()).map_or("", |(name, _)| name);
            let free = !setting.ruling.names_in_steps(named) && !is_attached(setup, number);
            if free && !sight.knows.contains(&setup.card(number).id) {
                unknown.push(Card { number, zone: *zone, def: *def });
            }
            number += 1;
        }
    }
    unknown
}

fn is_attached(setup: &Setup, number: usize) -> bool {
    match &setup.start {
        cardwright::kernel::setup::Start::Middle(arranged) => {
            arranged.attached.iter().any(|(card, host)| *card == number || *host == number)
        }
        cardwright::kernel::setup::Start::Beginning => false,
    }
}

/// Different cards in zones of one kind, each with the next.
fn pairs(cards: &[Card]) -> impl Iterator<Item = (&Card, &Card)> {
    let later = |at: usize, card: &Card| {
        cards[at + 1..].iter().position(|other| other.zone == card.zone && other.def != card.def).map(|by| at + 1 + by)
    };
    let pairs = cards.iter().enumerate().filter_map(move |(at, card)| Some((card, &cards[later(at, card)?])));
    pairs.take(MOST)
}

fn exchange(setup: &mut Setup, one: &Card, other: &Card) {
    let mut number = 0;
    for (_, _, defs) in &mut setup.cards {
        for def in defs {
            if number == one.number {
                *def = other.def;
            } else if number == other.number {
                *def = one.def;
            }
            number += 1;
        }
    }
}
