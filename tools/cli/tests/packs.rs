//! `list`, `check` and `new`: what there is, what is wrong with it, and what is added to it.

use crate::common::{Folder, run_in, run_program, toy, with_toy};
use std::fs;
use std::path::Path;

#[test]
fn lists_packs_and_cards() {
    let ran = with_toy(&["list"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("toy") && ran.out.contains("spellfire"), "{}", ran.out);

    let cards = with_toy(&["list", "cards", "--pack", "toy", "--json"], "");
    let cards: serde_json::Value = serde_json::from_str(&cards.out).expect("it is JSON");
    assert!(cards.as_array().is_some_and(|cards| cards.iter().any(|card| card["name"] == "Snuff")), "{cards}");
}

#[test]
fn rulings_of_the_packs_for_tests_hold() {
    let folder = toy().join("..");
    let mut tested = 0;
    for pack in fs::read_dir(&folder).expect("it is there").map(|entry| entry.expect("it can be read").path()) {
        let Ok(rulings) = fs::read_dir(pack.join("tests/rulings")) else { continue };
        let names = rulings.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned());
        let packs = pack.to_string_lossy().into_owned();
        let all: Vec<String> = ["--packs".into(), packs, "test".into()].into_iter().chain(names).collect();
        let ran = run_in(Path::new("."), &all.iter().map(String::as_str).collect::<Vec<_>>(), "");
        assert!(ran.status == 0 && ran.out.contains(" passed, 0 failed"), "{}: {ran:?}", pack.display());
        tested += 1;
    }
    assert!(tested > 10, "only {tested} packs were found");
}

#[test]
fn lists_verbs_and_hooks() {
    assert!(with_toy(&["list", "verbs"], "").out.contains("Player.draw(amount: number)"));
    assert!(with_toy(&["list", "hooks"], "").out.contains("fn resolve(item: Item)"));
}

#[test]
fn an_unknown_name_is_a_wrong_usage_with_a_suggestion() {
    for arguments in [&["sim", "toi"][..], &["play", "toi"], &["list", "cards", "--pack", "toi"], &["check", "toi"]] {
        let ran = with_toy(arguments, "");
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.err.contains("did you mean `toy`?"), "{}", ran.err);
    }
    assert_eq!(with_toy(&["check", "--nonsense"], "").status, 2);
}

