//! The script layer: what scripts may do, how they are read, checked, lowered and run.
//!
//! Another evaluator can run the same scripts, as that of the tests does, to compare with: it takes the trees of Rhai from
//! [`compile::Script::ast`] and the verbs from [`verbs::rows`]. For each verb that a script calls it makes a
//! [`call::context::CallContext`], which runs the row, and is the context's [`call::context::Outside`] meanwhile, since it
//! alone knows its closures. [`run::held_of_arg`] and [`call::context::CallContext::given`] translate what the kernel hands in and wants.

pub mod asked;
pub mod call;
pub mod check;
pub mod compile;
pub mod faults;
pub mod library;
pub mod lower;
pub mod probes;
pub mod problems;
pub mod run;
pub mod sandbox;
pub mod syntax;
pub mod types;
pub mod verbs;
pub mod watch;

#[cfg(test)]
mod tests;
