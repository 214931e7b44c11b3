//! Twins: two games that are equal in all that a seat may know and different in what it may not, compared by what the seat
//! gets as numbers; and games with what a seat imagines them to be. For the tests of the package.

use crate::deciding::Deciders;
use crate::game::observe;
use crate::layout::Layout;
use crate::playing::{Playing, Wrong};
use crate::ruleset::{PyRuleset, Wanted};
use cardwright_game::{MatchInside, RulesetInside, Seat};
use cardwright_kernel::ids::EntityId;
use cardwright_kernel::setup::{Generator, Hidden};
use cardwright_kernel::state::Entity;
use pyo3::prelude::*;

/// How many ids both twins go on for.
const ON: usize = 12;

/// How many pairs of cards are tried at a position.
const TRIES: usize = 40;

/// How many ids lie between two positions at most.
const APART: u32 = 40;

/// Two games, and the cards in which they differ.
struct Twins {
    one: Playing,
    other: Playing,
    cards: [EntityId; 2],
    began: [Entity; 2],
    learned: usize,
}

/// What a seat gets: its observation and its legal ids.
type Sight = (Vec<f32>, Vec<u32>);

/// Compares twins at random positions of a random game: how many there were, at how many of them somebody who knows one of
/// the cards gets something else, and by what others can tell the twins apart.
#[pyfunction]
#[pyo3(name = "_compare_twins", signature = (ruleset, people, seed, ids))]
pub fn compare(
    py: Python<'_>,
    ruleset: &PyRuleset,
    people: u8,
    seed: u64,
    ids: usize,
) -> PyResult<(usize, usize, Vec<String>)> {
    let layout = ruleset.layout_for(people)?;
    let begin = ruleset.begin(Wanted { people: Some(people), seed, ..Wanted::default() });
    let compared = py.detach(|| {
        let mut playing = Playing::begin(&ruleset.known, &begin, &Deciders::default(), true)?;
        let mut luck = Generator::new(seed);
        let mut next = luck.below(APART) as usize;
        let (mut positions, mut known, mut found) = (0, 0, Vec::new());
        for at in 0..ids {
            let Some(asked) = playing.current() else { break };
            if at >= next {
                let seat = Seat(luck.below(u32::from(people)) as u8);
                if let Some((known_by_others, told)) = imagined(&playing, &layout, seat, seed)? {
                    positions += 1;
                    next = at + 1 + luck.below(APART) as usize;
                    known += usize::from(known_by_others);
                    found.extend(told.map(|told| format!("seed {seed}, id {at}, seat {} imagines: {told}", seat.0)));
                }
                if let Some(mut twins) = Twins::at(&playing, seat, &mut luck)? {
                    positions += 1;
                    next = at + 1 + luck.below(APART) as usize;
                    known += usize::from(twins.differ_for_who_knows(&layout)?);
                    let told = twins.difference(&layout, seat, &mut luck)?;
                    found.extend(told.map(|told| format!("seed {seed}, id {at}, seat {}: {told}", seat.0)));
                }
            }
            let legal = playing.spelling(asked).map(|spelling| spelling.legal(&playing.known.ids)).unwrap_or_default();
            playing.say(asked, legal[luck.below(legal.len() as u32) as usize])?;
        }
        Ok::<_, Wrong>((positions, known, found))
    });
    Ok(compared?)
}

/// Compares a game with what a seat imagines it to be, if it can: whether another seat gets something else, and by what the
/// seat can tell them apart, if by anything.
fn imagined(
    playing: &Playing,
    layout: &Layout,
    seat: Seat,
    seed: u64,
) -> Result<Option<(bool, Option<String>)>, Wrong> {
    let begun = playing.spellings.iter().any(|spelling| !spelling.said().is_empty());
    let Ok(game) = playing.game.imagine(seat, seed) else { return Ok(None) };
    if begun {
        return Ok(None);
    }
    let imagined = Playing::of(&playing.known, game)?;
    let mut differs = false;
    for other in (0..playing.game.people() as u8).map(Seat).filter(|other| *other != seat) {
        differs |= sight(playing, layout, other)? != sight(&imagined, layout, other)?;
    }
    Ok(Some((differs, apart(&sight(playing, layout, seat)?, &sight(&imagined, layout, seat)?))))
}

