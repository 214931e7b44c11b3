//! Questions as their seats see them: options carry the handles of the view's cards and the texts of the trace.

use super::observer::Observer;
use super::{Datum, PlaceKey, ZoneKey, letters};
use cardwright_kernel::ids::{PlayerId, Seat, Word};
use cardwright_kernel::questions::{Answer, AnswerError, Choice, Prompt, Question, Shape};
use cardwright_kernel::trace::Named;
use serde::Serialize;

/// A question to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PromptView {
    /// The number by which an answer names it. A prompt keeps it as long as it is open, in a save as well, and it names no other
    /// question of the game, not even after something was taken back: an answer that comes late is refused.
    pub number: u32,
    /// Who is asked.
    #[serde(serialize_with = "letters::one")]
    pub seat: Seat,
    /// What is asked.
    pub question: QuestionView,
    /// What is asked, in words.
    pub text: String,
    /// What may be answered.
    pub shape: AnswerShape,
    /// The options, in an order that says nothing.
    pub options: Vec<OptionView>,
    /// The answer that counts if the seat has left or its time is up.
    pub default: Answer,
    /// Whether the seat can still give up the action it is in the middle of.
    pub withdrawable: bool,
    /// Whether the seat may answer that it waits for those before it.
    pub may_wait: bool,
    /// Whether nobody sees the answer before all have answered.
    pub sealed: bool,
}

/// What a question is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QuestionView {
    /// What to do now, in a round of a window.
    Act {
        /// The key of the window.
        window: Box<str>,
        /// The number of its round.
        round: u8,
    },
    /// A choice that belongs to the announcement of a use.
    Announce {
        /// The phrase of the choice.
        phrase: Box<str>,
    },
    /// A choice that a script asks for.
    Choose {
        /// The question of the script.
        question: Box<str>,
    },
}

/// How options may be combined into an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AnswerShape {
    /// One of the options.
    OneOf,
    /// Some of them.
    SomeOf {
        /// At least so many.
        from: u32,
        /// At most so many.
        to: u32,
    },
    /// All of them, in an order.
    InOrder,
    /// A number.
    Number {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
    /// An amount divided over the options.
    Shares {
        /// The amount.
        amount: i64,
        /// The most that each option can get.
        caps: Vec<i64>,
    },
}

/// An option of a prompt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionView {
    /// What the trace would say if it were chosen.
    pub text: String,
    /// What it is.
    pub choice: ChoiceView,
}

/// What an option is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChoiceView {
    /// To do nothing.
    Pass,
    /// To use a card.
    Use {
        /// The card.
        card: Datum,
        /// The key of the action.
        action: Box<str>,
        /// Whether it answers what the window is about.
        answers: bool,
    },
    /// A card, an item or an effect, or a space or joint of the board.
    Thing {
        /// Which.
        thing: Datum,
    },
    /// A player.
    Player {
        /// Which.
        #[serde(serialize_with = "letters::one")]
        player: PlayerId,
    },
    /// A word.
    Word {
        /// Which.
        word: Box<str>,
    },
    /// A number.
    Number {
        /// Which.
        number: i64,
    },
    /// A zone.
    Zone(ZoneKey),
    /// Several cards that are one option together, such as a meld.
    Group {
        /// The cards.
        cards: Vec<Datum>,
    },
}

impl ChoiceView {
    /// The card, the item, the effect or the place that the option is about.
    pub const fn thing(&self) -> Option<&Datum> {
        match self {
            Self::Use { card, .. } => Some(card),
            Self::Thing { thing } => Some(thing),
            Self::Pass | Self::Player { .. } | Self::Word { .. } | Self::Number { .. } | Self::Zone(_) => None,
            Self::Group { .. } => None,
        }
    }
}

impl PromptView {
    /// The answer that passes, if the seat may pass.
    pub fn pass(&self) -> Option<Answer> {
        self.options.iter().position(|option| option.choice == ChoiceView::Pass).map(Answer::one)
    }

    /// Checks an answer without giving it.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self, answer: &Answer) -> Result<(), AnswerError> {
        match answer {
            Answer::Wait if self.may_wait => Ok(()),
            _ => Shape::from(&self.shape).check(self.options.len(), answer),
        }
    }

    /// Every answer that chooses, where there are at most `limit`; `None` where there are more.
    pub fn answers(&self, limit: usize) -> Option<Vec<Answer>> {
        Shape::from(&self.shape).walk(self.options.len(), limit)
    }
}

