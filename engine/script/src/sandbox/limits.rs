//! What bounds a script: how much it may build, and what it may not mention.

/// Nested calls of script functions inside one call of a hook.
pub const CALL_LEVELS: usize = 24;

/// The longest text, in bytes.
pub const TEXT_SIZE: usize = 4096;
/// The longest list; Rhai measures a list whenever it grows, so this bounds time as well.
pub const LIST_SIZE: usize = 1000;
/// The largest map.
pub const MAP_SIZE: usize = 200;

/// Keywords and built-in functions of Rhai that no script may use.
///
/// `eval`, `Fn` and `curry` call what no checker can see; `try` would swallow a verb's refusal and a question
/// that is still open; the others look at the machinery.
pub const FORBIDDEN: [&str; 10] =
    ["eval", "try", "catch", "import", "export", "Fn", "curry", "is_shared", "is_def_var", "is_def_fn"];
