//! Tables that are set up in the middle of a game: those that a ruleset declares by name, and those of rulings.

use crate::model::ids::{AttrId, DefId, PhaseId, PlayerId, Players, SiteId, ZoneDeclId};
use crate::model::rules::{Category, Rules};
use crate::model::value::Value;

/// A table that a ruleset declares by name. Games can begin on it, and rulings can start from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingTable {
    /// What it shows, in one sentence.
    pub text: Box<str>,
    /// How many people sit at it.
    pub people: u8,
    /// Whose turn it is.
    pub turn: PlayerId,
    /// The running phase; its beginning is over.
    pub phase: PhaseId,
    /// What lies there.
    pub arrangement: Arrangement,
}

/// Who has which cards where, with which attributes, attached to what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The zones, at most one for each holder and declaration.
    pub zones: Vec<ArrangedZone>,
    /// Changing attributes of players, of the game and of sites, at most one value each.
    pub attributes: Vec<(ZoneHolder, AttrId, ArrangedValue)>,
}

/// Whose zone or attribute it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoneHolder {
    /// Every player's who has nothing else there.
    Each,
    /// A player's.
    Player(PlayerId),
    /// The game's.
    Game,
    /// That of a space or joint of the board.
    Site(SiteId),
}

/// What lies in a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrangedZone {
    /// Whose zone it is.
    pub holder: ZoneHolder,
    /// Its declaration.
    pub zone: ZoneDeclId,
    /// The cards, from the bottom to the top.
    pub cards: Vec<ArrangedCard>,
}

/// A card at its place, or a pile of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrangedCard {
    /// What is printed on it.
    pub def: DefId,
    /// Whose it is, if its place does not tell.
    pub owner: Option<PlayerId>,
    /// How many pieces, if it is a pile.
    pub pieces: Option<u32>,
    /// The number of its place, if that is said: otherwise the lowest that is free.
    pub place: Option<u16>,
    /// Whether it only fills a hand or a pile.
    pub is_dull: bool,
    /// Changing attributes that differ from what is printed.
    pub attributes: Vec<(AttrId, ArrangedValue)>,
    /// The cards that are attached to it.
    pub attached: Vec<ArrangedCard>,
}

/// The value of an attribute on a table whose cards have no numbers yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrangedValue {
    /// A value that is no entity.
    Plain(Value),
    /// The first card on the table with this definition.
    Card(DefId),
    /// A space or joint of the board.
    Site(SiteId),
}

impl Arrangement {
    /// Lays something else over it: a zone or an attribute that is named there replaces the one that is here. What each
    /// player has there replaces what single players have here.
    #[must_use]
    pub fn with(mut self, over: Self) -> Self {
        for zone in over.zones {
            if zone.holder == ZoneHolder::Each {
                self.zones.retain(|old| old.zone != zone.zone || !matches!(old.holder, ZoneHolder::Player(_)));
            }
            match self.zones.iter_mut().find(|old| (old.holder, old.zone) == (zone.holder, zone.zone)) {
                Some(old) => *old = zone,
                None => self.zones.push(zone),
            }
        }
        for (holder, attr, value) in over.attributes {
            if holder == ZoneHolder::Each {
                self.attributes.retain(|(old, of, _)| *of != attr || !matches!(old, ZoneHolder::Player(_)));
            }
            match self.attributes.iter_mut().find(|(old, of, _)| (*old, *of) == (holder, attr)) {
                Some((_, _, old)) => *old = value,
                None => self.attributes.push((holder, attr, value)),
            }
        }
        self
    }

