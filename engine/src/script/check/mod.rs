//! The checker: what is wrong with a script, found without running it.

mod finding;
mod source;

pub use finding::Finding;
pub use source::Source;
