#![doc = include_str!("../README.md")]
// What only the command and the tests of this repository use is unused where they do not look.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports))]

mod internals;

pub mod game;

// The layers: public with the feature `internals`, the crate's own without it.
#[cfg(feature = "internals")]
pub mod audit;
#[cfg(feature = "internals")]
pub mod base;
#[cfg(feature = "internals")]
pub mod catalog;
#[cfg(feature = "internals")]
pub mod model;
#[cfg(feature = "internals")]
pub mod play;
#[cfg(feature = "internals")]
pub mod report;
#[cfg(feature = "internals")]
pub mod script;

#[cfg(not(feature = "internals"))]
mod audit;
#[cfg(not(feature = "internals"))]
mod base;
#[cfg(not(feature = "internals"))]
mod catalog;
#[cfg(not(feature = "internals"))]
mod model;
#[cfg(not(feature = "internals"))]
mod play;
#[cfg(not(feature = "internals"))]
mod report;
#[cfg(not(feature = "internals"))]
mod script;
