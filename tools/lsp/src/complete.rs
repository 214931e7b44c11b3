//! What could be written at the cursor.

use super::declared::{self, Reached, TomlCursor};
use super::place;
use super::scripted::{self, Wanted};
use super::workspace::Workspace;
use cardwright_content::{KeyRow, KeyTable, OpenTo, Presence, Purpose, ValueShape, table_of};
use cardwright_game::{Lens, Member};
use cardwright_rulings::rulings;
use cardwright_script::check::Type;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, MarkupContent, MarkupKind,
    TextDocumentPositionParams, TextEdit,
};

/// What could be written there.
pub(super) fn complete(workspace: &mut Workspace, at: &TextDocumentPositionParams) -> Vec<CompletionItem> {
    let Some((path, text)) = workspace.file(at.text_document.uri.as_str()) else { return Vec::new() };
    let offset = place::offset(&text, at.position);
    let items = if path.ends_with(".rhai") {
        in_script(workspace, &path, &text, offset)
    } else {
        in_file(workspace, &path, &text, offset)
    };
    let edit = typed(&text, offset);
    let range = place::range(&text, &edit);
    items.into_iter().map(|item| placed(item, range)).collect()
}

/// The bytes of the part of a name that has been typed; of the whole text if the cursor is inside one.
fn typed(text: &str, offset: usize) -> std::ops::Range<usize> {
    let before = &text[..offset];
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let quotes = before[line..].matches('"').count();
    let start = if quotes % 2 == 1 {
        before.rfind('"').map_or(offset, |at| at + 1)
    } else {
        let name = |c: char| c.is_alphanumeric() || c == '_' || c == '-' && !text.contains("fn ");
        before.rfind(|c: char| !name(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))
    };
    start.max(line)..offset
}

fn placed(item: CompletionItem, range: lsp_types::Range) -> CompletionItem {
    let new_text = item.insert_text.clone().unwrap_or_else(|| item.label.clone());
    CompletionItem {
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
        insert_text: None,
        ..item
    }
}

fn item(label: &str, kind: CompletionItemKind, detail: impl Into<String>, doc: &str) -> CompletionItem {
    let value = doc.to_string();
    CompletionItem {
        label: label.into(),
        kind: Some(kind),
        detail: Some(detail.into()).filter(|detail| !detail.is_empty()),
        documentation: (!doc.is_empty())
            .then_some(Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })),
        ..CompletionItem::default()
    }
}

// --- Scripts ------------------------------------------------------------------------------------------

fn in_script(workspace: &mut Workspace, path: &str, text: &str, offset: usize) -> Vec<CompletionItem> {
    let Some(wanted) = scripted::wanted(workspace, path, text, offset) else { return Vec::new() };
    let Some(lens) = workspace.lens(path) else { return Vec::new() };
    match wanted {
        Wanted::Member(of) => lens.members(&of).chunk_by(|one, other| one.name == other.name).map(overloads).collect(),
        Wanted::Word(sorts) => sorts.iter().flat_map(|sort| words(&lens, sort)).collect(),
        Wanted::Name(scope) => names(&lens, path, &scope),
        Wanted::Hook => hooks(&lens, path, text),
    }
}

/// The verbs of one name, which take different things, as one item.
fn overloads(members: &[Member]) -> CompletionItem {
    let mut item = member(&members[0]);
    for other in &members[1..] {
        item.detail = item.detail.map(|usage| format!("{usage}, {}", other.usage));
        if let Some(Documentation::MarkupContent(doc)) = &mut item.documentation
            && !doc.value.contains(&*other.doc)
        {
            doc.value = format!("{}\n\n{}", doc.value, other.doc);
        }
    }
    item
}

fn member(member: &Member) -> CompletionItem {
    let kind = if member.is_verb { CompletionItemKind::METHOD } else { CompletionItemKind::PROPERTY };
    let mut item = item(&member.name, kind, &*member.usage, &member.doc);
    if member.is_verb {
        let none = member.usage.contains("()");
        item.insert_text = Some(if none { format!("{}()", member.name) } else { format!("{}($0)", member.name) });
        item.insert_text_format = Some(InsertTextFormat::SNIPPET);
    }
    item
}

