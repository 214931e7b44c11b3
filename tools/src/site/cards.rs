//! Cards: one page each, with what is printed, what it does, and its rulings.

use super::html::inline;
use super::{SearchEntry, SiteContext, SitePage, anchor, code, escape};
use crate::disk;
use crate::packs::{Packs, embedded_snapshot};
use crate::rulings::RulingFile;
use cardwright::catalog::{Files, tree};
use cardwright::game::Lens;
use cardwright::model::rules::{Definition, Rules};

/// How many rulings the page of a card shows.
const MOST_RULINGS: usize = 12;

/// The list of all cards, and a page for each.
pub(super) fn pages(context: &SiteContext<'_>) -> Vec<SitePage> {
    let mut list = String::from("<h1>Cards</h1>\n");
    let mut pages = Vec::new();
    let rulings = context.packs.rulings("");
    for (game, lens) in context.shown() {
        let rules = lens.rules();
        list.push_str(&format!("<h2 id=\"{}\">{}</h2>\n", anchor(game), escape(&rules.title)));
        for (at, (kind, _)) in rules.kinds.iter().enumerate() {
            let own: Vec<_> = own(&context.packs.files, rules).filter(|(_, card)| card.kind.index() == at).collect();
            if own.is_empty() {
                continue;
            }
            list.push_str(&format!("<h3>{}</h3>\n<p>\n", escape(kind)));
            let own = own.into_iter().map(|(name, card)| page(lens, game, (name, card), context.packs, &rulings));
            let own: Vec<SitePage> = own.collect();
            let links: Vec<String> =
                own.iter().map(|page| format!("<a href=\"{}\">{}</a>", page.file, escape(&page.title))).collect();
            list.push_str(&format!("{}\n</p>\n", links.join(" ·\n")));
            pages.extend(own);
        }
    }
    pages.push(SitePage { file: "cards.html".into(), title: "Cards".into(), body: list, entries: Vec::new() });
    pages
}

/// The cards that have files of their own, and are no examples: not the spaces of a board.
pub(super) fn own<'r>(files: &Files, rules: &'r Rules) -> impl Iterator<Item = (&'r str, &'r Definition)> {
    let has_file = |card: &Definition| files.get(&format!("cards/{}.toml", card.id.replacen(':', "/", 1))).is_some();
    let own = rules.definitions.iter().filter(move |(_, card)| !card.id.starts_with("examples:") && has_file(card));
    own.map(|(name, card)| (&**name, card))
}

fn page(lens: &Lens, game: &str, (name, card): (&str, &Definition), packs: &Packs, rulings: &[RulingFile]) -> SitePage {
    let rules = lens.rules();
    let file = format!("cards/{game}/{}.html", anchor(name));
    let kind = rules.kinds.get_index(card.kind.index()).map_or("", |(kind, _)| &**kind);
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escape(name), inline(&card.text));
    let game_link = format!("<a href=\"../../{}\">{}</a>", super::games::file(game), escape(&rules.title));
    let kind = escape(kind);
    body.push_str(&format!("<p class=\"note\">{game_link} · {kind} · <code>{}</code></p>\n", escape(&card.id)));
    let path = card.id.replacen(':', "/", 1);
    if let Some(text) = packs.files.get(&format!("cards/{path}.toml")) {
        body.push_str(&code(text));
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
