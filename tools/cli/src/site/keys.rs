//! Keys of the TOML files, by table.

use super::html::{contents, inline, sentence};
use super::{SearchEntry, SiteContext, SitePage, anchor, code, escape};
use cardwright_content::{KeyRow, Presence, Uses, ValueShape, tables, uses};
use cardwright_kernel::problems::Span;

/// The page of keys.
pub(super) fn page(context: &SiteContext<'_>) -> SitePage {
    let uses = all_uses(context);
    let tables = tables();
    let names: Vec<_> = tables.keys().map(|table| (anchor(table), (*table).to_string())).collect();
    let mut body = format!(
        "<h1>Keys</h1>\n<p>What may stand in the TOML files, by the tables it stands in.</p>\n{}",
        contents(&names)
    );
    let mut entries = Vec::new();
    for (name, table) in tables {
        body.push_str(&format!("<h2 id=\"{}\">{}</h2>\n", anchor(name), escape(&capital(name))));
        for row in table.keys() {
            let place = anchor(&format!("{name} {}", row.name));
            let doc = row.describe();
            let is_required = row.presence == Presence::Required;
            let required = if is_required { " <span class=\"note\">required</span>" } else { "" };
            body.push_str(&format!("<h3 id=\"{place}\"><code>{}</code>{required}</h3>\n", escape(row.name)));
            // The mark beside the name says that it is required.
            let told = doc.strip_prefix("required; ").filter(|_| is_required).unwrap_or(&doc);
            body.push_str(&format!("<p>{}</p>\n<p class=\"note\">{}</p>\n", sentence(told), takes(row)));
            if let Some((path, span)) = uses.get(&(name, row.name)) {
                let text = context.packs.files.get(path).unwrap_or_default();
                body.push_str(&code(&around(text, *span)));
                body.push_str(&format!("<p class=\"note\">From <code>{}</code></p>\n", escape(path)));
            }
            entries.push(SearchEntry {
                title: format!("{} ({name})", row.name),
                place: format!("keys.html#{place}"),
                text: doc,
            });
        }
    }
    SitePage { file: "keys.html".into(), title: "Keys".into(), body, entries }
}

fn all_uses(context: &SiteContext<'_>) -> Uses {
    let mut all = Uses::new();
    for (game, _) in &context.lenses {
        for (key, place) in uses(&context.packs.files, game) {
            if !super::examples::is_example(&place.0) {
                all.entry(key).or_insert(place);
            }
        }
    }
    all
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The values that a key may have, in words that link to the tables they name.
fn takes(row: &KeyRow) -> String {
    let choices: Vec<String> = row.holds.choices().iter().map(|word| format!("`\"{word}\"`")).collect();
    let shapes = row.holds.shapes().iter().map(|shape| match shape {
        ValueShape::Text => "a text",
        ValueShape::Texts => "a list of texts",
        ValueShape::Number => "a number",
        ValueShape::Numbers => "a list of numbers",
        ValueShape::Flag => "`true` or `false`",
        ValueShape::Table => "a table",
        ValueShape::Tables => "a list of tables",
        ValueShape::Lists => "a list of lists",
    });
    let mut told =
        if choices.is_empty() { either(&shapes.collect::<Vec<_>>()) } else { format!("one of {}", choices.join(", ")) };
    let names: Vec<String> = row.names.iter().map(|sort| with_article(sort)).collect();
    if !names.is_empty() {
        told = format!("{told}; the name of {}", names.join(" or "));
    }
    let link = |table: &str| format!("<a href=\"#{}\">{}</a>", anchor(table), escape(table));
    let told = inline(&told);
    row.holds.table().map_or(told.clone(), |table| format!("{told}: {}", link(table.name)))
}

/// Alternatives, joined by "or".
fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_string(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn with_article(sort: &str) -> String {
    let article = if sort.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {sort}")
}

/// The lines around a place, as far as an empty line; not more than a screen of them.
fn around(text: &str, span: Span) -> String {
    const MOST: usize = 14;
    let start = text[..span.start].rfind("\n\n").map_or(0, |at| at + 2);
    let end = text[span.start..].find("\n\n").map_or(text.len(), |at| span.start + at);
    let lines: Vec<&str> = text[start..end].lines().collect();
    if lines.len() <= MOST {
        return lines.join("\n");
    }
    let here = text[start..span.start].matches('\n').count();
    let from = here.saturating_sub(3);
    let head = lines.first().filter(|line| line.starts_with('[') && from > 0);
    head.into_iter().chain(&lines[from..lines.len().min(here + 5)]).copied().collect::<Vec<_>>().join("\n")
}