    /// The same for so many players: what each has is spelt out for every one of them, and what belongs to players who
    /// are not there is gone.
    #[must_use]
    pub fn for_players(self, players: u8) -> Self {
        let zones_of_players: Vec<(PlayerId, ZoneDeclId)> =
            self.zones.iter().filter_map(|zone| Some((zone.holder.player()?, zone.zone))).collect();
        let own_attributes: Vec<(PlayerId, AttrId)> =
            self.attributes.iter().filter_map(|(holder, attr, _)| Some((holder.player()?, *attr))).collect();
        let all = (0..players).map(PlayerId);

        let mut zones = Vec::new();
        for ArrangedZone { holder, zone, cards } in self.zones {
            let cards = present(cards, players);
            let has = |player: &PlayerId| zones_of_players.contains(&(*player, zone));
            let holders = holder.players(all.clone().filter(|player| !has(player)), players);
            zones.extend(holders.map(|holder| ArrangedZone { holder, zone, cards: cards.clone() }));
        }
        let mut attributes = Vec::new();
        for (holder, attr, value) in self.attributes {
            let has = |player: &PlayerId| own_attributes.contains(&(*player, attr));
            let holders = holder.players(all.clone().filter(|player| !has(player)), players);
            attributes.extend(holders.filter_map(|holder| Some((holder, attr, value.among(players)?))));
        }
        Self { zones, attributes }
    }

    /// Every card that lies there, those that are attached after the one that they are attached to.
    pub fn cards(&self) -> impl Iterator<Item = &ArrangedCard> {
        self.zones.iter().flat_map(|zone| &zone.cards).flat_map(|card| card.with_attached())
    }
}

impl ArrangedCard {
    /// The card, and what is attached to it, through however many others.
    pub fn with_attached(&self) -> Vec<&Self> {
        std::iter::once(self).chain(self.attached.iter().flat_map(Self::with_attached)).collect()
    }
}

impl ZoneHolder {
    /// The player, if it is a single one's.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Each | Self::Game | Self::Site(_) => None,
        }
    }

    /// Whose it is among so many players: `others` stand for what each has.
    fn players(self, others: impl Iterator<Item = PlayerId>, players: u8) -> impl Iterator<Item = Self> {
        let is_there = match self {
            Self::Each => false,
            Self::Player(player) => player.0 < players,
            Self::Game | Self::Site(_) => true,
        };
        let of_each = others.filter(move |_| self == Self::Each).map(Self::Player);
        is_there.then_some(self).into_iter().chain(of_each)
    }
}

impl ArrangedValue {
    /// The same among so many players; nothing if it names one who is not there.
    fn among(self, players: u8) -> Option<Self> {
        match self {
            Self::Plain(Value::Player(player)) => (player.0 < players).then_some(self),
            Self::Plain(Value::Players(named)) => {
                Some(Self::Plain(Value::Players(named.and(Players::first(usize::from(players))))))
            }
            Self::Plain(_) | Self::Card(_) | Self::Site(_) => Some(self),
        }
    }
}

/// The cards that belong to one of so many players.
fn present(cards: Vec<ArrangedCard>, players: u8) -> Vec<ArrangedCard> {
    let is_there = |card: &ArrangedCard| card.owner.is_none_or(|owner| !owner.is_somebody() || owner.0 < players);
    let there = cards.into_iter().filter(is_there).map(|card| ArrangedCard {
        attributes: card.attributes.iter().filter_map(|(attr, value)| Some((*attr, value.among(players)?))).collect(),
        attached: present(card.attached, players),
        ..card
    });
    there.collect()
}

impl Rules {
    /// What stands for cards that do not matter: the card that the ruleset names for it; otherwise the first card by name
    /// that can. The game's own cards come first, so that a pack with more of them changes no table.
    pub fn placeholder_card(&self) -> Option<DefId> {
        let is_own = |id: &str| id.split_once(':').is_some_and(|(pack, _)| *pack == *self.pack);
        let first = || {
            let all = self.definitions.iter().enumerate();
            let dull = all.filter(|(at, _)| self.can_stand_in((*at).into()));
            dull.min_by_key(|(_, (name, card))| (!is_own(&card.id), *name)).map(|(at, _)| at.into())
        };
        self.stand_in.or_else(first)
    }

    /// Whether a card only is what is printed on it.
    pub fn can_stand_in(&self, def: DefId) -> bool {
        self.definitions[def.index()].is_dull() && self.category_of(def) == Category::Card
    }
}
