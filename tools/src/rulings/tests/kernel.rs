//! What the kernel promises to rulesets, each shown by a few steps of the demo with a rule more.

use super::pack::{More, played_with};

/// A check counts how often it runs; it watches the points of the players and the pool.
#[test]
fn a_check_runs_when_what_it_watches_has_changed() {
    let counting = |watched: &str| {
        let rules = format!(
            "[[checks]]\nname = \"count\"\n{watched}\n\n[attributes.runs]\ntype = \"number\"\nof = \"game\"\nchanges = true\n"
        );
        let more = More { rules: &rules, script: "fn check_count(game) { game.runs += 1; }", ..More::default() };
        let tables =
            "players = 3\n[A]\nhand = [\"Gamble\", \"Imp\", \"Dare\"]\n[B]\nhand = [\"Fire\"]\n[C]\nhand = [\"Fire\"]";
        let steps = "A summons Imp\nA plays Gamble\nall pass\nA, shuffle: no\nA passes";
        played_with(more, tables, steps)
    };
    let runs = |watched: &str| {
        let trace = counting(watched);
        let lines = trace.lines().filter(|line| line.contains("runs"));
        let before: Vec<String> =
            trace.lines().take_while(|line| !line.contains("points")).map(str::to_string).collect();
        (lines.count(), before.iter().filter(|line| line.contains("runs")).count(), trace)
    };
    // Once before the first step, then after the imp entered or after the points changed.
    let (all, before, trace) = runs("zones = [\"pool\"]");
    assert_eq!((all, before), (2, 2), "{trace}");
    let (all, before, trace) = runs("attributes = [\"points\"]");
    assert_eq!((all, before), (2, 1), "{trace}");
    let (all, before, trace) = runs("zones = [\"pool\"]\nattributes = [\"points\"]");
    assert_eq!((all, before), (3, 2), "{trace}");
    let (all, _, trace) = runs("zones = [\"table\"]");
    assert_eq!(all, 1, "{trace}");
}
