//! What every layer may see: sources, problems in them, and suggestions for misspelt words.
//!
//! Nothing here knows of games, cards or scripts.

mod hash;
mod letters;
mod printable;
mod problem;
mod render;
mod source;
mod suggest;

pub use hash::short_hash;
pub use letters::{is_typographic_quote, not_a_quote, text_of};
pub use printable::{acts, printable, printable_json};
pub use problem::{Problem, Problems};
pub use render::Colour;
pub use source::{Source, SourceId, Sources, Span};
pub use suggest::{from_to, list, suggest, with_article};
