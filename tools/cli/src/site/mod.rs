//! The reference as a static site: verbs, hooks, keys and errors with examples, every game and card, and the guide.
//!
//! Everything is taken from what is there: the engine's documentation, the grammar of files, the packs and their
//! rulings, the mistakes that the tests make. [`examples`] finds for each verb a script that uses it.
//!
//! Found once: control characters reach the terminal; marks of direction stood in pages and schemas.

mod cards;
mod errors;
pub mod examples;
mod games;
mod guide;
mod html;
mod keys;
pub mod sheet;
mod verbs;

use cardwright_content::games;
use cardwright_game::Lens;
use cardwright_kernel::text::{printable, printable_json};
use cardwright_rulings::packs::Packs;
use html::{Frame, escape};

/// A font by its file.
macro_rules! font {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../../studio/src/fonts/", $name)))
    };
}

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

/// A card as it is printed.
#[derive(Debug, Default)]
pub struct DrawnCard {
    /// Its faces as SVG; none if it is not drawn.
    pub svgs: Vec<String>,
    /// The class that gives it the hue of its kind; none for a colour of the pack's own.
    pub class: Option<String>,
}

/// Draws the cards of a game by their names.
pub type CardDrawer<'d> = &'d dyn Fn(&Packs, &str) -> Box<dyn FnMut(&str) -> DrawnCard>;

/// All pages of the site, with cards as they are drawn.
pub fn pages(packs: &Packs, drawer: CardDrawer<'_>) -> Vec<SitePage> {
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
    pages.push(sheet::page());
    pages.extend(cards::pages(&context, drawer));
    pages
}

/// The fonts of the studio that the site uses.
const FONTS: [(&str, &[u8]); 11] = [
    font!("ibm-plex-mono-latin-400-normal.woff2"),
    font!("ibm-plex-mono-latin-600-normal.woff2"),
    font!("ibm-plex-sans-condensed-latin-400-normal.woff2"),
    font!("ibm-plex-sans-condensed-latin-500-normal.woff2"),
    font!("ibm-plex-sans-condensed-latin-600-normal.woff2"),
    font!("ibm-plex-sans-condensed-latin-700-normal.woff2"),
    font!("ibm-plex-sans-condensed-latin-ext-600-normal.woff2"),
    font!("ibm-plex-sans-latin-400-normal.woff2"),
    font!("ibm-plex-sans-latin-500-normal.woff2"),
    font!("ibm-plex-sans-latin-600-normal.woff2"),
    font!("ibm-plex-sans-latin-ext-400-normal.woff2"),
];

/// The files of a site: its pages, the index for searching, and how it looks. What cannot be seen is made visible.
pub fn files(pages: &[SitePage]) -> Vec<(String, Vec<u8>)> {
    let is_game = |page: &&SitePage| page.file.starts_with("game-");
    let games = pages.iter().filter(is_game).map(|page| (page.file.clone(), page.title.clone()));
    let frame = Frame { games: games.collect() };
    let shown = |page: &SitePage| (page.file.clone(), printable(&frame.around(page)).as_bytes().to_vec());
    let mut files: Vec<(String, Vec<u8>)> = pages.iter().map(shown).collect();
    let entry = |entry: &SearchEntry| serde_json::json!([entry.title, entry.place, entry.text]);
    let index: Vec<_> = pages.iter().flat_map(|page| &page.entries).map(entry).collect();
    let index = serde_json::Value::from(index).to_string();
    let index = printable_json(&index);
    let search = format!("const INDEX = {index};\n{}", include_str!("search.js"));
    files.push(("search.js".into(), search.into_bytes()));
    files.push(("theme.js".into(), include_str!("theme.js").into()));
    let style = [include_str!("../../../studio/src/tokens.css"), include_str!("style.css")].concat();
    files.push(("style.css".into(), style.into_bytes()));
    files.extend(FONTS.map(|(name, bytes)| (format!("fonts/{name}"), bytes.to_vec())));
    files.push(("fonts/LICENSE".into(), include_bytes!("../../../studio/src/fonts/LICENSE").to_vec()));
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
    use cardwright_kernel::text::acts;

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        let hostile = "x\u{1b}[31m\u{9b}\u{202e}\u{7f}";
        let entry = SearchEntry { title: hostile.into(), place: "x.html".into(), text: hostile.into() };
        let page =
            SitePage { file: "x.html".into(), title: hostile.into(), body: hostile.into(), entries: vec![entry] };
        let files = files(&[page]);
        for name in ["x.html", "search.js"] {
            let (_, bytes) = files.iter().find(|(file, _)| file == name).expect("it is written");
            let text = std::str::from_utf8(bytes).expect("it is text");
            assert!(!text.contains(acts), "{name}");
            assert!(text.contains("x␛[31m") || text.contains("x\\u001b[31m"), "{name}: {text}");
        }
    }
}
