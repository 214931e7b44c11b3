//! Questions to seats and their answers: one form for people, bots, tests and search alike.

use crate::model::generator::Generator;
use crate::model::ids::{ActionId, EntityId, Handle, PlayerId, Seat, WindowId, Word, ZoneId};
use crate::model::trace::{Named, ScriptLocation, Thing, Things};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// A question to a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Prompt {
    /// The number by which an answer names it; every prompt of a game has its own.
    pub number: u32,
    /// Who is asked.
    pub seat: Seat,
    /// What is asked.
    pub question: Question,
    /// What is filled in for the names in what is asked, in their order.
    pub about: Things,
    /// What may be answered.
    pub shape: Shape,
    /// The options, in an order that says nothing.
    pub options: Vec<Choice>,
    /// The answer that counts if the seat has left or its time is up.
    pub default: Answer,
    /// Whether the seat can still give up the action it is in the middle of.
    pub withdrawable: bool,
    /// Its part in a simultaneous question, if it belongs to one.
    pub part: Option<Part>,
    /// Where the script asks, if one does. It is for authors and not kept in a save: the question is asked anew.
    #[serde(skip)]
    pub asked_at: Option<AskedAt>,
}

/// Where a script asks a question, and in whose name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AskedAt {
    /// The line of the script.
    pub place: ScriptLocation,
    /// In whose name it runs.
    pub by: Option<Named>,
}

/// Where a prompt belongs in a simultaneous question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Part {
    /// How many inputs of the running step precede the question.
    pub entry: u32,
    /// The branch of the seat.
    pub branch: u16,
    /// How many changes the step had made when it was asked.
    pub changes: u32,
    /// Whether nobody sees the answer before all have answered.
    pub sealed: bool,
    /// Whether the seat may wait for those before it instead.
    pub may_wait: bool,
}

impl Prompt {
    /// Checks an answer.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self, answer: &Answer) -> Result<(), AnswerError> {
        match answer {
            Answer::Wait if self.may_wait() => Ok(()),
            _ => self.shape.check(self.options.len(), answer),
        }
    }

    /// Whether this asks the same seat the same thing, whatever the numbers of the two are.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (self.seat, self.question, &self.about, &self.shape) == (other.seat, other.question, &other.about, &other.shape)
            && self.options == other.options
    }

    /// The answer that passes, if the seat may pass.
    pub fn pass(&self) -> Option<Answer> {
        self.options.iter().position(|option| *option == Choice::Pass).map(Answer::one)
    }

    /// Whether the seat may answer that it waits for those before it.
    pub fn may_wait(&self) -> bool {
        self.part.is_some_and(|part| part.may_wait)
    }

    /// Whether nobody sees the answer before all have answered.
    pub fn is_sealed(&self) -> bool {
        self.part.is_some_and(|part| part.sealed)
    }
}

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Question {
    /// What to do now, in a round of a window, perhaps about an item.
    Act {
        /// The window.
        window: WindowId,
        /// The round.
        round: u8,
        /// What it is about.
        subject: Option<Named>,
    },
    /// A choice that belongs to the announcement of a use.
    Announce(Word),
    /// A choice that a script asks for.
    Choose(Word),
}

/// What a script asks, and what is filled in for the names in it, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedText {
    /// The text.
    pub text: Word,
    /// What is filled in.
    pub about: Things,
}

impl From<Word> for AskedText {
    fn from(text: Word) -> Self {
        Self { text, about: Things::new() }
    }
}

/// How options may be combined.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Shape {
    /// One of the options.
    OneOf,
    /// Some of them, at least and at most so many.
    SomeOf(u32, u32),
    /// All of them, in an order.
    InOrder,
    /// A number from, to.
    Number(i64, i64),
    /// An amount divided over the options, each with its cap.
    Shares(i64, SmallVec<[i64; 4]>),
}

/// An option.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// Do nothing.
    Pass,
    /// Use a card.
    Use {
        /// The card.
        card: Handle,
        /// Which of its uses.
        number: u16,
        /// The action of that use.
        action: ActionId,
        /// Its name.
        named: Named,
        /// Whether it answers the window's subject.
        answers: bool,
    },
    /// A card, an item or an effect.
    Entity(Handle, Named),
    /// A player.
    Player(PlayerId),
    /// A word.
    Word(Word),
    /// A number.
    Number(i64),
    /// A zone.
    Zone(ZoneId),
    /// Several cards that are one option together, such as a meld.
    Group(Box<[(Handle, Named)]>),
}

/// An answer to a prompt.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The options chosen, by position, in order: for one, some or all of them.
    Options(SmallVec<[u16; 4]>),
    /// A number.
    Number(i64),
    /// An amount for each option.
    Shares(SmallVec<[i64; 4]>),
    /// In a simultaneous question: first what those before have answered.
    Wait,
}