#[test]
fn a_sound_pack_has_no_problems() {
    let ran = with_toy(&["check", "toy"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.starts_with("no problems: ") && ran.out.ends_with(" rulings checked\n"), "{ran:?}");
}

#[test]
fn every_problem_of_a_broken_pack_is_shown() {
    let folder = Folder::new().with_toy();
    folder.write("cards/toy/boons/warm-tea.toml", "name = \"Warm Tea\"\ntext = \"Gain two hearts.\"\ntaste = 3\n");
    folder.write("scripts/toy/boons/wager.rhai", "fn resolve(item) {\n    item.player.drow(1);\n}\n");
    folder.write("tests/rulings/toy/spark/no-claim.toml", "[play]\nsteps = \"\"\n");

    let ran = run_in(&folder.0, &["check", "cards/toy"], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    for part in ["`taste`", "did you mean `draw`?", "\n2 problems\n"] {
        assert!(ran.out.contains(part), "{part} is missing in\n{}", ran.out);
    }
    let one = run_in(&folder.0, &["check", "scripts/toy/boons/wager.rhai", "--json"], "");
    let problems: serde_json::Value = serde_json::from_str(&one.out).expect("it is JSON");
    assert_eq!(problems.as_array().map(Vec::len), Some(1), "{problems}");
    assert_eq!(problems[0]["line"], 2);
}

#[test]
fn a_broken_ruling_is_a_problem_too() {
    let folder = Folder::new().with_toy();
    folder.write("tests/rulings/toy/spark/no-claim.toml", "[play]\nsteps = \"\"\n");
    let ran = run_in(&folder.0, &["check", "toy"], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("a ruling needs a `claim`"), "{}", ran.out);
}

#[test]
fn a_new_game_with_a_new_card_checks_clean_and_passes() {
    let folder = Folder::new();
    assert_eq!(run_in(&folder.0, &["new", "pack", "my-game", "--game"], "").status, 0);
    let card = run_in(&folder.0, &["new", "card", "Gold Rush", "--kind", "boon", "--pack", "my-game"], "");
    assert_eq!(card.status, 0, "{card:?}");

    let check = run_in(&folder.0, &["check", "my-game"], "");
    assert_eq!(check.out, "no problems: 3 cards, 2 scripts, 2 rulings checked\n");
    assert_eq!(run_in(&folder.0, &["test", "my-game/"], "").out, "2 passed, 0 failed\n");
    assert_eq!(run_in(&folder.0, &["sim", "my-game", "--games", "5"], "").status, 0);
}

#[test]
fn a_new_pack_for_a_game_checks_clean_and_passes() {
    let folder = Folder::new().with_toy();
    let pack = run_in(&folder.0, &["new", "pack", "moths", "--requires", "toy"], "");
    assert_eq!(pack.status, 0, "{pack:?}");
    let card = run_in(&folder.0, &["new", "card", "Moth's Wing", "--kind", "ward", "--pack", "moths"], "");
    assert_eq!(card.status, 0, "{card:?}");

    let check = run_in(&folder.0, &["check", "moths"], "");
    assert_eq!(check.out, "no problems: 2 cards, 2 scripts, 2 rulings checked\n");
    assert_eq!(run_in(&folder.0, &["test", "moths/"], "").out, "2 passed, 0 failed\n");
}

#[test]
fn a_pack_outside_of_the_repository_extends_a_game_inside() {
    let folder = Folder::new();
    let extension = toy().with_file_name("extension");
    let packs = extension.to_str().expect("paths of the repository are text");
    let check = run_in(&folder.0, &["--packs", packs, "check", "tidewater"], "");
    assert_eq!(check.out, "no problems: 4 cards, 1 patch, 4 scripts, 5 rulings checked\n", "{check:?}");
    assert_eq!(run_in(&folder.0, &["--packs", packs, "test", "tidewater/"], "").out, "5 passed, 0 failed\n");
    let sim = run_in(&folder.0, &["--packs", packs, "sim", "tidewater", "--games", "3", "--decks", "flood,flood"], "");
    assert_eq!(sim.status, 0, "{sim:?}");
}

#[test]
fn a_card_of_another_pack_answers_hooks_of_the_ruleset() {
    keeps_its_claims("beacons", "1 passed, 0 failed\n");
}

#[test]
fn a_shared_turn_goes_on_whoever_leaves() {
    keeps_its_claims("gong", "8 passed, 0 failed\n");
}

#[test]
fn players_who_lose_at_the_same_time_leave_together_and_nothing_enters_their_zones() {
    keeps_its_claims("pact", "12 passed, 0 failed\n");
}

#[test]
fn procedures_have_local_values() {
    keeps_its_claims("echoes", "3 passed, 0 failed\n");
}

#[test]
fn cards_have_their_places_on_tables() {
    keeps_its_claims("shelf", "2 passed, 0 failed\n");
}

fn keeps_its_claims(pack: &str, passed: &str) {
    let folder = Folder::new();
    let root = toy().with_file_name(pack);
    let packs = root.to_str().expect("paths of the repository are text");
    let test = run_in(&folder.0, &["--packs", packs, "test", &format!("{pack}/")], "");
    assert_eq!(test.out, passed, "{test:?}");
}

#[test]
fn nothing_is_written_over() {
    let folder = Folder::new().with_toy();
    let ran = run_in(&folder.0, &["new", "card", "Spark", "--kind", "strike", "--pack", "toy"], "");
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("there is already a card `Spark`"), "{}", ran.err);
    let kind = run_in(&folder.0, &["new", "card", "Ember", "--kind", "strik", "--pack", "toy"], "");
    assert!(kind.err.contains("did you mean `strike`?"), "{}", kind.err);
    let name = run_in(&folder.0, &["new", "pack", "Bad Name"], "");
    assert_eq!(name.status, 2, "{name:?}");
}

#[test]
fn a_lone_binary_brings_its_packs_along() {
    let folder = Folder::new();
    let program = folder.0.join(Path::new(crate::PROGRAM).file_name().expect("it has a name"));
    fs::copy(crate::PROGRAM, &program).expect("the binary can be copied");

    let cards = run_program(&program, &folder.0, &["list", "--json"], "");
    let packs: serde_json::Value = serde_json::from_str(&cards.out).expect("it is JSON");
    let names = packs.as_array().map(|packs| packs.iter().map(|pack| &pack["name"]).collect::<Vec<_>>());
    assert!(names.is_some_and(|names| names.iter().any(|name| *name == "spellfire")), "{cards:?}");
    assert_eq!(run_program(&program, &folder.0, &["check", "spellfire"], "").status, 0);
    let sim = run_program(&program, &folder.0, &["sim", "spellfire", "--games", "2"], "");
    assert_eq!(sim.status, 0, "{sim:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let folder = Folder::new();
    let mut child = std::process::Command::new(crate::PROGRAM)
        .args(["--packs", toy().to_str().expect("a path"), "list", "verbs"])
        .current_dir(&folder.0)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn two_camps_roll_dice_and_speak_in_turn() {
    let folder = Folder::new();
    let camps = toy().with_file_name("camps");
    let packs = camps.to_str().expect("paths of the repository are text");
    let check = run_in(&folder.0, &["--packs", packs, "check", "camps"], "");
    assert_eq!(check.out, "no problems: 4 cards, 4 scripts, 8 rulings checked\n", "{check:?}");
    assert_eq!(run_in(&folder.0, &["--packs", packs, "test", "camps/"], "").out, "8 passed, 0 failed\n");
    for people in ["2", "3", "4"] {
        let sim = run_in(&folder.0, &["--packs", packs, "sim", "camps", "--games", "5", "--seats", people], "");
        assert_eq!(sim.status, 0, "{sim:?}");
    }
    let play = run_in(&folder.0, &["--packs", packs, "play", "camps", "--seats", "4", "--seed", "3"], "");
    assert!(play.out.contains("> D plays") && play.out.contains("B's discard pile"), "{play:?}");
}
