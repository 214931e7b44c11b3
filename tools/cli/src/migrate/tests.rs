use super::{FileForm, Migration, Rename, Renamed, migrate};
use cardwright_content::Files;

/// Renames as a version may bring them.
const RENAMES: &[Rename] = &[
    Rename { what: Renamed::Key(FileForm::Ruleset), old: "actions.*.says", new: "reads" },
    Rename { what: Renamed::Key(FileForm::Card), old: "uses", new: "use" },
];

fn migrated(files: &[(&str, &str)]) -> Migration {
    migrate(&Files::new(files.iter().copied()), "old", RENAMES)
}

fn one(path: &str, text: &str) -> String {
    let migration = migrated(&[(path, text)]);
    migration.files.get(path).cloned().unwrap_or_else(|| text.to_owned())
}

#[test]
fn keys_are_renamed_where_their_path_leads() {
    let ruleset =
        "says = 1\n[actions.play]\nsays = \"plays\"\n[actions.build]\nsays = \"builds\"\n[windows.x]\nsays = 1\n";
    let new =
        "says = 1\n[actions.play]\nreads = \"plays\"\n[actions.build]\nreads = \"builds\"\n[windows.x]\nsays = 1\n";
    assert_eq!(one("cards/old/ruleset.toml", ruleset), new);
    assert_eq!(one("cards/old/decks/first.toml", ruleset), ruleset);
}

#[test]
fn a_key_that_heads_several_tables_is_renamed_in_each() {
    let card = "name = \"X\"\n[uses.play]\na = 1\n[uses.build]\na = 2\n";
    assert_eq!(one("cards/old/boons/x.toml", card), "name = \"X\"\n[use.play]\na = 1\n[use.build]\na = 2\n");
}

#[test]
fn the_engine_becomes_this_one() {
    let pack = |engine: &str| format!("name = \"old\"\nengine = \"{engine}\"\n");
    assert_eq!(one("cards/old/pack.toml", &pack("0.1")), pack(super::ENGINE));
    assert_eq!(one("cards/old/pack.toml", &pack(">=0.1, <9")), pack(">=0.1, <9"));
    assert_eq!(one("cards/old/pack.toml", &pack("no version")), pack("no version"));
}

#[test]
fn hashes_of_functions_that_have_changed_follow_them() {
    let patch = "card = \"base:boons/tea\"\n[[hook]]\nname = \"resolve\"\nhow = \"wrap\"\nexpect = \"00000000\"\n";
    let files = [
        ("cards/base/boons/tea.toml", "name = \"Tea\"\n"),
        ("scripts/base/boons/tea.rhai", "fn resolve(item) { item.player.draw(1); }\n"),
        ("cards/old/patches/tea.toml", patch),
    ];
    let migration = migrated(&files);
    let outline = cardwright_script::syntax::outline(files[1].1);
    let hash = cardwright_content::function_hash(files[1].1, &outline.functions[0]);
    assert_eq!(migration.files["cards/old/patches/tea.toml"], patch.replace("00000000", &hash));
    assert_eq!((migration.changes.len(), migration.changes[0].line), (1, 5));
    assert!(migration.changes[0].what.contains("the function has changed"), "{:?}", migration.changes);
}

#[test]
fn a_script_that_repeats_the_text_of_its_card_begins_with_its_code() {
    let card = ("cards/old/boons/tea.toml", "name = \"Tea\"\ntext = \"Draw a card, or two.\"\n");
    let script = |head: &str| format!("{head}fn resolve(item) {{}}\n");
    let path = "scripts/old/boons/tea.rhai";
    let repeated = script("//! Draw a card,\n//! or two.\n\n");
    let migration = migrated(&[card, (path, &repeated)]);
    assert_eq!(migration.files[path], script(""));
    assert!(migration.changes[0].what.starts_with("`//! Draw a card, //! or two.` removed: "), "{migration:?}");
    let explained = script("//! Counts cards first.\n\n");
    assert_eq!(migrated(&[card, (path, &explained)]), Migration::default());
}

#[test]
fn other_packs_and_broken_files_stay_as_they_are() {
    let files = [("cards/other/pack.toml", "engine = \"0.1\"\n"), ("cards/old/pack.toml", "engine = = \"0.1\"\n")];
    assert_eq!(migrated(&files), Migration::default());
}
