//! What could stand next in a claim: for editors.

use super::names::Names;
use super::read::{flags, qualities};
use super::{ClaimSubject, FORMS};
use crate::rulings::steps::seat_of;
use cardwright_kernel::rules::{Rules, ZonePer};

/// What can be claimed of a seat.
const OF_A_SEAT: [&str; 12] = [
    "owns ",
    "controls ",
    "knows ",
    "does not know ",
    "is asked: ",
    "is not asked",
    "is offered: ",
    "is offered in order: ",
    "is not offered: ",
    "has answered",
    "has not answered",
    "cannot ",
];

/// A word or some that could stand next, and what it is.
pub type Next = (String, &'static str);

/// What could stand next in a step of which this much stands there.
pub fn complete(line: &str, rules: &Rules) -> Vec<Next> {
    let names = Names { rules };
    // The last word may not be whole yet.
    let before = &line[..line.rfind(' ').map_or(0, |at| at + 1)];
    let line = before.trim_start();
    if line.is_empty() {
        let forms = FORMS.iter().map(|(form, meaning)| (form.to_string(), *meaning));
        return forms.chain(cards(names)).chain(sites(names)).collect();
    }
    if line.starts_with("the trace ") && !line.contains(':') {
        return words(&["says: ", "says once: ", "says twice: ", "never says: "], "how often the trace says it");
    }
    if let Some(seat) = line.strip_suffix("'s ") {
        return match seat.strip_prefix("it is ") {
            Some(_) => phases(rules),
            None => zones(rules, ZonePer::Player),
        };
    }
    if let Some(subject) = line.strip_suffix(": ")
        && let Ok(subject) = names.subject(subject)
    {
        let titles = qualities(rules, names.kind(&subject)).into_iter();
        return titles.map(|(title, _)| (title, "an attribute or value")).collect();
    }
    if let Some(subject) = line.strip_suffix(" is not ").or_else(|| line.strip_suffix(" is "))
        && let Ok(subject) = names.subject(subject)
    {
        return states(names, &subject);
    }
    if names.zone(line.trim_end()).is_ok() {
        let verbs =
            ["holds: ", "holds only: ", "holds no: ", "holds 3 cards", "holds nothing", "begins with: ", "ends with: "];
        return words(&verbs, "what lies in a zone");
    }
    if line == "the " {
        return zones(rules, ZonePer::Game).into_iter().chain(words(&["trace ", "game: "], "")).collect();
    }
    if line.strip_suffix(' ').and_then(seat_of).is_some() {
        return words(&OF_A_SEAT, "of a seat");
    }
    cards(names).chain(sites(names)).collect()
}

/// What something can be.
fn states(names: Names<'_>, subject: &ClaimSubject) -> Vec<Next> {
    let own = flags(names.rules, names.kind(subject)).into_iter().map(|(_, title)| (title, "a flag"));
    own.chain(match subject {
        ClaimSubject::Card(_) => words(&["attached to ", "in effect"], "of a card"),
        ClaimSubject::Player(_) => words(&["asked: ", "not asked", "offered: ", "not offered: "], "of a seat"),
        ClaimSubject::Game | ClaimSubject::Site(_) => Vec::new(),
    })
    .collect()
}

fn words(words: &[&str], what: &'static str) -> Vec<Next> {
    words.iter().map(|word| (word.to_string(), what)).collect()
}

fn cards(names: Names<'_>) -> impl Iterator<Item = Next> {
    names.cards().map(|(_, name)| (name.to_string(), "a card"))
}

fn sites(names: Names<'_>) -> impl Iterator<Item = Next> {
    names.sites().map(|(name, _)| (name.to_string(), "of the board"))
}

fn zones(rules: &Rules, per: ZonePer) -> Vec<Next> {
    let zones = rules.zones.values().filter(|zone| zone.per == per && !zone.title.is_empty());
    zones.map(|zone| (zone.title.to_string(), "a zone")).collect()
}

fn phases(rules: &Rules) -> Vec<Next> {
    let phases = rules.phases.values().map(|phase| (format!("{} phase", phase.title), "a phase"));
    phases.chain([("turn".to_string(), "whose turn it is")]).collect()
}
