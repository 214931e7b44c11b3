//! Tables that a game declares: listed, explained, played on, and in rulings.

use crate::common::{Folder, run_in, with_toy};

#[test]
fn tables_are_listed_and_explained() {
    let listed = with_toy(&["list", "tables", "--pack", "toy"], "").out;
    assert!(listed.contains("embers            2 players: Late in the evening"), "{listed}");
    let why = with_toy(&["why", "toy:tables/embers"], "").out;
    assert!(why.starts_with("toy:tables/embers: embers, table of toy"), "{why}");
    assert!(why.contains("each.attributes.hearts = 2") && why.contains("cards/toy/ruleset.toml:"), "{why}");
    let unknown = with_toy(&["why", "toy:tables/ember"], "");
    assert!(unknown.err.contains("did you mean `toy:tables/embers`?"), "{}", unknown.err);
}

#[test]
fn a_game_is_played_on_a_table() {
    let begun = with_toy(&["play", "toy", "--seed", "1", "--table", "embers"], "t\nq\n");
    assert_eq!(begun.status, 0, "{begun:?}");
    assert!(begun.out.contains("hearts 2"), "{}", begun.out);
    assert!(!begun.out.contains("## dusk"), "the phase of the table is running: {}", begun.out);
    let more =
        with_toy(&["play", "toy", "--seed", "1", "--table", "embers", "--seats", "human,random,random"], "t\nq\n");
    assert_eq!(more.status, 0, "{more:?}");

    let unknown = with_toy(&["play", "toy", "--table", "ember"], "");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("did you mean `embers`?"), "{}", unknown.err);
    let both = with_toy(&["play", "toy", "--table", "embers", "--decks", "evening,evening"], "");
    assert_eq!(both.status, 2, "{both:?}");
}

#[test]
fn games_are_simulated_on_a_table() {
    let ran = with_toy(&["sim", "toy", "--table", "embers", "--games", "20", "--checked"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let saved = with_toy(&["sim", "toy", "--table", "embers", "--games", "5", "--answers", "saved", "--digest"], "");
    let at_once = with_toy(&["sim", "toy", "--table", "embers", "--games", "5", "--digest"], "");
    let digest = |out: &str| out.lines().find(|line| line.contains("digest")).map(str::to_string);
    assert!(digest(&saved.out).is_some() && digest(&saved.out) == digest(&at_once.out), "{}", saved.out);
}

#[test]
fn a_game_that_began_on_a_table_is_saved_and_goes_on() {
    let folder = Folder::new().with_toy();
    let begun =
        run_in(&folder.0, &["play", "toy", "--seed", "1", "--table", "embers", "--save", "late.save"], "1\nq\n");
    assert!(begun.out.contains("saved to `late.save`"), "{}", begun.out);
    let went_on = run_in(&folder.0, &["play", "toy", "--load", "late.save"], "t\nq\n");
    assert_eq!(went_on.status, 0, "{went_on:?}");
}
