//! What happens: the session, looking, asking, operations, items, windows, turns, and the flow through them.
//!
//! Functions of this module call each other in circles (a question may be preceded by state checks, which call
//! scripts, which do operations, which ask): that is the nature of a rules engine.

pub mod ask;
mod at_once;
pub mod call;
pub mod computing;
mod copies;
mod dialogue;
pub mod divergence;
pub mod faults;
pub mod flow;
mod gathered;
mod give;
pub mod item;
mod kept;
pub mod limits;
pub mod look;
mod not_now;
mod offers;
pub mod operations;
mod pay;
pub mod permission;
pub mod procedure;
pub mod queries;
pub mod query;
mod ruled_out;
pub mod run;
mod savepoint;
pub mod session;
mod spend;
pub mod together;
pub mod turn;
pub mod window;

pub use dialogue::AnswerMeaning;
