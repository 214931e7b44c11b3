//! What exists in a game.

use crate::model::ids::{DefId, EntityId, KindId, PlayerId, Seats, ZoneId};
use crate::model::rules::Rules;
use serde::{Deserialize, Serialize};

/// Something that exists in a game: the game itself, a player, a card, an item, a standing effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Entity {
    /// Its kind.
    pub kind: KindId,
    /// What is printed on it; see `Rules::actor_def` for the game and the players. Of a card that has become something
    /// else, what it is now.
    pub def: DefId,
    /// What a card is by itself, whatever it has become.
    pub own: DefId,
    /// Who owns it, or [`PlayerId::NOBODY`].
    pub owner: PlayerId,
    /// Who controls it, or [`PlayerId::NOBODY`].
    pub controller: PlayerId,
    /// Who controls it as soon as no continuous effect says otherwise, or [`PlayerId::NOBODY`].
    pub holder: PlayerId,
    /// Whether it exists. Items and effects that are done leave a free place, which is used again.
    pub exists: bool,
    /// Which incarnation it is.
    pub incarnation: u32,
    /// Where it lies.
    pub zone: ZoneId,
    /// Where its changing attributes begin in `State::slots`.
    pub slot: u32,
    /// The seats that know which card it is.
    pub known: Seats,
    /// What it is attached to.
    pub host: EntityId,
    /// How many cards are attached to it.
    pub attachments: u16,
    /// Whose abilities it has: 0 for those of its definition, or the number of a named effect, see
    /// `Rules::abilities_of`.
    pub part: u16,
    /// Whether it was created during the game: it ceases to exist when it leaves play.
    pub token: bool,
    /// How many pieces a pile has; 1 for everything else.
    pub count: u32,
    /// Its place in a zone whose cards have places, from 1; 0 elsewhere.
    pub place: u16,
}

impl Entity {
    /// Whether there may be seats that do not know it: cards, items and effects.
    pub fn can_be_hidden(&self) -> bool {
        self.zone.is_some() || self.kind == Rules::ITEM || self.kind == Rules::EFFECT
    }

    /// One piece of this definition, in no zone and known to nobody.
    pub const fn new(kind: KindId, def: DefId, owner: PlayerId, slot: u32) -> Self {
        Self {
            kind,
            def,
            own: def,
            owner,
            controller: owner,
            holder: owner,
            exists: true,
            incarnation: 0,
            zone: ZoneId::NONE,
            slot,
            known: Seats::NONE,
            host: EntityId::NONE,
            attachments: 0,
            part: 0,
            token: false,
            count: 1,
            place: 0,
        }
    }
}