/// Why an answer was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnswerError {
    /// The prompt asks for something else: options where a number was given, and so on.
    Form,
    /// An option that does not exist.
    Unknown,
    /// The same option twice.
    Twice,
    /// Too few or too many, too small or too large.
    Bounds,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "the question asks for another form of answer",
            Self::Unknown => "there is no such option",
            Self::Twice => "the same option twice",
            Self::Bounds => "too few or too many, too small or too large",
        })
    }
}

impl std::error::Error for AnswerError {}

impl Answer {
    /// The answer that names one option.
    pub fn one(option: usize) -> Self {
        Self::Options(SmallVec::from_slice(&[option as u16]))
    }

    /// The option named, or the first of them.
    pub fn first(&self) -> usize {
        self.options().first().map_or(0, |option| usize::from(*option))
    }

    /// The options named, or none.
    pub fn options(&self) -> &[u16] {
        match self {
            Self::Options(options) => options,
            Self::Number(_) | Self::Shares(_) | Self::Wait => &[],
        }
    }
}

impl Choice {
    /// What represents the option in the trace: one thing, or the cards of a group.
    pub fn things(&self) -> Things {
        let thing = match self {
            Self::Pass => Thing::Word(Word(0)),
            Self::Use { named, .. } | Self::Entity(_, named) => Thing::Card(*named),
            Self::Player(seat) => Thing::Player(*seat),
            Self::Word(word) => Thing::Word(*word),
            Self::Number(number) => Thing::Number(*number),
            Self::Zone(zone) => Thing::Zone(*zone),
            Self::Group(cards) => return cards.iter().map(|(_, named)| Thing::Card(*named)).collect(),
        };
        Things::from_slice(&[thing])
    }

    /// The card that is used and which of its uses, if the option is a use.
    pub const fn used(&self) -> Option<(Handle, u16)> {
        match self {
            Self::Use { card, number, .. } => Some((*card, *number)),
            Self::Pass
            | Self::Entity(..)
            | Self::Player(_)
            | Self::Word(_)
            | Self::Number(_)
            | Self::Zone(_)
            | Self::Group(_) => None,
        }
    }

    /// The card that the option is, if it is one and no use of one.
    pub const fn named_card(&self) -> Option<Handle> {
        match self {
            Self::Entity(card, _) => Some(*card),
            Self::Use { .. }
            | Self::Pass
            | Self::Player(_)
            | Self::Word(_)
            | Self::Number(_)
            | Self::Zone(_)
            | Self::Group(_) => None,
        }
    }

    /// The entity that the option names, if it names a single one.
    pub const fn entity(&self) -> EntityId {
        match self {
            Self::Use { card, .. } | Self::Entity(card, _) => card.id,
            Self::Pass | Self::Player(_) | Self::Word(_) | Self::Number(_) | Self::Zone(_) | Self::Group(_) => {
                EntityId::NONE
            }
        }
    }
}

impl Shape {
    /// Checks an answer against the shape and the number of options.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self, options: usize, answer: &Answer) -> Result<(), AnswerError> {
        match (self, answer) {
            (Self::OneOf, Answer::Options(chosen)) => distinct(chosen, options, 1, 1),
            (Self::SomeOf(from, to), Answer::Options(chosen)) => {
                distinct(chosen, options, *from as usize, *to as usize)
            }
            (Self::InOrder, Answer::Options(chosen)) => distinct(chosen, options, options, options),
            (Self::Number(from, to), Answer::Number(number)) => within(from <= number && number <= to),
            (Self::Shares(total, caps), Answer::Shares(shares)) => within(
                shares.len() == options
                    && shares.iter().zip(caps).all(|(share, cap)| (0..=*cap).contains(share))
                    && shares.iter().sum::<i64>() == *total,
            ),
            _ => Err(AnswerError::Form),
        }
    }

    /// A legal answer drawn at random, without dead ends.
    pub fn draw(&self, options: usize, generator: &mut Generator) -> Answer {
        match self {
            Self::OneOf => Answer::one(generator.below(options as u32) as usize),
            Self::SomeOf(from, to) => {
                let most = (*to as usize).min(options) as u32;
                let count = from + generator.below(most.saturating_sub(*from) + 1);
                let mut all: SmallVec<[u16; 4]> = (0..options as u16).collect();
                generator.shuffle(&mut all);
                all.truncate(count as usize);
                Answer::Options(all)
            }
            Self::InOrder => {
                let mut all: SmallVec<[u16; 4]> = (0..options as u16).collect();
                generator.shuffle(&mut all);
                Answer::Options(all)
            }
            Self::Number(from, to) => {
                // A span of more than 32 bits is cut off: every draw is legal, though the highest numbers never come.
                let span = u32::try_from(to.abs_diff(*from).saturating_add(1)).unwrap_or(u32::MAX);
                Answer::Number(from + i64::from(generator.below(span)))
            }
            Self::Shares(total, caps) => draw_shares(*total, caps, generator),
        }
    }

    /// The smallest legal answer: the default for a seat that is not there, unless the question names another.
    pub fn least(&self, options: usize) -> Answer {
        match self {
            Self::OneOf => Answer::one(0),
            Self::SomeOf(from, _) => Answer::Options((0..(*from as usize).min(options) as u16).collect()),
            Self::InOrder => Answer::Options((0..options as u16).collect()),
            Self::Number(from, _) => Answer::Number(*from),
            Self::Shares(total, caps) => {
                let mut left = *total;
                Answer::Shares(
                    caps.iter()
                        .map(|cap| {
                            let share = left.min(*cap);
                            left -= share;
                            share
                        })
                        .collect(),
                )
            }
        }
    }

    /// Every legal answer, where there are at most `limit`; `None` where there are more.
    pub fn walk(&self, options: usize, limit: usize) -> Option<Vec<Answer>> {
        match self {
            Self::OneOf => (options <= limit).then(|| (0..options).map(Answer::one).collect()),
            Self::SomeOf(from, to) => subsets(options, *from as usize, *to as usize, limit),
            Self::InOrder => orders(options, limit),
            Self::Number(from, to) => {
                (to.abs_diff(*from) < limit as u64).then(|| (*from..=*to).map(Answer::Number).collect())
            }
            Self::Shares(total, caps) => divisions(*total, caps, limit),
        }
    }
}

