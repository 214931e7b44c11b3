//! The report: the trace as text for people and as JSON lines for machines. Every sentence about what happened is in
//! [`sentences`], every reason in `reasons`, every name in `names`, and nowhere else.

mod carried;
pub mod json;
mod names;
mod reasons;
mod reporter;
pub mod sentences;
pub mod text;
mod values;

pub use names::{and, listed};
use names::{holder, letters, ordinal};
pub use reporter::Reporter;
pub use text::indent;
