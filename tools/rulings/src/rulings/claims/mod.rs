//! Claims among the steps: what is, is offered, is known or was written, and what must be refused.
//!
//! A claim is read against the rules ([`mod@read`]), so that a misspelt name is found before anything is played, and
//! checked against the table once the step before it is done ([`Claim::check`]). It changes nothing and leaves no line,
//! except for a refusal, whose reason belongs into the trace.

mod check;
mod choices;
mod complete;
mod names;
mod offers;
mod read;
mod refusals;
mod story;

pub(super) use check::ClaimContext;
pub use check::open_questions;
pub use complete::complete;
pub(super) use offers::{Offer, check as offered};
pub use read::FORMS;
pub(super) use read::{Misread, read};
pub(super) use refusals::{is_asked_later, refused};
pub use story::{ValueStory, story_of_value};

use cardwright_content::arranging::LoneFile;
use cardwright_kernel::ids::{AttrId, DefId, PhaseId, PlayerId, Seat, SiteId, ValueId, ZoneDeclId};
use cardwright_kernel::problems::Span;

/// A claim about the state, a question or the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    /// What lies in a zone.
    Holds(ZoneName, Contents),
    /// A number, word, name or player that an attribute or a value is, in the words of the trace.
    Quality(ClaimSubject, Quality, Box<str>),
    /// Whether a flag is set.
    Flag(ClaimSubject, AttrId, bool),
    /// To what a card is attached, if to anything.
    Attached(CardName, Option<CardName>),
    /// Whose a card is.
    Owns(PlayerId, CardName),
    /// Who controls a card.
    Controls(PlayerId, CardName),
    /// Whether a seat knows a card of a zone.
    Knows(Seat, CardName, ZoneName, bool),
    /// Whether a seat has learned a part of what these cards are.
    Learned {
        /// Who.
        seat: Seat,
        /// Whether the seat has learned it.
        has: bool,
        /// The attribute.
        attr: AttrId,
        /// Its value, in the words of the trace.
        value: Box<str>,
        /// Whether it has that value.
        is: bool,
        /// The cards.
        cards: Vec<CardName>,
    },
    /// Whether an effect of a card goes on.
    InEffect(DefId, bool),
    /// What a seat is asked now.
    IsAsked(Seat, Box<str>),
    /// Whether a seat has answered a question since the step before began.
    HasAnswered(Seat, bool),
    /// How many lines of the trace hold a text; at least one if no number is given.
    Says(Box<str>, Option<usize>),
    /// Whose turn it is, and in which phase.
    Moment(PlayerId, Option<PhaseId>),
}

/// What is claimed of a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Contents {
    /// Exactly these; where order means something, from the top.
    Only(Vec<HeldCard>),
    /// These among others.
    These(Vec<HeldCard>),
    /// None of these.
    None(Vec<HeldCard>),
    /// So many cards.
    Cards(usize),
    /// These on top, from the top.
    Top(Vec<HeldCard>),
    /// These at the bottom, from the top.
    Bottom(Vec<HeldCard>),
}

/// A card, or so many pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HeldCard {
    card: CardName,
    pieces: Option<u32>,
}

/// A card as a claim names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CardName {
    def: DefId,
    /// Who controls it, if that is said.
    of: Option<PlayerId>,
    /// Which of several, if that is said.
    ordinal: Option<usize>,
    /// Where on the board it lies, if that is said.
    site: Option<SiteId>,
}

/// A zone as a claim names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ZoneName {
    decl: ZoneDeclId,
    /// Whose it is, if it is a player's.
    owner: Option<PlayerId>,
    /// Where on the board it lies, if it does.
    site: SiteId,
}

/// What has an attribute or a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ClaimSubject {
    /// The game.
    Game,
    /// A player.
    Player(PlayerId),
    /// A space or joint.
    Site(SiteId),
    /// A card.
    Card(CardName),
}

/// An attribute, or a value that cards modify.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quality {
    /// What is printed, or what changes.
    Attribute(AttrId),
    /// What is computed.
    Value(ValueId),
}

impl Misread<'_> {
    /// Reports it at the part of the line that is wrong.
    pub fn report(&self, page: &LoneFile<'_>, line: &str, span: &Span) {
        let Self { code, part, message, hint, help } = self;
        let trimmed = line.trim();
        // The part is a slice of the line; where the line has another place than its text, the whole of it is shown.
        let from = (part.as_ptr() as usize).wrapping_sub(trimmed.as_ptr() as usize);
        let own =
            from.saturating_add(part.len()) <= trimmed.len() && span.range().len() == trimmed.len() && !part.is_empty();
        let place = match own {
            true => Span { start: span.start + from, end: span.start + from + part.len(), ..*span },
            false => *span,
        };
        let problem = page.problem(code, &place, &**message);
        let problem = match hint {
            Some(hint) => problem.label(format!("did you mean `{hint}`?")),
            None => problem,
        };
        page.add(match help {
            Some(help) => problem.help(&**help),
            None => problem,
        });
    }
}

impl Claim {
    /// The last of the letters that it names, counted from 0.
    pub fn last_letter(&self) -> Option<u8> {
        let letter = |player: PlayerId| player.0;
        let card = |card: &CardName| card.of.map(letter);
        let held = |held: &[HeldCard]| held.iter().filter_map(|held| card(&held.card)).max();
        match self {
            Self::Holds(zone, contents) => zone.owner.map(letter).max(match contents {
                Contents::Only(these)
                | Contents::These(these)
                | Contents::None(these)
                | Contents::Top(these)
                | Contents::Bottom(these) => held(these),
                Contents::Cards(_) => None,
            }),
            Self::Quality(subject, ..) | Self::Flag(subject, ..) => match subject {
                ClaimSubject::Player(player) => Some(player.0),
                ClaimSubject::Card(name) => card(name),
                ClaimSubject::Game | ClaimSubject::Site(_) => None,
            },
            Self::Attached(name, host) => card(name).max(host.as_ref().and_then(card)),
            Self::Owns(player, name) | Self::Controls(player, name) => {
                Some(player.0).filter(|_| player.is_somebody()).max(card(name))
            }
            Self::Knows(seat, name, zone, _) => Some(seat.0).max(card(name)).max(zone.owner.map(letter)),
            Self::Learned { seat, cards, .. } => Some(seat.0).max(cards.iter().filter_map(card).max()),
            Self::IsAsked(seat, _) | Self::HasAnswered(seat, _) => Some(seat.0),
            Self::Moment(player, _) => Some(player.0),
            Self::InEffect(..) | Self::Says(..) => None,
        }
    }
}
