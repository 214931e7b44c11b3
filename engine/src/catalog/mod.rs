//! The catalog: reads the files of packs and builds the [`Rules`](crate::model::rules::Rules) of a game from them.
//!
//! It owns the formats of the TOML files, and finds everything that is wrong in them in one run. What scripts
//! say is left to others; the catalog knows only which functions they define.
//!
//! A load goes from names to details: all names are gathered first, so that files may refer to each other
//! in any order, and each file is parsed once.

mod abilities;
mod actions;
mod actors;
pub mod arranging;
mod attributes;
mod board;
mod board_file;
mod cards;
mod context;
mod decks;
mod docs;
mod effects;
mod families;
mod files;
mod filter;
mod grammar;
mod hooks;
mod idle;
mod infinitive;
mod inside;
mod kinds;
mod load;
mod log;
mod look;
mod misnamed;
mod names;
mod never;
mod pack;
mod patches;
mod places;
mod printed;
mod reader;
mod results;
mod ruleset;
mod schema;
mod scripts;
mod tables;
mod told;
pub mod tree;
mod turn;
mod unbound;
mod unclosed;
mod unmasked;
mod uses;
mod why;
mod windows;
mod zones;

pub use attributes::MOST_CHOICES;
pub use board::{MOST_JOINTS, MOST_SIDES, MOST_SPACES};
pub use context::{ReadScript, function_hash};
pub use decks::MOST as MOST_IN_A_DECK;
pub use families::MOST as MOST_OF_A_FAMILY;
pub use files::{Files, IMAGE_ENDINGS, LARGEST_FILE, file_beside, is_image, pack_of};
pub use grammar::{ROOTS, grammar, uses};
pub use inside::path_inside;
pub use load::{LoadedRules, load};
pub use log::{Form, Grammar, GrammarKey, ValueShape};
pub use names::MOST as MOST_NAMES;
pub use pack::{PackInfo, games, needed, packs, rivals};
pub use places::{GivenArgument, HookArgument, HookPlace, Places, Purpose};
pub use why::{CardLine, Why, why};

#[cfg(test)]
mod tests;
