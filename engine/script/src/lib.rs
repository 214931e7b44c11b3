//! The script layer: what scripts may do, how they are compiled, checked and called.

pub mod call;
pub mod check;
pub mod compile;
pub mod library;
pub mod lower;
pub mod probes;
pub mod reference;
pub mod run;
pub mod sandbox;
pub mod syntax;
pub mod types;
pub mod verbs;

#[cfg(test)]
mod tests;
