//! Packs and the games they make up.

use super::{Demo, only};
use crate::{games, load};
use cardwright_script::syntax::outline;

const EXTENSION: &str = "name = \"more\"\ntitle = \"More\"\nversion = \"1\"\nrequires = [\"demo\"]\n";

#[test]
fn games_are_the_packs_with_a_ruleset() {
    let demo = Demo::new().file("cards/more/pack.toml", EXTENSION).file("cards/another/ruleset.toml", "");
    assert_eq!(games(&demo.0), ["another", "demo"]);
}

#[test]
fn an_extension_adds_its_cards_to_the_game() {
    let demo = Demo::new()
        .file("cards/more/pack.toml", EXTENSION)
        .file("cards/more/realms/hall.toml", "name = \"Hall\"\ntext = \"Long.\"");
    let loaded = demo.load();

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    assert_eq!(loaded.rules.definitions.get("Hall").map(|card| &*card.id), Some("more:realms/hall"));
}

#[test]
fn an_extension_may_require_the_game_through_another() {
    let demo = Demo::new()
        .file("cards/more/pack.toml", EXTENSION)
        .file("cards/most/pack.toml", "name = \"most\"\ntitle = \"Most\"\nversion = \"1\"\nrequires = \"more\"\n")
        .file("cards/most/realms/hall.toml", "name = \"Hall\"\ntext = \"Long.\"");

    assert!(demo.load().rules.definitions.contains_key("Hall"));
}

#[test]
fn files_of_another_game_are_not_looked_at() {
    let demo = Demo::new()
        .file("cards/other/pack.toml", "nonsense")
        .file("cards/other/ruleset.toml", "more nonsense")
        .file("cards/other/stray.toml", "= =");

    assert!(demo.problems().is_empty());
    assert!(!load(&demo.0, "other", outline).problems.is_empty());
}

#[test]
fn a_game_requires_no_other_pack() {
    let demo = Demo::new().replace("cards/demo/pack.toml", "title", "requires = [\"more\"]\ntitle");
    let demo = demo.file("cards/more/pack.toml", "name = \"more\"\ntitle = \"More\"\nversion = \"1\"\n");

    assert!(demo.problems().iter().any(|problem| problem.starts_with("pack-of-two-games: \"more\"")));
}

#[test]
fn files_lie_where_they_are_expected() {
    for path in [
        "cards/demo/notes.toml",
        "cards/demo/realms/deep/hall.toml",
        "cards/demo/realms/hall.rhai",
        "cards/demo/decks/hall.rhai",
        "scripts/demo/hall.rhai",
        "scripts/demo/realms/hall.toml",
        "scripts/demo/realms/deep/hall.rhai",
    ] {
        assert!(only(&Demo::new().file(path, "")).starts_with("file-unknown"), "{path}");
    }
}

#[test]
fn packs_come_after_what_they_need_then_by_name() {
    let pack = |name: &str, more: &str| format!("name = \"{name}\"\ntitle = \"T\"\nversion = \"1\"\n{more}\n");
    let card = |name: &str| format!("name = \"{name}\"\ntext = \"Long.\"\n");
    let demo = Demo::new()
        .file("cards/a/pack.toml", &pack("a", "requires = [\"c\"]"))
        .file("cards/a/realms/a.toml", &card("A"))
        .file("cards/b/pack.toml", &pack("b", "requires = [\"demo\"]\noptional = [\"zz\", \"a 1\"]"))
        .file("cards/b/realms/b.toml", &card("B"))
        .file("cards/c/pack.toml", &pack("c", "requires = [\"demo\"]"))
        .file("cards/c/realms/c.toml", &card("C"));
    let loaded = demo.load();

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    let names: Vec<&str> = loaded.rules.definitions.keys().map(|name| &**name).collect();
    assert_eq!(names, ["Calm", "Keep", "C", "A", "B"]);
}
