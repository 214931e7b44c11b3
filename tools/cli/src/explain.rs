//! Why a line of a trace is there: the chain of causes from a decision down to it, each with its place.

use cardwright_kernel::ids::EntityId;
use cardwright_kernel::trace::{Fact, FactKind, Named, Reason};
use cardwright_report::Reporter;

/// A link of a chain of causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The line of the trace, without its indent.
    pub line: String,
    /// The file, line and column that did it; for the use of a card, the card's file.
    pub place: Option<String>,
}

/// The causes of a fact: the decision, or the phase, with which it began comes first, the fact itself last.
pub fn causes(reporter: &Reporter<'_>, facts: &[Fact], at: usize) -> Vec<Cause> {
    let mut chain = vec![at];
    while let Some(parent) = parent(facts, chain[chain.len() - 1]) {
        chain.push(parent);
    }
    chain.reverse();
    chain.into_iter().map(|at| told(reporter, facts, at)).collect()
}

/// What stands against something that did not happen: the causes of what protects, exempts, replaces or forbids it; none
/// where a rule or the state of the game is the reason.
pub fn causes_against(reporter: &Reporter<'_>, facts: &[Fact], at: usize) -> Option<Vec<Cause>> {
    let reason = match &facts[at].what {
        FactKind::Stays(_, reason) | FactKind::Idle(_, reason) => *reason,
        FactKind::Refused { why, .. } => why.first()?.reason,
        FactKind::RefusedChoice { why, .. } => why.reason,
        _ => return None,
    };
    let by = match reason {
        Reason::Exempt(player, by) => {
            let exempts = |fact: &Fact| matches!(&fact.what, FactKind::Exempt(one, _) if *one == player);
            let of = facts[..at].iter().rposition(|fact| exempts(fact) && is_by(fact, by.card));
            return Some(causes(reporter, facts, of.or_else(|| facts[..at].iter().rposition(exempts))?));
        }
        Reason::Protected(by) | Reason::Replaced(by) | Reason::Forbidden(by) => by,
        _ => return None,
    };
    let begun = facts[..at].iter().rposition(|fact| began(fact, &by))?;
    Some(causes(reporter, facts, begun))
}

fn is_by(fact: &Fact, card: EntityId) -> bool {
    fact.cause.is_some_and(|cause| cause.card == card)
}

/// The fact from which another follows; none for what a player decides when asked to act.
fn parent(facts: &[Fact], at: usize) -> Option<usize> {
    let fact = &facts[at];
    let before = &facts[..at];
    let announced = |card: &Named| before.iter().rposition(|fact| is_announced(fact, card));
    match &fact.what {
        FactKind::Uses { answers, .. } => answers.as_ref().and_then(announced),
        FactKind::Turn(..) | FactKind::Leaves(_) | FactKind::LeaveTogether(_) | FactKind::Drops(_) => None,
        FactKind::Phase(_) => before.iter().rposition(|fact| matches!(fact.what, FactKind::Turn(..))),
        FactKind::Refused { answers, .. } => answers.as_ref().and_then(announced).or_else(|| moment(before)),
        FactKind::Resolves(card) | FactKind::Fizzles(card) | FactKind::TriggerResolves(card) => announced(card),
        FactKind::Negated(item, by) => {
            let resolves = |fact: &Fact| matches!(&fact.what, FactKind::Resolves(card) if is_same(card, by));
            before.iter().rposition(resolves).or_else(|| announced(item))
        }
        FactKind::Triggers(_) => before.iter().rposition(|fact| !matches!(fact.what, FactKind::Triggers(_))),
        FactKind::Moves(card, ..) if fact.cause.is_none() => {
            before.iter().rposition(|fact| began(fact, card)).or_else(|| moment(before))
        }
        _ => match &fact.cause {
            Some(cause) => before.iter().rposition(|fact| began(fact, cause)).or_else(|| moment(before)),
            None => moment(before),
        },
    }
}

/// Whether two names are of one card: an item is another entity than the card that it is a use of, under the same name.
fn is_same(one: &Named, other: &Named) -> bool {
    one.card == other.card || (one.def, one.controller) == (other.def, other.controller)
}

/// Whether a fact is that a card was used, or that its trigger was put on the stack.
fn is_announced(fact: &Fact, card: &Named) -> bool {
    match &fact.what {
        FactKind::Uses { card: used, .. } => is_same(used, card),
        FactKind::Triggers(trigger) | FactKind::Copied(_, trigger) => is_same(trigger, card),
        _ => false,
    }
}

/// Whether a fact is that a card began to do what it does.
fn began(fact: &Fact, card: &Named) -> bool {
    match &fact.what {
        FactKind::Resolves(other) | FactKind::TriggerResolves(other) | FactKind::Stands(other) => is_same(other, card),
        _ => is_announced(fact, card),
    }
}

/// The phase or turn in which something happens.
fn moment(before: &[Fact]) -> Option<usize> {
    before.iter().rposition(|fact| matches!(fact.what, FactKind::Phase(_) | FactKind::Turn(..)))
}

fn told(reporter: &Reporter<'_>, facts: &[Fact], at: usize) -> Cause {
    let rules = reporter.rules;
    let line = reporter.lines(&facts[at..]).into_iter().next().map(|(_, line)| line.trim_start().to_owned());
    let place = match (&facts[at].what, facts[at].place) {
        (FactKind::Refused { why, card, .. }, _) => {
            reporter.reasons_told(why, card).into_iter().next().and_then(|(_, place)| place)
        }
        (FactKind::Uses { card, .. }, _) => {
            let definition = rules.definitions.get_index(card.def.index());
            definition.map(|(_, card)| format!("cards/{}.toml", card.id.replacen(':', "/", 1)))
        }
        (_, Some(place)) => {
            let script = rules.scripts.get_index(usize::from(place.script));
            script.map(|(path, _)| format!("{path}:{}:{}", place.line, place.column))
        }
        _ => None,
    };
    Cause { line: line.unwrap_or_default(), place }
}
