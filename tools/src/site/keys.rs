//! Keys of the TOML files, by table.

use super::html::{contents, inline, sentence};
use super::{SearchEntry, SiteContext, SitePage, anchor, code, escape};
use crate::keys::describe;
use cardwright_content::{GrammarKey, ValueShape, grammar, uses};
use cardwright_kernel::base::Span;
use std::collections::BTreeMap;

/// Where each key occurs first: its table and its name, then the file and the location.
type Uses = BTreeMap<(Box<str>, Box<str>), (Box<str>, Span)>;

/// The page of keys.
pub(super) fn page(context: &SiteContext<'_>) -> SitePage {
    let uses = all_uses(context);
    let tables: Vec<_> = grammar().tables.keys().map(|table| (anchor(table), table.to_string())).collect();
    let mut body = format!(
        "<h1>Keys</h1>\n<p>What may stand in the TOML files, by the tables it stands in.</p>\n{}",
        contents(&tables)
    );
    let mut entries = Vec::new();
    for (table, form) in &grammar().tables {
        body.push_str(&format!("<h2 id=\"{}\">{}</h2>\n", anchor(table), escape(&capital(table))));
        for (name, key) in &form.keys {
            let place = anchor(&format!("{table} {name}"));
            let doc = describe(table, name).unwrap_or_default();
            let required = if key.required { " <span class=\"note\">required</span>" } else { "" };
            body.push_str(&format!("<h3 id=\"{place}\"><code>{}</code>{required}</h3>\n", escape(name)));
            // The mark beside the name says that it is required.
            let told = doc.strip_prefix("required; ").filter(|_| key.required).unwrap_or(doc);
            body.push_str(&format!("<p>{}</p>\n<p class=\"note\">{}</p>\n", sentence(told), takes(key)));
            if let Some((path, span)) = uses.get(&(table.clone(), name.clone())) {
                let text = context.packs.files.get(path).unwrap_or_default();
                body.push_str(&code(&around(text, *span)));
                body.push_str(&format!("<p class=\"note\">From <code>{}</code></p>\n", escape(path)));
            }
            entries.push(SearchEntry {
                title: format!("{name} ({table})"),
                place: format!("keys.html#{place}"),
                text: doc.to_string(),
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
fn takes(key: &GrammarKey) -> String {
    let shapes = key.takes.iter().map(|shape| match shape {
        ValueShape::Text => "a text",
        ValueShape::Texts => "a list of texts",
        ValueShape::Number => "a number",
        ValueShape::Flag => "`true` or `false`",
        ValueShape::Table => "a table",
        ValueShape::Tables => "a list of tables",
    });
    let mut told = either(&shapes.collect::<Vec<_>>());
    if !key.choices.is_empty() {
        let words: Vec<String> = key.choices.iter().map(|word| format!("`\"{word}\"`")).collect();
        told = format!("one of {}", words.join(", "));
    }
    let names: Vec<String> = key.names.iter().map(|sort| with_article(sort)).collect();
    if !names.is_empty() {
        let stop = if told.is_empty() { "" } else { "; " };
        told = format!("{told}{stop}the name of {}", names.join(" or "));
    }
    let link = |table: &str| format!("<a href=\"#{}\">{}</a>", anchor(table), escape(table));
    let tables: Vec<String> = key.tables.iter().map(|table| link(table)).collect();
    let told = inline(&told);
    if tables.is_empty() { told } else { format!("{told}: {}", tables.join(", ")) }
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
