//! What a question offers: its options, and how they may be combined.

use crate::rulings::answers::QuestionInWords;
use crate::rulings::spell::{self, Spellings};
use cardwright_kernel::questions::Shape;
use cardwright_report::listed;
use std::collections::BTreeSet;

/// What is claimed to be offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::rulings) enum Offer {
    /// Exactly these, or a number from, to; in the words of the step.
    These(Box<str>),
    /// Exactly these, of which at least and at most so many are chosen.
    SomeOf(u32, u32, Box<str>),
    /// Exactly these, to be put in order.
    InOrder(Box<str>),
    /// So much, divided over these, each with the most that it can get.
    Shares(i64, Box<str>),
    /// None of these.
    Not(Box<str>),
}

impl Offer {
    /// Reads what follows on `A is `.
    pub fn read(text: &str) -> Option<Self> {
        if let Some(options) = text.strip_prefix("not offered: ") {
            return Some(Self::Not(options.into()));
        }
        let (how, options) =
            text.strip_prefix("offered")?.split_once(": ").map(|(how, options)| (how.trim(), options.into()))?;
        let bounds = |text: &str| match text.split_once(" to ") {
            Some((from, to)) => Some((from.parse().ok()?, to.parse().ok()?)),
            None => text.parse().ok().map(|exactly| (exactly, exactly)),
        };
        match how {
            "" => Some(Self::These(options)),
            "in order" => Some(Self::InOrder(options)),
            _ => match (how.strip_suffix(" of"), how.strip_suffix(" over")) {
                (Some(how), _) => bounds(how).map(|(from, to)| Self::SomeOf(from, to, options)),
                (_, Some(amount)) => amount.parse().ok().map(|amount| Self::Shares(amount, options)),
                (None, None) => None,
            },
        }
    }
}

/// Whether exactly this is offered, in whatever order.
///
/// # Errors
/// Says what is.
pub(in crate::rulings) fn check(asked: &QuestionInWords<'_>, offer: &Offer) -> Result<(), String> {
    let shape = &asked.prompt.shape;
    let holds = match (offer, shape) {
        (Offer::These(range), Shape::Number(from, to)) => **range == *format!("{from} to {to}"),
        (Offer::These(options), _) => are_all(asked, options),
        (Offer::SomeOf(from, to, options), Shape::SomeOf(least, most)) => {
            (from, to) == (least, most) && are_all(asked, options)
        }
        (Offer::InOrder(options), Shape::InOrder) => are_all(asked, options),
        (Offer::Shares(amount, caps), Shape::Shares(whole, _)) => amount == whole && **caps == *capped(asked),
        (Offer::Not(options), _) => return are_none(asked, options),
        (Offer::SomeOf(..) | Offer::InOrder(_) | Offer::Shares(..), _) => false,
    };
    if holds { Ok(()) } else { Err(told(asked, offer)) }
}

/// What is offered, in the words of the step that would claim it.
fn told(asked: &QuestionInWords<'_>, offer: &Offer) -> String {
    let names = listed(names_of(asked));
    let told = match (&asked.prompt.shape, offer) {
        (Shape::Number(from, to), _) => format!(": {from} to {to}"),
        (_, Offer::These(_)) => format!(": {names}"),
        (Shape::OneOf, _) => format!(": {names}"),
        (Shape::SomeOf(from, to), _) if from == to => format!(" {from} of: {names}"),
        (Shape::SomeOf(from, to), _) => format!(" {from} to {to} of: {names}"),
        (Shape::InOrder, _) => format!(" in order: {names}"),
        (Shape::Shares(amount, _), _) => format!(" {amount} over: {}", capped(asked)),
    };
    format!("{} is offered{told}", asked.prompt.seat.letter())
}

/// The options, those that are written alike once.
fn names_of(asked: &QuestionInWords<'_>) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    for name in asked.names().iter().map(|spellings| spellings.full().to_string()) {
        if !shown.contains(&name) {
            shown.push(name);
        }
    }
    shown
}

/// `Troy 3, Moria 2`: what each option can get at most.
fn capped(asked: &QuestionInWords<'_>) -> String {
    let Shape::Shares(_, caps) = &asked.prompt.shape else { return String::new() };
    let names = asked.names();
    listed(names.iter().map(Spellings::full).zip(caps).map(|(name, cap)| format!("{name} {cap}")).collect())
}

fn are_all(asked: &QuestionInWords<'_>, options: &str) -> bool {
    let names = asked.names();
    let first = |at: &usize| names[*at].full().to_string();
    let named = spell::whole_list(options, &names, false);
    let claimed: BTreeSet<String> = named.iter().flatten().map(first).collect();
    let there: BTreeSet<String> = (0..names.len()).map(|at| first(&at)).collect();
    named.is_ok() && claimed == there
}

fn are_none(asked: &QuestionInWords<'_>, options: &str) -> Result<(), String> {
    if let Shape::Number(from, to) = asked.prompt.shape {
        let among = |number: &str| number.parse().is_ok_and(|number: i64| (from..=to).contains(&number));
        return match options.split(", ").find(|number| among(number)) {
            Some(number) => Err(format!("{} is offered {number}", asked.prompt.seat.letter())),
            None => Ok(()),
        };
    }
    let names = asked.names();
    let offered = options.split(", ").find(|option| spell::head(option, &names).is_ok_and(|(_, rest)| rest.is_empty()));
    offered.map_or(Ok(()), |option| Err(format!("{} is offered {option}", asked.prompt.seat.letter())))
}