/// By what two sights can be told apart, if by anything.
fn apart(one: &Sight, other: &Sight) -> Option<String> {
    if one.1 != other.1 {
        return Some("other ids are legal".to_string());
    }
    let column = one.0.iter().zip(&other.0).position(|(one, other)| one != other)?;
    Some(format!("column {column} differs"))
}

impl Twins {
    /// Twins of a game that stands before a question, if two cards can be exchanged that the seat does not know.
    fn at(playing: &Playing, seat: Seat, luck: &mut Generator) -> Result<Option<Self>, Wrong> {
        let (known, game) = (&playing.known, playing.game.game());
        let rules = known.rules();
        let begun = playing.spellings.iter().any(|spelling| !spelling.said().is_empty());
        // Answers that the running step has been given are about one of the twins.
        if begun || !game.fork(rules).log().is_empty() {
            return Ok(None);
        }
        let hidden = Hidden::of(rules, known.ruleset.homes(), game.state(), game.state(), seat).ok();
        let pair = hidden.and_then(|hidden| hidden.pair(rules, game.state(), luck, TRIES));
        let Some(cards) = pair else { return Ok(None) };
        let began = cards.map(|card| *game.state().entity(card));
        let learned = cards.iter().map(|card| game.state().learned(*card).count()).sum();
        let one = Playing::of(known, known.ruleset.match_of(game.fork(rules)))?;
        let exchanged = game.fork_exchanged(rules, cards[0], cards[1]);
        let other = Playing::of(known, known.ruleset.match_of(exchanged))?;
        Ok(Some(Self { one, other, cards, began, learned }))
    }

    /// Whether a seat that knows one of the cards gets something else: otherwise there would be nothing to keep.
    fn differ_for_who_knows(&self, layout: &Layout) -> Result<bool, Wrong> {
        for seat in (0..self.one.game.people() as u8).map(Seat) {
            if self.began.iter().any(|card| card.known.has(seat))
                && sight(&self.one, layout, seat)? != sight(&self.other, layout, seat)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// By what the seat can tell the twins apart, if by anything: as they stand, then as they go on.
    fn difference(&mut self, layout: &Layout, seat: Seat, luck: &mut Generator) -> Result<Option<String>, Wrong> {
        for step in 0..=ON {
            if self.may_know_more() {
                return Ok(None);
            }
            if let Some(told) = apart(&sight(&self.one, layout, seat)?, &sight(&self.other, layout, seat)?) {
                return Ok(Some(format!("after {step} ids {told}")));
            }
            if !self.go_on(seat, luck)? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Whether something has happened to one of the exchanged cards: then the seat may have come to know more.
    fn may_know_more(&self) -> bool {
        [&self.one, &self.other].iter().any(|playing| {
            let state = playing.game.game().state();
            let touched = |(card, began): (&EntityId, &Entity)| {
                let now = state.entity(*card);
                (now.zone, now.known, now.incarnation) != (began.zone, began.known, began.incarnation)
            };
            let learned: usize = self.cards.iter().map(|card| state.learned(*card).count()).sum();
            learned != self.learned || self.cards.iter().zip(&self.began).any(touched)
        })
    }

    /// Says the same id in both. Says whether that could be done: another seat may know the cards, and what names one of
    /// its options here may name several there.
    fn go_on(&mut self, seat: Seat, luck: &mut Generator) -> Result<bool, Wrong> {
        let Some(asked) = self.one.current().filter(|asked| self.other.current() == Some(*asked)) else {
            return Ok(false);
        };
        let legal = |playing: &Playing| playing.spelling(asked).map(|spelling| spelling.legal(&playing.known.ids));
        let (one, other) = (legal(&self.one).unwrap_or_default(), legal(&self.other).unwrap_or_default());
        let both: Vec<u32> = one.into_iter().filter(|id| other.contains(id)).collect();
        if both.is_empty() {
            return Ok(false);
        }
        let id = both[luck.below(both.len() as u32) as usize];
        self.one.say(asked, id)?;
        self.other.say(asked, id)?;
        Ok(asked == seat || self.one.answers == self.other.answers)
    }
}

fn sight(playing: &Playing, layout: &Layout, seat: Seat) -> Result<Sight, Wrong> {
    let mut numbers = vec![0.0; layout.width];
    observe(playing, layout, seat, &mut numbers)?;
    let legal = playing.spelling(seat).map(|spelling| spelling.legal(&playing.known.ids)).unwrap_or_default();
    Ok((numbers, legal))
}
