//! Files of packs that nothing reads, though they look as if they were meant to be: `kine.toml.txt`, `kine.TOML`.

use cardwright_kernel::problems::Problem;
use std::fs;
use std::io::Read;
use std::path::Path;

/// Endings of what is kept beside a file on purpose, and of documents.
const NOT_MEANT: [&str; 10] = ["bak", "orig", "old", "rej", "swp", "tmp", "new", "snap", "md", "csv"];

/// How much of a file is looked at.
const LOOKED_AT: u64 = 4096;

/// What is said of a file that is not read because of its name, if it looks like one that should be.
pub(crate) fn found(file: &Path, path: &str) -> Option<Problem> {
    let (folder, name) = path.rsplit_once('/')?;
    let lower = name.to_ascii_lowercase();
    let (stem, ending) = lower.split_once('.').unwrap_or((&lower, ""));
    let last = ending.rsplit('.').next().unwrap_or_default();
    if NOT_MEANT.contains(&last) || lower.ends_with('~') {
        return None;
    }
    let wanted = if path.starts_with("scripts/") { "rhai" } else { "toml" };
    if !ending.split('.').any(|part| part == wanted) && !looks_like(&beginning(file), path) {
        return None;
    }
    let what = if ending.is_empty() {
        "its name has no ending".into()
    } else {
        format!("its name ends in `.{}`", &name[stem.len() + 1..])
    };
    let problem = Problem::new("file-ignored", path, format!("this file is not read: {what}")).warning();
    Some(problem.help(format!("rename it to `{folder}/{}.{wanted}`, or move it out of the pack", &name[..stem.len()])))
}

/// Whether a text begins as what belongs in this folder does: a card with its name, a ruling with its claim, a script with a
/// function.
fn looks_like(text: &str, path: &str) -> bool {
    let key = |line: &str, key: &str| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    text.lines().any(|line| match path.split('/').next() {
        Some("scripts") => line.starts_with("fn "),
        Some("cards") => key(line, "name"),
        _ => key(line, "claim"),
    })
}

/// The beginning of a file, as far as it is text.
fn beginning(file: &Path) -> String {
    let mut bytes = Vec::new();
    // What cannot be read looks like nothing.
    let _ = fs::File::open(file).and_then(|open| open.take(LOOKED_AT).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
