//! The table as a person sees it: whose turn, each player's zones with what is known in them, the stack.

use super::board;
use cardwright::game::{CardView, Ruleset, View, ZoneView};
use cardwright::model::game::Game;
use cardwright::model::ids::Seat;
use cardwright::model::rules::{Printed, Rules, SeenBy, ZoneDecl};
use std::fmt::Display;

/// Whose turn it is, and where it stands.
pub fn moment(ruleset: &Ruleset, game: &Game) -> String {
    let turn = game.state().turn();
    let phase = ruleset.rules().phases.get_index(turn.phase.index()).map_or("", |(_, phase)| &*phase.title);
    format!("-- turn {}, {}: {phase}", turn.number, turn.player.letter())
}

/// How much of the table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What matters now: of open piles the topmost card.
    Short,
    /// Every card that is known.
    Full,
}

/// The table for a seat, or for who may see everything.
pub fn table(ruleset: &Ruleset, game: &Game, seat: Option<Seat>, detail: Detail) -> String {
    let view = ruleset.view(game, seat);
    let mut screen = Screen { rules: ruleset.rules(), view: &view, detail, text: String::new() };
    let board = board::lines(screen.rules, &view);
    let gap = (!board.is_empty()).then(String::new);
    board.into_iter().chain(gap).for_each(|line| screen.line(line));
    for (at, attributes) in view.players.iter().enumerate() {
        let letter = Seat(at as u8).letter();
        if view.present.contains(&letter) {
            let you = seat.is_some_and(|seat| seat.letter() == letter);
            screen.player(letter, you, attributes);
        }
    }
    screen.zones(None, "");
    for (title, lines) in [("stack", &view.stack), ("effects", &view.effects)] {
        if !lines.is_empty() {
            screen.line(format_args!("{title}: {}", lines.join(", ")));
        }
    }
    screen.text
}

struct Screen<'a> {
    rules: &'a Rules,
    view: &'a View,
    detail: Detail,
    text: String,
}

impl Screen<'_> {
    fn line(&mut self, line: impl Display) {
        self.text += &format!("{line}\n");
    }

    fn player(&mut self, letter: char, you: bool, attributes: &[(String, String)]) {
        let attributes = told(self.rules, attributes);
        let you = if you { " (you)" } else { "" };
        let colon = if attributes.is_empty() { "" } else { ": " };
        self.line(format_args!("{letter}{you}{colon}{attributes}"));
        self.zones(Some(letter), "   ");
    }

    /// The zones of a player or of the game, those in play first: a line for each with known cards, and one for all
    /// others.
    fn zones(&mut self, owner: Option<char>, indent: &str) {
        let (rules, view) = (self.rules, self.view);
        let mut counts = Vec::new();
        let zones = view.zones.iter().filter(|zone| zone.owner == owner && zone.site.is_none() && zone.count > 0);
        // What waits to resolve stands on the stack's own line.
        let zones = zones.filter_map(|zone| Some((zone, rules.zones.get(&*zone.zone).filter(|decl| !decl.pending)?)));
        let mut zones: Vec<(&ZoneView, &ZoneDecl)> = zones.collect();
        zones.sort_by_key(|(_, decl)| !decl.in_play);
        for (zone, decl) in zones {
            match self.cards(zone, decl) {
                Some(cards) => self.line(format_args!("{indent}{} {}: {cards}", decl.title, zone.count)),
                None => counts.push(counted(&decl.title, zone.count)),
            }
        }
        if !counts.is_empty() {
            self.line(format_args!("{indent}{}", counts.join(", ")));
        }
    }

    /// The known cards of a zone; nothing if there are none.
    fn cards(&self, zone: &ZoneView, decl: &ZoneDecl) -> Option<String> {
        let top = zone.cards.last()?;
        let unknown = zone.count - zone.cards.len();
        Some(match (decl.in_play, self.detail) {
            (true, _) => in_play(self.rules, zone),
            // Of counted pieces everybody wants to see how many there are.
            (false, _) if zone.cards.iter().any(|card| card.count > 1) => piled(zone),
            (false, Detail::Short) if decl.seen == SeenBy::All && zone.count > 1 => format!("{} on top", top.name),
            (false, _) if unknown > 0 => format!("{} and {unknown} unknown", piled(zone)),
            (false, _) => piled(zone),
        })
    }
}

/// A zone and how many cards lie there: `hand 5`, but `stack 2: 5`.
fn counted(title: &str, count: usize) -> String {
    let colon = if title.ends_with(|last: char| last.is_ascii_digit()) { ":" } else { "" };
    format!("{title}{colon} {count}")
}

/// Cards in play, each with what is attached to it and what has changed about it.
fn in_play(rules: &Rules, zone: &ZoneView) -> String {
    let host_is_here =
        |card: &CardView| card.host.as_ref().is_some_and(|host| zone.cards.iter().any(|card| card.handle == *host));
    let names = zone.cards.iter().filter(|card| !host_is_here(card)).map(|card| {
        let attached = zone.cards.iter().filter(|other| other.host == Some(card.handle));
        std::iter::once(card).chain(attached).map(|card| changed(rules, card)).collect::<Vec<_>>().join(" + ")
    });
    listed(names.collect())
}

/// Names one after another; those with commas of their own stand apart by semicolons.
pub(super) fn listed(names: Vec<String>) -> String {
    names.join(if names.iter().any(|name| name.contains(", ")) { "; " } else { ", " })
}

pub(super) fn changed(rules: &Rules, card: &CardView) -> String {
    let name = if card.count == 1 { card.name.clone() } else { format!("{} ×{}", card.name, card.count) };
    match told(rules, &card.changed) {
        changes if changes.is_empty() => name,
        changes => format!("{name} ({changes})"),
    }
}

/// Cards in a pile: names, those of several copies once.
fn piled(zone: &ZoneView) -> String {
    let mut names: Vec<(&str, u32)> = Vec::new();
    for card in &zone.cards {
        match names.iter_mut().find(|(name, _)| *name == card.name) {
            Some((_, count)) => *count += card.count,
            None => names.push((&card.name, card.count)),
        }
    }
    let once = |(name, count): (&str, u32)| if count > 1 { format!("{name} ×{count}") } else { name.to_string() };
    listed(names.into_iter().map(once).collect())
}

/// Changed attributes in words; those of which no trace speaks are left out here as well, but for what dice show.
pub(super) fn told(rules: &Rules, attributes: &[(String, String)]) -> String {
    let of_dice = |name: &str| {
        let mut faces = rules.dice.values().flat_map(|dice| &dice.faces);
        faces.any(|(_, attr)| rules.attributes.get_index_of(name) == Some(attr.index()))
    };
    let told = |name: &str| rules.attributes.get(name).is_some_and(|decl| !decl.quiet) || of_dice(name);
    let spoken = attributes.iter().filter(|(name, _)| told(name));
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
        told.then(|| format!("{} {}", name.replace('_', " "), reporter.printed(printed)))
    });
    let values: Vec<String> = std::iter::once(kind.to_string()).chain(values).collect();
    Some(format!("{name}: {}\n  {}", values.join(", "), definition.text))
}
