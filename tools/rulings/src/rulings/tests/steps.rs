//! Steps, one kind after the other.
//!
//! Found once: a claim that is false passes: not asked, at a phase boundary, after forced steps, between simultaneous answers.

use super::pack::played;

#[test]
fn a_use_and_what_is_announced_stand_on_one_line() {
    let trace = played(
        "[A]\nhand = [\"Smite\"]\n[B]\npool = [\"Fire\", \"Fire Storm\"]",
        "A plays Smite on Fire Storm\nall pass",
    );
    assert_eq!(
        trace,
        "\
> A plays Smite on Fire Storm (B)
  > B passes
  > B passes
- Smite resolves
- Fire Storm goes to B's discard pile
- Smite goes to A's discard pile
"
    );
}

#[test]
fn what_has_only_one_target_may_be_written_or_left_out() {
    let tables = "[A]\nhand = [\"Smite\"]\n[B]\npool = [\"Fire\"]";
    let full = played(tables, "A plays Smite on Fire (B)\nall pass");

    assert!(full.starts_with("> A plays Smite on Fire (B)\n"), "{full}");
    assert_eq!(full, played(tables, "A plays Smite on Fire\nall pass"));
    assert_eq!(full, played(tables, "A plays Smite\nall pass"));
    assert!(played(tables, "A plays Smite on Imp\nall pass").contains("step-unmatched"));
}

#[test]
fn cards_of_one_name_are_told_apart_by_their_owner() {
    let tables = "[A]\nhand = [\"Smite\"]\n[B]\npool = [\"Fire\"]\n[C]\npool = [\"Fire\"]";
    let unclear = played(tables, "A plays Smite on Fire");

    assert!(played(tables, "A plays Smite on Fire (C)\nall pass").contains("Fire goes to C's discard pile"));
    assert!(unclear.contains("step-unclear: this can mean:  on Fire (B) |  on Fire (C)"), "{unclear}");
}

#[test]
fn passes_before_the_next_step_of_a_window_may_be_left_out() {
    let tables = "players = 3\n[A]\nhand = [\"Dare\"]\n[C]\nhand = [\"Stop\"]";
    let trace = played(tables, "A plays Dare\nC answers Dare with Stop\nall pass\nall pass");

    assert!(trace.starts_with("> A plays Dare\n  > B passes\n  > C answers Dare with Stop\n"), "{trace}");
}

#[test]
fn an_answer_of_a_later_round_is_found_in_the_same_window() {
    let trace = played(
        "[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Echo\"]",
        "A plays Dare\nB answers Dare with Echo\nall pass\nB, take the dare: no\nall pass\nA, take the dare: no",
    );

    assert!(trace.contains("  > B passes\n  > B answers Dare with Echo\n"), "{trace}");
}

#[test]
fn a_step_in_another_window_needs_the_passes_of_this_one() {
    let tables = "players = 3\n[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Stop\"]\n[C]\nhand = [\"Stop\"]";
    let trace = played(tables, "A plays Dare\nB answers Dare with Stop\nC answers Dare with Stop");

    assert!(
        trace.contains("no seat can `C answers Dare with Stop`: A is asked (your turn), and may: A passes"),
        "{trace}"
    );
}

#[test]
fn several_cards_are_chosen_in_a_list() {
    let trace = played(
        "[A]\nhand = [\"Cull\"]\n[B]\nhand = [\"Drow, the Elder\", \"Imp\", \"Fire\"]",
        "A plays Cull\nall pass\nB, discard up to two: Imp, Drow, the Elder",
    );
    assert!(trace.contains("> B, discard up to two: Imp, Drow, the Elder\n"), "{trace}");
}

#[test]
fn nothing_is_chosen_by_none() {
    let trace = played(
        "[A]\nhand = [\"Cull\"]\n[B]\nhand = [\"Imp\", \"Fire\"]",
        "A plays Cull\nall pass\nB, discard up to two: none",
    );
    assert!(trace.contains("> B, discard up to two: none\n"), "{trace}");
}

