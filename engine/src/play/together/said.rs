//! What was said in a sealed dialogue: kept by what it meant, and said again when the dialogue is opened.

use crate::model::ids::{Handle, PlayerId, Word};
use crate::model::prompt::{Answer, ChanceQuestion, Choice, Question, Shape};
use crate::model::trace::{Thing, Things, What};
use crate::play::ask::Ask;
use crate::play::session::Table;
use smallvec::SmallVec;

/// Something that was said in a sealed dialogue, by what it meant and not by its position among the options.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// The seat answered.
    Answer(Question, Meaning),
    /// Chance gave these; whether the game's own generator did.
    Chance(Word, PlayerId, Vec<Thing>, bool),
}

/// What an answer meant.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Chosen(Vec<Choice>),
    Number(i64),
    Shares(Vec<(Choice, i64)>),
}

impl Table {
    /// The sealed answer to a question, as far as it can still be given; a line says what cannot.
    pub(super) fn say_again(&mut self, ask: Ask) -> (Answer, Vec<Choice>) {
        let said = self.said(|said| matches!(said, Said::Answer(question, _) if *question == ask.question));
        let default = ask.default.unwrap_or_else(|| ask.shape.least(ask.options.len()));
        let Some(Said::Answer(_, meaning)) = said else { return (default, ask.options) };
        let (answer, all) = meaning.among(&ask.shape, &ask.options, &default);
        if !all && let Question::Choose(word) | Question::Announce(word) = ask.question {
            let instead = Meaning::of(&answer, &ask.options).things();
            let seat = self.state().speaker(ask.player);
            self.tell(What::Chooses(seat, word, meaning.things()));
            self.tell(What::Lost(seat, instead));
            if let Some(running) = &mut self.run.branch {
                running.told = true;
            }
        }
        (answer, ask.options)
    }

    /// What chance gave in the sealed dialogue, if it can still come; something new otherwise.
    pub(super) fn chance_again(&mut self, question: &ChanceQuestion) -> SmallVec<[u16; 4]> {
        let said = self.said(
            |said| matches!(said, Said::Chance(what, player, ..) if *what == question.what && *player == question.player),
        );
        // The game's own source moves on as if it had been asked now.
        let Some(Said::Chance(_, _, things, false)) = &said else {
            let fresh = self.generated(question);
            let Some(Said::Chance(_, _, things, _)) = said else { return fresh.options().into() };
            return positions(question, &things).unwrap_or_else(|| fresh.options().into());
        };
        match positions(question, things) {
            Some(positions) => positions,
            None => self.generated(question).options().into(),
        }
    }

    /// The first fitting entry in the rest of the sealed dialogue; entries before it are dropped.
    fn said(&mut self, fits: impl Fn(&Said) -> bool) -> Option<Said> {
        let running = self.run.branch.as_mut()?;
        let at = running.said[running.at..].iter().position(fits)? + running.at;
        running.at = at + 1;
        Some(running.said[at].clone())
    }
}

impl Meaning {
    pub(super) fn of(answer: &Answer, options: &[Choice]) -> Self {
        match answer {
            Answer::Options(chosen) => Self::Chosen(chosen.iter().map(|at| options[usize::from(*at)]).collect()),
            Answer::Number(number) => Self::Number(*number),
            Answer::Shares(shares) => Self::Shares(options.iter().copied().zip(shares.iter().copied()).collect()),
            Answer::Wait => Self::Chosen(Vec::new()),
        }
    }

    /// What was meant, as the trace tells it.
    fn things(&self) -> Things {
        match self {
            Self::Chosen(chosen) => chosen.iter().map(Choice::thing).collect(),
            Self::Number(number) => Things::from_slice(&[Thing::Number(*number)]),
            Self::Shares(shares) => {
                shares.iter().flat_map(|(choice, share)| [choice.thing(), Thing::Number(*share)]).collect()
            }
        }
    }

    /// The answer that comes nearest to what was meant, and whether it is all of that.
    fn among(&self, shape: &Shape, options: &[Choice], default: &Answer) -> (Answer, bool) {
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

/// The positions of these things among the options of a question to chance, if all of them are there.
fn positions(question: &ChanceQuestion, things: &[Thing]) -> Option<SmallVec<[u16; 4]>> {
    if things.len() != question.count as usize {
        return None;
    }
    let same = |one: &Thing, other: &Thing| match (one, other) {
        (Thing::Card(one), Thing::Card(other)) => one.card == other.card && one.def == other.def,
        _ => one == other,
    };
    things.iter().map(|thing| Some(question.options.iter().position(|other| same(thing, other))? as u16)).collect()
}

impl Choice {
    /// Whether two options mean the same thing, whatever somebody knows about it.
    fn is_same(&self, other: &Self) -> bool {
        let meant = |choice: &Self| match choice {
            Self::Use { card, number, .. } => Some((*card, *number)),
            Self::Entity(handle, _) => Some((*handle, u16::MAX)),
            Self::Pass | Self::Player(_) | Self::Word(_) | Self::Number(_) | Self::Zone(_) => None,
        };
        match (meant(self), meant(other)) {
            (Some(one), Some(other)) => one == other && one.0 != Handle::NONE,
            (None, None) => self == other,
            _ => false,
        }
    }
}
