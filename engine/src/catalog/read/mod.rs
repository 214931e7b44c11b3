//! Files and tables: what is written where. Each reader takes keys by name and type, and reports all that is wrong.

pub(in crate::catalog) mod context;
pub(in crate::catalog) mod files;
pub(in crate::catalog) mod inside;
pub(in crate::catalog) mod log;
pub(in crate::catalog) mod misnamed;
pub(in crate::catalog) mod places;
pub(in crate::catalog) mod reader;
pub mod tree;
pub(in crate::catalog) mod unclosed;
