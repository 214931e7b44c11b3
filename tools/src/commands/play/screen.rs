//! The table as a person sees it: whose turn, each player's zones with what is known in them, the stack.

use cardwright::game::{CardView, Ruleset, View, ZoneView};
use cardwright::kernel::ids::Seat;
use cardwright::kernel::rules::{Printed, Rules};
use cardwright::kernel::table::Game;
use std::fmt::Write;

/// The table for a seat, or for who may see everything.
pub fn table(ruleset: &Ruleset, game: &Game, seat: Option<Seat>) -> String {
    let rules = ruleset.rules();
    let view = ruleset.view(game, seat);
    let phase = rules.phases.get(&*view.phase).map_or("", |phase| &*phase.title);
    let mut text = format!("-- turn {}, {}: {phase}\n", view.turn, view.turn_player);

    for (at, attributes) in view.players.iter().enumerate() {
        let letter = Seat(at as u8).letter();
        if view.present.contains(&letter) {
            let you = seat.is_some_and(|seat| seat.letter() == letter);
            player(&mut text, rules, &view, letter, you, attributes);
        }
    }
    zones(&mut text, rules, &view, None);
    for (title, lines) in [("stack", &view.stack), ("effects", &view.effects)] {
        if !lines.is_empty() {
            let _ = writeln!(text, "   {title}: {}", lines.join(", "));
        }
    }
    text
}

fn player(text: &mut String, rules: &Rules, view: &View, letter: char, you: bool, attributes: &[(String, String)]) {
    let attributes = told(rules, attributes);
    let you = if you { " (you)" } else { "" };
    let colon = if attributes.is_empty() { "" } else { ": " };
    let _ = writeln!(text, "{letter}{you}{colon}{attributes}");
    zones(text, rules, view, Some(letter));
}

/// The zones of a player or of the game: a line for each with known cards, and one for all others.
fn zones(text: &mut String, rules: &Rules, view: &View, owner: Option<char>) {
    let mut counts = Vec::new();
    for zone in view.zones.iter().filter(|zone| zone.owner == owner && zone.count > 0) {
        // What waits to resolve stands on the stack's own line.
        let Some(decl) = rules.zones.get(&*zone.zone).filter(|decl| !decl.pending) else { continue };
        if zone.cards.is_empty() {
            counts.push(format!("{} {}", decl.title, zone.count));
            continue;
        }
        let names = if decl.in_play { in_play(rules, zone) } else { piled(zone) };
        let unknown = zone.count - zone.cards.len();
        let more = if unknown > 0 { format!(" and {unknown} unknown") } else { String::new() };
        let _ = writeln!(text, "   {} {}: {names}{more}", decl.title, zone.count);
    }
    if !counts.is_empty() {
        let _ = writeln!(text, "   {}", counts.join(", "));
    }
}

/// Cards in play, each with what is attached to it and what has changed about it.
fn in_play(rules: &Rules, zone: &ZoneView) -> String {
    let host_is_here =
        |card: &CardView| card.host.as_ref().is_some_and(|host| zone.cards.iter().any(|card| card.handle == *host));
    let names = zone.cards.iter().filter(|card| !host_is_here(card)).map(|card| {
        let attached = zone.cards.iter().filter(|other| other.host.as_deref() == Some(&card.handle));
        std::iter::once(card).chain(attached).map(|card| changed(rules, card)).collect::<Vec<_>>().join(" + ")
    });
    names.collect::<Vec<_>>().join(", ")
}

fn changed(rules: &Rules, card: &CardView) -> String {
    match told(rules, &card.changed) {
        changes if changes.is_empty() => card.name.clone(),
        changes => format!("{} ({changes})", card.name),
    }
}

/// Cards in a pile: names, those of several copies once.
fn piled(zone: &ZoneView) -> String {
    let mut names: Vec<(&str, usize)> = Vec::new();
    for card in &zone.cards {
        match names.iter_mut().find(|(name, _)| *name == card.name) {
            Some((_, count)) => *count += 1,
            None => names.push((&card.name, 1)),
        }
    }
    let once = |(name, count): (&str, usize)| if count > 1 { format!("{name} ×{count}") } else { name.to_string() };
    names.into_iter().map(once).collect::<Vec<_>>().join(", ")
}

/// Changed attributes in words; those of which no trace speaks are left out here as well.
fn told(rules: &Rules, attributes: &[(String, String)]) -> String {
    let spoken = attributes.iter().filter(|(name, _)| rules.attributes.get(&**name).is_some_and(|decl| !decl.quiet));
    let words = spoken.map(|(name, value)| match (name.replace('_', " "), &**value) {
        (name, "yes") => name,
        (name, "no") => format!("not {name}"),
        (name, value) => format!("{name} {value}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// What is printed on a card: its kind, its values and its text.
pub fn card(ruleset: &Ruleset, game: &Game, name: &str) -> Option<String> {
    let rules = ruleset.rules();
    let reporter = ruleset.reporter(game, None);
    let definition = rules.definitions.get(name)?;
    let (kind, decl) = rules.kinds.get_index(definition.kind.index())?;
    let values = decl.attributes.iter().zip(&definition.printed).filter_map(|(attribute, printed)| {
        let (name, decl) = rules.attributes.get_index(attribute.index())?;
        let told = !decl.changes && *printed != decl.default && *printed != Printed::Nothing;
        told.then(|| format!("{name} {}", reporter.printed(printed)))
    });
    let values: Vec<String> = std::iter::once(kind.to_string()).chain(values).collect();
    Some(format!("{name}: {}\n  {}", values.join(", "), definition.text))
}
