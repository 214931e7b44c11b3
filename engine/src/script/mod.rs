//! The script layer: what scripts may do, how they are compiled, checked and called.

pub mod arrays;
pub mod check;
pub mod compile;
pub mod host;
pub mod library;
pub mod sandbox;
pub mod types;
pub mod verbs;

#[cfg(test)]
mod tests;
