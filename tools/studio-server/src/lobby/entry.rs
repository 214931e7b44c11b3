//! A game as the lobby knows it, whether or not it is in memory.

use crate::catalogue::Catalogue;
use crate::guard::Caller;
use crate::room::{Room, RoomId};
use crate::secrets::SecretHash;
use crate::store::{KeptRoom, KeptSeat};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// All games.
#[derive(Default)]
pub(super) struct Rooms {
    pub entries: BTreeMap<RoomId, Entry>,
    /// Names of games that are just being begun.
    pub reserved: BTreeSet<RoomId>,
    /// How many games have ended: by which they are put in order.
    ended: u64,
}

/// A game.
pub(super) struct Entry {
    pub pack: String,
    pub title: String,
    /// The hash of its packs.
    pub packs: [u8; 32],
    /// The game of which it is a fork.
    pub parent: Option<String>,
    pub seats: Vec<KeptSeat>,
    /// By what whoever has begun it removes it.
    pub owner: Option<SecretHash>,
    /// From where it was begun, since the server was started.
    pub begun_by: Option<Caller>,
    /// When somebody last touched it, in minutes of service, and whether that is written down.
    pub touched: i64,
    pub is_noted: bool,
    /// The how-manieth game that has ended it is; nothing as long as it goes on.
    pub ended: Option<u64>,
    /// How far it had got when it was last in memory.
    pub status: Value,
    pub state: State,
}

/// Where a game is.
pub(super) enum State {
    /// In the file only.
    Kept,
    /// In memory as it is saved: there is no file.
    Saved(Vec<u8>, Arc<Catalogue>),
    /// In memory, and since when nobody has a door to it.
    Awake(Room, Option<Instant>),
    /// It cannot be played on, for this reason.
    Frozen(String),
}

impl Entry {
    /// A game of the file.
    pub fn of(kept: KeptRoom) -> Self {
        Self {
            pack: kept.pack,
            title: kept.title,
            packs: kept.packs,
            parent: kept.parent,
            seats: kept.seats,
            owner: kept.owner,
            begun_by: None,
            touched: kept.touched,
            is_noted: true,
            ended: None,
            status: Value::Null,
            state: kept.damaged.map_or(State::Kept, State::Frozen),
        }
    }

    /// The room, if it is in memory.
    pub const fn room(&self) -> Option<&Room> {
        match &self.state {
            State::Awake(room, _) => Some(room),
            State::Kept | State::Saved(..) | State::Frozen(_) => None,
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.ended.is_some() || self.room().is_some_and(Room::is_over)
    }

    /// Whether it is in no memory but this, and could make room.
    pub const fn is_asleep(&self) -> bool {
        !matches!(self.state, State::Awake(..))
    }

    /// How far it has got; nothing if that is not known.
    pub fn status(&self) -> Value {
        self.room().map_or_else(|| self.status.clone(), Room::status)
    }

    /// Why it cannot be played on.
    pub fn frozen(&self) -> Option<&str> {
        match &self.state {
            State::Frozen(why) => Some(why),
            State::Kept | State::Saved(..) | State::Awake(..) => None,
        }
    }
}

impl Rooms {
    /// The games of a file; those that are over in the order in which they were touched.
    pub fn of(mut kept: Vec<KeptRoom>) -> Self {
        kept.sort_by(|one, other| (one.touched, &one.id).cmp(&(other.touched, &other.id)));
        let mut rooms = Self::default();
        for room in kept {
            let (id, over) = (room.id.as_str().into(), room.over);
            let ended = over.then(|| rooms.next_end());
            rooms.entries.insert(id, Entry { ended, ..Entry::of(room) });
        }
        rooms
    }

    /// The number of the next game that ends.
    pub const fn next_end(&mut self) -> u64 {
        self.ended += 1;
        self.ended
    }

    /// How many are not over, from everywhere and from one address.
    pub fn open(&self, by: Option<Caller>) -> (usize, usize) {
        let open = self.entries.values().filter(|entry| !entry.is_over());
        let (all, own) =
            open.fold((0, 0), |(all, own), entry| (all + 1, own + usize::from(by.is_some() && entry.begun_by == by)));
        (all + self.reserved.len(), own)
    }
}
