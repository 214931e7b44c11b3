//! Tests of the script layer, on a small world of two players with some cards.

mod arrays;
mod calls;
mod checks;
mod declared;
mod functions;
mod holes;
mod words;
mod world;
