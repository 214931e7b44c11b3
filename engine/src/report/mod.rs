//! The report: the trace as text for people and as JSON lines for machines. Every sentence about what happened
//! stands in [`words`](self::sentences), and nowhere else.

pub mod json;
pub mod sentences;
pub mod text;

pub use sentences::Reporter;
