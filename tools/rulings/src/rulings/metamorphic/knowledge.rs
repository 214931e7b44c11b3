//! What a seat sees and gets to know while a ruling is run, and where the steps cannot go on.

use super::VariantContext;
use super::seat_view::SeatView;
use crate::rulings::play::{Pace, Play};
use crate::rulings::read::Ruling;
use crate::rulings::steps::StepKind;
use cardwright_kernel::ids::{AttrId, EntityId, Seat, Word};
use cardwright_kernel::questions::Question;
use cardwright_kernel::rules::ToldMoment;
use cardwright_kernel::setup::Setup;
use cardwright_kernel::state::Game;
use cardwright_kernel::trace::{Fact, FactKind, Named, Thing};
use std::collections::{BTreeMap, BTreeSet};

/// What a seat sees at its questions, and what it got to know.
pub(super) struct SeatKnowledge {
    /// What it sees at every question to anybody, then at the end.
    pub seen: Vec<SeatView>,
    /// What each of these moments is.
    pub moments: Vec<ToldMoment>,
    /// The cards that it knows, and the first moment at which it does.
    pub knows: BTreeMap<EntityId, usize>,
    /// What it has learned about cards that it does not know.
    pub learned: BTreeSet<(EntityId, AttrId)>,
    /// The step that cannot be taken, if there is one.
    pub stopped: Option<StoppedStep>,
}

/// A step that cannot be taken.
pub(super) struct StoppedStep {
    pub text: String,
    /// The cards that are known to whoever would have taken it.
    known: BTreeSet<EntityId>,
}

impl StoppedStep {
    /// Whether it is somebody's own doing that depends on what these cards are: what others see of it, they may see.
    pub fn depends_on(&self, cards: &[EntityId]) -> bool {
        cards.iter().any(|card| self.known.contains(card))
    }
}

/// What a seat sees of a ruling on this table.
pub(super) fn sight(setting: VariantContext<'_>, setup: &Setup, seat: Seat) -> SeatKnowledge {
    let ruling = Ruling { setup: setup.clone(), ..setting.ruling.as_seen_by(seat) };
    let mut play = Play::new(&ruling, setting.ruleset, setting.host, Pace::Late);
    let mut sight = SeatKnowledge {
        seen: Vec::new(),
        moments: Vec::new(),
        knows: BTreeMap::new(),
        learned: BTreeSet::new(),
        stopped: None,
    };
    play.play_out(&mut |play| sight.note(play, setting, seat));
    sight.note(&play, setting, seat);
    sight.stopped = stopped(&play);
    sight
}

impl SeatKnowledge {
    fn note(&mut self, play: &Play, setting: VariantContext<'_>, seat: Seat) {
        let game = play.table.game();
        let mut known = BTreeSet::new();
        note_known(&mut known, game, seat);
        for card in known {
            self.knows.entry(card).or_insert(self.seen.len());
        }
        note_learned(&mut self.learned, game, seat);
        self.moments.push(moment(game));
        self.seen.push(SeatView::of(play, setting.ruleset, seat));
    }
}

/// The moment at which a game stands.
fn moment(game: &Game) -> ToldMoment {
    let asked = game.prompts().iter().filter_map(|prompt| word_of(prompt.question)).collect();
    ToldMoment { asked, phases: vec![game.state().turn().phase], over: game.state().outcome().is_some() }
}

const fn word_of(question: Question) -> Option<Word> {
    match question {
        Question::Choose(word) | Question::Announce(word) => Some(word),
        Question::Act { .. } => None,
    }
}

/// The step that a play could not take, with what those know who would have taken it.
fn stopped(play: &Play) -> Option<StoppedStep> {
    // Whoever is still asked behind the last step is seen to be.
    let step = play.failed()?;
    let state = play.table.game().state();
    let asked = play.table.game().prompts();
    let takes = |seat: &Seat| match &step.kind {
        StepKind::AllPass | StepKind::GoOn(..) => asked.iter().any(|prompt| prompt.seat == *seat),
        kind => kind.is_about(*seat, state),
    };
    let seats: Vec<Seat> = (0..state.people() as u8).map(Seat).filter(takes).collect();
    let known = state.entities().filter(|(_, entity)| seats.iter().any(|seat| entity.known.has(*seat)));
    Some(StoppedStep { text: step.text.to_string(), known: known.map(|(id, _)| id).collect() })
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
        FactKind::Chance(_, _, things, _) | FactKind::Announces(_, things) => of_things(things),
        FactKind::Chooses(_, _, about, things) => [of_things(about), of_things(things)].concat(),
        _ => Vec::new(),
    }
}
