//! Pairs of versions that are kept: `compare` reports nothing of what is only written otherwise, and of what behaves
//! differently the right cards and rules and no other.
//!
//! Six pairs are compared in each run, all with `CARDWRIGHT_LONG=1`.

use cardwright_content::Files;
use cardwright_content::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_rulings::compare::{Comparing, GameComparison, Side, compare, report};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use suite::{is_long, root};

/// The packs that pairs are made of, if they name no others.
const PACKS: &str = "tests/packs/toy";

/// The folders of pairs: nothing is to be reported of the first, something of the second.
const FOLDERS: [&str; 2] = ["refactorings", "changes"];

/// The pairs that are compared in each run: two refactorings, a shared function, a key of a ruleset, a patch, and what only
/// hidden information shows.
const ALWAYS: [&str; 6] = [
    "refactorings/a-card-has-another-name",
    "refactorings/a-function-is-split",
    "changes/a-shared-function",
    "changes/a-key-of-the-ruleset",
    "changes/a-patch",
    "changes/what-only-one-seat-sees",
];

/// Two versions, and what differs in their behaviour.
struct Pair {
    /// Its folder and file: "changes/a-patch".
    name: String,
    old: Files,
    new: Files,
    names: BTreeSet<String>,
}

/// The pairs in a folder of `tests/compare`.
fn pairs(folder: &str) -> Vec<Pair> {
    let files = files(&root().join("tests/compare").join(folder));
    let read = |file: &String| {
        let name = file.strip_suffix(".toml").unwrap_or_else(|| panic!("{folder}/{file} is no pair"));
        let path = root().join("tests/compare").join(folder).join(file);
        pair(&format!("{folder}/{name}"), &fs::read_to_string(path).unwrap_or_default())
    };
    files.iter().map(read).collect()
}

/// The names in a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The pairs in a folder that are compared in a short or a long run. The others are only read.
fn pairs_of_run(folder: &str, is_long: bool) -> Vec<Pair> {
    pairs(folder).into_iter().filter(|pair| is_long || ALWAYS.contains(&&*pair.name)).collect()
}

fn pair(name: &str, text: &str) -> Pair {
    let (fields, problems) = tree::parse(name, text);
    assert!(problems.is_empty(), "{name}: {problems:?}");
    let packs = text_of(&fields, "packs").unwrap_or_else(|| PACKS.to_owned());
    let (old, _) = Files::read(&root().join(packs));
    let names = tree::texts(&fields, "names").into_iter().map(|(name, _)| name.to_owned()).collect();
    let mut texts: BTreeMap<String, String> =
        old.iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
    for edit in edits(&fields) {
        let path = text_of(edit, "path").expect("an edit names a file");
        let (was, now) = (text_of(edit, "was"), text_of(edit, "now").unwrap_or_default());
        let Some(was) = was else {
            texts.insert(path, now);
            continue;
        };
        let text = texts.get_mut(&path).unwrap_or_else(|| panic!("{name}: there is no {path}"));
        assert!(text.contains(&was), "{name}: {path} has no `{was}`");
        *text = text.replacen(&was, &now, 1);
    }
    let new = Files::new(texts);
    assert!(!old.iter().eq(new.iter()), "{name}: both versions are the same");
    Pair { name: name.to_owned(), old, new, names }
}

