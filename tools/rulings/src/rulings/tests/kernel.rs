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

/// A check that tells something has done something, though nobody listened: it runs again when somebody does.
#[test]
fn a_check_that_tells_something_does_not_rest() {
    let rules = "[[checks]]\nname = \"bell\"\n";
    let script = "fn check_bell(game) { game.signal(\"resolved\", game.players.first); }";
    let ringer = (
        "creatures",
        "ringer",
        "Ringer",
        "[on.resolved]\n",
        "fn on_resolved(me, event) { if me.owner.points == 0 { me.owner.points = 1; } }",
    );
    let more = More { rules, script, cards: &[ringer] };
    let trace = played_with(more, "[A]\nhand = [\"Ringer\"]\n[B]", "A summons Ringer");
    assert!(trace.contains("A: points 0 → 1"), "{trace}");
}

const TOOLS: &str = r#"
[kinds.tool]
folder   = "tools"
works_in = ["pool"]
goes     = { unattached = "abyss", otherwise = "discard" }

[kinds.golem]
folder   = "golems"
works_in = ["pool"]
attachments_follow = true
goes     = { otherwise = "discard" }
"#;

const TOOL: (&str, &str, &str, &str, &str) = (
    "tools",
    "rope",
    "Rope",
    "[on.unattached]\nof = \"this\"\n",
    "fn on_unattached(me, event) { me.owner.points += event.amount; }",
);

fn with_tools(tables: &str, steps: &str) -> String {
    let cards = [
        TOOL,
        ("golems", "golem", "Golem", "", ""),
        (
            "charms",
            "send",
            "Send",
            "affects = \"targets\"",
            "fn announce(item) { item.aim(\"off\", game().cards(\"pool\").filter(|card| card.kind != \"tool\")); }\n\
             fn resolve(item) { item.target.move_to(\"pool\", item.player); }",
        ),
    ];
    played_with(More { rules: TOOLS, cards: &cards, ..More::default() }, tables, steps)
}

#[test]
fn what_is_attached_leaves_by_its_own_route_and_hears_of_it() {
    let trace = with_tools(
        "[A]\nhand = [\"Smite\", \"Smite\"]\n[B]\npool = [{ name = \"Imp\", attached = [\"Rope\"] }]",
        "A plays Smite on Imp\nall pass",
    );
    let wanted = "- Smite resolves\n- Rope goes to B's abyss\n- Imp goes to B's discard pile\n- B: points 0 → 1\n";
    assert!(trace.to_lowercase().contains(&wanted.to_lowercase()), "{trace}");
}

#[test]
fn what_is_attached_to_a_golem_follows_it() {
    let table = "[A]\nhand = [\"Smite\", \"Send\"]\n[B]\npool = [{ name = \"Golem\", attached = [\"Rope\"] }]";
    let trace = with_tools(table, "A plays Smite on Golem\nall pass");
    let wanted = "- Golem goes to B's discard pile\n- Rope goes to B's discard pile\n- B: points 0 → 1\n";
    assert!(trace.contains(wanted), "{trace}");
    // Where cards are in play it stays attached: it follows once more.
    let trace = with_tools(table, "A plays Send off Golem\nall pass\nA plays Smite on Golem\nall pass");
    let wanted = "- Golem goes to A's pool\n- Rope goes to A's pool\n- B: points 0 → 1\n";
    assert!(trace.contains(wanted), "{trace}");
    assert!(
        trace.ends_with("- Rope goes to B's discard pile\n- B: points 1 → 2\n- Smite goes to A's discard pile\n"),
        "{trace}"
    );
}

#[test]
fn who_has_ended_is_not_called_afterwards() {
    let watch = "lasts = \"until negated\"\n[on.discarded]\nwhen = \"after\"\ncard = { kind = \"creature\" }";
    let purge = "fn resolve(item) { game().cards(\"pool\").discard(); for effect in game().effects { effect.end(); } }";
    let cards = [
        (
            "charms",
            "watch",
            "Watch",
            watch,
            "fn resolve(item) {}\nfn on_discarded(me, event) { me.player.points += 1; }",
        ),
        ("charms", "purge", "Purge", "affects = \"everyone\"", purge),
        (
            "creatures",
            "widow",
            "Widow",
            "[on.discarded]\nwhen = \"after\"\ncard = { kind = \"creature\" }",
            "fn on_discarded(me, event) { me.owner.points += 5; }",
        ),
    ];
    let more = More { cards: &cards, ..More::default() };
    let played =
        |hand: &str, steps: &str| played_with(more, &format!("[A]\nhand = [{hand}]\n[B]\npool = [\"Imp\"]"), steps);
    let trace = played("\"Watch\", \"Smite\"", "A plays Watch\nall pass\nA plays Smite on Imp\nall pass");
    assert!(trace.contains("- A: points 0 → 1\n"), "while it stands, it is: {trace}");
    let trace = played("\"Watch\", \"Purge\"", "A plays Watch\nall pass\nA plays Purge\nall pass");
    assert!(trace.contains("Watch ends") && !trace.contains("points"), "{trace}");
    // A card is the same wherever it went meanwhile.
    let trace = played_with(
        more,
        "[A]\nhand = [\"Purge\"]\npool = [\"Widow\"]\n[B]\npool = [\"Imp\"]",
        "A plays Purge\nall pass",
    );
    assert!(trace.contains("- A: points 0 → 5\n"), "{trace}");
}

/// Whoever is exempt from a standing effect is so from all that it does: it does not protect what they control.
#[test]
fn an_effect_protects_nothing_of_a_player_who_is_exempt_from_it() {
    let ward = "lasts = \"forever\"\naffects = \"everyone\"\n[[protects]]\nsubject = { kind = \"creature\" }\n\
                against = { kind = \"charm\" }";
    let cards = [
        ("charms", "ward", "Ward", ward, "fn resolve(item) {}"),
        ("charms", "own-ward", "Own Ward", ward, "fn resolve(item) { item.exempt(item.player.left); }"),
    ];
    let more = More { cards: &cards, ..More::default() };
    let smitten = |by: &str| {
        let tables = format!("[A]\nhand = [\"{by}\", \"Smite\", \"Smite\"]\npool = [\"Fire\"]\n[B]\npool = [\"Imp\"]");
        let steps = format!("A plays {by}\nall pass\nA plays Smite on Fire\nall pass\nA plays Smite on Imp\nall pass");
        played_with(more, &tables, &steps)
    };
    let trace = smitten("Ward");
    assert!(trace.contains("x Fire stays: ") && trace.contains("x Imp stays: "), "{trace}");
    let trace = smitten("Own Ward");
    assert!(trace.contains("x Fire stays: ") && trace.contains("Imp goes to"), "{trace}");
}