#[test]
fn an_order_names_all() {
    let tables = "[A]\nhand = [\"Rank\"]\npool = [\"Imp\", \"Fire\", \"Fire Storm\"]";
    assert!(
        played(tables, "A plays Rank\nall pass\nA, rank them: Fire Storm, Imp, Fire")
            .contains("- Fire Storm goes to A's discard pile\n- Imp goes to A's discard pile\n- Fire goes")
    );
    assert!(played(tables, "A plays Rank\nall pass\nA, rank them: Fire Storm, Imp").contains("step-unmatched"));
}

#[test]
fn numbers_shares_and_yes_or_no() {
    let bid = played("[A]\nhand = [\"Bid\"]", "A plays Bid\nall pass\nA, bid: 7\nB, bid: 0");
    assert!(bid.contains("> A, bid: 7\n") && bid.contains("- A: points 0 → 7"), "{bid}");

    let split = played("players = 3\n[A]\nhand = [\"Split\"]", "A plays Split\nall pass\nA, divide: B 1, C 2");
    assert!(split.contains("> A, divide: B 1, C 2\n"), "{split}");

    let dare =
        played("[A]\nhand = [\"Dare\"]\ndraw = [\"Imp\", \"Fire\"]", "A plays Dare\nall pass\nB, take the dare: yes");
    assert!(dare.contains("> B, take the dare: yes\n- A draws Imp\n- A draws Fire\n"), "{dare}");
}

#[test]
fn chance_gives_what_a_step_names() {
    let trace = played(
        "[A]\nhand = [\"Gamble\"]\ndraw = [\"Imp\", \"Fire\", \"Drow, the Elder\"]",
        "A plays Gamble\nall pass\ndice for A: 5, 6, 2\nA, shuffle: yes\nshuffled for A: Drow, the Elder, Imp",
    );
    assert!(trace.contains("* dice for A: 5, 6, 2\n"), "{trace}");
    assert!(trace.contains("* shuffled for A: Drow, the Elder, Imp, Fire\n"), "{trace}");
}

#[test]
fn chance_that_no_step_names_comes_from_the_seed() {
    let steps = "A plays Gamble\nall pass\nA, shuffle: no";
    let one = played("seed = 1\n[A]\nhand = [\"Gamble\"]", steps);

    assert_eq!(one, played("seed = 1\n[A]\nhand = [\"Gamble\"]", steps));
    assert!((2..9).any(|seed| played(&format!("seed = {seed}\n[A]\nhand = [\"Gamble\"]"), steps) != one));
}

#[test]
fn what_chance_cannot_give_is_wrong() {
    let trace = played("[A]\nhand = [\"Gamble\"]", "A plays Gamble\nall pass\ndice for A: 5, 7\nA, shuffle: no");
    assert!(trace.contains("step-unmatched: chance gives 3 of these, nothing else: 1, 2, 3, 4, 5, 6"), "{trace}");
}

#[test]
fn a_random_pick_can_be_named() {
    let trace = played(
        "[A]\nhand = [\"Theft\"]\n[B]\nhand = [\"Imp\", \"Fire\"]",
        "A plays Theft\nall pass\ndrawn for B: Fire",
    );
    assert!(trace.contains("* drawn for B: Fire\n- Fire goes to B's discard pile\n"), "{trace}");
}

#[test]
fn steps_can_be_pasted_from_a_trace() {
    let tables = "players = 3\n[A]\nhand = [\"Gamble\"]\n[C]\nhand = [\"Stop\"]";
    let pasted =
        "> A plays Gamble\n  > B passes\n  > C answers Gamble with Stop\n    > A and B pass\n    > A and B pass";
    assert!(played(tables, pasted).contains("- Gamble is negated by Stop"));
}

