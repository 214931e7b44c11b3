//! What names mean: everything that can be referred to, and the functions of scripts that files call.

pub(in crate::catalog) mod hooks;
pub(in crate::catalog) mod names;
pub(in crate::catalog) mod schema;
pub(in crate::catalog) mod scripts;
