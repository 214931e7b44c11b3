//! Cards as rows of a sheet: what is printed goes out as CSV and comes in again, and nothing else of a card's file is
//! touched.
//!
//! A sheet has a column for the id, the name, the text and every attribute of one kind. An empty cell is a field that is
//! not printed. A list is written with `;` between its entries.

mod cell;
mod edit;
mod rows;

pub use edit::{Edited, put};
pub use rows::{Sheet, written};
