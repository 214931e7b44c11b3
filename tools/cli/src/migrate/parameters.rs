//! Parameters of predicates: a predicate takes what it names, where it was given everything in order.

use super::Replacement;
use super::keys::Predicates;
use cardwright_script::syntax::{Token, TokenSort, outline, tokens};
use std::ops::Range;

/// The parameters that have another name now, wherever their functions use them.
pub(super) fn replacements(path: &str, text: &str, predicates: &Predicates) -> Vec<Replacement> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for function in outline(text).functions {
        let name = function.name.to_string();
        let of_card = predicates.get(&(Some(path.to_owned()), name.clone()));
        let is_common = ["/ruleset", "/shared/"].iter().any(|folder| path.contains(folder));
        let Some(gave) = of_card.or_else(|| predicates.get(&(None, name)).filter(|_| is_common)) else { continue };
        let whole = function.whole.range();
        let first = tokens.partition_point(|token| token.span.start < whole.start);
        let own = &tokens[first..first + tokens[first..].partition_point(|token| token.span.end <= whole.end)];
        for (old, new) in function.parameters.iter().zip(*gave).filter(|(old, new)| ***old != ***new) {
            found.extend(renamed(text, own, old, new));
        }
    }
    found
}

/// Every use of a variable under another name; nothing if the name is taken, or a text may use the variable.
fn renamed(text: &str, tokens: &[Token], old: &str, new: &str) -> Vec<Replacement> {
    let said = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| &text[token.span.clone()]);
    let is_text = |token: &&Token| !matches!(token.sort, TokenSort::Name | TokenSort::Keyword);
    let is_put_in = tokens.iter().filter(is_text).any(|token| text[token.span.clone()].contains("${"));
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.sort == TokenSort::Name) {
        let (before, word, after) = (said(at.checked_sub(1)), said(Some(at)), said(Some(at + 1)));
        let is_key = after == ":" && matches!(before, "," | "{" | "#{");
        if matches!(before, "." | "?.") || is_key {
            continue;
        }
        if word == new || is_put_in {
            return Vec::new();
        }
        found.extend((word == old).then(|| token.span.clone()));
    }
    let replaced = found.into_iter().map(|range| Replacement { range, text: new.to_owned(), note: "" });
    replaced.collect()
}
