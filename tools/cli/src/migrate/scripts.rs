//! Renamed verbs and functions in scripts.

use super::{Rename, Renamed, Replacement};
use cardwright_script::syntax::{Token, TokenSort, tokens};

/// The names in a script that are others now.
pub(super) fn replacements(text: &str, renames: &[Rename]) -> Vec<Replacement> {
    let tokens = tokens(text);
    let words =
        tokens.iter().enumerate().filter(|(_, token)| matches!(token.sort, TokenSort::Name | TokenSort::Keyword));
    let renamed = words.filter_map(|(at, token)| {
        let new = renames.iter().find_map(|rename| new_name(rename, text, &tokens, at))?;
        Some(Replacement { range: token.span.clone(), text: new.to_owned(), note: "" })
    });
    renamed.collect()
}

/// What a name is called now, if it is one that was renamed.
fn new_name(rename: &Rename, text: &str, tokens: &[Token], at: usize) -> Option<&'static str> {
    let said = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| &text[token.span.clone()]);
    let (before, word, after) = (said(at.checked_sub(1)), said(Some(at)), said(Some(at + 1)));
    let behind_dot = matches!(before, "." | "?.");
    let is_it = match rename.what {
        Renamed::Verb => behind_dot,
        Renamed::Function => !behind_dot && before != "fn" && after == "(",
    };
    (is_it && word == rename.old).then_some(rename.new)
}
