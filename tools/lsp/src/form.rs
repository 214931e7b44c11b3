//! The form of a file, as `cardwright fmt` writes it.

use super::place;
use super::workspace::Workspace;
use cardwright_rulings::format::{formatted, has_form};
use lsp_types::{Position, Range, TextDocumentIdentifier, TextEdit};

/// What an editor has to do to bring a file into its form: nothing where it is in it, and nothing where it cannot be read.
pub(super) fn edits(workspace: &mut Workspace, document: &TextDocumentIdentifier) -> Vec<TextEdit> {
    let Some((path, text)) = workspace.file(document.uri.as_str()).filter(|(path, _)| has_form(path)) else {
        return Vec::new();
    };
    match formatted(&path, &text) {
        Ok(now) if now != *text => {
            let whole = Range::new(Position::new(0, 0), place::position(&text, text.len()));
            vec![TextEdit { range: whole, new_text: now }]
        }
        Ok(_) | Err(_) => Vec::new(),
    }
}
