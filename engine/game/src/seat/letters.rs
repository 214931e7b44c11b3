//! Seats and players go by their letters wherever they leave the engine: `"A"`, and lists as `["A", "C"]`.

use cardwright_kernel::ids::{PlayerId, Seat};
use serde::Serializer;

/// What goes by a letter.
pub(super) trait Lettered: Copy {
    /// The letter.
    fn letter(self) -> char;
}

impl Lettered for Seat {
    fn letter(self) -> char {
        Self::letter(self)
    }
}

impl Lettered for PlayerId {
    fn letter(self) -> char {
        Self::letter(self)
    }
}

pub(super) fn one<S: Serializer>(one: &impl Lettered, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(one.letter())
}

pub(super) fn all<S: Serializer>(all: &[impl Lettered], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|one| one.letter()))
}

pub(super) fn maybe<S: Serializer>(one: &Option<impl Lettered>, serializer: S) -> Result<S::Ok, S::Error> {
    match one {
        Some(one) => serializer.serialize_some(&one.letter()),
        None => serializer.serialize_none(),
    }
}
