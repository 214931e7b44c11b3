//! HTML: the frame of every page, and text without markup.

use super::SitePage;

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

/// The pages that every page leads to.
const WAYS: [(&str, &str); 9] = [
    ("index.html", "Cardwright"),
    ("guide-cards.html", "Guide"),
    ("guide-scripts.html", "Scripts"),
    ("guide-tests.html", "Rulings"),
    ("cards.html", "Cards"),
    ("verbs.html", "Verbs"),
    ("hooks.html", "Hooks"),
    ("keys.html", "Keys"),
    ("errors.html", "Errors"),
];

/// A whole page.
pub(super) fn frame(page: &SitePage) -> String {
    let up = "../".repeat(page.file.matches('/').count());
    let ways: String = WAYS.iter().map(|(file, title)| format!("<a href=\"{up}{file}\">{title}</a>\n")).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"{up}style.css\">\n</head>\n<body data-up=\"{up}\">\n<nav>\n{ways}\
         <label>Search <input id=\"search\" type=\"search\" aria-label=\"Search\"></label>\n</nav>\n\
         <ul id=\"found\"></ul>\n<main>\n{body}</main>\n<script src=\"{up}search.js\"></script>\n</body>\n</html>\n",
        title = escape(&page.title),
        body = page.body,
    )
}
