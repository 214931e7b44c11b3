//! A table of preferences that a designer writes: what an option is about adds to its weight, and the heaviest is taken.
//!
//! Found once: a number from 0 to 4,294,967,295 ends a decider with weights.

mod read;

use cardwright_game::{
    Answer, AnswerShape, Bot, CardView, ChoiceView, Datum, PlayerId, PromptView, QuestionView, Situation, View,
};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::setup::Generator;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

pub use read::{TABLES, WISHES, known_names};

/// Weights by name.
type ByName = BTreeMap<Box<str>, i64>;

/// The weights of a file: those for all questions, and those for some in place of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    general: Preferences,
    /// By the word that asks, or the window.
    asked: BTreeMap<Box<str>, Preferences>,
}

/// What is preferred in a question.
#[derive(Clone, Debug, Default)]
struct Preferences {
    pass: i64,
    wish: Wish,
    /// By the name of the table, as in [`TABLES`].
    tables: BTreeMap<&'static str, ByName>,
}

/// Which number is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Wish {
    Most,
    Least,
    #[default]
    Any,
}

impl Preferences {
    fn of(&self, table: &str, name: &str) -> i64 {
        self.tables.get(table).and_then(|table| table.get(name)).copied().unwrap_or(0)
    }
}

/// Answers by weights.
pub(crate) struct Weighing {
    weights: Arc<Weights>,
    luck: Generator,
}

impl Weighing {
    pub fn new(weights: Arc<Weights>, seed: u64) -> Self {
        Self { weights, luck: Generator::new(seed) }
    }

    /// Any of these numbers; where they are more than can be drawn, one of the smaller ones. A pack says how many they are.
    fn any_number(&mut self, from: i64, to: i64) -> i64 {
        let more = u32::try_from(to.saturating_sub(from)).unwrap_or(u32::MAX);
        from.saturating_add(i64::from(self.luck.below(more.saturating_add(1))))
    }

    /// The options and what each weighs, the heaviest first; among those that weigh the same, in any order.
    fn order(&mut self, weights: &[i64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..weights.len()).collect();
        self.luck.shuffle(&mut order);
        order.sort_by_key(|at| Reverse(weights[*at]));
        order
    }
}

impl Bot for Weighing {
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer> {
        let weights = Arc::clone(&self.weights);
        let name = match &asked.question {
            QuestionView::Act { window: name, .. }
            | QuestionView::Announce { phrase: name }
            | QuestionView::Choose { question: name } => name,
        };
        let preferences = weights.asked.get(name).unwrap_or(&weights.general);
        let scale = Scale::new(preferences, at.view(), asked.seat);
        let weights: Vec<i64> = asked.options.iter().map(|option| scale.option(&option.choice)).collect();
        let order = self.order(&weights);
        let options = |chosen: Vec<usize>| Answer::Options(chosen.into_iter().map(|at| at as u16).collect());
        Some(match &asked.shape {
            AnswerShape::OneOf => options(order.into_iter().take(1).collect()),
            AnswerShape::InOrder => options(order),
            AnswerShape::SomeOf { from, to } => {
                let liked = order.iter().take_while(|at| weights[**at] > 0).count();
                options(order.into_iter().take(liked.max(*from as usize).min(*to as usize)).collect())
            }
            AnswerShape::Number { from, to } => Answer::Number(match preferences.wish {
                Wish::Most => *to,
                Wish::Least => *from,
                Wish::Any => self.any_number(*from, *to),
            }),
            AnswerShape::Shares { amount, caps } => shares(*amount, caps, &order),
        })
    }
}

/// As much as fits for the heaviest, then for the next.
fn shares(amount: i64, caps: &[i64], order: &[usize]) -> Answer {
    let (mut left, mut shares) = (amount, vec![0; caps.len()]);
    for at in order {
        shares[*at] = left.min(caps[*at]);
        left -= shares[*at];
    }
    Answer::Shares(shares.into_iter().collect())
}

/// What options weigh for a seat, by what it sees.
struct Scale<'a> {
    preferences: &'a Preferences,
    view: View,
    player: Option<PlayerId>,
}

