//! HTML: what stands around every page, and text that is no markup.

use super::Page;

/// A text without markup.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A short text in which code stands between grave accents.
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

/// The pages that every page leads to.
const WAYS: [(&str, &str); 8] = [
    ("index.html", "Cardwright"),
    ("cards.html", "Cards"),
    ("verbs.html", "Verbs"),
    ("hooks.html", "Hooks"),
    ("keys.html", "Keys"),
    ("errors.html", "Errors"),
    ("guide-cards.html", "Guide"),
    ("guide-tests.html", "Rulings"),
];

/// A whole page.
pub(super) fn frame(page: &Page) -> String {
    let up = "../".repeat(page.file.matches('/').count());
    let ways: String = WAYS.iter().map(|(file, title)| format!("<a href=\"{up}{file}\">{title}</a>\n")).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"{up}style.css\">\n</head>\n<body data-up=\"{up}\">\n<nav>\n{ways}\
         <input id=\"search\" type=\"search\" placeholder=\"Search\" aria-label=\"Search\">\n</nav>\n\
         <ul id=\"found\"></ul>\n<main>\n{body}</main>\n<script src=\"{up}search.js\"></script>\n</body>\n</html>\n",
        title = escape(&page.title),
        body = page.body,
    )
}
