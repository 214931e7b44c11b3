//! One notation for steps and claims: numbers of cards, quotation marks, phrases, forms of verbs, where a ruling ends.

use super::pack::{More, played, played_with, reading, ruleset, ruleset_with, ruling};
use crate::rulings::{metamorphic, run};
use cardwright_game::RulesetInside;

const TWO_FIRES: &str = "[A]\nhand = [\"Smite\"]\n[B]\npool = [\"Fire\", \"Fire\"]";

/// The trace, after the variants have given the same.
fn holds(more: More<'_>, tables: &str, steps: &str) -> String {
    let ruleset = ruleset_with(more);
    let (host, ruling) = (ruleset.host(), ruling(tables, steps, &ruleset));
    let run = run(&ruling, &ruleset, &host);
    assert!(run.failures.is_empty(), "{:?}\n{}", run.failures, run.trace);
    if let Some(divergence) = metamorphic(&ruling, &ruleset, &host).first() {
        panic!("{}:\n{}\n\n{}", divergence.variant, divergence.difference, run.trace);
    }
    run.trace
}

#[test]
fn the_first_of_two_has_the_same_names_in_steps_and_claims() {
    for first in ["Fire", "Fire #1", "Fire (B)", "Fire #1 (B)"] {
        let steps = format!("{first}: level 1\nA plays Smite on {first}\nall pass\nthe trace says once: Fire goes to");
        let trace = played(TWO_FIRES, &steps);
        assert!(trace.starts_with("> A plays Smite on Fire (B)\n") && !trace.contains("claim-"), "{first}: {trace}");
    }
    assert!(played(TWO_FIRES, "A plays Smite on Fire #2\nall pass").starts_with("> A plays Smite on Fire #2 (B)\n"));
    assert!(played(TWO_FIRES, "A plays Smite on Fire #3\nall pass").contains("step-unmatched"));
}

#[test]
fn a_name_without_a_number_is_unclear_where_the_trace_writes_owners() {
    let tables = "[A]\nhand = [\"Smite\"]\n[B]\npool = [\"Fire\"]\n[C]\npool = [\"Fire\"]";
    assert!(played(tables, "A plays Smite on Fire #1").contains("step-unclear"));
    assert!(played(tables, "Fire: level 1\nA plays Smite on Fire (B)").contains("this can mean: Fire (B) | Fire (C)"));
}

#[test]
fn shares_name_the_first_of_two_as_the_trace_does() {
    let deal = "fn resolve(item) { item.player.share(\"deal\", game().cards(\"pool\"), 3, [3, 3]); }";
    let more = More { cards: &[("charms", "deal", "Deal", "", deal)], ..More::default() };
    let tables = "[A]\nhand = [\"Deal\"]\n[B]\npool = [\"Fire\", \"Fire\"]";
    for first in ["Fire", "Fire #1"] {
        let trace =
            played_with(more, tables, &format!("A plays Deal\nall pass\nA, deal: {first} 1, Fire #2 2\nall pass"));
        assert!(trace.contains("> A, deal: Fire (B) 1, Fire #2 (B) 2\n"), "{first}: {trace}");
    }
}

#[test]
fn quotation_marks_may_be_typographic() {
    let more = More { cards: &[("creatures", "imps", "Imp’s “Twin”", "level = 4", "")], ..More::default() };
    let tables = "[A]\nhand = [\"Smite\"]\n[B]\npool = [\"Imp’s “Twin”\", \"Fire\"]";
    for steps in ["A plays Smite on Imp's \"Twin\"\nall pass\nB’s pool holds: Fire", "Imp’s “Twin”: level 4\nA passes"]
    {
        let trace = played_with(more, tables, steps);
        assert!(!trace.contains("step-") && !trace.contains("claim-"), "{trace}");
    }
}

#[test]
fn a_phrase_may_be_empty() {
    let blow =
        "fn announce(item) { item.aim(\"\", game().cards(\"pool\")); }\nfn resolve(item) { item.target.discard(); }";
    let more = More { cards: &[("charms", "blow", "Blow", "affects = \"targets\"", blow)], ..More::default() };
    let tables = "[A]\nhand = [\"Blow\"]\n[B]\npool = [\"Fire\", \"Imp\"]";
    let trace = holds(more, tables, "A plays Blow Imp\nall pass");
    assert!(trace.starts_with("> A plays Blow Imp (B)\n"), "{trace}");
}

