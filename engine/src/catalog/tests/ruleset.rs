//! What is wrong in a ruleset.

use super::{Demo, only};

#[test]
fn an_unknown_key_comes_with_a_suggestion() {
    let demo = Demo::new().rules("[windows.turn]\n", "[windows.turn]\ntitel = \"turn\"\n");
    assert_eq!(only(&demo), "key-unknown: titel: did you mean `title`?");
}

#[test]
fn an_unknown_key_at_the_top_is_found() {
    let demo = Demo::new().more_rules("[phase]\nx = 1\n");
    assert_eq!(only(&demo), "key-unknown: phase: did you mean `phases`?");
}

#[test]
fn a_missing_key_is_shown_at_its_table() {
    let demo = Demo::new().rules("asks   = \"actor\"\n", "");
    assert_eq!(only(&demo), "key-missing: turn: `asks` is missing here");
}

#[test]
fn a_wrong_type_says_what_it_found() {
    let demo = Demo::new().rules("capacity = 6", "capacity = \"6\"");
    assert_eq!(only(&demo), "type-wrong: \"6\": this is a text");
}

#[test]
fn a_number_out_of_range_is_a_problem() {
    let demo = Demo::new().rules("to = 4", "to = 1");
    assert_eq!(only(&demo), "number-out-of-range: 1: out of range");
}

#[test]
fn a_word_that_is_no_choice_comes_with_a_suggestion() {
    let demo = Demo::new().rules("asks   = \"others\"", "asks   = \"other\"");
    assert_eq!(only(&demo), "choice-unknown: \"other\": did you mean `others`?");
}

#[test]
fn all_problems_are_found_in_one_run() {
    let demo = Demo::new()
        .rules("{ of = \"realm\"", "{ of = \"relm\"")
        .rules("from    = \"hand\"", "from = \"hnad\"")
        .rules("phases = [\"main\"]", "phases = [\"mian\"]")
        .rules("windows = [\"turn\"]", "windows = [\"tunr\"]")
        .rules("base = \"level\"", "base = \"levle\"")
        .rules("played = \"void\"", "playd = \"void\"")
        .rules("on = \"played\"", "on = \"plaid\"");

    assert_eq!(
        demo.problems(),
        [
            "cause-unknown: playd: did you mean `played`?",
            "zone-unknown: \"hnad\": did you mean `hand`?",
            "phase-unknown: \"mian\": did you mean `main`?",
            "signal-unknown: \"plaid\": did you mean `played`?",
            "window-unknown: \"tunr\": did you mean `turn`?",
            "kind-unknown: \"relm\": did you mean `realm`?",
            "attribute-unknown: \"levle\": did you mean `level`?",
        ]
    );
}

#[test]
fn what_is_offered_must_be_asked_for_by_a_window() {
    let demo = Demo::new().rules("offered = \"turn\"", "offered = \"tern\"");
    assert_eq!(only(&demo), "round-unknown: \"tern\": did you mean `turn`?");
}

#[test]
fn without_a_suggestion_the_known_words_are_listed() {
    let demo = Demo::new().rules("windows = [\"turn\"]", "windows = [\"moment\"]");
    let problems = demo.load().problems;
    let help = problems.iter().next().and_then(|problem| problem.help.as_deref());

    assert_eq!(help, Some("known: `turn`, `pause`"));
}

#[test]
fn the_names_of_the_engines_own_kinds_are_taken() {
    let demo = Demo::new().more_rules("[kinds.item]\nfolder = \"items\"\n");
    assert_eq!(only(&demo), "name-duplicate: item: declared again");
}

#[test]
fn attributes_cannot_be_called_like_keys_of_cards() {
    let demo = Demo::new().rules("[attributes]\n", "[attributes]\ntext = { type = \"number\", of = \"realm\" }\n");
    assert_eq!(only(&demo), "name-reserved: text: choose another name");
}

#[test]
fn the_gate_of_the_zone_has_no_other_of_its_name() {
    let demo = Demo::new().rules("gates.phase", "gates.from = { turn = \"own\" }\ngates.phase");
    assert_eq!(only(&demo), "name-reserved: from: choose another name");
}

#[test]
fn exactly_one_zone_is_pending() {
    let two = Demo::new().rules("in_play = true", "pending = true");
    assert_eq!(only(&two), "zone-pending: zones: pending zones: `stack`, `formation`");

    let none = Demo::new().rules("[zones]\n", "[zones]\nstack = false\n");
    assert_eq!(only(&none), "zone-pending: zones: pending zones: none");
}

#[test]
fn only_standard_zones_can_be_dropped() {
    let demo = Demo::new().rules("[zones]\n", "[zones]\nabiss = false\n");
    assert_eq!(only(&demo), "zone-unknown: abiss: did you mean `abyss`?");
}

#[test]
fn joined_zones_come_in_pairs() {
    let demo = Demo::new().rules("causes", "joined = [[\"hand\", \"pool\"], [\"hand\"], \"void\"]\ncauses");
    let problems = demo.problems();

    assert_eq!(problems, ["type-wrong: [\"hand\"]: this is a list", "type-wrong: \"void\": this is a text"]);
    assert_eq!(demo.load().rules.joined.len(), 1);
}

