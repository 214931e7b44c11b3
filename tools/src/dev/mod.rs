//! The bench: packs on the disk, kept loaded while their author writes, and the rulings about them.
//!
//! It is told which files have changed, brings itself up to date, and tells which rulings can be affected; those that
//! cannot are run all the same, later. It writes nothing to the disk.

mod affected;
mod bench;
mod outcome;

pub use affected::Touched;
pub use bench::Bench;
pub use outcome::Outcome;
