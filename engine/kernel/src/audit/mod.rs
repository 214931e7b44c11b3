//! What holds of a game: whether one from outside can be played, what holds between two steps, hashes of states.

pub mod fingerprints;
pub mod invariants;
pub mod valid;
