//! The board as a person sees it: the spaces where the board's file draws them, and below, in words, what lies there.

use super::screen::{changed, declared, told};
use cardwright_game::{CardView, Datum, GameInfo, SiteView, View, ZoneView};

/// The longest summary of what lies on a space.
const SHORT: usize = 7;

/// The lines of the drawing, then a line for each space and joint about which there is something to say.
pub fn lines(info: &GameInfo, view: &View) -> Vec<String> {
    let mut lines = drawing(info, view);
    lines.extend(view.board.iter().filter_map(|site| in_words(info, view, site)));
    lines
}

/// The names of the spaces at their places, each with what lies there in short below it.
fn drawing(info: &GameInfo, view: &View) -> Vec<String> {
    let mut sheet = Sheet::default();
    let places = info.spaces.iter().zip(&view.board).filter_map(|(space, site)| Some((space.at?, site)));
    let places: Vec<((i32, i32), &SiteView)> = places.collect();
    let corner = |axis: fn(&(i32, i32)) -> i32| places.iter().map(|(at, _)| axis(at)).min().unwrap_or(0);
    let (left, top) = (corner(|at| at.0), corner(|at| at.1));

    for ((along, down), site) in places {
        let (along, down) = ((along - left).unsigned_abs() as usize, (down - top).unsigned_abs() as usize);
        sheet.put(along, down, site.name.to_string());
        sheet.put(along, down + 1, in_short(info, view, site));
    }
    sheet.lines()
}

/// A sheet of lines, each with texts at their places.
#[derive(Default)]
struct Sheet(Vec<Vec<(usize, String)>>);

impl Sheet {
    fn put(&mut self, along: usize, down: usize, text: String) {
        if text.is_empty() {
            return;
        }
        if self.0.len() <= down {
            self.0.resize(down + 1, Vec::new());
        }
        self.0[down].push((along, text));
    }

    fn lines(self) -> Vec<String> {
        self.0.into_iter().map(line).collect()
    }
}

/// Texts at their places, each cut short where the next one begins.
fn line(mut texts: Vec<(usize, String)>) -> String {
    let mut line = String::new();
    texts.sort_by_key(|(along, _)| *along);
    for (at, (along, text)) in texts.iter().enumerate() {
        let room = texts.get(at + 1).map_or(usize::MAX, |(next, _)| next.saturating_sub(along + 1));
        let gap = along.saturating_sub(line.chars().count());
        line.extend(std::iter::repeat_n(' ', gap).chain(text.chars().take(room)));
    }
    line
}

/// The zones on a site in which something lies that is in play, or that this seat can see.
fn zones<'v>(info: &'v GameInfo, view: &'v View, site: &'v SiteView) -> impl Iterator<Item = &'v ZoneView> {
    let here = view.zones.iter().filter(|zone| zone.zone.site.as_deref() == Some(&*site.name) && zone.count > 0);
    let in_play = |zone: &ZoneView| declared(info, zone).is_some_and(|decl| decl.in_play);
    here.filter(move |zone| in_play(zone) || !zone.cards.is_empty())
}

/// Who stands there, then initials and whose: `AB GFa`.
fn in_short(info: &GameInfo, view: &View, site: &SiteView) -> String {
    let cards = zones(info, view, site).flat_map(|zone| &zone.cards).map(initials);
    let standing: String = standing(info, view, site).into_iter().flat_map(|(_, letters)| letters).collect();
    let all: Vec<String> = std::iter::once(standing).filter(|letters| !letters.is_empty()).chain(cards).collect();
    let text = all.join(" ");
    if text.chars().count() <= SHORT { text } else { text.chars().take(SHORT - 1).chain(['…']).collect() }
}

/// The players of whom an attribute names the site, by attribute.
fn standing(info: &GameInfo, view: &View, site: &SiteView) -> Vec<(String, Vec<char>)> {
    let here = |key: &str| {
        let names = |value: &Datum| matches!(value, Datum::Site(name) if *name == site.name);
        let players = view.players.iter().filter(|player| player.properties.attributes.get(key).is_some_and(names));
        players.map(|player| player.player.letter()).collect::<Vec<char>>()
    };
    let spoken = info.attributes.iter().filter(|attribute| !attribute.quiet);
    let all = spoken.map(|attribute| (attribute.key.replace('_', " "), here(&attribute.key)));
    all.filter(|(_, letters)| !letters.is_empty()).collect()
}

fn initials(card: &CardView) -> String {
    let letters = card.name.split_whitespace().filter_map(|word| word.chars().next()).take(2);
    let name: String =
        letters.chain(card.controller.iter().flat_map(|player| player.letter().to_lowercase())).collect();
    if card.count == 1 { name } else { format!("{}{name}", card.count) }
}

/// `1.4 (realised): Great Flood (A, turned 2); Figure (B)`; nothing about an empty space as it is printed.
fn in_words(info: &GameInfo, view: &View, site: &SiteView) -> Option<String> {
    let says = told(info, view, &site.properties);
    let mut zones: Vec<String> = zones(info, view, site).map(|zone| in_zone(info, view, zone)).collect();
    zones.extend(standing(info, view, site).into_iter().map(|(name, letters)| {
        let letters: Vec<String> = letters.iter().map(char::to_string).collect();
        format!("{name} {}", letters.join(", "))
    }));
    if says.is_empty() && zones.is_empty() {
        return None;
    }
    let says = if says.is_empty() { String::new() } else { format!(" ({says})") };
    let colon = if zones.is_empty() { "" } else { ": " };
    Some(format!("{}{says}{colon}{}", site.name, zones.join("; ")))
}

fn in_zone(info: &GameInfo, view: &View, zone: &ZoneView) -> String {
    let cards: Vec<String> = zone
        .cards
        .iter()
        .map(|card| match card.controller {
            Some(player) => format!("{} of {}", changed(info, view, card), player.letter()),
            None => changed(info, view, card),
        })
        .collect();
    let title = declared(info, zone).map_or("", |decl| &*decl.title);
    let space = if title.is_empty() { "" } else { " " };
    format!("{title}{space}{}", cards.join(", "))
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn texts_are_cut_where_the_next_begins() {
        let texts = [(9, "Harran"), (0, "Cilicia"), (5, "Nineveh"), (20, "Ur")];
        let texts = texts.map(|(at, text)| (at, text.to_string())).to_vec();
        assert_eq!(line(texts), "Cili Nin Harran     Ur");
    }

    #[test]
    fn nothing_is_left_of_a_text_without_room() {
        let texts = vec![(3, "Assur".to_string()), (3, "Sippar".to_string())];
        assert_eq!(line(texts), "   Sippar");
    }
}
