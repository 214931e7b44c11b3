//! Seats and players go by their letters wherever they leave the engine: `"A"`, and lists as `["A", "C"]`.

use crate::model::ids::Seat;
use serde::Serializer;

pub(super) fn one<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(seat.letter())
}

pub(super) fn all<S: Serializer>(seats: &[Seat], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(seats.iter().map(|seat| seat.letter()))
}

pub(super) fn maybe<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
    match seat {
        Some(seat) => serializer.serialize_some(&seat.letter()),
        None => serializer.serialize_none(),
    }
}
