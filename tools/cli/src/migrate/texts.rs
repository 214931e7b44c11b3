//! The text of a card, where its script repeats it: since 0.2 it is in the card's TOML file only.

use super::Replacement;
use cardwright_content::{Files, file_beside, tree};

/// The lines at the head of a script that repeat the text of its card, with the empty line after them.
pub(super) fn replacements(files: &Files, path: &str, script: &str) -> Vec<Replacement> {
    let card = file_beside(path);
    let (fields, _) = tree::parse(&card, files.get(&card).unwrap_or_default());
    let Some((text, _)) = tree::texts(&fields, "text").first().copied() else { return Vec::new() };
    let lines: Vec<&str> = script.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let is_text = !lines.is_empty() && lines.join(" ").split_whitespace().eq(text.split_whitespace());
    if !is_text {
        return Vec::new();
    }
    let is_head = |line: &&str| line.starts_with("//!") || line.trim().is_empty();
    let end = script.split_inclusive('\n').take_while(is_head).map(str::len).sum();
    vec![Replacement { range: 0..end, text: String::new(), note: ": the text of the card is in its TOML file" }]
}
