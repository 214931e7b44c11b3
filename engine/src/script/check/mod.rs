//! The checker: what is wrong with the scripts of a pack, found without running them.
//!
//! [`walk`] turns the parser's tree into one of our own ([`tree`]); [`rounds`] finds out what every function of a [`pack`]
//! is given, gives and does; [`judge`] then goes through each function once more and reports. What exists at all stands in
//! the [`Vocabulary`].

mod absent;
mod arguments;
mod circles;
mod declared;
mod finding;
mod flow;
mod functions;
mod judge;
mod kind;
mod pack;
mod reference;
mod rounds;
mod sights;
mod signature;
mod source;
mod tokens;
pub(in crate::script) mod tree;
mod variables;
mod vocabulary;
mod walk;

pub use declared::{all_sights_of_game, hooks, sights_of_game, units, unread, vocabulary};
pub use finding::{Finding, LineSpan};
pub use kind::{ClosureType, Type};
pub use pack::{DeclaredArgument, HookSignature, PackScripts, Unit, Unread};
pub use reference::{Entry, reference};
pub use rounds::check;
pub use sights::{Meaning, Sight};
pub use signature::{Signature, VerbEffect};
pub use source::ScriptText;
pub use tokens::{Token, TokenSort, tokens};
pub use vocabulary::Vocabulary;
