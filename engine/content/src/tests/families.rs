//! Families: one file, many cards.

use super::Demo;
use cardwright_kernel::rules::Printed;

const FAMILY: &str = "cards/demo/realms/wall.toml";

fn walls(text: &str) -> Demo {
    Demo::new().file(FAMILY, text)
}

#[test]
fn cards_come_in_the_order_of_the_lists() {
    let loaded = walls("name = \"Wall of {traits}\"\nlevel = 2\n\n[family]\ntraits = [\"coast\", \"flyer\"]\n").load();
    let names = loaded.rules.definitions.iter().filter(|(_, card)| &*card.id == "demo:realms/wall");
    let names: Vec<&str> = names.map(|(name, _)| &**name).collect();

    assert_eq!(names, ["Wall of coast", "Wall of flyer"]);
}

#[test]
fn a_deck_names_all_cards_of_a_family_by_its_id() {
    let demo = walls("name = \"Wall of {traits}\"\nlevel = 2\n\n[family]\ntraits = [\"coast\", \"flyer\"]\n");
    let loaded = demo.file("cards/demo/decks/start.toml", "[cards]\n\"demo:realms/wall\" = 2\nKeep = 1\n").load();

    assert_eq!(loaded.rules.decks["start"].cards.len(), 5);
}

#[test]
fn a_family_may_have_numbers() {
    let loaded = walls("name = \"Wall {level}\"\n\n[family]\nlevel = [2, 3]\n").load();
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    let printed = |name: &str| loaded.rules.definitions[name].printed.to_vec();
    assert!(printed("Wall 2").contains(&Printed::Number(2)) && printed("Wall 3").contains(&Printed::Number(3)));
}