impl From<&Shape> for AnswerShape {
    fn from(shape: &Shape) -> Self {
        match shape {
            Shape::OneOf => Self::OneOf,
            Shape::SomeOf(from, to) => Self::SomeOf { from: *from, to: *to },
            Shape::InOrder => Self::InOrder,
            Shape::Number(from, to) => Self::Number { from: *from, to: *to },
            Shape::Shares(amount, caps) => Self::Shares { amount: *amount, caps: caps.to_vec() },
        }
    }
}

impl From<&AnswerShape> for Shape {
    fn from(shape: &AnswerShape) -> Self {
        match shape {
            AnswerShape::OneOf => Self::OneOf,
            AnswerShape::SomeOf { from, to } => Self::SomeOf(*from, *to),
            AnswerShape::InOrder => Self::InOrder,
            AnswerShape::Number { from, to } => Self::Number(*from, *to),
            AnswerShape::Shares { amount, caps } => Self::Shares(*amount, caps.as_slice().into()),
        }
    }
}

impl Observer<'_> {
    /// The open questions to the viewer; for the host all that are open.
    pub(crate) fn prompts(&self) -> Vec<PromptView> {
        let mine = self.game.prompts().iter().filter(|prompt| self.seat.is_none_or(|seat| seat == prompt.seat));
        mine.map(|prompt| self.prompt(prompt)).collect()
    }

    pub(crate) fn prompt(&self, prompt: &Prompt) -> PromptView {
        PromptView {
            number: prompt.number,
            seat: prompt.seat,
            question: self.question(prompt),
            text: self.reporter().question(prompt),
            shape: AnswerShape::from(&prompt.shape),
            options: prompt.options.iter().map(|choice| self.option(prompt, choice)).collect(),
            default: prompt.default.clone(),
            withdrawable: prompt.withdrawable,
            may_wait: prompt.may_wait(),
            sealed: prompt.is_sealed(),
        }
    }

    fn question(&self, prompt: &Prompt) -> QuestionView {
        match prompt.question {
            Question::Act { window, round, .. } => {
                let key = self.rules().windows.get_index(window.index()).map_or("", |(key, _)| key);
                QuestionView::Act { window: key.into(), round }
            }
            Question::Announce(phrase) => QuestionView::Announce { phrase: self.word(phrase) },
            Question::Choose(question) => {
                QuestionView::Choose { question: self.reporter().asked(question, &prompt.about).into() }
            }
        }
    }

    fn option(&self, prompt: &Prompt, choice: &Choice) -> OptionView {
        let text = self.reporter().option(prompt.seat, prompt.question, choice);
        OptionView { text: text.trim_start().trim_start_matches([',', ' ']).to_string(), choice: self.choice(choice) }
    }

    fn choice(&self, choice: &Choice) -> ChoiceView {
        match choice {
            Choice::Pass => ChoiceView::Pass,
            Choice::Use { card, action, named, answers, .. } => {
                let key = self.rules().actions.get_index(action.index()).map_or("", |(key, _)| key);
                let card = self.as_named(*card, named);
                ChoiceView::Use { card, action: key.into(), answers: *answers }
            }
            Choice::Entity(handle, named) => ChoiceView::Thing { thing: self.as_named(*handle, named) },
            Choice::Player(player) => ChoiceView::Player { player: *player },
            Choice::Word(word) => ChoiceView::Word { word: self.word(*word) },
            Choice::Number(number) => ChoiceView::Number { number: *number },
            Choice::Zone(zone) => ChoiceView::Zone(self.zone_at(*zone)),
            Choice::Group(cards) => {
                let cards = cards.iter().map(|(handle, named)| self.as_named(*handle, named)).collect();
                ChoiceView::Group { cards }
            }
        }
    }

    /// What an option names, if the viewer knew it when it was asked.
    fn as_named(&self, handle: cardwright_kernel::ids::Handle, named: &Named) -> Datum {
        match self.datum_of(handle) {
            Datum::Handle(_) | Datum::Unknown if !self.sees(named.known) => self.place_of(named),
            datum => datum,
        }
    }

    /// What an option names that the viewer does not know.
    fn place_of(&self, named: &Named) -> Datum {
        match named.zone.is_some() && named.place > 0 {
            true => Datum::Place(PlaceKey { zone: self.zone_at(named.zone), number: named.place }),
            false => Datum::Unknown,
        }
    }

    fn word(&self, word: Word) -> Box<str> {
        self.rules().words.text(word).into()
    }
}
