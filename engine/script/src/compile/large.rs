//! What is too much for one script, found before it is parsed.
//!
//! Rhai's parser looks up every name among those that came before, and a place in a line is counted from its beginning.
//! Within these bounds, compiling and checking take time in proportion to the length of the script.

use crate::syntax::{Finding, ScriptText, TokenSort};
use rustc_hash::FxHashSet;

/// How many different names a script may use.
pub const MOST_NAMES: usize = 1_000;

/// How many arrows a script may have: the cases of all its `switch` together.
pub const MOST_CASES: usize = 1_000;

/// How many lines a script may have: Rhai counts no further than 65,535.
pub const MOST_LINES: usize = 60_000;

const DIVIDE: &str = "divide the script: functions in `shared/` can be called";

/// The longest line, in bytes.
pub const LONGEST_LINE: usize = 2_000;

/// The first thing that is too much, if anything is.
pub(super) fn too_much(source: &ScriptText) -> Option<Finding> {
    long_line(source).or_else(|| many_lines(source)).or_else(|| many_words(source))
}

fn many_lines(source: &ScriptText) -> Option<Finding> {
    let message = format!("a script can have at most {MOST_LINES} lines");
    (source.line_count() > MOST_LINES).then(|| finding(source, 0, &message, DIVIDE))
}

fn long_line(source: &ScriptText) -> Option<Finding> {
    let mut start = 0;
    let mut lines = source.text().split_inclusive('\n');
    lines.find(|line| {
        let is_long = line.len() > LONGEST_LINE;
        start += if is_long { 0 } else { line.len() };
        is_long
    })?;
    Some(finding(source, start, &format!("a line of a script can have at most {LONGEST_LINE} bytes"), "break the line"))
}

fn many_words(source: &ScriptText) -> Option<Finding> {
    let (mut names, mut cases) = (FxHashSet::default(), 0);
    for token in source.tokens() {
        let (start, word) = (token.span.start, source.written(token));
        match token.sort {
            TokenSort::Name => drop(names.insert(word)),
            TokenSort::Mark if word == "=>" => cases += 1,
            _ => {}
        }
        if names.len() > MOST_NAMES {
            let message = format!("a script can use at most {MOST_NAMES} different names");
            return Some(finding(source, start, &message, DIVIDE));
        }
        if cases > MOST_CASES {
            let message = format!("a script can have at most {MOST_CASES} cases of `switch`");
            return Some(finding(source, start, &message, "put such a table into attributes of cards"));
        }
    }
    None
}

fn finding(source: &ScriptText, start: usize, message: &str, help: &str) -> Finding {
    Finding::new("script-too-large", source.path(), source.span_at(start, 1), message).help(help)
}