#[test]
fn who_withdraws_has_done_nothing() {
    let tables = "[A]\nhand = [\"Smite\", \"Imp\"]\n[B]\npool = [\"Fire\", \"Fire Storm\"]";
    let trace = played(tables, "A plays Smite\nA withdraws\nA summons Imp");

    assert_eq!(trace, "> A summons Imp\n- Imp goes to A's pool\n");
}

#[test]
fn who_leaves_is_asked_no_more() {
    let tables = "players = 3\n[A]\nhand = [\"Dare\"]";
    let trace = played(tables, "A plays Dare\nB leaves the game\nC passes\nC passes\nC, take the dare: no");

    assert!(trace.starts_with("> A plays Dare\n  > B leaves the game\n  > C passes\n  > C passes\n"), "{trace}");
}

#[test]
fn going_on_passes_until_a_turn_or_a_phase() {
    let tables = "[A]\nhand = [\"Dare\"]\ndraw = { dull = 3 }\n[B]\nhand = [\"Imp\"]\ndraw = { dull = 3 }";
    let trace = played(tables, "go on until B's main phase\nB summons Imp");
    assert!(trace.contains("# Turn 2: B\n") && trace.ends_with("> B summons Imp\n- Imp goes to B's pool\n"), "{trace}");

    let trace = played(tables, "go on until A's turn\nA plays Dare\nall pass\nB, take the dare: no");
    assert!(trace.contains("# Turn 3: A\n"), "{trace}");
}

#[test]
fn a_refused_attempt_is_a_line_and_changes_nothing() {
    let tables = "[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Echo\", \"Imp\"]";
    let trace = played(
        tables,
        "A plays Dare\nB cannot answer Dare with Echo\nB cannot summon Imp\nall pass\nB, take the dare: no",
    );

    assert_eq!(
        trace,
        "\
> A plays Dare
  x B cannot answer Dare with Echo: it is used only in a later round of this window
  x B cannot summon Imp: creatures are summoned in the main phase of one's own turn
  > B passes
  > B passes
- Dare resolves
> B, take the dare: no
- Dare goes to A's discard pile
"
    );
}

#[test]
fn an_attempt_may_be_with_a_card_that_another_holds_or_that_lies_elsewhere() {
    let tables = "[A]\nhand = [\"Dare\"]\ndiscard = [\"Smite\"]\n[B]\nhand = [\"Imp\"]";
    let trace = played(tables, "A cannot summon Imp\nA cannot summon Imp (B)\nA cannot play Smite");
    assert_eq!(
        trace,
        "\
x A cannot summon Imp (B): only its controller can do that
x A cannot summon Imp (B): only its controller can do that
x A cannot play Smite: it is used only from the hand
"
    );
}

#[test]
fn an_attempt_with_a_card_of_ones_own_comes_before_one_with_anothers() {
    let tables = "[A]\nhand = [\"Imp\"]\n[B]\nhand = [\"Imp\"]";
    let trace = played(tables, "A cannot summon Imp");
    assert!(trace.contains("claim-untrue: it is allowed: A can summon Imp"), "{trace}");
}

#[test]
fn an_attempt_that_nothing_is_like_says_so() {
    let near = played("[A]\nhand = [\"Dare\"]", "A cannot play Dara");
    assert!(near.contains("did you mean `A cannot play Dare`?"), "{near}");
    let none = played("[A]\nhand = [\"Dare\"]", "A cannot build Windmill");
    assert!(none.contains("no card on this table is used so"), "{none}");
}

#[test]
fn an_attempt_without_a_target_is_refused() {
    let trace = played("[A]\nhand = [\"Smite\"]", "A cannot play Smite");
    assert_eq!(trace, "x A cannot play Smite: there is nothing to choose for `on`\n");
}

#[test]
fn seats_before_the_one_that_attempts_pass() {
    let tables = "players = 3\n[A]\nhand = [\"Dare\"]\n[C]\nhand = [\"Imp\"]";
    let trace = played(tables, "A plays Dare\nC cannot summon Imp\nall pass\nB, take the dare: no");

    assert!(trace.starts_with("> A plays Dare\n  > B passes\n  x C cannot summon Imp:"), "{trace}");
}

