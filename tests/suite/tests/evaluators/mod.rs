//! Both evaluators, the engine's own and the reference: what they make of the same scripts, on a small world of two players with
//! some cards.

mod arrays;
mod calls;
mod differential;
mod holes;
mod made_up;
mod world;
