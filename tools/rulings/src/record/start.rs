//! What a recorded game began with, by the names of cards and zones: they are the same when packs have changed.

use super::on_table::OnTable;
use crate::command_error::CommandError;
use cardwright_game::{BeginError, Seed};
use cardwright_kernel::ids::{DefId, PlayerId, SiteId, ZoneDeclId};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::setup;
use cardwright_kernel::setup::{Lot, Setup};
use cardwright_kernel::state::Game;
use cardwright_kernel::text::suggest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a game begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// How many people play.
    pub people: u8,
    /// The player who begins, counted from 0.
    pub first: u8,
    /// The seed of the game's chance.
    #[serde(with = "crate::seed")]
    pub seed: Seed,
    /// The cards, from the bottom of each zone to its top.
    pub cards: Vec<Cards>,
    /// Counted pieces.
    pub pieces: Vec<Pieces>,
    /// The options that were chosen, as they are written.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    /// The table on which it began, if that was in the middle of a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arranged: Option<OnTable>,
}

/// Cards that begin in one zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    place: Place,
    /// Their names.
    cards: Vec<String>,
}

/// Pieces of one sort that begin in one zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pieces {
    place: Place,
    card: String,
    count: u32,
}

/// A zone, and whose cards lie there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    owner: u8,
    /// In whose zone they lie, if not in the owner's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holder: Option<u8>,
    zone: String,
    /// The space or joint of the board that the zone is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    site: Option<String>,
}

impl Start {
    /// What a game has begun with.
    ///
    /// # Errors
    /// That is not known, or it is no beginning.
    pub fn of(rules: &Rules, game: &Game) -> Result<Self, CommandError> {
        let Some(setup) = game.setup() else {
            return Err(CommandError::broken(
                "a fork of a game cannot be recorded: its log does not contain what came before it",
            )
            .help("record the game it was forked from"));
        };
        let arranged = match &setup.start {
            setup::Start::Beginning => None,
            setup::Start::Middle(arranged) => Some(OnTable::of(rules, setup, arranged)),
        };
        let cards = setup.cards.iter().map(|lot| Cards {
            place: Place::of(rules, lot.owner, lot.holder, (lot.zone, lot.site)),
            cards: lot.cards.iter().map(|def| rules.name_of(*def).to_string()).collect(),
        });
        let pieces = setup.pieces.iter().map(|pile| Pieces {
            place: Place::of(rules, pile.owner, pile.holder, (pile.zone, pile.site)),
            card: rules.name_of(pile.def).to_string(),
            count: pile.count,
        });
        let options = setup.options.iter().filter_map(|(attr, value)| {
            let (name, _) = rules.attributes.get_index(attr.index())?;
            Some((name.to_string(), rules.option_text(*value)))
        });
        Ok(Self {
            people: game.state().people() as u8,
            first: setup.first.0,
            seed: setup.seed,
            cards: cards.collect(),
            pieces: pieces.collect(),
            options: options.collect(),
            arranged,
        })
    }

    /// Whether the game began with the ruleset's own setup, and not on a table in the middle of a turn.
    pub fn is_beginning(&self) -> bool {
        self.arranged.is_none()
    }

    /// The same for these rules.
    ///
    /// # Errors
    /// Where it says what these rules do not have.
    pub fn setup(&self, rules: &Rules) -> Result<Setup, String> {
        BeginError::unless_playable(rules, self.people).map_err(|error| format!("`start.people`: {error}"))?;
        let cards = self.cards.iter().enumerate().map(|(at, lot)| lot.lot(rules, &format!("start.cards[{at}]")));
        let pieces = self.pieces.iter().enumerate().map(|(at, pile)| pile.pile(rules, &format!("start.pieces[{at}]")));
        let start = match &self.arranged {
            None => setup::Start::Beginning,
            Some(table) => {
                let cards = self.cards.iter().map(|lot| lot.cards.len()).sum();
                setup::Start::Middle(table.arranged(rules, rules.players_of(self.people), cards)?)
            }
        };
        let options = rules.chosen(&self.options);
        let setup = Setup {
            players: rules.players_of(self.people),
            seats: rules.seating(self.people),
            first: PlayerId(self.first),
            seed: self.seed,
            cards: cards.collect::<Result<_, _>>()?,
            pieces: pieces.collect::<Result<_, _>>()?,
            options: options.map_err(|wrong| format!("`start.options`: {wrong}"))?,
            start,
        };
        setup.check_valid(rules).map_err(|what| format!("`start`: {what}"))?;
        Ok(setup)
    }
}

impl Cards {
    fn lot(&self, rules: &Rules, place: &str) -> Result<Lot, String> {
        let empty = self.place.find(rules, place)?;
        let card = |(at, name)| card(rules, name, &format!("{place}.cards[{at}]"));
        let cards = self.cards.iter().map(String::as_str).enumerate().map(card).collect::<Result<_, _>>()?;
        Ok(Lot { cards, ..empty })
    }
}

impl Pieces {
    fn pile(&self, rules: &Rules, place: &str) -> Result<setup::Pieces, String> {
        let Lot { owner, holder, zone, site, .. } = self.place.find(rules, place)?;
        let def = card(rules, &self.card, &format!("{place}.card"))?;
        Ok(setup::Pieces { owner, holder, zone, site, def, count: self.count })
    }
}

impl Place {
    fn of(rules: &Rules, owner: PlayerId, holder: PlayerId, (zone, site): (ZoneDeclId, SiteId)) -> Self {
        let zone = rules.zones.get_index(zone.index()).map(|(key, _)| key.to_string()).unwrap_or_default();
        let site = site.is_some().then(|| rules.name_of(rules.board.def(site)).to_string());
        Self { owner: owner.0, holder: (holder != owner).then_some(holder.0), zone, site }
    }

    /// The place as games have it, with no cards there yet.
    fn find(&self, rules: &Rules, place: &str) -> Result<Lot, String> {
        let zone = rules.zones.get_index_of(&*self.zone).map(ZoneDeclId::from);
        let zone = zone.ok_or_else(|| {
            unknown(&format!("{place}.place.zone"), "zone", &self.zone, rules.zones.keys().map(|key| &**key))
        })?;
        let owner = PlayerId(self.owner);
        let empty = Lot { holder: self.holder.map_or(owner, PlayerId), ..Lot::new(owner, zone, Vec::new()) };
        let Some(name) = &self.site else { return Ok(empty) };
        let place = format!("{place}.place.site");
        let site = rules.board.site_of(card(rules, name, &place)?);
        let site = site.ok_or_else(|| format!("`{place}`: `{name}` is no space or joint of the board"))?;
        Ok(Lot { site, ..empty })
    }
}

pub(super) fn card(rules: &Rules, name: &str, place: &str) -> Result<DefId, String> {
    let found = rules.definitions.get_index_of(name).map(DefId::from);
    found.ok_or_else(|| unknown(place, "card", name, rules.definitions.keys().map(|key| &**key)))
}

pub(super) fn unknown<'k>(place: &str, what: &str, name: &str, known: impl Iterator<Item = &'k str>) -> String {
    match suggest(name, known) {
        Some(meant) => format!("`{place}`: there is no {what} `{name}`; did you mean `{meant}`?"),
        None => format!("`{place}`: there is no {what} `{name}`"),
    }
}
