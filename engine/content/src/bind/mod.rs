//! What names mean: everything that can be referred to, and the functions of scripts that files call.

pub(crate) mod hooks;
pub(crate) mod names;
pub(crate) mod schema;
pub(crate) mod scripts;
