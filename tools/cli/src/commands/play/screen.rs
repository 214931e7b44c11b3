//! The table as a person sees it: whose turn, each player's zones with what is known in them, the stack.

use super::board;
use cardwright_game::{
    CardInfo, CardView, Datum, GameInfo, LearnedView, NamedView, PlayerView, Properties, SeatHandle, View, Viewer,
    ZoneInfo, ZoneView,
};
use std::fmt::Display;

/// Whose turn it is, and how far it has got.
pub fn moment(info: &GameInfo, view: &View) -> String {
    let turn = &view.turn;
    let phase = info.phases.iter().find(|phase| phase.key == turn.phase).map_or("", |phase| &*phase.title);
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

/// The table as it is seen.
pub fn table(info: &GameInfo, view: &View, detail: Detail) -> String {
    let mut screen = Screen { info, view, detail, text: String::new() };
    let board = board::lines(info, view);
    let gap = (!board.is_empty()).then(String::new);
    board.into_iter().chain(gap).for_each(|line| screen.line(line));
    let own = whole(info, view, &view.game);
    if !own.is_empty() {
        screen.line(format_args!("game: {own}"));
    }
    view.players.iter().filter(|player| player.present).for_each(|player| screen.player(player));
    screen.zones(None, "");
    screen.going_on("stack", view.items.iter().map(|item| item.what.as_ref()));
    screen.going_on("effects", view.effects.iter().map(|effect| effect.what.as_ref()));
    screen.text
}

struct Screen<'a> {
    info: &'a GameInfo,
    view: &'a View,
    detail: Detail,
    text: String,
}

impl<'a> Screen<'a> {
    fn line(&mut self, line: impl Display) {
        self.text += &format!("{line}\n");
    }

    fn player(&mut self, player: &PlayerView) {
        let letter = player.player.letter();
        let attributes = whole(self.info, self.view, &player.properties);
        let you = matches!(self.view.viewer, Viewer::Seat(seat) if player.seats.contains(&seat));
        let you = if you { " (you)" } else { "" };
        let colon = if attributes.is_empty() { "" } else { ": " };
        self.line(format_args!("{letter}{you}{colon}{attributes}"));
        self.zones(Some(letter), "   ");
    }

    fn going_on(&mut self, title: &str, all: impl Iterator<Item = Option<&'a NamedView>>) {
        let names: Vec<&str> = all.map(|what| what.map_or("a card", |what| &*what.name)).collect();
        if !names.is_empty() {
            self.line(format_args!("{title}: {}", names.join(", ")));
        }
    }

    /// The zones of a player or of the game, those in play first: a line for each with known cards, and one for all
    /// others.
    fn zones(&mut self, owner: Option<char>, indent: &str) {
        let (info, view) = (self.info, self.view);
        let mut counts = Vec::new();
        let is_own = |zone: &&ZoneView| {
            zone.zone.owner.map(|owner| owner.letter()) == owner && zone.zone.site.is_none() && zone.count > 0
        };
        // What waits to resolve stands on the stack's own line.
        let zones = view.zones.iter().filter(is_own);
        let zones = zones.filter_map(|zone| Some((zone, declared(info, zone).filter(|decl| !decl.pending)?)));
        let mut zones: Vec<(&ZoneView, &ZoneInfo)> = zones.collect();
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
    fn cards(&self, zone: &ZoneView, decl: &ZoneInfo) -> Option<String> {
        if zone.cards.iter().any(|card| card.number.is_some()) || !zone.places.is_empty() {
            return Some(by_place(zone));
        }
        let top = zone.cards.last()?;
        Some(match (decl.in_play, self.detail) {
            (true, _) => in_play(self.info, self.view, zone),
            // Of counted pieces everybody wants to see how many there are.
            (false, _) if zone.cards.iter().any(|card| card.count > 1) => piled(zone),
            (false, Detail::Short) if decl.open && zone.count > 1 => format!("{} on top", top.name),
            (false, _) if zone.unknown > 0 => format!("{} and {} unknown", piled(zone), zone.unknown),
            (false, _) => piled(zone),
        })
    }
}

/// The declaration of a zone.
pub(super) fn declared<'i>(info: &'i GameInfo, zone: &ZoneView) -> Option<&'i ZoneInfo> {
    info.zones.iter().find(|decl| decl.key == zone.zone.zone)
}

/// A zone and how many cards lie there: `hand 5`, but `stack 2: 5`.
fn counted(title: &str, count: usize) -> String {
    let colon = if title.ends_with(|last: char| last.is_ascii_digit()) { ":" } else { "" };
    format!("{title}{colon} {count}")
}

/// Cards in play, each with what is attached to it and what has changed about it.
fn in_play(info: &GameInfo, view: &View, zone: &ZoneView) -> String {
    let is_attached_here = |card: &CardView| zone.cards.iter().any(|host| host.attachments.contains(&card.handle));
    let names = zone.cards.iter().filter(|card| !is_attached_here(card)).map(|card| {
        let attached = zone.cards.iter().filter(|other| card.attachments.contains(&other.handle));
        std::iter::once(card).chain(attached).map(|card| changed(info, view, card)).collect::<Vec<_>>().join(" + ")
    });
    listed(names.collect())
}

/// A list of names; names that contain commas are separated by semicolons.
pub(super) fn listed(names: Vec<String>) -> String {
    names.join(if names.iter().any(|name| name.contains(", ")) { "; " } else { ", " })
}

pub(super) fn changed(info: &GameInfo, view: &View, card: &CardView) -> String {
    let name = if card.count == 1 { card.name.to_string() } else { format!("{} ×{}", card.name, card.count) };
    match told(info, view, &card.properties) {
        changes if changes.is_empty() => name,
        changes => format!("{name} ({changes})"),
    }
}

