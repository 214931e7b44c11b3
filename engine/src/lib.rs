#![doc = include_str!("../README.md")]
// What only the command and the tests of this repository use is unused where they do not look.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports))]

mod internals;

/// Declares a layer: public with the feature `internals`, the crate's own without it.
macro_rules! layers {
    ($($(#[$meta:meta])* $layer:ident;)*) => {$(
        $(#[$meta])*
        #[cfg(feature = "internals")]
        pub mod $layer;

        $(#[$meta])*
        #[cfg(not(feature = "internals"))]
        mod $layer;
    )*};
}

pub mod game;

layers! {
    audit;
    base;
    catalog;
    model;
    play;
    report;
    script;
}