fn words(lens: &Lens, sort: &str) -> Vec<CompletionItem> {
    let kind = if sort == "card" { CompletionItemKind::CLASS } else { CompletionItemKind::ENUM_MEMBER };
    let text =
        |word: &str| lens.rules().definitions.get(word).filter(|_| sort == "card").map(|card| card.text.to_string());
    lens.words(sort).into_iter().map(|word| item(word, kind, sort, &text(word).unwrap_or_default())).collect()
}

fn names(lens: &Lens, path: &str, scope: &[(Box<str>, Type)]) -> Vec<CompletionItem> {
    let variable = |(name, kind): &(Box<str>, Type)| item(name, CompletionItemKind::VARIABLE, lens.call(kind), "");
    let own = lens
        .rules()
        .scripts
        .iter()
        .filter(|(script, source)| &***script == path || source.role != cardwright_kernel::rules::ScriptRole::Card);
    let functions = own
        .flat_map(|(script, source)| source.outline.functions.iter().map(move |function| (&**script, &*function.name)));
    let function = |(script, name): (&str, &str)| item(name, CompletionItemKind::FUNCTION, script, "");
    let words =
        ["let", "if", "else", "for", "in", "while", "loop", "switch", "return", "break", "continue", "true", "false"];
    let keyword = |word: &str| item(word, CompletionItemKind::KEYWORD, "", "");
    scope
        .iter()
        .map(variable)
        .chain(lens.functions().iter().map(member))
        .chain(functions.map(function))
        .chain(words.into_iter().map(keyword))
        .collect()
}

/// Functions that the engine calls and that are not there yet.
fn hooks(lens: &Lens, path: &str, text: &str) -> Vec<CompletionItem> {
    let declared = lens.hooks(path).into_iter().map(|hook| {
        let takes: Vec<&str> = hook.takes.iter().map(|(name, _)| &**name).collect();
        (hook.name.to_string(), takes.join(", "), "declared by a file")
    });
    let usual = Purpose::ALL.iter().flat_map(|purpose| {
        let names = purpose.usual_name().split(", ").filter(|name| !name.contains('<')).map(str::to_string);
        names.map(move |name| {
            (
                name,
                purpose.parameters().iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
                purpose.describe(),
            )
        })
    });
    let mut items: Vec<CompletionItem> = Vec::new();
    for (name, takes, doc) in declared.chain(usual) {
        if text.contains(&format!("fn {name}(")) || items.iter().any(|item| item.label == name) {
            continue;
        }
        let mut item = item(&name, CompletionItemKind::FUNCTION, format!("fn {name}({takes})"), doc);
        item.insert_text = Some(format!("{name}({takes}) {{\n    $0\n}}"));
        item.insert_text_format = Some(InsertTextFormat::SNIPPET);
        items.push(item);
    }
    items
}

// --- TOML files ---------------------------------------------------------------------------------------

fn in_file(workspace: &mut Workspace, path: &str, text: &str, offset: usize) -> Vec<CompletionItem> {
    let Some(lens) = workspace.lens(path) else { return Vec::new() };
    if path.starts_with("tests/") {
        return in_ruling(&lens, text, offset);
    }
    let Some(root) = table_of(path) else { return Vec::new() };
    let TomlCursor { path: keys, key, in_head } = declared::cursor_at(text, offset);
    if let ("a ruleset", [tables, _, _, ..], false) = (root.name, &keys[..], in_head)
        && tables == "tables"
    {
        return in_standing_part(&lens, key.is_none());
    }
    let Some(reached) = declared::follow(root, &keys) else { return Vec::new() };
    match (reached, key) {
        (Reached::Table(table), None) => keys_of(&lens, path, table, in_head),
        (Reached::Names(row), None) => row.keyed.iter().flat_map(|sort| words(&lens, sort)).collect(),
        (Reached::Table(table), Some(name)) => match table.key(&name) {
            Some(row) => values(&lens, row),
            None => words(&lens, &name),
        },
        (Reached::Names(row), Some(_)) => values(&lens, row),
    }
}