/// Cards that keep places, each with its number: its name, or what its holder has learned about it.
fn by_place(zone: &ZoneView) -> String {
    let part = |learned: &LearnedView| {
        let not = if learned.is { "" } else { "not " };
        let value = match &learned.value {
            Datum::Word(word) => word.to_string(),
            value => format!("{} {value}", learned.attribute.replace('_', " ")),
        };
        format!("{not}{value}")
    };
    let parts = |learned: &[LearnedView]| learned.iter().map(part).collect::<Vec<_>>().join(", ");
    let told = |name: &str, learned: &[LearnedView]| match learned {
        [] => name.to_string(),
        _ => format!("{name} ({})", parts(learned)),
    };
    let known = zone.cards.iter().map(|card| (card.number.unwrap_or(0), told(&card.name, &card.learned)));
    let unknown = zone.places.iter().map(|card| (card.number, told("unknown", &card.learned)));
    let mut all: Vec<(u16, String)> = known.chain(unknown).collect();
    all.sort_unstable();
    all.into_iter().map(|(number, text)| format!("{number}: {text}")).collect::<Vec<_>>().join("; ")
}

/// Cards in a pile: names in their order, those of several copies that lie together once.
fn piled(zone: &ZoneView) -> String {
    listed(together(zone.cards.iter().map(|card| (&*card.name, card.count))))
}

/// Names in their order, each with how many of it lie together.
fn together<'n>(cards: impl Iterator<Item = (&'n str, u32)>) -> Vec<String> {
    let mut names: Vec<(&str, u32)> = Vec::new();
    for (name, count) in cards {
        match names.last_mut().filter(|(last, _)| *last == name) {
            Some((_, so_far)) => *so_far += count,
            None => names.push((name, count)),
        }
    }
    let once = |(name, count): (&str, u32)| if count > 1 { format!("{name} ×{count}") } else { name.to_string() };
    names.into_iter().map(once).collect()
}

/// Changed attributes in words; those of which no trace speaks are left out here as well, but for what dice show.
pub(super) fn told(info: &GameInfo, view: &View, properties: &Properties) -> String {
    let changed = |key: &str| properties.changed.iter().any(|other| **other == *key);
    in_words(info, view, properties, |key, _| changed(key)).join(", ")
}

/// All attributes in words, as far as a trace speaks of them: also as they began, but for what is not so and not there.
/// The numbers that cards modify follow.
fn whole(info: &GameInfo, view: &View, properties: &Properties) -> String {
    let changed = |key: &str| properties.changed.iter().any(|other| **other == *key);
    let says = |value: &Datum| match value {
        Datum::Flag(false) | Datum::Nothing => false,
        Datum::Words(words) => !words.is_empty(),
        Datum::Numbers(numbers) => !numbers.is_empty(),
        Datum::Players(players) => !players.is_empty(),
        Datum::Sides(sides) => !sides.is_empty(),
        _ => true,
    };
    let mut words = in_words(info, view, properties, |key, value| changed(key) || says(value));
    let is_quiet = |key: &str| info.values.iter().any(|value| value.quiet && *value.key == *key);
    let values = properties.values.iter().filter(|(name, _)| !is_quiet(name));
    words.extend(values.map(|(name, value)| format!("{} {value}", name.replace('_', " "))));
    words.extend(properties.failed.values().map(|failed| format!("! {failed}")));
    words.join(", ")
}

fn in_words(
    info: &GameInfo,
    view: &View,
    properties: &Properties,
    is_told: impl Fn(&str, &Datum) -> bool,
) -> Vec<String> {
    let spoken = info.attributes.iter().filter(|attribute| !attribute.quiet || attribute.dice);
    let words = spoken.filter_map(|attribute| {
        let value = properties.attributes.get(&attribute.key).filter(|value| is_told(&attribute.key, value))?;
        let name = attribute.key.replace('_', " ");
        Some(match value {
            Datum::Flag(true) => name,
            Datum::Flag(false) => format!("not {name}"),
            Datum::Handle(handle) => format!("{name} {}", name_of(view, *handle).unwrap_or("a card")),
            Datum::Unknown => format!("{name} a card"),
            value => format!("{name} {value}"),
        })
    });
    words.collect()
}

/// The name of what a handle refers to in a view.
pub(super) fn name_of(view: &View, handle: SeatHandle) -> Option<&str> {
    let cards = view.zones.iter().flat_map(|zone| &zone.cards).map(|card| (card.handle, &*card.name));
    let items = view.items.iter().filter_map(|item| Some((item.handle, &*item.what.as_ref()?.name)));
    let effects = view.effects.iter().filter_map(|effect| Some((effect.handle, &*effect.what.as_ref()?.name)));
    cards.chain(items).chain(effects).find(|(own, _)| *own == handle).map(|(_, name)| name)
}

/// What is printed on a card: its kind, its values and its text.
pub fn card(card: &CardInfo) -> String {
    let printed = card.printed.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " ")));
    let values: Vec<String> = std::iter::once(card.kind.to_string()).chain(printed).collect();
    format!("{}: {}\n  {}", card.name, values.join(", "), card.text)
}

#[cfg(test)]
mod tests {
    use super::together;

    #[test]
    fn a_pile_is_shown_in_its_order() {
        let cards = [("Ash", 1), ("Birch", 1), ("Birch", 2), ("Ash", 1)];
        assert_eq!(together(cards.into_iter()), ["Ash", "Birch ×3", "Ash"]);
    }
}
