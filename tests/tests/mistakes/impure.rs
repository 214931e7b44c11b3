//! Not yet.

/// What is checked here.
pub const CHECKS: &[super::Check] = &[];