fn text_of(fields: &[TomlField<'_>], key: &str) -> Option<String> {
    tree::texts(fields, key).first().map(|(text, _)| (*text).to_owned())
}

fn edits<'t>(fields: &'t [TomlField<'t>]) -> Vec<&'t [TomlField<'t>]> {
    let Some(TomlValue::List(nodes)) = tree::field(fields, "edit").map(|field| &field.node.value) else {
        return Vec::new();
    };
    let tables = nodes.iter().filter_map(|TomlNode { value, .. }| match value {
        TomlValue::Fields(fields) => Some(&**fields),
        _ => None,
    });
    tables.collect()
}

impl Pair {
    fn compared(&self) -> Vec<GameComparison> {
        let side = |name: &str, files: &Files| Side { name: name.to_owned(), files: files.clone() };
        let (old, new) = (side("the old version", &self.old), side("the new version", &self.new));
        compare(&Comparing { old: &old, new: &new, games: 6, threads: 2 }, |_| true)
    }

    /// What is reported: the cards and rules, and versions that do not check.
    fn check(&self) {
        let compared = self.compared();
        let refused = compared.iter().flat_map(|one| &one.refused).map(|(side, _)| format!("{side} does not check"));
        let differing = compared.iter().flat_map(|one| &one.differences).map(|difference| difference.subject.clone());
        let named: BTreeSet<String> = refused.chain(differing).collect();
        assert_eq!(named, self.names, "{}:\n{}", self.name, report::text(&compared));
    }
}

#[test]
fn what_is_only_written_otherwise_is_not_reported() {
    pairs_of_run("refactorings", is_long()).iter().for_each(Pair::check);
}

#[test]
fn what_behaves_differently_is_reported_with_its_cards_and_no_others() {
    pairs_of_run("changes", is_long()).iter().for_each(Pair::check);
}

#[test]
fn the_long_version_compares_every_pair_that_is_kept() {
    let kept = root().join("tests/compare");
    assert_eq!(files(&kept).iter().map(String::as_str).collect::<BTreeSet<_>>(), FOLDERS.into());
    for folder in FOLDERS {
        let (all, long) = (files(&kept.join(folder)).len(), pairs_of_run(folder, true).len());
        assert!(long == all && long >= 15, "{folder}: {long} of {all}");
    }
}

#[test]
fn each_run_compares_six_pairs() {
    let short = |folder| pairs_of_run(folder, false).into_iter().map(|pair| pair.name);
    assert_eq!(FOLDERS.into_iter().flat_map(short).collect::<BTreeSet<_>>(), ALWAYS.map(str::to_owned).into());
}

#[test]
fn a_renamed_card_is_told_as_such() {
    let renamed = pairs("refactorings").into_iter().find(|pair| pair.name == "refactorings/a-card-has-another-name");
    let compared = renamed.expect("there is such a pair").compared();
    let cards = &compared[0].cards;
    assert_eq!(cards.renamed, [("Thorn Hedge".to_owned(), "Bramble Hedge".to_owned())]);
    assert!(cards.new.is_empty() && cards.gone.is_empty());
}

#[test]
fn the_report_names_the_file_and_shows_the_first_difference() {
    let pair = pairs("changes").into_iter().find(|pair| pair.name.contains("a-number-of-a-card"));
    let compared = pair.expect("there is such a pair").compared();
    let text = report::text(&compared);
    assert!(text.contains("Blessing behaves differently") && text.contains("by scripts/toy/boons/blessing.rhai"));
    assert!(text.lines().any(|line| line.starts_with("    + ")), "{text}");
    let json: serde_json::Value = serde_json::from_str(&report::as_json(&compared)).expect("it is JSON");
    assert_eq!(json["games"][0]["differences"][0]["subject"], "Blessing");
    let html = report::html("old → new", &compared);
    assert!(html.contains("<h3>Blessing</h3>") && html.ends_with("</html>\n") && !html.contains("<script"), "{html}");
}

/// The pair of that name among the changes, compared.
fn compared(name: &str) -> Vec<GameComparison> {
    let pair = pairs("changes").into_iter().find(|pair| pair.name.contains(name));
    pair.expect("there is such a pair").compared()
}

#[test]
fn a_game_is_shrunk_to_the_shortest_trace_that_shows_the_difference() {
    let compared = compared("only-games-show-it");
    let shown = &compared[0].differences[0].shown;
    assert_eq!(shown.of, "game with seed 1");
    assert!(shown.length.0 > 100 && shown.length.1 < 20, "{:?}", shown.length);
    // Fewer cards than the fifty of the game: five, of which the fifth is drawn, and few others.
    let ruling = shown.ruling.as_deref().expect("it is a ruling");
    let (fields, problems) = tree::parse("shrunk.toml", ruling);
    assert!(problems.is_empty(), "{ruling}");
    assert!((5..10).contains(&cards_in(&fields)), "{ruling}");
    let first = shown.lines().into_iter().find(|(mark, _)| *mark != ' ');
    assert!(first.is_some_and(|(mark, line)| mark == '+' && line.starts_with("- A draws ")), "{first:?}");
}

/// How many cards lie on the table of a ruling.
fn cards_in(fields: &[TomlField<'_>]) -> usize {
    let of_node = |node: &TomlNode<'_>| match &node.value {
        TomlValue::List(cards) => cards.len(),
        TomlValue::Fields(fields) => cards_in(fields),
        _ => 0,
    };
    fields.iter().map(|field| of_node(&field.node)).sum()
}

#[test]
fn a_ruling_is_shown_without_what_the_difference_does_not_need() {
    let compared = compared("what-only-one-seat-sees");
    let shown = &compared[0].differences[0].shown;
    let ruling = shown.ruling.as_deref().expect("it was shrunk");
    let (from, to) = shown.length;
    assert!(to < from, "{shown:#?}");
    let text = report::text(&compared);
    assert!(text.contains(&format!("shrunk from {from} lines to {to}:")), "{text}");
    let json: serde_json::Value = serde_json::from_str(&report::as_json(&compared)).expect("it is JSON");
    let in_json = &json["games"][0]["differences"][0]["shown"];
    assert_eq!(in_json["lines"], serde_json::json!([from, to]));
    assert_eq!(in_json["ruling"], ruling);
    assert_eq!(in_json["old"].as_array().map(Vec::len), Some(shown.old.len()));
    assert_eq!(in_json["new"].as_array().map(Vec::len), Some(shown.new.len()));
    let html = report::html("old → new", &compared);
    assert!(html.contains("<summary>The ruling</summary>") && html.contains("claim = "), "{html}");
}

#[test]
fn of_several_cards_that_differ_each_is_shown_by_a_ruling_of_its_own_that_holds_in_the_old_version() {
    let compared = compared("two-cards-at-once");
    assert_eq!(compared[0].differences.len(), 2);
    for difference in &compared[0].differences {
        let ruling = difference.shown.ruling.as_deref().unwrap_or_default();
        assert!(ruling.contains(&difference.subject), "{difference:#?}");
        assert!(!difference.shown.old.iter().any(|line| line.starts_with("! ")), "{difference:#?}");
    }
}
