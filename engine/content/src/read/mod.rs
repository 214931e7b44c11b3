//! Files and tables: what is written where. Each reader takes keys by name and type, and reports all that is wrong.

pub(crate) mod blanks;
pub(crate) mod context;
pub(crate) mod files;
pub(crate) mod inside;
pub(crate) mod misnamed;
pub(crate) mod outdated;
pub(crate) mod places;
pub(crate) mod reader;
pub mod tree;
pub(crate) mod unclosed;
