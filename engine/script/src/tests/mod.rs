//! Tests of the script layer, on a small world of two players with some cards.

mod arrays;
mod calls;
mod checks;
mod declared;
mod differential;
mod functions;
mod holes;
mod made_up;
mod words;
mod world;
