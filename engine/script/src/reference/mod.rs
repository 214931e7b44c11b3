//! The reference evaluator: Rhai runs the scripts as their authors wrote them, and each verb is called through one
//! adapter. It is slow; what lowered programs do is compared with it.

mod callback;
mod guest;
pub mod host;
mod register;
mod shared;

pub use host::RhaiHost;
pub use register::{register, register_plain};
pub use shared::Shared;
