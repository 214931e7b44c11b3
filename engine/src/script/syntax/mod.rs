//! What a script is, before anybody judges it: its tokens, its tree, and what its text says without being compiled.

pub(in crate::script) mod finding;
pub(in crate::script) mod heads;
mod lexer;
mod outline;
mod source;
pub(in crate::script) mod tree;
pub(in crate::script) mod walk;

pub use finding::{Finding, LineSpan};
pub use lexer::{Token, TokenSort, comments, tokens};
pub use outline::outline;
pub use source::ScriptText;