#[test]
fn folders_of_kinds_are_their_own() {
    let twice =
        Demo::new().rules("folder   = \"realms\"", "folder = \"events\"").without("cards/demo/realms/keep.toml");
    assert!(twice.problems().iter().any(|problem| problem == "folder-duplicate: \"events\": taken"));

    let taken = Demo::new().more_rules("[kinds.plan]\nfolder = \"decks\"\n");
    assert!(only(&taken).starts_with("folder-reserved: \"decks\""));
}

#[test]
fn a_kind_without_discard_pile_says_where_its_cards_go() {
    let demo = Demo::new().rules("[zones]\n", "[zones]\ndiscard = false\n");
    assert!(only(&demo).starts_with("route-missing: realm"));
}

#[test]
fn what_leaves_goes_where_a_zone_says_so() {
    let heap = "heap = { title = \"heap\", per = \"player\", seen = \"all\", otherwise = true }\n";
    let route = |demo: &Demo| {
        let rules = demo.load().rules;
        let last = rules.kinds["realm"].routes.last().expect("every kind has a route for all other causes").to;
        rules.zones.get_index(last.index()).map(|(name, _)| name.to_string())
    };

    assert_eq!(route(&Demo::new()).as_deref(), Some("discard"));
    let own = Demo::new().rules("[zones]\n", &format!("[zones]\n{heap}"));
    assert_eq!(route(&own).as_deref(), Some("heap"));
    let renamed = Demo::new().rules("[zones]\n", &format!("[zones]\ndiscard = false\n{heap}"));
    assert_eq!(route(&renamed).as_deref(), Some("heap"));
    let unsaid = Demo::new().rules("[zones]\n", "[zones]\ndiscard = { otherwise = false }\n");
    assert!(only(&unsaid).starts_with("route-missing: realm"));
}

#[test]
fn one_zone_takes_what_is_not_said() {
    let two = Demo::new().rules("[zones]\n", "[zones]\nvoid = { otherwise = true }\nabyss = { otherwise = true }\n");
    assert!(only(&two).starts_with("zone-otherwise"), "{}", only(&two));

    let waiting = Demo::new().rules("[zones]\n", "[zones]\nstack = { otherwise = true }\n");
    assert!(waiting.problems().iter().any(|problem| problem.starts_with("zone-otherwise")));
}

#[test]
fn choices_are_listed_once() {
    let demo = Demo::new().rules("[\"coast\", \"flyer\"]", "[\"coast\", \"coast\"]");
    assert_eq!(only(&demo), "name-duplicate: \"coast\": again");
}

#[test]
fn a_default_is_one_of_the_choices() {
    let demo = Demo::new().rules("required = true", "default = \"harmfull\"");
    assert_eq!(only(&demo), "choice-unknown: \"harmfull\": did you mean `harmful`?");
}

#[test]
fn an_attribute_of_unknown_type_causes_no_further_problems() {
    let demo = Demo::new().rules("type = \"choice\"", "type = \"chioce\"");
    assert_eq!(only(&demo), "choice-unknown: \"chioce\": did you mean `choice`?");
}

#[test]
fn required_hooks_are_hooks() {
    let demo = Demo::new().rules("requires = [\"resolve\"]", "requires = [\"reslove\"]");
    assert!(demo.problems().contains(&"hook-unknown: \"reslove\": did you mean `resolve`?".to_owned()));
}

#[test]
fn a_price_is_paid_with_what_changes() {
    let demo = Demo::new().rules(
        "gold     = { type = \"number\", of = \"player\", changes = true",
        "gold = { type = \"number\", of = \"player\"",
    );
    assert!(only(&demo).starts_with("attribute-unchanging: gold"));
}

#[test]
fn a_price_is_paid_by_players() {
    let demo = Demo::new().rules("spend = { gold = 1 }", "spend = { level = 1 }");
    assert_eq!(only(&demo), "attribute-of-other-kind: level: not an attribute of this kind");
}

#[test]
fn a_value_starts_from_a_number() {
    let demo = Demo::new().rules("base = \"level\"", "base = \"traits\"");
    assert!(only(&demo).starts_with("type-wrong: \"traits\""));
}

#[test]
fn a_listener_for_a_change_names_an_attribute() {
    let demo = Demo::new().more_rules("[on.\"changed leval\"]\nhook = \"begin_main\"\n");
    assert_eq!(only(&demo), "attribute-unknown: \"changed leval\": did you mean `level`?");
}

#[test]
fn a_turn_has_phases() {
    let demo = Demo::new().rules("[phases]\nmain = { title = \"main\", begin = true, windows = [\"turn\"] }\n", "");
    let demo = demo.rules("phases = [\"main\"], ", "").file("scripts/demo/ruleset.rhai", "fn resolve_build(item) {}");
    assert_eq!(only(&demo), "key-missing: : `phases` is missing here");

    let demo = demo.more_rules("[phases]\n");
    assert_eq!(only(&demo), "phase-missing: phases: no phase is declared");
}

#[test]
fn two_checks_cannot_have_one_name() {
    let check = "[[checks]]\nname = \"full\"\nscript = \"begin_main\"\n";
    assert!(only(&Demo::new().more_rules(&check.repeat(2))).starts_with("name-duplicate: \"full\""));
}

#[test]
fn with_a_syntax_error_in_the_ruleset_nothing_else_is_reported() {
    let demo = Demo::new().rules("title   =", "title   = =").rules("asks   = \"actor\"", "asks = \"actr\"");
    let problems = demo.problems();

    assert!(!problems.is_empty() && problems.iter().all(|problem| problem.starts_with("toml-syntax")), "{problems:?}");
}
