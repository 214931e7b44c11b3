//! Packs: which of them a game needs, and what they change in each other.

pub(crate) mod docs;
pub(crate) mod pack;
pub(crate) mod patches;
