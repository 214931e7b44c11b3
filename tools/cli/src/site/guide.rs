//! The guide: the documents for authors, and the first page.

use super::{SearchEntry, SiteContext, SitePage};
use cardwright_kernel::base::from_to;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

const GUIDES: [(&str, &str, &str); 4] = [
    ("guide-cards.html", "Cards: what is printed", include_str!("../../../../cards/README.md")),
    ("guide-scripts.html", "Scripts: what cards do", include_str!("../../../../scripts/README.md")),
    ("guide-tests.html", "Rulings: what is claimed", include_str!("../../../../tests/README.md")),
    ("guide-editors.html", "Editors: while you write", include_str!("../../../vscode/README.md")),
];

/// The documents.
pub(super) fn pages() -> Vec<SitePage> {
    GUIDES.into_iter().map(|(file, title, text)| page(file, title, text)).collect()
}

fn page(file: &str, title: &str, text: &str) -> SitePage {
    let (body, headings) = rendered(text);
    let entry = |(heading, place): (String, String)| SearchEntry {
        title: heading,
        place: format!("{file}#{place}"),
        text: title.into(),
    };
    SitePage { file: file.into(), title: title.into(), body, entries: headings.into_iter().map(entry).collect() }
}

/// The first page.
pub(super) fn index(context: &SiteContext<'_>) -> SitePage {
    let mut body = String::from(
        "<h1>Cardwright</h1>\n<p>Cards, games and rulings that are data. What a card is stands in TOML, what it does in \
         a script, and every claim about it is a ruling whose trace anybody can read.</p>\n<ul>\n\
         <li><a href=\"guide-cards.html\">The guide</a>: your first card in ten minutes, then \
         <a href=\"guide-scripts.html\">scripts</a> and <a href=\"guide-tests.html\">rulings</a>; \
         <a href=\"guide-editors.html\">editors</a> that help</li>\n\
         <li><a href=\"verbs.html\">Verbs and properties</a>, <a href=\"hooks.html\">hooks</a>, \
         <a href=\"keys.html\">keys</a> and <a href=\"errors.html\">errors</a>, each with an example</li>\n\
         <li><a href=\"cards.html\">Every card</a> of the packs, with its script and its rulings</li>\n</ul>\n\
         <h2>Games</h2>\n<ul class=\"games\">\n",
    );
    for (game, lens) in context.shown() {
        let rules = lens.rules();
        let (from, to) = rules.players;
        let people = from_to(from, to);
        body.push_str(&format!(
            "<li><a href=\"{}\"><b>{}</b><span><code>{game}</code> · {people} players · {} cards</span></a></li>\n",
            super::games::file(game),
            super::escape(&rules.title),
            super::cards::own(&context.packs.files, rules).count()
        ));
    }
    body.push_str("</ul>\n");
    SitePage { file: "index.html".into(), title: "Cardwright".into(), body, entries: Vec::new() }
}

/// A document as HTML, with its headings and their places.
fn rendered(text: &str) -> (String, Vec<(String, String)>) {
    let mut headings = Vec::new();
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                open = Some((events.len(), String::new()));
                events.push(event);
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((at, title)) = open.take() {
                    let place = place(&title);
                    if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
                        *id = Some(CowStr::from(place.clone()));
                    }
                    headings.push((title, place));
                }
                events.push(event);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = CowStr::from(leads_to(&dest_url));
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            event => {
                if let (Some((_, title)), Event::Text(text) | Event::Code(text)) = (&mut open, &event) {
                    title.push_str(text);
                }
                events.push(event);
            }
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    (body, headings)
}

/// The place of a heading, as links in the documents name it.
fn place(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// Where a link of the documents leads on the site.
fn leads_to(link: &str) -> String {
    let documents = [
        ("../cards/README.md", "guide-cards.html"),
        ("cards/README.md", "guide-cards.html"),
        ("../scripts/README.md", "guide-scripts.html"),
        ("scripts/README.md", "guide-scripts.html"),
        ("../tests/README.md", "guide-tests.html"),
        ("tests/README.md", "guide-tests.html"),
        ("../tools/vscode/README.md", "guide-editors.html"),
    ];
    let found = documents.iter().find(|(document, _)| link.starts_with(document));
    let folders =
        [("../cards/", "guide-cards.html"), ("../scripts/", "guide-scripts.html"), ("../tests/", "guide-tests.html")];
    let folder = folders.iter().find(|(folder, _)| link.trim_end_matches('/') == folder.trim_end_matches('/'));
    match (found, folder) {
        (Some((document, page)), _) => link.replacen(document, page, 1),
        (None, Some((_, page))) => (*page).to_string(),
        (None, None) => link.to_string(),
    }
}
