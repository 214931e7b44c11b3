//! One seat's dialogue in a simultaneous question: how far it is, and what was said in it, by what it meant.

use crate::model::chance::Draws;
use crate::model::game::Game;
use crate::model::ids::{Handle, PlayerId, Seat, Word};
use crate::model::prompt::{Answer, Choice, Question, Shape};
use crate::model::trace::{FactKind, Thing, Things};
use smallvec::SmallVec;

/// The dialogue that is running.
#[derive(Debug)]
pub(super) struct Dialogue {
    pub(super) player: PlayerId,
    /// Which input of the step the question is, and which of its branches this is.
    pub(super) entry: usize,
    pub(super) branch: usize,
    /// How far the branch's own inputs were read.
    pub(super) at: usize,
    pub(super) way: Way,
    pub(super) may_wait: bool,
    pub(super) waits: bool,
    /// The line of the question that is asked now is written already: what was answered, and what comes of it.
    pub(super) told: bool,
    /// What was said in the sealed dialogue; while it is opened, what is left of it.
    pub(super) said: Vec<Said>,
    /// Chance inside a sealed dialogue has a source of its own.
    pub(super) draws: Option<Draws>,
}

/// In what way a branch runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Sealed: what it does is undone.
    Sealed,
    /// Opened: what was said in the sealed dialogue is done.
    Opened,
    /// Its seat has waited, and is asked with the changes of the others in view.
    InView,
}

/// Something that was said in a sealed dialogue, by what it meant and not by its position among the options.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// The seat answered.
    Answer(Question, AnswerMeaning),
    /// Chance gave these; whether the game's own source did.
    Chance(Word, PlayerId, Vec<Thing>, bool),
}

/// What an answer meant.
#[derive(Clone, Debug)]
pub enum AnswerMeaning {
    /// These were chosen.
    Chosen(Vec<Choice>),
    /// A number was named.
    Number(i64),
    /// So much for each.
    Shares(Vec<(Choice, i64)>),
}

/// A look into one sealed dialogue while it runs.
#[derive(Default)]
pub(super) struct Peek {
    /// Into whose.
    pub(super) seat: Option<Seat>,
    /// The game where that dialogue stopped.
    pub(super) seen: Option<Game>,
}

impl Dialogue {
    pub(super) fn is_sealed(&self) -> bool {
        self.way == Way::Sealed
    }

    /// Whether the line of the answered question is written already, because not all of the answer was possible.
    pub(super) fn was_told(&mut self, what: &FactKind) -> bool {
        matches!(what, FactKind::Chooses(..)) && std::mem::take(&mut self.told)
    }
}

impl AnswerMeaning {
    /// What this answer means among these options.
    pub fn of(answer: &Answer, options: &[Choice]) -> Self {
        match answer {
            Answer::Options(chosen) => {
                Self::Chosen(chosen.iter().map(|at| options[usize::from(*at)].clone()).collect())
            }
            Answer::Number(number) => Self::Number(*number),
            Answer::Shares(shares) => Self::Shares(options.iter().cloned().zip(shares.iter().copied()).collect()),
            Answer::Wait => Self::Chosen(Vec::new()),
        }
    }

    /// What was meant, as the trace tells it.
    pub(super) fn things(&self) -> Things {
        match self {
            Self::Chosen(chosen) => chosen.iter().flat_map(Choice::things).collect(),
            Self::Number(number) => Things::from_slice(&[Thing::Number(*number)]),
            Self::Shares(shares) => {
                let told = |(choice, share): &(Choice, i64)| {
                    choice.things().into_iter().chain([Thing::Number(*share)]).collect::<Things>()
                };
                shares.iter().flat_map(told).collect()
            }
        }
    }

    /// The answer that comes nearest to what was meant, and whether it is all of that.
    pub fn among(&self, shape: &Shape, options: &[Choice], default: &Answer) -> (Answer, bool) {
        match (self, shape) {
            (Self::Chosen(chosen), Shape::OneOf | Shape::SomeOf(..) | Shape::InOrder) => {
                chosen_among(chosen, shape, options, default)
            }
            (Self::Number(number), Shape::Number(from, to)) => {
                let nearest = (*number).clamp(*from, *to);
                (Answer::Number(nearest), nearest == *number)
            }
            (Self::Shares(shares), Shape::Shares(total, caps)) => shared_among(shares, *total, caps, options),
            _ => (default.clone(), false),
        }
    }
}

fn chosen_among(chosen: &[Choice], shape: &Shape, options: &[Choice], default: &Answer) -> (Answer, bool) {
    let mut found: SmallVec<[u16; 4]> = SmallVec::new();
    for choice in chosen {
        let free = |at: &usize| choice.is_same(&options[*at]) && !found.contains(&(*at as u16));
        found.extend((0..options.len()).find(free).map(|at| at as u16));
    }
    let (from, to) = match shape {
        Shape::SomeOf(from, to) => (*from as usize, *to as usize),
        Shape::InOrder => (options.len(), options.len()),
        Shape::OneOf | Shape::Number(..) | Shape::Shares(..) => (1, 1),
    };
    found.truncate(to);
    let kept = found.len();
    for at in default.options().iter().copied().chain(0..options.len() as u16) {
        if found.len() < from && !found.contains(&at) {
            found.push(at);
        }
    }
    let all = kept == chosen.len() && found.len() == kept;
    (Answer::Options(found), all)
}

fn shared_among(shares: &[(Choice, i64)], total: i64, caps: &[i64], options: &[Choice]) -> (Answer, bool) {
    let mut now: SmallVec<[i64; 4]> = SmallVec::from_elem(0, options.len());
    let mut left = total;
    let mut all = true;
    for (choice, share) in shares.iter().filter(|(_, share)| *share > 0) {
        let at = options.iter().position(|option| option.is_same(choice));
        let given = at.map_or(0, |at| caps[at].min(left).min(*share));
        if let Some(at) = at {
            now[at] += given;
        }
        left -= given;
        all &= given == *share;
    }
    all &= left == 0;
    for (share, cap) in now.iter_mut().zip(caps) {
        let more = left.min(cap - *share);
        *share += more;
        left -= more;
    }
    (Answer::Shares(now), all)
}

impl Choice {
    /// Whether two options mean the same thing, whatever somebody knows about it.
    fn is_same(&self, other: &Self) -> bool {
        let meant = |choice: &Self| match choice {
            Self::Use { card, number, .. } => Some((*card, *number)),
            Self::Entity(handle, _) => Some((*handle, u16::MAX)),
            Self::Pass | Self::Player(_) | Self::Word(_) | Self::Number(_) | Self::Zone(_) | Self::Group(_) => None,
        };
        if let (Self::Group(own), Self::Group(others)) = (self, other) {
            return own.iter().map(|(card, _)| card).eq(others.iter().map(|(card, _)| card));
        }
        match (meant(self), meant(other)) {
            (Some(one), Some(other)) => one == other && one.0 != Handle::NONE,
            (None, None) => self == other,
            _ => false,
        }
    }
}
