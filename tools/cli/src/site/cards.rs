//! Cards: one page each, with what is printed, what it does, and its rulings.

use super::html::inline;
use super::{CardDrawer, DrawnCard, SearchEntry, SiteContext, SitePage, anchor, code, escape};
use cardwright_content::{Files, tree};
use cardwright_game::Lens;
use cardwright_kernel::rules::{Definition, Rules};
use cardwright_rulings::disk;
use cardwright_rulings::packs::{Packs, embedded_snapshot};
use cardwright_rulings::rulings::RulingFile;

/// How many rulings the page of a card shows.
const MOST_RULINGS: usize = 12;

/// The list of all cards, a page for each, and a page for each game that shows them side by side.
pub(super) fn pages(context: &SiteContext<'_>, drawer: CardDrawer<'_>) -> Vec<SitePage> {
    let mut list = String::from("<h1>All cards</h1>\n");
    let mut pages = Vec::new();
    let rulings = context.packs.rulings("");
    for (game, lens) in context.shown() {
        let rules = lens.rules();
        let mut drawn_as = drawer(context.packs, game);
        let mut gallery = format!("<h1>Cards of {}</h1>\n", escape(&rules.title));
        list.push_str(&format!("<h2 id=\"{}\">{}</h2>\n", anchor(game), escape(&rules.title)));
        list.push_str(&format!("<p><a href=\"{}\">As they are printed</a></p>\n", gallery_file(game)));
        for (at, (kind, _)) in rules.kinds.iter().enumerate() {
            let own: Vec<_> = own(&context.packs.files, rules).filter(|(_, card)| card.kind.index() == at).collect();
            if own.is_empty() {
                continue;
            }
            let title = escape(&kind.replace(['_', '-'], " "));
            list.push_str(&format!("<h3>{title}</h3>\n<p class=\"chips\">\n"));
            gallery.push_str(&format!("<h2 id=\"{}\">{title}</h2>\n<div class=\"cards\">\n", anchor(kind)));
            for (name, card) in own {
                let drawn = drawn_as(name);
                let class = drawn.class.as_ref().map(|class| format!(" class=\"{class}\"")).unwrap_or_default();
                let page = page(lens, game, (name, card), context.packs, &rulings, &drawn);
                let link = |inside: &str, class: &str| format!("<a href=\"{}\"{class}>{inside}</a>\n", page.file);
                list.push_str(&link(&escape(name), &class));
                let picture = drawn.svgs.first().cloned().unwrap_or_else(|| escape(name));
                gallery.push_str(&link(&picture, ""));
                pages.push(page);
            }
            list.push_str("</p>\n");
            gallery.push_str("</div>\n");
        }
        let title = format!("Cards of {}", rules.title);
        pages.push(SitePage { file: gallery_file(game), title, body: gallery, entries: Vec::new() });
    }
    pages.push(SitePage { file: "cards.html".into(), title: "All cards".into(), body: list, entries: Vec::new() });
    pages
}

/// The page that shows the cards of a game side by side.
pub(super) fn gallery_file(game: &str) -> String {
    format!("cards-{}.html", anchor(game))
}

/// The cards that have files of their own, and are no examples: not the spaces of a board.
pub(super) fn own<'r>(files: &Files, rules: &'r Rules) -> impl Iterator<Item = (&'r str, &'r Definition)> {
    let has_file = |card: &Definition| files.get(&format!("cards/{}.toml", card.id.replacen(':', "/", 1))).is_some();
    let own = rules.definitions.iter().filter(move |(_, card)| !card.id.starts_with("examples:") && has_file(card));
    own.map(|(name, card)| (&**name, card))
}

fn page(
    lens: &Lens,
    game: &str,
    (name, card): (&str, &Definition),
    packs: &Packs,
    rulings: &[RulingFile],
    drawn: &DrawnCard,
) -> SitePage {
    let rules = lens.rules();
    let file = format!("cards/{game}/{}.html", anchor(name));
    let kind = rules.kinds.get_index(card.kind.index()).map_or("", |(kind, _)| &**kind);
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escape(name), inline(&card.text));
    if !drawn.svgs.is_empty() {
        body.push_str(&format!("<div class=\"shown\"><div class=\"faces\">{}</div><div>\n", drawn.svgs.concat()));
    }
    let game_link = format!("<a href=\"../../{}\">{}</a>", super::games::file(game), escape(&rules.title));
    let kind = escape(kind);
    body.push_str(&format!("<p class=\"note\">{game_link} · {kind} · <code>{}</code></p>\n", escape(&card.id)));
    let path = card.id.replacen(':', "/", 1);
    if let Some(text) = packs.files.get(&format!("cards/{path}.toml")) {
        body.push_str(&code(text));
    }
    if !drawn.svgs.is_empty() {
        body.push_str("</div></div>\n");
    }
    if let Some((_, source)) = card.script.and_then(|script| rules.scripts.get_index(script.index())) {
        body.push_str(&format!("<h2>Script</h2>\n{}", code(&source.text)));
    }
    let quoted = format!("\"{name}\"");
    let own: Vec<&RulingFile> = rulings.iter().filter(|file| file.text.contains(&quoted)).collect();
    if !own.is_empty() {
        body.push_str("<h2>Rulings</h2>\n");
    }
    for ruling in own.iter().take(MOST_RULINGS) {
        body.push_str(&shown(ruling));
    }
    if own.len() > MOST_RULINGS {
        body.push_str(&format!("<p class=\"note\">{} more rulings name it.</p>\n", own.len() - MOST_RULINGS));
    }
    let entries = vec![SearchEntry { title: name.into(), place: file.clone(), text: card.text.to_string() }];
    SitePage { file, title: name.into(), body, entries }
}

/// A ruling: its claim, its steps, and the trace that came of them.
fn shown(ruling: &RulingFile) -> String {
    let (fields, _) = tree::parse(&ruling.path, &ruling.text);
    let claim = tree::texts(&fields, "claim").first().map_or("", |(claim, _)| *claim);
    let beside = disk::read_inside(&ruling.root, &ruling.snapshot_path()).ok().flatten();
    let snapshot = beside.or_else(|| embedded_snapshot(ruling).map(str::to_string));
    let trace = snapshot.and_then(|text| text.splitn(3, "---\n").nth(2).map(str::to_string)).unwrap_or_default();
    format!(
        "<h3>{}</h3>\n<p class=\"note\"><code>{}</code></p>\n<details><summary>The ruling and its trace</summary>\n{}{}</details>\n",
        inline(claim),
        escape(ruling.name()),
        code(&ruling.text),
        code(&trace)
    )
}
