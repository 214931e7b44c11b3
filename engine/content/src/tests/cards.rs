//! What is wrong in cards and decks, besides what `tests/mistakes/load` shows.

use super::{Demo, only};

const CALM: &str = "cards/demo/events/calm.toml";
const KEEP: &str = "cards/demo/realms/keep.toml";
const DECK: &str = "cards/demo/decks/start.toml";

#[test]
fn an_unknown_key_may_be_a_misspelt_attribute() {
    let demo = Demo::new().replace(KEEP, "level", "levle");
    assert_eq!(only(&demo), "key-unknown: levle: did you mean `level`?");
}

#[test]
fn a_printed_value_has_the_type_of_its_attribute() {
    assert_eq!(only(&Demo::new().realm("level = \"3\"\n")), "type-wrong: \"3\": this is a text");
    assert_eq!(only(&Demo::new().realm("level = 3.5\n")), "type-wrong: 3.5: this is a number with a fraction");
}

#[test]
fn a_card_needs_a_name_and_a_text_if_it_does_something() {
    let plain = Demo::new().file("cards/demo/realms/tower.toml", "level = 1\n");
    assert_eq!(plain.problems(), ["key-missing: : `name` is missing here"]);
    let lasting = Demo::new().file("cards/demo/realms/tower.toml", "name = \"Tower\"\nlasts = \"forever\"\n");
    assert_eq!(only(&lasting), "key-missing: \"Tower\": `text` is missing here");
}

#[test]
fn names_differ_in_more_than_case_and_marks() {
    let demo = Demo::new().file("cards/demo/realms/tower.toml", "name = \"The  Keep\"\ntext = \"Tall.\"\n");
    let demo = demo.file("cards/demo/realms/wall.toml", "name = \"the keep\"\ntext = \"Long.\"\n");
    assert_eq!(only(&demo), "name-alike: \"the keep\": differs only in case, spaces or marks");
}

#[test]
fn names_are_one_line_without_spaces_around() {
    for name in ["", " ", "Wall ", "Wa\\nll", &"x".repeat(81)] {
        let demo = Demo::new().file("cards/demo/realms/tower.toml", &format!("name = \"{name}\"\ntext = \"Tall.\"\n"));
        assert!(only(&demo).starts_with("name-malformed"), "{name}");
    }
}

#[test]
fn a_folder_that_no_kind_has_is_reported_once() {
    let demo = Demo::new().file("cards/demo/realm/a.toml", "x").file("cards/demo/realm/b.toml", "name = \"B\"");
    let problems = demo.problems();

    assert_eq!(problems.iter().filter(|problem| problem.starts_with("folder-unknown")).count(), 1, "{problems:?}");
    assert!(problems.iter().any(|problem| problem.contains("did you mean `realms`?")));
}

#[test]
fn a_filter_knows_kinds_attributes_and_cards() {
    let demo = Demo::new().realm(
        "[[protects]]\nsubject = { kind = \"realn\", polarty = \"harmful\", zone = \"pol\", action = \"biuld\" }\n\
         against = { name = [\"Calm\", \"Clam\"], not = { raze = true } }\n",
    );
    assert_eq!(
        demo.problems(),
        [
            "kind-unknown: \"realn\": did you mean `realm`?",
            "key-unknown: polarty: did you mean `polarity`?",
            "zone-unknown: \"pol\": did you mean `pool`?",
            "action-unknown: \"biuld\": did you mean `build`?",
            "card-unknown: \"Clam\": did you mean `Calm`?",
            "attribute-unknown: raze: did you mean `razed`?",
        ]
    );
}

#[test]
fn a_filter_seeks_attributes_that_its_kinds_have() {
    let demo = Demo::new().replace(CALM, "kind = \"event\"", "kind = \"realm\"");
    assert_eq!(only(&demo), "attribute-of-other-kind: polarity: not an attribute of this kind");
}

#[test]
fn a_filter_seeks_one_value() {
    let demo = Demo::new().replace(CALM, "\"harmful\"", "[\"harmful\"]");
    assert_eq!(only(&demo), "type-wrong: [\"harmful\"]: this is a list");
}