fn keys_of(lens: &Lens, path: &str, table: &KeyTable, in_head: bool) -> Vec<CompletionItem> {
    let rows = table.keys().filter(|row| !in_head || row.holds.is_named() || row.holds.table().is_some());
    let detail = |required: bool| if required { "required" } else { "" };
    let known = rows.map(|row| {
        let required = row.presence == Presence::Required;
        item(row.name, CompletionItemKind::FIELD, detail(required), &row.describe())
    });
    let is_open_to = |names| table.open.is_some_and(|open| open.to == names);
    let seats = ["A", "B"].into_iter().filter(|_| is_open_to(OpenTo::Seats));
    let seats = seats.map(|seat| item(seat, CompletionItemKind::FIELD, "", ""));
    let own = path.split('/').nth(2).unwrap_or_default();
    let rules = lens.rules();
    let kind = rules.kinds.values().position(|kind| &*kind.folder == own);
    let has = |of: &[cardwright_kernel::ids::KindId]| {
        is_open_to(OpenTo::Attributes) && !in_head && kind.is_none_or(|kind| of.iter().any(|id| id.index() == kind))
    };
    let attributes = rules.attributes.iter().filter(|(_, attribute)| has(&attribute.of));
    let attributes = attributes.map(|(name, attribute)| {
        item(name, CompletionItemKind::FIELD, format!("an attribute {}", detail(attribute.required)).trim(), "")
    });
    known.chain(seats).chain(attributes).collect()
}

fn values(lens: &Lens, row: &KeyRow) -> Vec<CompletionItem> {
    let choices = row.holds.choices().into_iter().map(|word| item(word, CompletionItemKind::ENUM_MEMBER, "", ""));
    let names = row.names.iter().flat_map(|sort| words(lens, sort));
    let flags = ["true", "false"].into_iter().filter(|_| row.holds.shapes().contains(&ValueShape::Flag));
    choices.chain(names).chain(flags.map(|flag| item(flag, CompletionItemKind::VALUE, "", ""))).collect()
}

/// In a ruling: claims among the steps, names of cards between quotes, zones in front of them.
fn in_ruling(lens: &Lens, text: &str, offset: usize) -> Vec<CompletionItem> {
    if let Some(line) = step_before(text, offset) {
        let next = rulings::complete(line, lens.rules()).into_iter();
        return next.map(|(words, what)| item(&words, CompletionItemKind::SNIPPET, what, "")).collect();
    }
    let TomlCursor { path, key, in_head } = declared::cursor_at(text, offset);
    match (path.is_empty(), key) {
        _ if in_head => {
            let heads = ["A", "B", "C", "D", "each", "game", "board", "play"];
            heads.map(|key| item(key, CompletionItemKind::FIELD, "", "")).into()
        }
        (true, Some(key)) if key == "table" => tables(lens),
        (true, Some(key)) if key == "expects" => vec![item("fault", CompletionItemKind::ENUM_MEMBER, "", "")],
        (true, Some(key)) if key == "phase" => words(lens, "phase"),
        (true, None) => {
            let parts = ["each", "game", "board", "play"];
            let keys = rulings::KEYS.iter().filter(|key| !parts.contains(key));
            keys.map(|key| item(key, CompletionItemKind::FIELD, "", "")).collect()
        }
        (false, None) => words(lens, "zone"),
        (_, Some(_)) => words(lens, "card"),
    }
}

/// In a part of a table that a ruleset declares: like in a ruling what lies there.
fn in_standing_part(lens: &Lens, is_key: bool) -> Vec<CompletionItem> {
    if !is_key {
        return words(lens, "card");
    }
    let attributes = item("attributes", CompletionItemKind::FIELD, "", "");
    words(lens, "zone").into_iter().chain([attributes]).collect()
}

/// The tables that the game declares.
fn tables(lens: &Lens) -> Vec<CompletionItem> {
    let tables = lens.rules().tables.iter();
    tables.map(|(name, table)| item(name, CompletionItemKind::ENUM_MEMBER, "a table", &table.text)).collect()
}

/// What precedes the cursor on a line of the steps, if it is on one.
fn step_before(text: &str, offset: usize) -> Option<&str> {
    let before = &text[..offset];
    let steps = &before[before.rfind("steps")?..];
    let opened = steps.trim_start_matches("steps").trim_start().strip_prefix('=')?.trim_start();
    let within = ["\"\"\"", "'''"].into_iter().find_map(|quotes| {
        let inside = opened.strip_prefix(quotes)?;
        (!inside.contains(quotes)).then_some(inside)
    })?;
    Some(within.rsplit('\n').next().unwrap_or(within))
}
