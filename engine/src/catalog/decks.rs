//! Decks: which cards a player starts with.

use super::desk::{Doc, Page};
use super::names::Book;
use super::reader::{self, Reader};
use super::tree::{Field, Value};
use super::turn;
use crate::base::Problem;
use crate::kernel::ids::{DefId, ZoneDeclId};
use crate::kernel::rules::{Deck, Table};

/// The largest number of cards in a zone of a deck.
const MOST: usize = 1_000;

/// All decks, by the names of their files.
pub(super) fn decks<'t>(docs: &'t [Doc<'t>], book: &'t Book) -> Table<Deck> {
    let mut decks = Table::new();

    for doc in docs {
        let stem = doc.page.path.rsplit('/').next().and_then(|file| file.strip_suffix(".toml")).unwrap_or_default();
        let deck = deck(doc, stem, book);

        if decks.insert(stem.into(), deck).is_some() {
            let message = format!("another pack has a deck `{stem}`");
            doc.page.report(Problem::new("name-duplicate", doc.page.path, message).help("rename this file"));
        }
    }
    decks
}

fn deck<'t>(doc: &'t Doc<'t>, stem: &str, book: &'t Book) -> Deck {
    let page = doc.page;
    let mut reader = Reader::new(page, "a deck", &(0..0), &doc.fields);
    let deck = Deck {
        title: reader.text("title").map_or(stem, |title| title.text).into(),
        player: reader.text("player").and_then(|player| turn::player(page, player)),
        cards: cards(page, reader.entries("cards"), book),
        commons: reader.flag("commons").unwrap_or(false),
        zones: reader.entries("zones").iter().filter_map(|field| zone(page, field, book)).collect(),
    };
    reader.finish();
    deck
}

fn zone(page: Page<'_>, field: &Field<'_>, book: &Book) -> Option<(ZoneDeclId, Vec<DefId>)> {
    let zone = book.names.own_zone(page, field.into());

    match &field.node.value {
        Value::Fields(fields) => {
            let cards = cards(page, fields, book);
            Some((ZoneDeclId::from(zone?), cards))
        }
        value => {
            reader::wrong(page, &field.key, &field.node.span, value, "a table of cards");
            None
        }
    }
}

fn cards(page: Page<'_>, fields: &[Field<'_>], book: &Book) -> Vec<DefId> {
    let mut cards = Vec::new();

    for field in fields {
        let card =
            book.names.card(page, field.into()).filter(|card| is_card(page, field, *card, book)).map(DefId::from);
        let count = reader::number(page, &field.key, &field.node, 1..=MOST as i64);
        let (Some(card), Some(count)) = (card, count.and_then(|count| usize::try_from(count).ok())) else {
            continue;
        };

        if cards.len() + count > MOST {
            let message = format!("a deck may have {MOST} cards in a zone and no more");
            page.report(page.problem("number-out-of-range", &field.span, message).label("too many with this"));
            break;
        }
        cards.extend(std::iter::repeat_n(card, count));
    }
    cards
}

/// A part of the board is no card of a deck.
fn is_card(page: Page<'_>, field: &Field<'_>, card: usize, book: &Book) -> bool {
    let is_site = book.names.is_site(card);
    if is_site {
        let problem = page.problem("card-unknown", &field.span, format!("`{}` is a part of the board", field.key));
        page.report(problem.label("no card"));
    }
    !is_site
}
