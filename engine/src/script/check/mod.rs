//! The checker: what is wrong with the scripts of a pack, found without running them.
//!
//! [`walk`] turns the parser's tree into one of our own ([`tree`]); [`pack`] finds out what every function is given,
//! gives and does; [`judge`] then goes through each function once more and reports. What exists at all stands in
//! the [`Vocabulary`].

mod arguments;
mod declared;
mod finding;
mod flow;
mod functions;
mod judge;
mod kind;
mod pack;
mod reference;
mod sights;
mod signature;
mod source;
mod tokens;
pub(in crate::script) mod tree;
mod vocabulary;
mod walk;

pub use arguments::DeclaredArgument;
pub use declared::{all_sights_of_game, check_game, hooks, sights_of_game, units, vocabulary};
pub use finding::{Finding, LineSpan};
pub use kind::{ClosureType, Type};
pub use pack::{HookSignature, Role, Trees, Unit, all_sights, check, sights};
pub use reference::{Entry, reference};
pub use sights::{Meaning, Sight};
pub use signature::{Signature, VerbEffect};
pub use source::ScriptText;
pub use tokens::{Token, TokenSort, tokens};
pub use vocabulary::Vocabulary;
