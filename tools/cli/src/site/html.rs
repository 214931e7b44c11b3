//! HTML: the frame of every page, and text without markup.

use super::{SitePage, guide};

/// A text without markup.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A short text with code between backticks.
pub(super) fn inline(text: &str) -> String {
    let parts = escape(text);
    let mut shown = String::new();
    for (at, part) in parts.split('`').enumerate() {
        if at % 2 == 1 {
            shown.push_str(&format!("<code>{part}</code>"));
        } else {
            shown.push_str(part);
        }
    }
    shown
}

/// A remark of a guide's table as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let told: String = letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    let stop = if told.is_empty() || told.ends_with(['.', ':', '…', '!', '?']) { "" } else { "." };
    inline(&(told + stop))
}

/// Links to anchors of the same page, for readers who know what they are looking for: each an anchor and its name.
pub(super) fn contents(places: &[(String, String)]) -> String {
    let links = places.iter().map(|(place, name)| format!("<a href=\"#{place}\">{}</a>", escape(name)));
    format!("<p class=\"contents\">{}</p>\n", links.collect::<Vec<_>>().join(" ·\n"))
}

/// The pages of the reference, to which every page leads.
const REFERENCE: [(&str, &str); 6] = [
    ("verbs.html", "Verbs"),
    ("hooks.html", "Hooks"),
    ("keys.html", "Keys"),
    ("errors.html", "Errors"),
    ("sheet.html", "Cheat sheet"),
    ("cards.html", "All cards"),
];

/// The frame of all pages: what stands around them.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The games: the file of each, and its title.
    pub games: Vec<(String, String)>,
}

impl Frame {
    /// A whole page.
    pub fn around(&self, page: &SitePage) -> String {
        let up = "../".repeat(page.file.matches('/').count());
        let way = |file: &str, title: &str| {
            let here = if is_under(&page.file, file) { " aria-current=\"page\"" } else { "" };
            format!("<a href=\"{up}{file}\"{here}>{}</a>\n", escape(title))
        };
        let guide = guide::ways(&page.file);
        let reference = REFERENCE.map(|(file, title)| (file.to_string(), title.to_string()));
        let mut ways = String::new();
        for (group, pages) in [("Guide", &*guide), ("Reference", &reference), ("Games", &self.games)] {
            ways.push_str(&format!("<h2>{group}</h2>\n"));
            ways.extend(pages.iter().map(|(file, title)| way(file, title)));
        }
        format!(include_str!("frame.html"), title = escape(&page.title), body = page.body, up = up, ways = ways)
    }
}

/// Whether a way leads to a page, or to the page of its game.
fn is_under(page: &str, way: &str) -> bool {
    let game = |file: &str| file.strip_prefix("game-").and_then(|rest| rest.strip_suffix(".html")).map(str::to_string);
    let of = page.strip_prefix("cards-").map(|rest| rest.trim_end_matches(".html"));
    let of = of.or_else(|| page.strip_prefix("cards/").and_then(|rest| rest.split('/').next()));
    page == way || of.is_some_and(|of| game(way).is_some_and(|game| game == super::anchor(of)))
}
