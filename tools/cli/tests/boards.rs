//! Games on a board, and packs from outside of the repository's own.

use crate::common::{Folder, Ran, run_in};
use std::path::{Path, PathBuf};

fn packs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs").join(name).canonicalize().expect("it is there")
}

fn with(name: &str, arguments: &[&str], input: &str) -> Ran {
    let packs = packs(name);
    let mut all = vec!["--packs", packs.to_str().expect("paths of the repository are text")];
    all.extend(arguments);
    run_in(&Folder::new().0, &all, input)
}

#[test]
fn ferries_are_sound_and_their_rulings_hold() {
    let checked = with("ferries", &["check", "ferries"], "");
    assert!(checked.out.starts_with("no problems"), "{}", checked.out);
    let tested = with("ferries", &["test", "ferries/"], "");
    assert!(tested.out.ends_with(" 0 failed\n"), "{}", tested.out);
}

#[test]
fn a_card_that_waits_on_the_stack_hears_of_its_own_casting() {
    let checked = with("bells", &["check", "bells"], "");
    assert_eq!(checked.out, "no problems: 3 cards, 3 scripts, 3 rulings checked\n");
    let tested = with("bells", &["test", "bells/"], "");
    assert_eq!(tested.out, "3 passed, 0 failed\n");
}

#[test]
fn neither_questions_nor_copies_of_a_card_betray_what_lies_in_a_burrow() {
    let checked = with("burrow", &["check", "burrow"], "");
    assert_eq!(checked.out, "no problems: 16 cards, 15 scripts, 27 rulings checked\n");
    let tested = with("burrow", &["test", "burrow/"], "");
    assert_eq!(tested.out, "27 passed, 0 failed\n");
}

#[test]
fn another_board_is_only_other_data() {
    let checked = with("spiral", &["check", "spiral"], "");
    assert!(checked.out.starts_with("no problems: 0 cards, 0 scripts"), "{}", checked.out);
    let tested = with("spiral", &["test", "spiral/"], "");
    assert!(tested.out.ends_with(" 0 failed\n"), "{}", tested.out);
}

#[test]
fn cards_of_another_pack_say_what_artifacts_and_empty_nodes_bring() {
    let checked = with("relics", &["check", "relics"], "");
    assert!(checked.out.starts_with("no problems: 2 cards, 2 scripts"), "{}", checked.out);
    let tested = with("relics", &["test", "relics/"], "");
    assert_eq!(tested.out, "4 passed, 0 failed\n");
}

#[test]
fn a_card_of_another_pack_copies_an_ally_as_a_token() {
    let checked = with("mirrors", &["check", "mirrors"], "");
    assert!(checked.out.starts_with("no problems: 1 card, 1 script"), "{}", checked.out);
    let tested = with("mirrors", &["test", "mirrors/"], "");
    assert_eq!(tested.out, "2 passed, 0 failed\n");
}

#[test]
fn random_voyages_break_nothing() {
    for seats in ["2", "3"] {
        let ran = with("ferries", &["sim", "ferries", "--games", "20", "--seats", seats], "");
        assert!(ran.out.contains("no faults"), "{}", ran.out);
    }
}

#[test]
fn a_board_is_drawn_with_what_lies_on_it() {
    let ran = with("ferries", &["play", "ferries", "--seed", "1"], "q\n");
    for line in ["Wick    Hull", "Tain    Deal    Skerry", "Wick: Boat of B", "Skerry: Boat of A"] {
        assert!(ran.out.contains(line), "`{line}` is missing in\n{}", ran.out);
    }
}

/// Cards that are nobody's to see go to many stacks before the first turn; they take a line for each sort of move.
#[test]
fn pieces_on_a_large_board_are_shown() {
    let ran =
        run_in(&Folder::new().0, &["play", "mega_calamities", "--seed", "1", "--seats", "human,random,random"], "q\n");
    for line in ["a card goes to the western stack 9 (×", "Knossos: City of A, Token", "western stack 9: "] {
        assert!(ran.out.contains(line), "`{line}` is missing in\n{}", ran.out);
    }
}
