//! The metamorphic suite holds for rulings of every kind.

use super::pack::{ruleset, ruling};
use crate::rulings::metamorphic;
use cardwright_game::RulesetInside;

fn holds(tables: &str, steps: &str) {
    let ruleset = ruleset();
    let host = ruleset.host();
    let ruling = ruling(tables, steps, &ruleset);
    let run = crate::rulings::run(&ruling, &ruleset, &host);
    assert!(run.failures.is_empty(), "{:?}\n{}", run.failures, run.trace);
    if let Some(divergence) = metamorphic(&ruling, &ruleset, &host).first() {
        panic!("{}:\n{}\n\n{}", divergence.variant, divergence.difference, run.trace);
    }
}

#[test]
fn announced_targets() {
    holds(
        "players = 3\n[A]\nhand = [\"Smite\", \"Imp\", \"Fire\"]\n[B]\npool = [\"Fire\"]\nhand = [\"Imp\", \"Fire Storm\"]\n[C]\npool = [\"Fire\"]\nhand = [\"Drow, the Elder\"]",
        "A plays Smite on Fire (C)\nall pass\nA summons Imp\nA passes",
    );
}

#[test]
fn answers_and_copies() {
    holds(
        "players = 3\n[A]\nhand = [\"Dare\", \"Stop\"]\n[B]\nhand = [\"Stop\", \"Echo\"]\n[C]\nhand = [\"Echo\", \"Imp\"]",
        "A plays Dare\nB answers Dare with Stop\nA answers Stop with Stop\nall pass\nC passes\nC answers Dare with Echo\nall pass\nB, take the dare: no\nall pass\nA, take the dare: yes",
    );
}

#[test]
fn choices_of_several_seats() {
    holds(
        "players = 3\n[A]\nhand = [\"Tithe\", \"Cull\"]\n[B]\nhand = [\"Imp\", \"Fire\", \"Drow, the Elder\"]\n[C]\nhand = [\"Fire Storm\", \"Imp\", \"Fire\"]",
        "A plays Tithe\nall pass\nB, give up which: Fire\nC, give up which: Imp\nA plays Cull\nall pass\nB, discard up to two: Imp\nC, discard up to two: none",
    );
}

#[test]
fn chance_named_and_not() {
    holds(
        "[A]\nhand = [\"Gamble\", \"Theft\"]\ndraw = [\"Imp\", \"Fire\", \"Drow, the Elder\"]\n[B]\nhand = [\"Imp\", \"Fire\", \"Fire Storm\"]",
        "A plays Gamble\nall pass\nA, shuffle: yes\nA plays Theft\nall pass\ndrawn for B: Fire",
    );
    holds(
        "[A]\nhand = [\"Gamble\"]\ndraw = [\"Imp\", \"Fire\", \"Drow, the Elder\"]",
        "A plays Gamble\nall pass\ndice for A: 1, 1, 1\nA, shuffle: yes\nshuffled for A: Fire",
    );
}

#[test]
fn questions_that_are_left_open() {
    let dare = "[A]\nhand = [\"Dare\"]\n[B]\nhand = [\"Stop\"]";
    holds(dare, "A plays Dare\nB is asked: pause");
    holds(dare, "A plays Dare\nall pass\nB is asked: take the dare");
    holds(
        "players = 3\n[A]\nhand = [\"Tithe\"]\n[B]\nhand = [\"Imp\", \"Fire\"]\n[C]\nhand = [\"Fire Storm\", \"Imp\"]",
        "A plays Tithe\nall pass\nB, give up which: Imp\nC is asked: give up which",
    );
}

#[test]
fn leaving_and_withdrawing() {
    holds(
        "players = 3\n[A]\nhand = [\"Smite\", \"Tithe\"]\n[B]\npool = [\"Fire\", \"Imp\"]\nhand = [\"Imp\", \"Fire\"]\n[C]\nhand = [\"Imp\", \"Fire\"]",
        "A plays Smite\nA withdraws\nA plays Tithe\nC leaves the game\nall pass\nB, give up which: Fire\nA passes",
    );
}

#[test]
fn leaving_in_the_middle_of_a_resolution() {
    holds(
        "players = 3\n[A]\nhand = [\"Tithe\"]\n[B]\nhand = [\"Imp\", \"Fire\"]\n[C]\nhand = [\"Imp\", \"Fire\"]",
        "A plays Tithe\nall pass\nB, give up which: Fire\nC leaves the game\nA passes",
    );
}

#[test]
fn several_turns() {
    holds(
        "players = 3\n[A]\ndraw = [\"Imp\", { dull = 3 }, \"Fire\"]\n[B]\ndraw = [\"Fire\", { dull = 3 }, \"Imp\"]\nhand = [\"Bid\"]\n[C]\ndraw = { dull = 2 }",
        "go on until B's main phase\nB plays Bid\nall pass\nB, bid: 1\nC, bid: 2\nA, bid: 3\ngo on until A's turn\nA passes",
    );
}

#[test]
fn a_failing_script() {
    holds(
        "expects = \"fault\"\n[A]\nhand = [\"Flawed\", \"Imp\"]\n[B]\nhand = [\"Imp\", \"Fire\"]",
        "A plays Flawed\nall pass\nB, give up which: Fire\nA summons Imp",
    );
}
