//! The reference is true and whole: every example is played, every verb has one, and no link leads nowhere.

use cardwright_cli::site::{self, examples};
use cardwright_content::Files;
use cardwright_game::load;
use cardwright_kernel::problems::Colour;
use cardwright_rulings::packs::Packs;
use std::collections::BTreeSet;
use suite::root;

fn packs() -> Packs {
    let (files, problems) = Files::read(&root());
    Packs { files, problems, roots: vec![root()], ..Packs::default() }
}

#[test]
fn every_example_is_right_and_runs() {
    let scripts = examples::scripts();
    let files = examples::files(&packs().files, &scripts);
    let loaded = load(&files, examples::GAME);
    assert_eq!(loaded.problems.render(&files, Colour::Plain), "");
    let ruleset = loaded.ruleset.expect("nothing is wrong with them");
    let failed: Vec<_> =
        scripts.iter().filter_map(|(name, _)| Some((name, examples::play(name, &ruleset).err()?))).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn every_verb_has_an_example() {
    let missing = examples::missing(&packs());
    assert!(missing.is_empty(), "write a script under tests/examples/ that uses: {missing:#?}");
}

#[test]
fn no_link_of_the_site_leads_nowhere_and_everything_can_be_searched_for() {
    let pages = site::pages(&packs(), &|_, _| Box::new(|_| site::DrawnCard::default()));
    let mut files: BTreeSet<String> = site::files(&pages).into_iter().map(|(name, _)| name).collect();
    // The command prints it; a test of the command looks for it beside the page.
    files.insert("sheet.pdf".into());
    for page in &pages {
        let folder = page.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in page.body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let (target, place) = link.split_once('#').unwrap_or((link, ""));
            // A picture lies in the page itself.
            if target.starts_with("data:")
                || target.contains("://")
                || target.ends_with(".md")
                || target.contains("../")
            {
                continue;
            }
            let target = if folder.is_empty() { target.to_string() } else { format!("{folder}/{target}") };
            let to = if link.starts_with('#') { page.file.clone() } else { target };
            assert!(files.contains(&to), "`{link}` on {} leads nowhere", page.file);
            let there = pages.iter().find(|page| page.file == to);
            let has = |page: &site::SitePage| page.body.contains(&format!("id=\"{place}\""));
            assert!(place.is_empty() || there.is_none_or(has), "`{link}` on {} names no place", page.file);
        }
    }
    let entries: BTreeSet<&str> = pages.iter().flat_map(|page| &page.entries).map(|entry| &*entry.title).collect();
    for wanted in ["Cataclysm!", "Player.draw(amount: number) -> [Card]", "verb-unknown", "fn resolve(item)"] {
        assert!(entries.contains(wanted), "{wanted} cannot be found");
    }
}
