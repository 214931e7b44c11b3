//! Warnings: what is declared and of no use, or works otherwise than its author may think.

pub(crate) mod impossible_filters;
pub(crate) mod revealing_windows;
pub(crate) mod stray_hooks;
pub(crate) mod unused;
