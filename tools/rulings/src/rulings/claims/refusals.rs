//! What must be refused: `B cannot answer Good Fortune with Calm`.

use super::choices;
use crate::rulings::answers::{QuestionInWords, variants_of};
use crate::rulings::rehearsal::{Rehearsal, is_use};
use crate::rulings::responder::Responder;
use cardwright_kernel::ids::{EntityId, Handle, Seat, Word};
use cardwright_kernel::questions::Prompt;
use cardwright_kernel::rules::{Definition, Rules, Use};
use cardwright_kernel::scripts::Attempt;
use cardwright_kernel::state::Entity;
use cardwright_kernel::table::{Nobody, Table};
use cardwright_kernel::text::suggest;
use cardwright_kernel::trace::{Fact, FactKind, Reason, Reasons, Thing};
use cardwright_report::Reporter;

/// What a seat attempts, as it would be written if it were refused.
struct TriedUse {
    attempt: Attempt,
    text: String,
    /// How much of the card's name is left out: its number, whose it is.
    short: usize,
}

/// Whether the seat will be asked in the running span of passes, if all others pass.
pub(in crate::rulings) fn is_asked_later(table: &Table, responder: &Responder, seat: Seat) -> bool {
    let mut other = table.table_for(table.game().clone(), Box::new(Nobody));
    while let Some(prompt) = other.game().prompts().first().cloned() {
        if !responder.is_in_span(other.game()) {
            return false;
        }
        if prompt.seat == seat {
            return true;
        }
        let asked = QuestionInWords::new(&prompt, Reporter::new(other.rules(), other.game().state()));
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
pub(in crate::rulings) fn refused(table: &mut Table, seat: Seat, text: &str) -> Result<Fact, String> {
    let people = table.game().state().people();
    if usize::from(seat.0) >= people {
        return Err(format!("there is no such seat: {people} people play"));
    }
    let prompts = table.game().prompts();
    let prompt = prompts.iter().find(|prompt| prompt.seat == seat).or(prompts.first()).cloned();
    let own = prompt.as_ref().filter(|prompt| prompt.seat == seat);
    if let Some(refused) = own.and_then(|prompt| choices::refused(table, prompt, text)) {
        return refused;
    }
    let attempts = attempts(table, seat);
    let (rest, named) = tried(&attempts, text).ok_or_else(|| unwritten(&attempts, text))?;
    let (attempt, against) = likeliest(table, own, &named)?;
    if !against.is_empty() {
        if !rest.is_empty() {
            return Err(format!("it is refused whatever is chosen: leave out `{}`", rest.trim_start()));
        }
        return Ok(fact(table, seat, attempt, None, clearest(against)));
    }
    match own.filter(|prompt| is_option(prompt, attempt)) {
        Some(prompt) => {
            let refused = Rehearsal::new(table, prompt, attempt).run(rest)?;
            let (choosing, against) =
                refused.ok_or_else(|| format!("it is allowed: {}", text.replacen("cannot", "can", 1)))?;
            Ok(fact(table, seat, attempt, choosing, Reasons::from_slice(&[against])))
        }
        None => Ok(fact(table, seat, attempt, None, Reasons::from_slice(&[table.why_not_now(attempt)]))),
    }
}

/// The attempts that a text names, and what it says of their choices: those that leave the least of it, and of them
/// those of cards whose names are written most fully.
fn tried<'x>(attempts: &[TriedUse], text: &'x str) -> Option<(&'x str, Vec<Attempt>)> {
    let named = attempts.iter().filter_map(|tried| {
        let rest = text.strip_prefix(&*tried.text)?;
        (rest.is_empty() || rest.starts_with([' ', ','])).then_some((rest, tried))
    });
    let named: Vec<(&str, &TriedUse)> = named.collect();
    let fit = |(rest, tried): &(&str, &TriedUse)| (rest.len(), tried.short);
    let (rest, best) = named.iter().min_by_key(|named| fit(named)).map(|named| (named.0, fit(named)))?;
    Some((rest, named.iter().filter(|named| fit(named) == best).map(|(_, tried)| tried.attempt).collect()))
}

/// That no attempt is written like this, and which one nearly is.
fn unwritten(attempts: &[TriedUse], text: &str) -> String {
    match suggest(text, attempts.iter().map(|tried| &*tried.text)) {
        Some(near) => format!("nothing here is written `{text}`: did you mean `{near}`?"),
        None => format!("nothing here is written `{text}`: no card on this table is used so"),
    }
}

/// The attempt that is meant, and what is against it: one that is offered before others, and one with a card that lies
/// where it is used from before others.
fn likeliest(table: &mut Table, prompt: Option<&Prompt>, named: &[Attempt]) -> Result<(Attempt, Reasons), String> {
    let mut found: Vec<(bool, Attempt, Reasons)> = Vec::new();
    for attempt in named {
        if prompt.is_some_and(|prompt| is_option(prompt, *attempt)) {
            return Ok((*attempt, Reasons::new()));
        }
        let against = table.reasons_against(*attempt).map_err(|_| "its permission cannot be asked".to_string())?;
        found.push((against.iter().any(|against| against.reason.is_elsewhere()), *attempt, against));
    }
    let (_, attempt, against) = found.into_iter().min_by_key(|(elsewhere, ..)| *elsewhere).ok_or("nothing is tried")?;
    Ok((attempt, against))
}

/// Every use of a card that the seat could name, alone and in answer to each item; the name in full and shortened, as
/// it may be where an option is chosen.
fn attempts(table: &Table, seat: Seat) -> Vec<TriedUse> {
    let state = table.state();
    let reporter = Reporter::new(table.rules(), state);
    let subjects: Vec<Option<Handle>> =
        std::iter::once(None).chain(state.items().iter().rev().map(|item| Some(state.handle(item.id)))).collect();
    let mut tried = Vec::new();
    for card in seats_first(table, seat) {
        let named = table.named(card);
        let definition = &table.rules().definitions[named.def.index()];
        for (number, usage) in definition.uses.iter().enumerate() {
            for subject in subjects.iter().filter(|subject| is_said_so(definition, usage, subject.is_some())) {
                let about = subject.map(|subject| table.named(subject.id));
                let attempt = Attempt {
                    player: state.player_of(seat),
                    card,
                    number: number as u16,
                    subject: *subject,
                    free: false,
                    copy: 0,
                };
                for (short, named) in variants_of(named, state.player_of(seat)).iter().enumerate() {
                    let text = reporter.cannot(seat, usage.action, named, about.as_ref());
                    tried.push(TriedUse { attempt, text, short });
                }
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

/// All cards, those of the seat first; with them the seat's player and the game, if they have actions of their own.
fn seats_first(table: &Table, seat: Seat) -> Vec<EntityId> {
    let player = table.state().player_of(seat);
    let acts = |entity: &Entity| match entity.kind {
        Rules::GAME => true,
        Rules::PLAYER => entity.owner == player,
        _ => false,
    };
    let is_used = |entity: &Entity| entity.zone.is_some() || table.rules().is_of_actor(entity.def) && acts(entity);
    let cards = table.state().entities().filter(|(_, entity)| is_used(entity));
    let mut cards: Vec<(bool, EntityId)> = cards.map(|(id, entity)| (entity.controller != player, id)).collect();
    cards.sort();
    cards.into_iter().map(|(_, id)| id).collect()
}

fn is_option(prompt: &Prompt, attempt: Attempt) -> bool {
    prompt.options.iter().any(|option| is_use(option, attempt))
}

/// The reasons once each; that something is not offered here says nothing beside others.
fn clearest(reasons: Reasons) -> Reasons {
    let mut clear = Reasons::new();
    for against in &reasons {
        if !matches!(against.reason, Reason::NotNow(_)) && !clear.contains(against) {
            clear.push(*against);
        }
    }
    if clear.is_empty() { reasons } else { clear }
}

fn fact(table: &Table, seat: Seat, attempt: Attempt, choosing: Option<(Word, Thing)>, why: Reasons) -> Fact {
    let card = table.named(attempt.card);
    let usage = &table.rules().definitions[card.def.index()].uses[usize::from(attempt.number)];
    let answers = attempt.subject.map(|subject| table.named(subject.id));
    let action = usage.action;
    let what = FactKind::Refused { seat, action, card, answers, choosing, why: Box::new(why) };
    Fact { depth: table.depth(), what, cause: None, place: None, input: false }
}

/// That nothing on the table is called so.
pub(super) fn unwritten_choice(answer: &str) -> String {
    format!("nothing here is written `{answer}`")
}