#[test]
fn an_answer_says_in_which_round_and_to_what() {
    let demo = Demo::new().replace(CALM, "round = \"stop\"\nto", "too");
    assert_eq!(
        demo.problems(),
        [
            "key-missing: answers: `round` is missing here",
            "key-missing: answers: `to` is missing here",
            "key-unknown: too: did you mean `to`?",
        ]
    );
}

#[test]
fn an_answer_of_a_kind_without_action_names_one() {
    let demo = Demo::new().rules("of      = \"event\"\n", "");
    assert_eq!(only(&demo), "key-missing: answers: `by` is missing here");
}

#[test]
fn a_contribution_has_a_value_a_stage_and_an_amount() {
    let demo = Demo::new().realm("[[modifies]]\nvalue = \"strenght\"\nstage = \"ad\"\n");
    assert_eq!(
        demo.problems(),
        [
            "key-missing: [[modifies]]: `amount` is missing here",
            "value-unknown: \"strenght\": did you mean `strength`?",
            "stage-unknown: \"ad\": did you mean `add`?",
        ]
    );
}

#[test]
fn a_deck_counts_its_cards() {
    let demo = Demo::new().replace(DECK, "Calm = 2", "Calm = 0").replace(DECK, "Keep = 1", "Keep = 1001");
    assert_eq!(demo.problems(), ["number-out-of-range: 0: out of range", "number-out-of-range: 1001: out of range"]);
}

#[test]
fn a_deck_names_zones() {
    let demo = Demo::new().replace(DECK, "zones.pool", "zones.pol");
    assert_eq!(only(&demo), "zone-unknown: pol: did you mean `pool`?");
}

#[test]
fn two_packs_cannot_have_a_deck_of_one_name() {
    let demo = Demo::new()
        .file("cards/more/pack.toml", "name = \"more\"\ntitle = \"M\"\nversion = \"1\"\nrequires = [\"demo\"]")
        .file("cards/more/decks/start.toml", "");
    assert!(only(&demo).starts_with("name-duplicate"));
}

#[test]
fn a_card_with_a_syntax_error_is_not_missed_elsewhere() {
    let demo = Demo::new().file(KEEP, "= = =");
    let problems = demo.problems();

    assert!(!problems.is_empty() && problems.iter().all(|problem| problem.starts_with("toml-syntax")), "{problems:?}");
}

#[test]
fn a_named_effect_says_how_long_it_lasts() {
    let demo = Demo::new().realm("[effects.guarded]\n[[effects.guarded.forbids]]\naction = \"play\"\n");
    assert_eq!(only(&demo), "key-missing: guarded: `lasts` is missing here");
    let demo = Demo::new().realm("[effects.guarded]\nlasts = \"until tomorrow\"\n");
    assert!(only(&demo).starts_with("choice-unknown: \"until tomorrow\""), "{:?}", demo.problems());
}

#[test]
fn what_an_effect_declares_is_in_the_script_of_its_card() {
    let demo = Demo::new().realm("[effects.guarded]\nlasts.if = \"is_up\"\n");
    assert_eq!(only(&demo), "script-missing: \"is_up\": declared here");
    let demo = Demo::new().realm("[effects.guarded]\nlasts = \"forever\"\nglows = true\n");
    assert!(only(&demo).starts_with("key-unknown: glows"), "{:?}", demo.problems());
}

#[test]
fn an_amount_is_a_number_a_value_or_a_number_attribute() {
    let uses = |amount: &str| {
        format!("[uses.build]\ncost = {{ give = {{ from = \"hand\", amount = {amount}, cause = \"discarded\" }} }}\n")
    };
    assert!(Demo::new().realm(&uses("\"level\"")).problems().is_empty());
    assert_eq!(only(&Demo::new().realm(&uses("\"razed\""))).split(':').next(), Some("type-wrong"));
    assert_eq!(only(&Demo::new().realm(&uses("\"levle\""))), "value-unknown: \"levle\": did you mean `level`?");
}
