//! What a script is, before anybody judges it: its tokens, its tree, and what its text says without being compiled.

pub(crate) mod finding;
pub(crate) mod heads;
mod lexer;
mod outline;
mod source;
pub(crate) mod tree;
pub(crate) mod walk;

pub use finding::{Finding, LineSpan};
pub use lexer::{Token, TokenSort, comments, tokens};
pub use outline::outline;
pub use source::ScriptText;
