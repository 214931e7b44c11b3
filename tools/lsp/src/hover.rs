//! Explains the name under the mouse pointer.

use super::declared::{self, Reached};
use super::workspace::Workspace;
use super::{place, scripted};
use cardwright_content::table_of;
use cardwright_game::{Lens, Member};
use cardwright_script::check::Meaning;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, TextDocumentPositionParams};
use std::ops::Range;

/// What is shown there.
pub(super) fn hover(workspace: &mut Workspace, at: &TextDocumentPositionParams) -> Option<Hover> {
    let (path, text) = workspace.file(at.text_document.uri.as_str())?;
    let offset = place::offset(&text, at.position);
    let lens = workspace.lens(&path)?;
    let (value, span) = if path.ends_with(".rhai") {
        let token = scripted::token_at(&text, offset)?;
        (in_script(&lens, &path, &text, offset)?, token.span)
    } else {
        in_file(&lens, &path, &text, offset)?
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(place::range(&text, &span)) })
}

fn in_script(lens: &Lens, path: &str, text: &str, offset: usize) -> Option<String> {
    let Some(meaning) = scripted::meaning(lens, path, text, offset) else {
        return hook(lens, path, text, offset);
    };
    match meaning {
        Meaning::Member { of, name } => {
            let members = lens.members(&of).into_iter().filter(|member| *member.name == *name);
            Some(members.map(|member| shown(&member)).collect::<Vec<_>>().join("\n\n---\n\n"))
                .filter(|it| !it.is_empty())
        }
        Meaning::Free(name) => lens.functions().iter().find(|member| *member.name == *name).map(shown),
        Meaning::Function { path, at } => {
            let source = lens.rules().scripts.get(&path)?;
            let line = source.text.lines().nth(at.line as usize - 1)?.trim_end_matches('{').trim();
            Some(format!("```rhai\n{line}\n```\n{}\n\n`{path}`", comment(&source.text, at.line as usize)))
        }
        Meaning::Variable(kind) => Some(lens.call(&kind)),
        Meaning::Word(sorts, word) => Some(word_shown(lens, &sorts, &word)),
        Meaning::Nothing(_) => None,
    }
}

/// A hook of the script, at its head.
fn hook(lens: &Lens, path: &str, text: &str, offset: usize) -> Option<String> {
    let token = scripted::token_at(text, offset)?;
    let name = &text[token.span];
    let hook = lens.hooks(path).into_iter().find(|hook| *hook.name == *name)?;
    let takes: Vec<String> = hook.takes.iter().map(|(name, kind)| format!("`{name}`: {}", lens.call(kind))).collect();
    let looks = if hook.pure { "It may only look. " } else { "" };
    Some(format!("A function that the engine calls. {looks}It is given {}.", takes.join(", ")))
}

fn shown(member: &Member) -> String {
    format!("```text\n{}\n```\n{}", member.usage, member.doc)
}

/// The comment above a line.
fn comment(text: &str, line: usize) -> String {
    let lines: Vec<&str> = text.lines().take(line - 1).collect();
    let above = lines.iter().rev().take_while(|line| line.trim_start().starts_with("///"));
    let mut above: Vec<&str> = above.map(|line| line.trim_start().trim_start_matches('/').trim()).collect();
    above.reverse();
    above.join(" ")
}

fn word_shown(lens: &Lens, sorts: &[Box<str>], word: &str) -> String {
    let rules = lens.rules();
    if let Some(card) = rules.definitions.get(word).filter(|_| sorts.iter().any(|sort| &**sort == "card")) {
        return card_shown(word, &card.text);
    }
    if let Some(zone) = rules.zones.get(word).filter(|_| sorts.iter().any(|sort| &**sort == "zone")) {
        return format!("The zone `{word}`: {}.", zone.title);
    }
    format!("`{word}`: {}", sorts.join(" or "))
}

fn card_shown(name: &str, text: &str) -> String {
    format!("**{name}**\n\n{text}")
}

fn in_file(lens: &Lens, path: &str, text: &str, offset: usize) -> Option<(String, Range<usize>)> {
    if let Some(span) = quoted(text, offset)
        && let Some(card) = lens.rules().definitions.get(&text[span.clone()])
    {
        return Some((card_shown(&text[span.clone()], &card.text), span));
    }
    let root = table_of(path)?;
    let span = bare(text, offset);
    let name = &text[span.clone()];
    match declared::follow(root, &declared::cursor_of(text, &span).path)? {
        Reached::Table(table) => Some((table.key(name)?.describe(), span)),
        Reached::Names(_) => None,
    }
}

/// The bytes of the key around a place.
pub(super) fn bare(text: &str, offset: usize) -> Range<usize> {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let before = text[..offset].trim_end_matches(part).len();
    let behind = text[offset..].len() - text[offset..].trim_start_matches(part).len();
    before..offset + behind
}

/// The bytes between the quotes around a place on one line.
pub(super) fn quoted(text: &str, offset: usize) -> Option<Range<usize>> {
    let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let open = text[line..offset].rfind('"').map(|at| line + at + 1)?;
    if text[line..open].matches('"').count().is_multiple_of(2) {
        return None;
    }
    let close = offset + text[offset..].find(['"', '\n'])?;
    Some(open..close)
}
