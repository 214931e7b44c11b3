//! The reference as a static site: verbs, hooks, keys and errors with examples, every game and card, and the guide.
//!
//! Everything is taken from what is there: the engine's documentation, the grammar of files, the packs and their
//! rulings, the mistakes that the tests make. [`examples`] finds for each verb a script that uses it.

mod cards;
mod errors;
pub mod examples;
mod games;
mod guide;
mod html;
mod keys;
mod verbs;

use crate::packs::Packs;
use cardwright::base::{printable, printable_json};
use cardwright::catalog::games;
use cardwright::game::Lens;
use html::{escape, frame};

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitePage {
    /// Its file: `verbs.html`.
    pub file: String,
    /// Its title.
    pub title: String,
    /// Its content.
    pub body: String,
    /// What of it can be searched for: a title, the place, and a text.
    pub entries: Vec<SearchEntry>,
}

/// Something that can be searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchEntry {
    /// Its name.
    pub title: String,
    /// Where it is: `verbs.html#player-draw`.
    pub place: String,
    /// What is said about it.
    pub text: String,
}

/// The games of the packs, each looked at.
pub(crate) struct SiteContext<'p> {
    packs: &'p Packs,
    /// The games whose cards are shown; the others only lend examples.
    games: Vec<String>,
    lenses: Vec<(String, Lens)>,
}

impl SiteContext<'_> {
    /// The games whose cards are shown.
    fn shown(&self) -> impl Iterator<Item = &(String, Lens)> {
        self.lenses.iter().filter(|(game, _)| self.games.contains(game))
    }
}

/// All pages of the site.
pub fn pages(packs: &Packs) -> Vec<SitePage> {
    let (with_examples, traces) = examples::staged(packs);
    let lenses = games(&with_examples.files).into_iter();
    let lenses = lenses.map(|game| (game.to_string(), Lens::new(&with_examples.files, game))).collect();
    let own = games(&packs.files).into_iter().map(str::to_string).collect();
    let context = SiteContext { packs: &with_examples, games: own, lenses };
    let mut pages = vec![guide::index(&context)];
    pages.extend(guide::pages());
    pages.extend(games::pages(&context));
    pages.push(verbs::verbs(&context, &traces));
    pages.push(verbs::hooks(&context));
    pages.push(keys::page(&context));
    pages.push(errors::page());
    pages.extend(cards::pages(&context));
    pages
}

/// The files of a site: its pages, the index for searching, and how it looks. What cannot be seen is made visible.
pub fn files(pages: &[SitePage]) -> Vec<(String, String)> {
    let shown = |page: &SitePage| (page.file.clone(), printable(&frame(page)).into_owned());
    let mut files: Vec<(String, String)> = pages.iter().map(shown).collect();
    let entry = |entry: &SearchEntry| serde_json::json!([entry.title, entry.place, entry.text]);
    let index: Vec<_> = pages.iter().flat_map(|page| &page.entries).map(entry).collect();
    let index = serde_json::Value::from(index).to_string();
    let index = printable_json(&index);
    files.push(("search.js".into(), format!("const INDEX = {index};\n{}", include_str!("search.js"))));
    files.push(("style.css".into(), include_str!("style.css").into()));
    files
}

/// A block of code.
fn code(text: &str) -> String {
    format!("<pre><code>{}</code></pre>\n", escape(text.trim_end()))
}

/// A name as a place on a page.
fn anchor(text: &str) -> String {
    let letters = text.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    letters.collect::<String>().split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::base::acts;

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        let hostile = "x\u{1b}[31m\u{9b}\u{202e}\u{7f}";
        let entry = SearchEntry { title: hostile.into(), place: "x.html".into(), text: hostile.into() };
        let page =
            SitePage { file: "x.html".into(), title: hostile.into(), body: hostile.into(), entries: vec![entry] };
        for (name, text) in files(&[page]) {
            assert!(!text.contains(acts), "{name}");
            assert!(
                name.ends_with(".css") || text.contains("x␛[31m") || text.contains("x\\u001b[31m"),
                "{name}: {text}"
            );
        }
    }
}
