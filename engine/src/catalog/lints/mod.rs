//! Warnings: what is declared and of no use, or works otherwise than its author may think.

pub(in crate::catalog) mod impossible_filters;
pub(in crate::catalog) mod revealing_windows;
pub(in crate::catalog) mod stray_hooks;
pub(in crate::catalog) mod unused;