fn within(holds: bool) -> Result<(), AnswerError> {
    if holds { Ok(()) } else { Err(AnswerError::Bounds) }
}

/// Whether a position is named more than once.
pub(super) fn is_repeated(chosen: &[u16]) -> bool {
    let mut sorted: SmallVec<[u16; 16]> = chosen.into();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn distinct(chosen: &[u16], options: usize, from: usize, to: usize) -> Result<(), AnswerError> {
    if chosen.iter().any(|option| usize::from(*option) >= options) {
        return Err(AnswerError::Unknown);
    }
    if is_repeated(chosen) {
        return Err(AnswerError::Twice);
    }
    within((from..=to).contains(&chosen.len()))
}

fn draw_shares(total: i64, caps: &[i64], generator: &mut Generator) -> Answer {
    let mut shares: SmallVec<[i64; 4]> = SmallVec::from_elem(0, caps.len());
    // One by one, so that no draw ends with a rest that fits nowhere.
    for _ in 0..total {
        let open: SmallVec<[usize; 8]> = (0..caps.len()).filter(|at| shares[*at] < caps[*at]).collect();
        if open.is_empty() {
            break;
        }
        shares[open[generator.below(open.len() as u32) as usize]] += 1;
    }
    Answer::Shares(shares)
}

fn subsets(options: usize, from: usize, to: usize, limit: usize) -> Option<Vec<Answer>> {
    let mut all: Vec<SmallVec<[u16; 4]>> = vec![SmallVec::new()];
    for option in 0..options {
        let longer: Vec<_> = all
            .iter()
            .filter(|set| set.len() < to)
            .map(|set| {
                let mut set = set.clone();
                set.push(option as u16);
                set
            })
            .collect();
        all.extend(longer);
        // Sets that are still too small are dropped only at the end, so there may be many more than `limit` on the way.
        if all.len() > limit.saturating_mul(64) {
            return None;
        }
    }
    all.retain(|set| set.len() >= from);
    (all.len() <= limit).then(|| all.into_iter().map(Answer::Options).collect())
}

fn orders(options: usize, limit: usize) -> Option<Vec<Answer>> {
    let mut all: Vec<SmallVec<[u16; 4]>> = vec![SmallVec::new()];
    for option in 0..options {
        all = all
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(|at| {
                    let mut longer = order.clone();
                    longer.insert(at, option as u16);
                    longer
                })
            })
            .collect();
        if all.len() > limit {
            return None;
        }
    }
    Some(all.into_iter().map(Answer::Options).collect())
}

fn divisions(total: i64, caps: &[i64], limit: usize) -> Option<Vec<Answer>> {
    let mut all: Vec<SmallVec<[i64; 4]>> = vec![SmallVec::new()];
    for (at, cap) in caps.iter().enumerate() {
        let room: i64 = caps[at + 1..].iter().sum();
        let mut longer = Vec::new();
        for shares in &all {
            let left = total - shares.iter().sum::<i64>();
            for share in (left - room).max(0)..=left.min(*cap) {
                let mut next = shares.clone();
                next.push(share);
                longer.push(next);
                if longer.len() > limit {
                    return None;
                }
            }
        }
        all = longer;
    }
    Some(all.into_iter().map(Answer::Shares).collect())
}