impl<'a> Scale<'a> {
    fn new(preferences: &'a Preferences, view: View, seat: Seat) -> Self {
        let player = view.players.iter().find(|player| player.seats.contains(&seat)).map(|player| player.player);
        Self { preferences, view, player }
    }

    fn option(&self, choice: &ChoiceView) -> i64 {
        match choice {
            ChoiceView::Pass => self.preferences.pass,
            ChoiceView::Use { card, action, .. } => {
                self.preferences.of("actions", action).saturating_add(self.thing(card))
            }
            ChoiceView::Thing { thing } => self.thing(thing).saturating_add(self.side_of(thing)),
            ChoiceView::Player { player } => self.side(Some(*player)),
            ChoiceView::Word { word } => self.preferences.of("words", word),
            ChoiceView::Number { number } => match self.preferences.wish {
                Wish::Most => *number,
                Wish::Least => number.saturating_neg(),
                Wish::Any => 0,
            },
            ChoiceView::Zone(zone) => self.preferences.of("zones", &zone.zone).saturating_add(self.side(zone.owner)),
            ChoiceView::Group { cards } => cards.iter().fold(0, |sum, card| sum.saturating_add(self.thing(card))),
        }
    }

    fn thing(&self, thing: &Datum) -> i64 {
        match thing {
            Datum::Handle(_) => match (self.card(thing), self.item(thing)) {
                (Some(card), _) => self.weight_of(card),
                (None, Some((name, _))) => self.preferences.of("cards", name),
                (None, None) => 0,
            },
            Datum::Site(name) => self.preferences.of("cards", name),
            Datum::Place(place) => self.preferences.of("zones", &place.zone.zone),
            _ => 0,
        }
    }

    fn weight_of(&self, card: &CardView) -> i64 {
        let printed = [self.preferences.of("cards", &card.name), self.preferences.of("kinds", &card.kind)];
        let attributes = card.properties.attributes.iter().map(|(name, value)| match value {
            Datum::Number(number) => self.preferences.of("values", name).saturating_mul(*number),
            Datum::Flag(flag) => self.preferences.of("values", name).saturating_mul(i64::from(*flag)),
            _ => 0,
        });
        let values = card.properties.values.iter();
        let values = values.map(|(name, number)| self.preferences.of("values", name).saturating_mul(*number));
        printed.into_iter().chain(attributes).chain(values).fold(0, i64::saturating_add)
    }

    /// Whose something is: the player's own, or a rival's.
    fn side_of(&self, thing: &Datum) -> i64 {
        let whose = match (thing, self.card(thing), self.item(thing)) {
            (Datum::Player(player), ..) => Some(*player),
            (_, Some(card), _) => card.controller.or(card.owner),
            (_, None, Some((_, player))) => Some(player),
            (Datum::Place(place), ..) => place.zone.owner,
            (_, None, None) => None,
        };
        self.side(whose)
    }

    fn side(&self, whose: Option<PlayerId>) -> i64 {
        match whose {
            None => 0,
            Some(player) if Some(player) == self.player => self.preferences.of("players", "own"),
            Some(_) => self.preferences.of("players", "rival"),
        }
    }

    fn card(&self, thing: &Datum) -> Option<&CardView> {
        let Datum::Handle(handle) = thing else { return None };
        self.view.zones.iter().flat_map(|zone| &zone.cards).find(|card| card.handle == *handle)
    }

    fn item(&self, thing: &Datum) -> Option<(&str, PlayerId)> {
        let Datum::Handle(handle) = thing else { return None };
        let item = self.view.items.iter().find(|item| item.handle == *handle)?;
        Some((&item.what.as_ref()?.name, item.controller))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_is_between_its_bounds_however_far_they_are_apart() {
        let mut weighing = Weighing::new(Arc::default(), 1);
        let most = i64::from(u32::MAX);
        for (from, to) in [(0, 0), (3, 5), (0, most), (0, most + 1), (i64::MIN, i64::MAX), (i64::MAX, i64::MAX)] {
            let number = weighing.any_number(from, to);
            assert!((from..=to).contains(&number), "{number} of {from} to {to}");
        }
    }
}
