//! The bench: packs on the disk, kept loaded while their author writes, and the rulings about them.
//!
//! It is given the files that have changed, brings itself up to date, and says which rulings may be affected; the others
//! are run as well, but later. It writes nothing to the disk.

mod affected;
mod bench;
mod state;

pub use affected::Touched;
pub use bench::Bench;
pub use state::{JudgedRuling, RulingState};
