//! `cardwright explain`: causes of a line of a trace, and reasons against what did not happen.

use crate::common::{Folder, root, run_in, with_toy};

const SNUFF: &str = "toy/snuff/can-be-snuffed-out-itself";

#[test]
fn a_line_has_a_chain_of_causes_with_places() {
    let trace = with_toy(&["run", SNUFF], "").out;
    let negated = trace.lines().position(|line| line.contains(" is negated by ")).expect("something is negated") + 1;
    let ran = with_toy(&["explain", SNUFF, "--line", &negated.to_string()], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let lines: Vec<&str> = ran.out.lines().map(str::trim_start).collect();
    assert!(lines[0].starts_with("> "), "it begins with a decision: {lines:?}");
    assert!(lines[0].ends_with(".toml"), "a use has the place of its card: {lines:?}");
    let last = lines[lines.len() - 1];
    assert!(last.contains(" is negated by ") && last.contains("scripts/toy/wards/snuff.rhai:"), "{lines:?}");
}

#[test]
fn what_cannot_be_done_has_a_reason_with_its_place() {
    let ruling = "toy/hush/keeps-wards-down-in-its-own-turn";
    let trace = with_toy(&["run", ruling], "").out;
    let refused = trace.lines().position(|line| line.starts_with("x ")).expect("something is refused") + 1;
    let ran = with_toy(&["explain", ruling, "--line", &refused.to_string()], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("Hush"), "{}", ran.out);
}

#[test]
fn a_step_that_was_not_taken_is_judged_at_its_line() {
    let ran =
        with_toy(&["explain", "toy/mirror/turns-a-spark-around", "--line", "1", "--why-not", "A casts Wildfire"], "");
    assert_eq!(ran.status, 2, "a card that is not there is no step: {ran:?}");
    let ran = with_toy(&["explain", "toy/mirror/turns-a-spark-around", "--line", "1", "--why-not", "nonsense"], "");
    assert!(ran.err.contains("is no step"), "{ran:?}");
    let ran = with_toy(&["explain", "toy/mirror/turns-a-spark-around", "--line", "1", "--why-not", "Z passes by"], "");
    assert_eq!((ran.status, &*ran.out), (2, ""), "nobody sits there: {ran:?}");
    assert_eq!(ran.err, "error: `Z passes by`: there is no such seat: 2 people play\n");
}

#[test]
fn a_value_is_told_with_what_changes_it_and_where() {
    let strata = root().join("tests/packs/strata");
    let of = |value: &str, more: &[&str]| {
        let strata = strata.to_str().expect("paths of the repository are text");
        let mut all = vec!["--packs", strata, "explain", "strata/layers/later-layers-come-later", "--value", value];
        all.extend(more);
        run_in(&Folder::new().0, &all, "")
    };
    let told = "Ox: might 8 = 2 to begin with, set to 7 (Seven), +1 (Banner)\n  2 to begin with\n  \
        base: set to 7 (Seven)  cards/strata/charms/seven.toml:5\n  \
        change: +1 (Banner)     cards/strata/charms/banner.toml:5\n";
    assert_eq!(of("Ox: might", &[]).out, told);
    assert!(
        of("Ox: might", &["--line", "1"]).out.starts_with("Ox: might 2 = 2 to begin with\n"),
        "before the first line"
    );
    assert!(of("Menhir: types", &[]).out.starts_with("Menhir: types stone = stone to begin with\n"));
    let ran = of("Ox: migt", &[]);
    assert_eq!((ran.status, &*ran.err), (2, "error: a beast has no attribute or value `migt`\n"));
    assert_eq!(of("Griffin: might", &[]).status, 2, "there is no such card");
}

#[test]
fn a_recorded_game_is_explained_too() {
    let folder = Folder::new().with_toy();
    let ran = run_in(&folder.0, &["sim", "toy", "--games", "1", "--record", "game.json"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let ran = run_in(&folder.0, &["explain", "game.json"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(!ran.out.is_empty());
    let ran = run_in(&folder.0, &["explain", "game.json", "--line", "1000000"], "");
    assert_eq!(ran.status, 2, "{ran:?}");
}
