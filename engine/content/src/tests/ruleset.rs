//! What is wrong in a ruleset, besides what `tests/mistakes/load` shows.

use super::{Demo, only};

#[test]
fn an_unknown_key_at_the_top_is_found() {
    let demo = Demo::new().more_rules("[phase]\nx = 1\n");
    assert_eq!(only(&demo), "key-unknown: phase: did you mean `phases`?");
}

#[test]
fn without_a_suggestion_the_known_words_are_listed() {
    let demo = Demo::new().rules("windows = [\"turn\"]", "windows = [\"moment\"]");
    let problems = demo.load().problems;
    let help = problems.iter().next().and_then(|problem| problem.help.as_deref());

    assert_eq!(help, Some("known: `turn`, `pause`"));
}

#[test]
fn the_gate_of_the_zone_has_no_other_of_its_name() {
    let demo = Demo::new().rules("gates.phase", "gates.from = { turn = \"you\" }\ngates.phase");
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
fn what_leaves_goes_where_a_zone_says_so() {
    let heap = "heap = { title = \"heap\", per = \"player\", seen = \"everyone\", otherwise = true }\n";
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
fn a_price_is_paid_with_what_changes() {
    let demo = Demo::new().rules("spend = { gold = 1 }", "spend = { level = 1 }");
    let told = "attribute-unchanging: level: declare it with `changes = true`, or pay with another attribute";
    assert_eq!(only(&demo), told);
}

#[test]
fn a_value_starts_from_a_number() {
    let demo = Demo::new().rules("amount = \"level\"", "amount = \"traits\"");
    assert!(only(&demo).starts_with("set-malformed: "), "{:?}", demo.problems());
    let demo = Demo::new().rules("amount = \"level\"", "amount = \"levle\"");
    assert_eq!(only(&demo), "attribute-unknown: \"levle\": did you mean `level`?");
    let demo = Demo::new().rules("amount = \"level\"", "amount = [1]");
    assert!(only(&demo).starts_with("type-wrong: [1]"), "{:?}", demo.problems());
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
fn with_a_syntax_error_in_the_ruleset_nothing_else_is_reported() {
    let demo = Demo::new().rules("title   =", "title   = =").rules("asks   = \"you\"", "asks = \"actr\"");
    let problems = demo.problems();

    assert!(!problems.is_empty() && problems.iter().all(|problem| problem.starts_with("toml-syntax")), "{problems:?}");
}
