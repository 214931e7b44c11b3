//! A position in a script: what is there, and what it means.

use super::workspace::Workspace;
use cardwright_game::Lens;
use cardwright_script::check::{Meaning, SymbolUse, Type};
use cardwright_script::syntax::{Token, TokenSort, tokens};

/// A name that no script uses, which marks the cursor.
const CURSOR: &str = "cursor_is_here";

/// What is asked for at the cursor.
pub(super) enum Wanted {
    /// A verb or a property of this.
    Member(Type),
    /// A word of one of these sorts.
    Word(Vec<Box<str>>),
    /// A variable, or a function.
    Name(Vec<(Box<str>, Type)>),
    /// The head of a function.
    Hook,
}

/// The token that the cursor touches.
pub(super) fn token_at(text: &str, offset: usize) -> Option<Token> {
    tokens(text).into_iter().find(|token| token.span.start <= offset && offset <= token.span.end && is_name(token))
}

fn is_name(token: &Token) -> bool {
    matches!(token.sort, TokenSort::Name | TokenSort::Keyword | TokenSort::Text(_))
}

/// What the name at the cursor means.
pub(super) fn meaning(lens: &Lens, path: &str, text: &str, offset: usize) -> Option<Meaning> {
    let token = token_at(text, offset)?;
    let at = line_column(text, token.span.start);
    sight_at(lens.symbol_uses(path), at).map(|sight| sight.means)
}

fn sight_at(symbol_uses: Vec<SymbolUse>, (line, column): (u32, u32)) -> Option<SymbolUse> {
    symbol_uses.into_iter().find(|sight| (sight.at.line, sight.at.column) == (line, column))
}

fn line_column(text: &str, offset: usize) -> (u32, u32) {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() as u32 + 1, before[start..].chars().count() as u32 + 1)
}

/// What could be written at the cursor.
pub(super) fn wanted(workspace: &mut Workspace, path: &str, text: &str, offset: usize) -> Option<Wanted> {
    let before = &text[..offset];
    if in_comment(before) {
        return None;
    }
    if let Some(start) = open_text(before) {
        return word(workspace, path, text, start, offset);
    }
    let start = before
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    if before[..start].trim_end().ends_with("fn") {
        return Some(Wanted::Hook);
    }
    let end = offset + text[offset..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len() - offset);
    if !has_function(&text[..start]) {
        return Some(Wanted::Hook);
    }
    match sight_with(workspace, path, text, start..end, CURSOR)? {
        Meaning::Member { of, .. } => Some(Wanted::Member(of)),
        Meaning::Nothing(scope) => Some(Wanted::Name(scope)),
        _ => None,
    }
}

fn in_comment(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.trim_start().starts_with("//")
}

/// Whether a function is open before the cursor.
fn has_function(before: &str) -> bool {
    let depth = tokens(before).iter().fold(0_i32, |depth, token| match &before[token.span.clone()] {
        "{" | "#{" => depth + 1,
        "}" => depth - 1,
        _ => depth,
    });
    depth > 0
}

/// Where the text around the cursor begins.
fn open_text(before: &str) -> Option<usize> {
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let mut open = None;
    let mut escaped = false;
    for (at, c) in before[line..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => open = if open.is_some() { None } else { Some(line + at) },
            _ => {}
        }
    }
    open
}

fn word(workspace: &mut Workspace, path: &str, text: &str, start: usize, offset: usize) -> Option<Wanted> {
    let rest = &text[offset..];
    let line = rest.split('\n').next().unwrap_or_default();
    let end = offset + line.find('"').map_or(0, |at| at + 1);
    match sight_with(workspace, path, text, start..end.max(offset), &format!("\"{CURSOR}\""))? {
        Meaning::Word(sorts, _) => Some(Wanted::Word(sorts)),
        _ => None,
    }
}

/// What a name means that stands instead of a stretch of the script. What is not finished yet is finished, in the ways
/// in which it may be meant.
fn sight_with(
    workspace: &mut Workspace,
    path: &str,
    text: &str,
    span: std::ops::Range<usize>,
    name: &str,
) -> Option<Meaning> {
    let (before, after) = (&text[..span.start], &text[span.end..]);
    let line_end = after.find('\n').unwrap_or(after.len());
    let closed = format!("{before}{name}");
    let closers = closers(&closed);
    let texts = [
        format!("{before}{name}{after}"),
        format!("{before}{name};{after}"),
        format!("{before}{name}{};{}", brackets(&closed), &after[line_end..]),
        format!("{closed};{closers}"),
        format!("{closed}{closers}"),
    ];
    let at = line_column(text, span.start);
    texts.into_iter().find_map(|text| {
        let lens = workspace.lens_with(path, &text)?;
        sight_at(lens.symbol_uses(path), at).map(|sight| sight.means)
    })
}

/// What closes everything that is open at the end of a text.
fn closers(text: &str) -> String {
    let mut open = Vec::new();
    for token in tokens(text) {
        match &text[token.span] {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" | "#{" => open.push("}"),
            ")" | "]" | "}" => drop(open.pop()),
            _ => {}
        }
    }
    open.into_iter().rev().map(|close| if close == "}" { ";}" } else { close }).collect()
}

/// What closes the brackets that are open at the end of a text, as far as the last open brace.
fn brackets(text: &str) -> String {
    closers(text).split(';').next().unwrap_or_default().to_string()
}
