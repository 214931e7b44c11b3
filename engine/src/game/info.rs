//! What a client may know of a ruleset before any game begins: what is declared and what is printed.

use super::load::Ruleset;
use super::seat::{Datum, Observer};
use crate::model::rules::{Attribute, Definition, GameOption, Rules, SeenBy};
use serde::Serialize;

/// What is declared and printed, in the order of declaration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
    /// The pack that holds the ruleset.
    pub pack: Box<str>,
    /// The game's title.
    pub title: Box<str>,
    /// The fewest and the most people who can play it.
    pub people: (u8, u8),
    /// The phases of a turn.
    pub phases: Vec<TitleInfo>,
    /// The windows.
    pub windows: Vec<TitleInfo>,
    /// The zones.
    pub zones: Vec<ZoneInfo>,
    /// The attributes that change during a game.
    pub attributes: Vec<AttributeInfo>,
    /// The keys of the values that cards modify.
    pub values: Vec<Box<str>>,
    /// The decks that players can choose.
    pub decks: Vec<TitleInfo>,
    /// The tables on which a game can begin.
    pub tables: Vec<TableInfo>,
    /// What can be chosen before a game begins.
    pub options: Vec<OptionInfo>,
    /// The spaces of the board.
    pub spaces: Vec<SpaceInfo>,
    /// What is printed on cards, pieces, spaces and joints.
    pub cards: Vec<CardInfo>,
}

/// A key, and the name shown to people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TitleInfo {
    /// The key.
    pub key: Box<str>,
    /// The title.
    pub title: Box<str>,
}

/// A table that is set up in the middle of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableInfo {
    /// Its key.
    pub key: Box<str>,
    /// What it shows, in one sentence.
    pub text: Box<str>,
    /// For how many people it is meant.
    pub people: u8,
}

/// What can be chosen before a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionInfo {
    /// Its key.
    pub key: Box<str>,
    /// What it decides.
    pub text: Box<str>,
    /// What it can be, in words: `4 to 8`.
    pub choices: String,
    /// What it is if nobody chooses.
    pub default: String,
}

/// A zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ZoneInfo {
    /// Its key.
    pub key: Box<str>,
    /// How people call it.
    pub title: Box<str>,
    /// Whether cards in it are in play.
    pub in_play: bool,
    /// Whether cards lie there while their items wait to resolve.
    pub pending: bool,
    /// Whether everybody learns a card that enters.
    pub open: bool,
}

/// An attribute that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AttributeInfo {
    /// Its key.
    pub key: Box<str>,
    /// Whether no trace speaks of it: book-keeping of the ruleset.
    pub quiet: bool,
    /// Whether it counts the faces of dice.
    pub dice: bool,
}

/// A space of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SpaceInfo {
    /// Its name.
    pub name: Box<str>,
    /// Where the board's file draws it: how far along, how far down.
    pub at: Option<(i32, i32)>,
}

/// What is printed on a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardInfo {
    /// `pack:kind/file`.
    pub definition: Box<str>,
    /// Its name.
    pub name: Box<str>,
    /// The key of its kind.
    pub kind: Box<str>,
    /// A paraphrase of its text.
    pub text: Box<str>,
    /// The printed attributes that are not at their default, in the order of the kind.
    pub printed: Vec<(Box<str>, Datum)>,
}

impl Ruleset {
    /// The game's title.
    pub fn title(&self) -> &str {
        &self.rules().title
    }

    /// What is declared and printed.
    pub fn info(&self) -> GameInfo {
        let rules = self.rules();
        GameInfo {
            pack: rules.pack.clone(),
            title: rules.title.clone(),
            people: rules.players,
            phases: titles(rules.phases.iter().map(|(key, phase)| (key, &phase.title))),
            windows: titles(rules.windows.iter().map(|(key, window)| (key, &window.title))),
            zones: zones(rules),
            attributes: attributes(rules),
            values: rules.values.keys().cloned().collect(),
            decks: titles(rules.decks.iter().map(|(key, deck)| (key, &deck.title))),
            tables: tables(rules),
            options: options(rules),
            spaces: rules.board.spaces.iter().map(|space| space_info(rules, space)).collect(),
            cards: rules.definitions.iter().map(|(name, definition)| card(rules, name, definition)).collect(),
        }
    }
}

fn titles<'a>(all: impl Iterator<Item = (&'a Box<str>, &'a Box<str>)>) -> Vec<TitleInfo> {
    all.map(|(key, title)| TitleInfo { key: key.clone(), title: title.clone() }).collect()
}

fn tables(rules: &Rules) -> Vec<TableInfo> {
    let tables = rules.tables.iter();
    tables.map(|(key, table)| TableInfo { key: key.clone(), text: table.text.clone(), people: table.people }).collect()
}

fn options(rules: &Rules) -> Vec<OptionInfo> {
    let info = |(_, key, decl, option): (_, &str, &Attribute, &GameOption)| OptionInfo {
        key: key.into(),
        text: option.text.clone(),
        choices: rules.choices(decl, option),
        default: rules.option_default(decl),
    };
    rules.options().map(info).collect()
}

fn zones(rules: &Rules) -> Vec<ZoneInfo> {
    let zones = rules.zones.iter();
    let zones = zones.map(|(key, decl)| ZoneInfo {
        key: key.clone(),
        title: decl.title.clone(),
        in_play: decl.in_play,
        pending: decl.pending,
        open: decl.seen == SeenBy::All,
    });
    zones.collect()
}

fn attributes(rules: &Rules) -> Vec<AttributeInfo> {
    let of_dice = |at: usize| rules.dice.values().flat_map(|dice| &dice.faces).any(|(_, attr)| attr.index() == at);
    let changing = rules.attributes.iter().enumerate().filter(|(_, (_, decl))| decl.changes);
    changing.map(|(at, (key, decl))| AttributeInfo { key: key.clone(), quiet: decl.quiet, dice: of_dice(at) }).collect()
}

fn space_info(rules: &Rules, space: &crate::model::rules::Space) -> SpaceInfo {
    SpaceInfo { name: rules.name_of(space.def).into(), at: space.at }
}

fn card(rules: &Rules, name: &str, definition: &Definition) -> CardInfo {
    let (kind, decl) = rules.kinds.get_index(definition.kind.index()).expect("every definition has a kind");
    let printed = decl.attributes.iter().zip(&definition.printed).filter_map(|(attr, printed)| {
        let (name, decl) = rules.attributes.get_index(attr.index())?;
        (*printed != decl.default).then(|| (name.clone(), Observer::printed(rules, printed)))
    });
    CardInfo {
        definition: definition.id.clone(),
        name: name.into(),
        kind: kind.clone(),
        text: definition.text.clone(),
        printed: printed.collect(),
    }
}