#[test]
fn what_is_refused_is_said_in_the_other_form_of_the_verb() {
    let action = |says: &str| {
        format!(
            "[actions.rite]\n{says}\nof = \"player\"\noffered = \"turn\"\ncost = {{ spend = {{ points = 1 }} }}\nresolve = true"
        )
    };
    let script = "fn resolve_rite(item) {}";
    let forms = [
        ("says = \"has a rite read\"", "have a rite read"),
        ("says = \"carries a rite out\"", "carry a rite out"),
        ("says = \"will read a rite\"\ncannot = \"read a rite\"", "read a rite"),
    ];
    for (says, cannot) in forms {
        let rules = action(says);
        let more = More { rules: &rules, script, ..More::default() };
        let trace = played_with(more, "", &format!("A cannot {cannot}\nA passes"));
        assert!(trace.starts_with(&format!("x A cannot {cannot}: it costs 1 point\n")), "{trace}");
    }
}

#[test]
fn a_ruling_ends_where_it_says_so() {
    let dare = "[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Stop\"]";
    let none = More::default;
    for steps in [
        "A plays Dare\nthe ruling ends here",
        "A plays Dare\nall pass\nB has answered\nthe ruling ends here",
        "the ruling ends here",
    ] {
        let trace = holds(none(), dare, steps);
        assert!(!trace.contains("Dare goes to"), "{trace}");
    }
    let announced = "[A]\nhand = [\"Smite\"]\n[B]\npool = [\"Fire\", \"Imp\"]";
    assert_eq!(holds(none(), announced, "A plays Smite\nFire: level 1\nthe ruling ends here"), "> A plays Smite\n");
    assert!(played(dare, "A plays Dare").contains("question-open"));
    let early = reading("claim = \"x\"\n[play]\nsteps = \"\"\"\nthe ruling ends here\nA passes\n\"\"\"\n", &ruleset());
    assert!(early.is_err_and(|problems| problems.contains("is the last step: nothing follows it")));
}

const GONG: &str = "fn begin_gong(player) { game().together(game().players, \"stays\", ()); }\n\
                    fn stays(player, value) { if player.confirm(\"stay\") { player.points = 1; } }";
const GONG_PHASE: More<'_> = More { rules: "[phases.gong]\ntitle = \"gong\"\nbegin = true", script: GONG, cards: &[] };

#[test]
fn steps_of_several_who_are_asked_together_are_answered_in_their_order() {
    let more = GONG_PHASE;
    let tables = "players = 3\nphase = \"dusk\"";
    let steps = "all pass\nA, stay: yes\nC, stay: no\nC has answered\nB has not answered\nB, stay: yes\nB has answered\n\
                 the ruling ends here";
    let steps = steps.replace("all pass", "A passes");
    holds(more, tables, &steps);
    let untrue = played_with(more, tables, "A passes\nA, stay: yes\nB has answered\nC, stay: no\nB, stay: yes");
    assert!(untrue.contains("claim-untrue: B has not answered"), "{untrue}");
}

#[test]
fn a_ruling_may_end_while_some_have_answered() {
    let more = GONG_PHASE;
    for end in ["B is asked: stay", "the ruling ends here", "B is asked: stay\nthe ruling ends here"] {
        holds(more, "players = 2\nphase = \"dusk\"", &format!("A passes\nA, stay: yes\n{end}"));
    }
}

#[test]
fn all_pass_in_a_window_in_secret() {
    let rules = "[phases.night]\ntitle = \"night\"\nwindows = [\"veil\"]\n[windows.veil]\ntitle = \"veil\"\nasks = \"everyone\"\n\
                 order = \"in secret\"\nrounds = [\"turn\"]\nmasked = true";
    let more = More { rules, ..More::default() };
    let tables = "players = 3\nphase = \"night\"\n[B]\nhand = [\"Bid\"]";
    let trace = holds(more, tables, "all pass\ngo on until B's turn");
    assert!(trace.starts_with("> A, B and C pass\n"), "{trace}");
    let trace = holds(more, tables, "B plays Bid\nall pass\nB, bid: 2\nC, bid: 3\nA, bid: 1\nthe ruling ends here");
    assert!(trace.contains("> B plays Bid\n"), "{trace}");
}
