//! Decks: which cards a player starts with.

use crate::bind::names::Declarations;
use crate::declare::turn;
use crate::keys::deck;
use crate::read::context::{Doc, SourceFile};
use crate::read::reader;
use crate::read::tree::{TomlField, TomlValue};
use cardwright_kernel::ids::{DefId, ZoneDeclId};
use cardwright_kernel::problems::Problem;
use cardwright_kernel::rules::{Deck, DeclMap};

/// The largest number of cards in a zone of a deck.
pub const MOST: usize = 1_000;

/// All decks, by the names of their files.
pub(crate) fn decks<'t>(docs: &'t [Doc<'t>], declarations: &'t Declarations) -> DeclMap<Deck> {
    let mut decks = DeclMap::new();

    for doc in docs {
        let stem = doc.file.path.rsplit('/').next().and_then(|file| file.strip_suffix(".toml")).unwrap_or_default();
        let deck = deck(doc, stem, declarations);

        if decks.insert(stem.into(), deck).is_some() {
            let message = format!("another pack has a deck `{stem}`");
            doc.file.report(Problem::new("name-duplicate", doc.file.path, message).help("rename this file"));
        }
    }
    decks
}

fn deck<'t>(doc: &'t Doc<'t>, stem: &str, declarations: &'t Declarations) -> Deck {
    let file = doc.file;
    let reader = doc.reader(&deck::TABLE);
    Deck {
        title: reader.text(deck::title).map_or(stem, |title| title.text).into(),
        player: reader.text(deck::player).and_then(|player| turn::player(file, player)),
        cards: cards(file, reader.entries(deck::cards), declarations),
        commons: reader.flag_or(deck::commons),
        zones: reader.entries(deck::zones).iter().filter_map(|field| zone(file, field, declarations)).collect(),
    }
}

fn zone(file: SourceFile<'_>, field: &TomlField<'_>, declarations: &Declarations) -> Option<(ZoneDeclId, Vec<DefId>)> {
    let zone = declarations.names.resting_zone(file, field.into());

    match &field.node.value {
        TomlValue::Fields(fields) => {
            let cards = cards(file, fields, declarations);
            Some((ZoneDeclId::from(zone?), cards))
        }
        _ => reader::wrong(file, &field.key, &field.node, "a table of cards"),
    }
}

fn cards(file: SourceFile<'_>, fields: &[TomlField<'_>], declarations: &Declarations) -> Vec<DefId> {
    let mut cards = Vec::new();

    for field in fields {
        let named = named(file, field, declarations);
        let Some(count) = reader::number::<usize>(file, &field.key, &field.node, 1..=MOST as i64) else { continue };

        if cards.len() + count * named.len() > MOST {
            let message = format!("a deck may have at most {MOST} cards in a zone");
            file.report(file.problem("number-out-of-range", field.span, message).label("too many with this"));
            break;
        }
        cards.extend(named.into_iter().flat_map(|card| std::iter::repeat_n(card, count)));
    }
    cards
}

/// The card of this name, or all cards of the family with this id.
fn named(file: SourceFile<'_>, field: &TomlField<'_>, declarations: &Declarations) -> Vec<DefId> {
    let names = &declarations.names;
    if let Some(family) = names.families.get(field.key.as_ref()) {
        return family.iter().map(|card| DefId::from(*card)).collect();
    }
    if field.key.contains(':') && !names.cards_incomplete && names.cards.get(&field.key).is_none() {
        let message = format!("there is no family `{}`", field.key);
        file.unknown("card-unknown", field.into(), message, names.families.keys().map(|id| &**id));
        return Vec::new();
    }
    let card = names.card(file, field.into()).filter(|card| is_card(file, field, *card, declarations));
    card.map(DefId::from).into_iter().collect()
}

/// A part of the board is no card of a deck.
fn is_card(file: SourceFile<'_>, field: &TomlField<'_>, card: usize, declarations: &Declarations) -> bool {
    let is_site = declarations.names.is_site(card);
    if is_site {
        let problem = file.problem("card-unknown", field.span, format!("`{}` is a part of the board", field.key));
        file.report(problem.label("no card"));
    }
    let is_form = declarations.names.forms.contains(&card);
    if is_form {
        let message = format!("`{}` is a form of another card", field.key);
        let problem = file.problem("card-unknown", field.span, message).label("no card of a deck");
        file.report(problem.help("put the card itself into the deck: it turns while the game is played"));
    }
    !is_site && !is_form
}
