//! What a seat does not learn by how the kernel asks, shuffles and tells: each test is of the class of something that was
//! found to tell.

use super::pack::{More, ruleset_with, ruling};
use crate::rulings::{Run, run};
use cardwright::model::ids::Seat;

/// The trace of a ruling as the host reads it, as seat B reads it, and what B reads of it as JSON.
fn read_by_b(more: More<'_>, tables: &str, steps: &str) -> [String; 3] {
    let ruleset = ruleset_with(more);
    let Run { trace, game, facts, failures, .. } = run(&ruling(tables, steps, &ruleset), &ruleset, &ruleset.host());
    assert!(failures.is_empty(), "{failures:?}\n{trace}");
    let reporter = ruleset.reporter(&game, Some(Seat(1)));
    [trace, reporter.trace(&facts), reporter.json_lines(&facts, &[])]
}

type Card<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

/// A charm with this script.
fn charm(script: &str) -> Card<'_> {
    ("charms", "scheme", "Scheme", "", script)
}

/// What B reads does not depend on which card A holds.
fn same_for_b(script: &str, tables: &str, one: &str, other: &str, steps: [&str; 2]) -> [String; 3] {
    let cards = [charm(script)];
    let more = More { cards: &cards, ..More::default() };
    let with = |card: &str, steps: &str| read_by_b(more, &tables.replace("CARD", card), steps);
    let (first, second) = (with(one, steps[0]), with(other, steps[1]));
    assert_eq!(first[1..], second[1..]);
    first
}

/// The findings `rulings/wotr-open/leak` and `attacks/16`: nobody can tell by who is asked that a hand has nothing to choose.
#[test]
fn a_question_about_a_hand_is_asked_even_if_there_is_nothing_to_choose() {
    let script =
        "fn resolve(item) { item.player.may_choose(\"burn which\", item.player.hand.filter(|card| card.level == 2)); }";
    let steps = "A plays Scheme\nall pass\nA, burn which: none";
    let told = same_for_b(script, "[A]\nhand = [\"Scheme\", \"CARD\"]", "Fire Storm", "Imp", [steps, steps]);
    assert!(told[1].contains("> A, burn which: none"), "{}", told[1]);
}

/// The same of what is derived from a hand and is no card: words, numbers, cards that lie open.
#[test]
fn a_question_that_depends_on_a_hand_is_asked_even_if_there_is_one_answer() {
    let ways = "fn resolve(item) {
        let ways = [\"calm\"];
        if item.player.hand.any(|card| card.level == 2) { ways.push(\"angry\"); }
        item.player.choose(\"which way\", ways);
    }";
    let steps = "A plays Scheme\nall pass\nA, which way: calm";
    same_for_b(ways, "[A]\nhand = [\"Scheme\", \"CARD\"]", "Fire Storm", "Imp", [steps, steps]);

    let most = "fn resolve(item) { item.player.choose_number(\"how many\", 0, item.player.hand.count(|card| card.level == 2)); }";
    let steps = "A plays Scheme\nall pass\nA, how many: 0";
    same_for_b(most, "[A]\nhand = [\"Scheme\", \"CARD\"]", "Fire Storm", "Imp", [steps, steps]);

    let open = "fn resolve(item) {
        let weak = game().cards(\"pool\").filter(|card| item.player.hand.any(|own| own.level > card.level));
        item.player.choose_some(\"save which\", weak, 0, 1);
    }";
    let tables = "[A]\nhand = [\"Scheme\", \"CARD\"]\n[B]\npool = [\"Imp\"]";
    let steps = "A plays Scheme\nall pass\nA, save which: none";
    same_for_b(open, tables, "Fire Storm", "Imp", [steps, steps]);
}

/// Where everybody sees that there is nothing to choose, nobody is asked.
#[test]
fn a_question_about_what_lies_open_is_not_asked_if_there_is_nothing_to_choose() {
    let script = "fn resolve(item) {
        item.player.may_choose(\"save which\", item.player.pool);
        item.player.choose(\"praise whom\", [item.player]);
        item.player.may_choose(\"give up which\", item.player.hand);
    }";
    let [trace, ..] = read_by_b(
        More { cards: &[charm(script)], ..More::default() },
        "[A]\nhand = [\"Scheme\"]\n[B]\nhand = [\"Imp\"]",
        "A plays Scheme\nall pass",
    );
    assert!(trace.contains("- Scheme resolves") && !trace.contains("which"), "{trace}");
}

/// What one function has looked at does not count for what another asks.
#[test]
fn what_was_looked_at_counts_for_one_call_of_a_script() {
    let script = "fn announce(item) { if item.player.hand.is_empty { refuse(\"nothing in hand\"); } }
    fn resolve(item) { item.player.may_choose(\"save which\", item.player.pool); }";
    let [trace, ..] = read_by_b(
        More { cards: &[charm(script)], ..More::default() },
        "[A]\nhand = [\"Scheme\", \"Imp\"]",
        "A plays Scheme\nall pass",
    );
    assert!(!trace.contains("save which"), "{trace}");
}

/// A shuffle tells nobody the order: neither of a zone that lies open nor, to others, of a hand.
#[test]
fn a_shuffle_tells_nobody_the_order() {
    let script = |zone: &str| {
        format!(
            "fn resolve(item) {{
                item.player.shuffle(\"{zone}\");
                for card in item.player.cards(\"{zone}\") {{ card.move_under(\"draw\"); }}
            }}"
        )
    };
    for zone in ["discard", "pool", "hand", "draw"] {
        let script = script(zone);
        let order = |first: &str, second: &str| {
            let cards = [charm(&script)];
            let tables = format!("[A]\nhand = [\"Scheme\"]\n{zone} = [\"Imp\", \"Fire\"]");
            let tables = if zone == "hand" { "[A]\nhand = [\"Scheme\", \"Imp\", \"Fire\"]" } else { &tables };
            let steps = format!("A plays Scheme\nall pass\n* shuffled for A: {first}, {second}");
            read_by_b(More { cards: &cards, ..More::default() }, tables, &steps)
        };
        let (one, other) = (order("Imp", "Fire"), order("Fire", "Imp"));
        assert!(one[0].contains("* shuffled for A: Imp, Fire"), "{}", one[0]);
        assert!(one[1].contains("* shuffled for A\n"), "{}", one[1]);
        assert_eq!(one[1..], other[1..], "{zone}");
    }
}

/// A fact that the trace does not write leaves no JSON line for a seat, and no place in a script (`rulings/ga-repro-leak`).
#[test]
fn a_quiet_fact_leaves_nothing_in_the_json_of_a_seat() {
    let rules = "[attributes.fires]\ntype = \"number\"\nof = \"game\"\nchanges = true\nquiet = true\n";
    let script = "fn resolve(item) { if item.player.hand.any(|card| card.level == 2) { game().fires += 1; } }";
    let cards = [charm(script)];
    let more = More { rules, cards: &cards, ..More::default() };
    let with =
        |card: &str| read_by_b(more, &format!("[A]\nhand = [\"Scheme\", \"{card}\"]"), "A plays Scheme\nall pass");
    let (fire, imp) = (with("Fire Storm"), with("Imp"));
    assert_eq!(fire[1..], imp[1..]);
    assert!(fire[2].lines().all(|line| !line.contains("\"text\":\"\"")), "{}", fire[2]);
}
