//! What can be named in a fact: cards, players, words, numbers, zones.

use crate::model::ids::{DefId, EntityId, PlayerId, Seats, SiteId, Word, ZoneId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A name in a fact: a card, or a definition without a card (a copy, a standing effect).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Named {
    /// What is printed.
    pub def: DefId,
    /// The player who controlled it then.
    pub controller: PlayerId,
    /// Its number among several with the same name and controller; 0 if it was the only one.
    pub ordinal: u8,
    /// The seats that knew it then.
    pub known: Seats,
    /// The site of the board on which it lies, if that distinguishes it from others.
    pub site: SiteId,
    /// The zone in which it had a place by which who does not know it can name it; none if it had no such place.
    pub zone: ZoneId,
    /// That place, from 1.
    pub place: u16,
    /// The card, for comparing facts; never shown.
    pub card: EntityId,
}

/// Something that can be named, counted or chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Thing {
    /// A card or a definition.
    Card(Named),
    /// A player.
    Player(PlayerId),
    /// A word.
    Word(Word),
    /// A number.
    Number(i64),
    /// A zone.
    Zone(ZoneId),
}

/// Several things; nearly always one.
pub type Things = SmallVec<[Thing; 1]>;
