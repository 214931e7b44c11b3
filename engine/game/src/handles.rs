//! By what a seat names the cards that it sees.

use cardwright_kernel::ids::{Handle, Seat};
use cardwright_kernel::state::Game;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// How one seat names one incarnation of a card, an item or an effect in one game: 64 bits that look random.
///
/// It is a keyed hash, with a key that only the host has: neither the key nor anything about the card can be computed
/// from any number of handles, and no seat can tell which of another seat's handles means the same card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatHandle(u64);

impl SeatHandle {
    /// The handle of an incarnation for a seat, or for the host.
    pub(super) fn new(game: &Game, seat: Option<Seat>, of: Handle) -> Self {
        // Seats are counted from 1: 0 is the host.
        let seat = seat.map_or(0, |seat| u32::from(seat.0) + 1);
        let mut named = [0; 12];
        for (place, number) in named.chunks_exact_mut(4).zip([seat, of.id.0, of.incarnation]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let hash = blake3::keyed_hash(game.handle_key(), &named);
        let first = hash.as_bytes().first_chunk().copied().unwrap_or_default();
        Self(u64::from_le_bytes(first))
    }
}

impl fmt::Display for SeatHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for SeatHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for SeatHandle {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

impl Serialize for SeatHandle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
