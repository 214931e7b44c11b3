//! The checker: what is wrong with the scripts of a pack, found without running them.
//!
//! It judges the trees that [`syntax`](super::syntax) makes of scripts: [`rounds`] finds out what every function of a [`pack`]
//! is given, gives and does; [`judge`] then goes through each function once more and reports. What exists at all stands in
//! the [`Vocabulary`].

mod absent;
mod arguments;
mod blame;
mod circles;
mod declared;
mod events;
mod flow;
mod functions;
mod judge;
mod kind;
mod pack;
mod reference;
mod revealing_listeners;
mod rounds;
mod signature;
mod symbol_uses;
mod variables;
mod vocabulary;

pub use declared::{all_symbol_uses_of_game, hooks, symbol_uses_of_game, type_of_carried, units, unread, vocabulary};
pub use kind::{ClosureType, HeardSignal, Type};
pub use pack::{DeclaredArgument, HookSignature, PackScripts, Unit, Unread};
pub use reference::{Entry, reference};
pub use rounds::check;
pub use signature::{Signature, VerbEffect};
pub use symbol_uses::{Meaning, SymbolUse};
pub use vocabulary::Vocabulary;
