//! One form for the files of packs: TOML and scripts are written in the way that those of this repository are, and mean what they
//! meant.
//!
//! Lines stay where their author has broken them, and comments in their columns. What is put in order is what stands
//! between words: blanks, indents and empty lines. The result is compared with the file before anybody gets it.

mod comments;
mod hashes;
mod script;
#[cfg(test)]
mod tests;
mod toml;

pub use hashes::Rehashed;

use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_kernel::problems::{Problem, Problems};
use cardwright_script::compile::compile;
use cardwright_script::sandbox;
use cardwright_script::syntax::Finding;
use script::same_script;

/// A text in its form.
///
/// # Errors
/// What is wrong in a file that cannot be read: it has no form.
pub fn formatted(path: &str, text: &str) -> Result<String, Problems> {
    match is_script(path) {
        true => formatted_script(path, text),
        false => formatted_toml(path, text),
    }
}

/// Whether a file is one that has a form.
pub fn has_form(path: &str) -> bool {
    is_script(path) || path.ends_with(".toml")
}

fn is_script(path: &str) -> bool {
    path.ends_with(".rhai")
}

fn formatted_toml(path: &str, text: &str) -> Result<String, Problems> {
    let (fields, problems) = tree::parse(path, text);
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    let formatted = toml::formatted(text);
    let (now, problems) = tree::parse(path, &formatted);
    let is_same = problems.is_empty() && same_fields(&fields, &now) && toml::same_words(text, &formatted);
    kept(path, text, formatted, is_same)
}

fn formatted_script(path: &str, text: &str) -> Result<String, Problems> {
    let engine = sandbox::engine();
    compile(&engine, path, text).map_err(|found| problems(path, text, &found))?;
    let formatted = script::formatted(text);
    let is_same = same_script(text, &formatted) && compile(&engine, path, &formatted).is_ok();
    kept(path, text, formatted, is_same)
}

/// The formatted text, unless it would not mean the same: then the formatter is wrong, and the file stays as it is.
fn kept(path: &str, text: &str, formatted: String, is_same: bool) -> Result<String, Problems> {
    if is_same {
        return Ok(formatted);
    }
    let at = text.bytes().zip(formatted.bytes()).take_while(|(one, other)| one == other).count();
    let message = "this file would not mean the same when it is formatted, so it stays as it is";
    let at = text.floor_char_boundary(at);
    let problem = Problem::new("form-unsafe", path, message).at((at..at).into());
    Err([problem.label("about here").help("please report it")].into_iter().collect())
}

fn problems(path: &str, text: &str, found: &[Finding]) -> Problems {
    let problem = |finding: &Finding| {
        let start = offset(text, finding.at.line as usize, finding.at.column as usize);
        let end = text[start..].char_indices().nth(finding.at.len as usize).map_or(text.len(), |(at, _)| start + at);
        let problem = Problem::new(finding.code, path, finding.message.clone()).at((start..end).into());
        let problem = problem.label(finding.label.clone());
        finding.help.iter().fold(problem, |problem, help| problem.help(help.clone()))
    };
    found.iter().map(problem).collect()
}

/// The byte at a line and a column, both counted from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = &text[start..];
    rest.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}

/// Whether two documents say the same, in the same order.
fn same_fields(one: &[TomlField<'_>], other: &[TomlField<'_>]) -> bool {
    let same = |(one, other): (&TomlField<'_>, &TomlField<'_>)| {
        one.key == other.key && same_value(&one.node.value, &other.node.value)
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}

fn same_value(one: &TomlValue<'_>, other: &TomlValue<'_>) -> bool {
    match (one, other) {
        (TomlValue::List(one), TomlValue::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_value(&one.value, &other.value))
        }
        (TomlValue::Fields(one), TomlValue::Fields(other)) => same_fields(one, other),
        // What no key accepts is compared word by word.
        (TomlValue::Other(one), TomlValue::Other(other)) => one == other,
        (one, other) => one == other,
    }
}
