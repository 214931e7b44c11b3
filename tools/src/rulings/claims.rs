//! Steps that claim instead of act: what is offered, and what must be refused.

use super::answers::Asked;
use super::cues::Cues;
use super::spell;
use cardwright::kernel::agenda;
use cardwright::kernel::ids::{EntityId, Handle, Seat};
use cardwright::kernel::permission::{Attempt, Reasons};
use cardwright::kernel::prompt::{Answer, Choice, Prompt};
use cardwright::kernel::rules::{Definition, Use};
use cardwright::kernel::table::{Nobody, Table};
use cardwright::kernel::trace::{Fact, Reason, What};
use cardwright::report::Reporter;
use cardwright::report::sentences::listed;
use std::collections::BTreeSet;

/// Whether exactly these are offered, in whatever order.
///
/// # Errors
/// Says what is.
pub(super) fn offered(asked: &Asked<'_>, options: &str) -> Result<(), String> {
    let names = asked.names();
    let first = |at: &usize| names[*at].first().cloned().unwrap_or_default();
    let named = spell::whole_list(options, &names, false);
    let claimed: BTreeSet<String> = named.iter().flatten().map(first).collect();
    let there: BTreeSet<String> = (0..names.len()).map(|at| first(&at)).collect();
    if named.is_ok() && claimed == there {
        return Ok(());
    }
    let mut shown: Vec<String> = Vec::new();
    (0..names.len()).map(|at| first(&at)).for_each(|name| {
        if !shown.contains(&name) {
            shown.push(name);
        }
    });
    Err(format!("{} is offered: {}", asked.prompt.seat.letter(), listed(shown)))
}

/// What a seat attempts, as it would be written if it were refused.
struct Tried {
    attempt: Attempt,
    text: String,
}

/// Whether the seat will be asked in the running stretch, if all others pass.
pub(super) fn is_asked_later(table: &Table, cues: &Cues, seat: Seat) -> bool {
    let mut other = Table::new(table.game().clone(), table.rules.clone(), table.scripts.clone(), Box::new(Nobody));
    while let Some(prompt) = other.game().prompts().first().cloned() {
        if !cues.is_in_stretch(other.game()) {
            return false;
        }
        if prompt.seat == seat {
            return true;
        }
        let asked = Asked::new(&prompt, Reporter::new(&other.rules, other.game().state()));
        let Some(pass) = asked.pass() else { return false };
        if other.answer(prompt.number, pass).is_err() {
            return false;
        }
        other.advance();
    }
    false
}

/// Tries what must be refused; gives the fact that says why it is.
///
/// # Errors
/// Says what is wrong: it is allowed, or there is nothing like it.
pub(super) fn refused(table: &mut Table, seat: Seat, text: &str) -> Result<Fact, String> {
    let prompt = table.game().prompts().first().filter(|prompt| prompt.seat == seat).cloned();
    let mut tried: Vec<Tried> = attempts(table, seat).into_iter().filter(|tried| tried.text == text).collect();
    if tried.is_empty() {
        return Err(format!("nothing here is written `{text}`"));
    }
    tried.sort_by_key(|tried| prompt.as_ref().is_some_and(|prompt| !is_option(prompt, tried.attempt)));
    let attempt = tried[0].attempt;
    let mut reasons = table.reasons_against(attempt).map_err(|_| "its permission cannot be asked".to_string())?;
    if reasons.is_empty() {
        reasons = match &prompt {
            Some(prompt) if is_option(prompt, attempt) => taken_back(table, prompt, attempt),
            _ => Reasons::from_slice(&[Reason::NotOffered]),
        };
    }
    if reasons.is_empty() {
        return Err(format!("it is allowed: {}", text.replacen("cannot", "can", 1)));
    }
    Ok(fact(table, attempt, clearest(reasons)))
}

/// Every use of a card that the seat could name, alone and in answer to each item.
fn attempts(table: &Table, seat: Seat) -> Vec<Tried> {
    let state = table.state();
    let reporter = Reporter::new(&table.rules, state);
    let subjects: Vec<Option<Handle>> =
        std::iter::once(None).chain(state.items().iter().rev().map(|item| Some(state.handle(item.id)))).collect();
    let mut tried = Vec::new();
    for card in seats_first(table, seat) {
        let named = table.named(card);
        let definition = &table.rules.definitions[named.def.index()];
        for (number, usage) in definition.uses.iter().enumerate() {
            for subject in subjects.iter().filter(|subject| is_said_so(definition, usage, subject.is_some())) {
                let about = subject.map(|subject| table.named(subject.id));
                let attempt = Attempt {
                    player: table.state().player_of(seat),
                    card,
                    number: number as u16,
                    subject: *subject,
                    free: false,
                };
                tried.push(Tried { attempt, text: reporter.cannot(seat, usage.action, &named, about.as_ref()) });
            }
        }
    }
    tried
}

/// What answers is named with an item, what does not without; where a card has no use of the one kind, one of the
/// other may be tried.
fn is_said_so(definition: &Definition, usage: &Use, answers: bool) -> bool {
    let fits = |usage: &Use| usage.answers.is_some() == answers;
    fits(usage) || !definition.uses.iter().any(fits)
}

/// All cards, those of the seat first.
fn seats_first(table: &Table, seat: Seat) -> Vec<EntityId> {
    let cards = table.state().entities().filter(|(_, entity)| entity.zone.is_some());
    let mut cards: Vec<(bool, EntityId)> = cards.map(|(id, entity)| (entity.controller != seat, id)).collect();
    cards.sort();
    cards.into_iter().map(|(_, id)| id).collect()
}

fn is_option(prompt: &Prompt, attempt: Attempt) -> bool {
    prompt.options.iter().any(|option| is_use(option, attempt))
}

fn is_use(option: &Choice, attempt: Attempt) -> bool {
    matches!(option, Choice::Use { card, number, answers, .. }
        if card.id == attempt.card && *number == attempt.number && *answers == attempt.subject.is_some())
}

/// Why an offered use is taken back while it is announced; nothing if it is not.
fn taken_back(table: &Table, prompt: &Prompt, attempt: Attempt) -> Reasons {
    let mut other = Table::new(table.game().clone(), table.rules.clone(), table.scripts.clone(), Box::new(Nobody));
    let option = prompt.options.iter().position(|option| is_use(option, attempt));
    let answer = option.map(Answer::one);
    if answer.is_some_and(|answer| other.answer(prompt.number, answer).is_ok()) {
        other.advance();
    }
    other.run.illegal.into_iter().collect()
}

/// The reasons once each; that something is of no use here says nothing beside others.
fn clearest(reasons: Reasons) -> Reasons {
    let mut clear = Reasons::new();
    for reason in reasons {
        if reason != Reason::NotOffered && !clear.contains(&reason) {
            clear.push(reason);
        }
    }
    if clear.is_empty() { Reasons::from_slice(&[Reason::NotOffered]) } else { clear }
}

fn fact(table: &Table, attempt: Attempt, reasons: Reasons) -> Fact {
    let card = table.named(attempt.card);
    let usage = &table.rules.definitions[card.def.index()].uses[usize::from(attempt.number)];
    let answers = attempt.subject.map(|subject| table.named(subject.id));
    let what = What::Refused(attempt.player, usage.action, card, answers, reasons);
    let windows = table.state().agenda().iter().filter(|step| is_about_something(step));
    Fact { depth: windows.count() as u8, what, cause: None, place: None, input: false }
}

fn is_about_something(step: &agenda::Step) -> bool {
    matches!(step, agenda::Step::Window(open) if open.subject != Handle::NONE)
}
