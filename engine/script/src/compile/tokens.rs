//! What Rhai reads and scripts do not have.

use crate::syntax::{Finding, ScriptText, TokenSort};

/// Whatever of it a script has.
pub(super) fn not_understood(source: &ScriptText) -> Vec<Finding> {
    let characters = source.tokens().iter().filter(|token| token.sort == TokenSort::Character).map(|token| {
        let message = "texts stand in double quotes, `\"…\"`";
        Finding::new("script-syntax", source.path(), source.token_span(token), message)
            .label("scripts have no single characters")
    });
    characters.chain(lone_returns(source)).collect()
}

/// Carriage returns without a line feed: Rhai ends a comment there, while readers see it go on.
fn lone_returns(source: &ScriptText) -> Option<Finding> {
    let (at, _) = source.text().match_indices('\r').find(|(at, _)| !source.text()[at + 1..].starts_with('\n'))?;
    let message = "a carriage return stands here without a line feed";
    let finding = Finding::new("script-syntax", source.path(), source.span_at(at, 1), message);
    Some(finding.help("lines end with a line feed, or with a carriage return and a line feed"))
}
