//! Content: reads the files of packs and builds the [`Rules`](cardwright_kernel::rules::Rules) of a game from them.
//!
//! It owns the formats of the TOML files, and finds everything that is wrong in them in one run. What scripts
//! say is left to others; this crate knows only which functions they define.
//!
//! A load goes from names to details: all names are gathered first, so that files may refer to each other
//! in any order, and each file is parsed once.

mod bind;
mod declare;
mod keys;
mod lints;
mod load;
mod look;
mod patch;
pub mod problems;
mod read;
mod why;

pub use bind::names::MOST as MOST_NAMES;
pub use declare::arranging;
pub use declare::attributes::MOST_CHOICES;
pub use declare::board::{MOST_JOINTS, MOST_SPACES};
pub use declare::decks::MOST as MOST_IN_A_DECK;
pub use declare::families::MOST as MOST_OF_A_FAMILY;
pub use keys::{
    Former, FormerWay, Holds, KeyRow, KeyTable, KeyWords, MOST_SIDES, OpenKeys, OpenTo, Presence, ValueShape,
    WHO_IS_MEANT, table_of, tables,
};
pub use load::{LoadedRules, load, uses};
pub use patch::pack::{PackInfo, games, needed, packs, rivals};
pub use read::context::{ReadScript, Uses, function_hash};
pub use read::files::{Files, IMAGE_ENDINGS, LARGEST_FILE, file_beside, is_image, pack_of};
pub use read::inside::path_inside;
pub use read::outdated::{Outdated, Rewrite, outdated};
pub use read::places::{DeclaredAt, GivenArgument, HookArgument, Places, Purpose};
pub use read::tree;
pub use why::{CardLine, Why, why};

#[cfg(test)]
mod tests;
