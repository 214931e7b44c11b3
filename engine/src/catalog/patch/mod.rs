//! Packs: which of them a game needs, and what they change in each other.

pub(in crate::catalog) mod docs;
pub(in crate::catalog) mod pack;
pub(in crate::catalog) mod patches;
