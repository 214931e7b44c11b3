//! Rulings: claims about cards and rules, each a table, some steps, and the trace that comes of them.
//!
//! A ruling is found ([`find`]), read against a game ([`read()`]), run ([`run`]) and its trace compared with the
//! snapshot beside it ([`compare`]). Nothing here prints.

mod answers;
mod claims;
mod files;
mod metamorphic;
mod passing;
mod play;
mod read;
mod rehearsal;
mod responder;
mod snapshot;
mod spell;
mod steps;
#[cfg(test)]
mod tests;
mod unshown;

pub use answers::{AnswerInWords, QuestionInWords, outcome};
pub use claims::{FORMS as CLAIMS, ValueStory, complete, open_questions, story_of_value};
pub use files::{FOLDER, RulingFile, find};
pub use metamorphic::{Divergence, metamorphic};
pub use passing::is_at_rest;
pub use play::{Run, run, run_to};
pub use read::{KEYS, Ruling, read};
pub use snapshot::{Comparison, accept, compare, compare_with, contents, diff, is_current, put_aside, reject, written};
pub use steps::feed;
pub use unshown::unshown;