#[test]
fn an_attempt_that_is_allowed_is_no_refusal() {
    let trace =
        played("[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Stop\"]", "A plays Dare\nB cannot answer Dare with Stop");
    assert!(trace.contains("claim-untrue: it is allowed: B can answer Dare with Stop"), "{trace}");
}

#[test]
fn what_is_offered_is_claimed_in_any_order() {
    let tables = "[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Stop\", \"Echo\"]";
    let good = played(tables, "A plays Dare\nB is offered: pass, Stop\nall pass\nB, take the dare: no");
    assert!(good.ends_with("- Dare goes to A's discard pile\n"), "{good}");

    let bad = played(tables, "A plays Dare\nB is offered: Stop, Echo, pass");
    assert!(bad.contains("claim-untrue: B is offered: pass, Stop"), "{bad}");
}

#[test]
fn who_must_not_be_asked_is_not() {
    let tables = "players = 3\n[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Stop\"]";
    let good = played(tables, "A plays Dare\nA is not asked\nall pass\nB, take the dare: no");
    assert!(good.ends_with("- Dare goes to A's discard pile\n"), "{good}");

    let bad = played(tables, "A plays Dare\nC is not asked\nall pass");
    assert!(bad.contains("claim-untrue: C may answer Dare"), "{bad}");
}

#[test]
fn an_open_question_fails_and_so_does_a_step_that_is_left() {
    let open = played("[A]\nhand = [\"Dare\"]", "A plays Dare");
    assert!(
        open.contains("question-open: the steps are over, and B is still asked: B may answer Dare: B passes"),
        "{open}"
    );

    let left = played("[A]\nhand = [\"Dare\"]", "B plays Dare");
    assert!(
        left.contains("no seat can `B plays Dare`: A is asked (your turn), and may: A passes | A plays Dare"),
        "{left}"
    );
}

#[test]
fn a_ruling_ends_at_the_question_that_it_claims_last() {
    let tables = "players = 3\n[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Stop\"]";
    for claim in ["B is asked: pause", "B is offered: Stop, pass", "B is asked: pause\nA's hand holds no cards"] {
        assert_eq!(played(tables, &format!("A plays Dare\n{claim}")), "> A plays Dare\n", "{claim}");
    }
    let chosen = played(tables, "A plays Dare\nall pass\nB is asked: take the dare");
    assert!(chosen.contains("- Dare resolves\n") && !chosen.contains("question-open"), "{chosen}");

    let later = played(tables, "A plays Dare\nB is asked: pause\nB passes");
    assert!(later.contains("question-open: the steps are over, and C is still asked"), "{later}");
    let other = played(tables, "A plays Dare\nB is not offered: Echo\nA's hand holds no cards");
    assert!(!other.contains("question-open"), "{other}");
    let none = played(tables, "A plays Dare\nA's hand holds no cards");
    assert!(none.contains("question-open: the steps are over, and B is still asked"), "{none}");
}

#[test]
fn all_pass_ends_no_phase() {
    let trace = played("[A]\nhand = [\"Imp\"]", "A summons Imp\nall pass");
    assert!(trace.contains("step-unmatched: only A is asked, what to do next: write `A passes`"), "{trace}");
}

#[test]
fn a_failing_script_leaves_its_decisions_and_one_line() {
    let trace = played(
        "expects = \"fault\"\n[A]\nhand = [\"Flawed\"]\n[B]\nhand = [\"Imp\", \"Fire\"]",
        "A plays Flawed\nall pass\nB, give up which: Fire",
    );
    assert!(
        trace.contains("> B, give up which: Fire\n! Flawed failed at scripts/demo/charms/flawed.rhai:2:"),
        "{trace}"
    );
    assert!(!trace.contains("points"), "{trace}");
}
