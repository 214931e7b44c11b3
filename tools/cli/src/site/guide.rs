//! The guide: the documents for authors, and the first page.

use super::{SearchEntry, SiteContext, SitePage};
use crate::guide::{CONTENTS, Chapter, anchor, chapter, chapters};
use cardwright_kernel::text::from_to;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The page of the table of contents.
pub(super) const CONTENTS_PAGE: &str = "guide.html";
const EDITORS: (&str, &str, &str) =
    ("guide-editors.html", "Editors: while you write", include_str!("../../../vscode/README.md"));

/// The table of contents, the chapters, and what is said of editors.
pub(super) fn pages() -> Vec<SitePage> {
    let mut pages = vec![page(CONTENTS_PAGE, "The guide", CONTENTS)];
    for (at, chapter) in chapters().iter().enumerate() {
        let mut page = page(&file(chapter), chapter.title, &chapter.shown());
        page.body.push_str(&ways_on(at.checked_sub(1), at + 1));
        pages.push(page);
    }
    let (file, title, text) = EDITORS;
    pages.push(page(file, title, text));
    pages
}

/// The page of a chapter.
pub(super) fn file(chapter: &Chapter) -> String {
    format!("guide-{}.html", chapter.name)
}

/// The pages to which a page leads: the parts of the guide, and all chapters of the part that it belongs to.
pub(super) fn ways(page: &str) -> Vec<(String, String)> {
    let open = chapters().iter().find(|chapter| file(chapter) == page).map(|chapter| chapter.part);
    let mut ways = vec![("index.html".to_string(), "Start".to_string()), (CONTENTS_PAGE.into(), "All chapters".into())];
    let mut part = "";
    for chapter in chapters() {
        if chapter.part != part {
            part = chapter.part;
            ways.push((format!("{CONTENTS_PAGE}#{}", anchor(part)), part.into()));
        }
        if open == Some(part) {
            ways.push((file(chapter), chapter.title.into()));
        }
    }
    ways.push((EDITORS.0.into(), "Editors".into()));
    ways
}

/// Links to the chapters before and after one.
fn ways_on(before: Option<usize>, after: usize) -> String {
    let link = |at: usize, rel: &str| {
        let chapter = chapters().get(at)?;
        let (file, title) = (file(chapter), super::escape(chapter.title));
        Some(format!("<a rel=\"{rel}\" href=\"{file}\">{title}</a>\n"))
    };
    let links = [before.and_then(|at| link(at, "prev")), link(after, "next")];
    format!("<nav class=\"turn\" aria-label=\"Chapters\">\n{}</nav>\n", links.into_iter().flatten().collect::<String>())
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
         <li><a href=\"guide.html\">The guide</a>: <a href=\"guide-first-card.html\">your first card in ten minutes</a>, \
         then <a href=\"guide-scripts.html\">scripts</a> and <a href=\"guide-rulings.html\">rulings</a>; \
         <a href=\"guide-editors.html\">editors</a> that help</li>\n\
         <li><a href=\"verbs.html\">Verbs and properties</a>, <a href=\"hooks.html\">hooks</a>, \
         <a href=\"keys.html\">keys</a> and <a href=\"errors.html\">errors</a>, each with an example</li>\n\
         <li><a href=\"sheet.html\">The cheat sheet</a>: all of it on two printed sides</li>\n\
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
    let mut is_linked = true;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                open = Some((events.len(), String::new()));
                events.push(event);
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((at, title)) = open.take() {
                    let place = anchor(&title);
                    if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
                        *id = Some(CowStr::from(place.clone()));
                    }
                    headings.push((title, place));
                }
                events.push(event);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let leads = leads_to(&dest_url);
                is_linked = leads.is_some();
                let link = |dest_url| Event::Start(Tag::Link { link_type, dest_url, title, id });
                events.extend(leads.map(|leads| link(CowStr::from(leads))));
            }
            Event::End(TagEnd::Link) if !is_linked => is_linked = true,
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

/// Where a link of the documents leads on the site, unless it leads to a file that the site does not have.
fn leads_to(link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with('#') {
        return Some(link.to_string());
    }
    let (document, place) =
        link.split_once('#').map_or((link, String::new()), |(link, place)| (link, format!("#{place}")));
    let name = document.rsplit('/').next().unwrap_or(document).trim_end_matches(".md");
    let page = match (document, chapter(name)) {
        (_, Some(chapter)) => file(chapter),
        ("README.md" | "../guides/README.md", None) => CONTENTS_PAGE.to_string(),
        ("../vscode/README.md", None) => EDITORS.0.to_string(),
        _ => return None,
    };
    Some(page + &place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_lead_to_those_beside_them() {
        let pages = pages();
        let (first, next) = (&pages[1], &pages[2]);
        assert!(first.body.contains(&format!("<a rel=\"next\" href=\"{}\">", next.file)), "{}", first.body);
        assert!(!first.body.contains("rel=\"prev\""));
        assert!(next.body.contains(&format!("<a rel=\"prev\" href=\"{}\">", first.file)), "{}", next.body);
    }

    /// Whatever links to a page or to a place on it finds it.
    #[test]
    fn no_link_between_pages_of_the_guide_leads_nowhere() {
        let pages = pages();
        let places: Vec<&str> = pages.iter().flat_map(|page| &page.entries).map(|entry| &*entry.place).collect();
        for page in &pages {
            for link in page.body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let target = if link.starts_with('#') { format!("{}{link}", page.file) } else { link.to_string() };
                let is_file = pages.iter().any(|page| page.file == target);
                let is_known = target.contains("://") || is_file || places.contains(&&*target);
                assert!(is_known, "{}: {link}", page.file);
            }
        }
    }

    #[test]
    fn what_the_site_does_not_have_is_not_linked_to() {
        assert_eq!(leads_to("costs.md"), Some("guide-costs.html".into()));
        assert_eq!(leads_to("../../engine/README.md#limits"), None);
        assert_eq!(
            rendered("[The library](../../engine/README.md) is [here](#x).").0,
            "<p>The library is <a href=\"#x\">here</a>.</p>\n"
        );
    }
}
