//! For each seat: what it does not know may be exchanged, and it sees the same.

use super::knowledge::{SeatKnowledge, sight};
use super::tables::{Variation, from_outside, in_other_hands, in_place};
use super::{Divergence, VariantContext};
use cardwright_game::RulesetInside;
use cardwright_kernel::ids::Seat;
use cardwright_kernel::rules::ToldMoment;
use cardwright_kernel::setup::Setup;

/// Exchanges cards that a seat does not know and that no step names; it must see the same.
pub(super) fn exchanged(setting: VariantContext<'_>) -> Vec<Divergence> {
    let seats = (0..setting.ruling.setup.people() as u8).map(Seat);
    seats.filter_map(|seat| exchanged_for(setting, seat)).collect()
}

fn exchanged_for(setting: VariantContext<'_>, seat: Seat) -> Option<Divergence> {
    let setup = &setting.ruling.setup;
    let own = sight(setting, setup, seat);
    let exchanged = in_place(setting, &own).into_iter().chain(from_outside(setting, seat, &own));
    exchanged.into_iter().find_map(|variation| difference(setting, seat, setup, &own, &variation)).or_else(|| {
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
    let learnt = |number: &usize| seen.knows.contains_key(&setup.card(setting.ruleset.rules(), *number).id);
    if seen.stopped.is_some() || variation.hidden.iter().any(learnt) {
        return None;
    }
    let other = sight(setting, &variation.setup, seat);
    // What is shown to the seat may be seen: from there on the tables differ in what it knows.
    let shown = variation.entities(setting).iter().filter_map(|card| other.knows.get(card)).min().copied();
    let found = first_difference(seen, &other, shown);
    let (at, difference) = found.or_else(|| stops(setting, &other, variation).filter(|_| shown.is_none()))?;
    if setting.ruleset.rules().is_told(&variation.cards, &moment(seen, &other, at)) {
        return None;
    }
    Some(Divergence::new(format!("{} could tell {}", seat.letter(), variation.title), difference))
}

/// The moment in both games, of which each may be over by then.
fn moment(one: &SeatKnowledge, other: &SeatKnowledge, at: usize) -> ToldMoment {
    let of = |sight: &SeatKnowledge| sight.moments.get(at).or(sight.moments.last()).cloned().unwrap_or_default();
    let (one, other) = (of(one), of(other));
    let over = one.over && other.over;
    ToldMoment { asked: [one.asked, other.asked].concat(), phases: [one.phases, other.phases].concat(), over }
}

/// That a step can no longer be taken, though whoever would take it does not know what has been exchanged: something else
/// tells them. Whoever knows it may do otherwise for that reason.
fn stops(setting: VariantContext<'_>, other: &SeatKnowledge, variation: &Variation) -> Option<(usize, String)> {
    let stopped = other.stopped.as_ref()?;
    let is_own = stopped.depends_on(&variation.entities(setting));
    let message = || format!("the step `{}` can no longer be taken", stopped.text);
    (!is_own).then(|| (other.seen.len() - 1, message()))
}

/// What the seat could tell the two tables apart by, and at which moment: up to the step that can no longer be taken, if
/// there is one, and up to where the seat is shown what has been exchanged.
fn first_difference(expected: &SeatKnowledge, found: &SeatKnowledge, shown: Option<usize>) -> Option<(usize, String)> {
    let last = found.seen.len() - 1;
    let compared = if found.stopped.is_some() { last } else { found.seen.len() };
    let compared = shown.map_or(compared, |shown| shown.min(compared));
    let moments = expected.seen.iter().zip(&found.seen[..compared]).enumerate();
    let mut differ = moments.filter_map(|(at, (one, other))| {
        let moment =
            if at + 1 == expected.seen.len() { "at the end".to_string() } else { format!("at question {}", at + 1) };
        Some((at, format!("{moment} {}", one.differs(other)?)))
    });
    differ.next().or_else(|| {
        let one = expected.seen.len() - 1;
        let differs = found.stopped.is_none() && shown.is_none() && one != last;
        differs.then(|| (last.min(one), format!("somebody is asked {one} times, or else {last} times")))
    })
}
