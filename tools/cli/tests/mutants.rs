//! `cardwright mutate --behaviour`: mutants are killed by rulings, and a survivor says what is missing.

use crate::common::{Folder, Ran, run_in, with_toy};

fn mutate(folder: &Folder, more: &[&str]) -> Ran {
    let arguments: Vec<&str> = ["mutate", "--behaviour"].iter().chain(more).copied().collect();
    run_in(&folder.0, &arguments, "")
}

/// The numbers of the last line: mutants, killed, survived.
fn counts(ran: &Ran) -> Vec<u32> {
    let last = ran.out.lines().rev().find(|line| line.starts_with("all ")).unwrap_or_else(|| panic!("{ran:?}"));
    last.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn rulings_kill_and_without_them_mutants_survive() {
    let folder = Folder::new().with_toy();
    let script = "scripts/toy/boons/blessing.rhai";
    let with = counts(&mutate(&folder, &[script]));
    assert!(with[0] > 0 && with[1] > 0, "{with:?}");
    std::fs::remove_dir_all(folder.0.join("tests/rulings/toy/blessing")).expect("it has rulings");
    let without = mutate(&folder, &[script]);
    assert_eq!(counts(&without)[1], 0, "{without:?}");
    assert!(without.out.contains("no ruling gets there") || without.out.contains("goes differently"), "{without:?}");
    assert!(without.out.contains("\n- ") && without.out.contains("\n+ "), "a survivor is a diff: {}", without.out);
}

#[test]
fn a_card_is_its_file_and_its_script() {
    let ran = with_toy(&["mutate", "--behaviour", "Mirror", "--games", "1"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let table = ran.out.split("mutants").next().unwrap_or_default().to_owned();
    assert!(
        table
            .lines()
            .filter(|line| line.contains(".rhai") || line.contains(".toml"))
            .all(|line| { line.contains("/wards/mirror.") })
    );
    let ran = with_toy(&["mutate", "--behaviour", "Miror"], "");
    assert_eq!(ran.status, 2, "{ran:?}");
}

#[test]
fn a_card_is_judged_by_one_command() {
    let folder = Folder::new().with_toy();
    let judged = mutate(&folder, &["Mirror", "--judge", "--games", "0"]);
    assert!(judged.out.contains(" passed, 0 failed\n") && judged.out.contains("functions"), "{judged:?}");
    assert!(counts(&judged)[0] > 0, "{judged:?}");
    std::fs::remove_dir_all(folder.0.join("tests/rulings/toy")).expect("it has rulings");
    let judged = mutate(&folder, &["scripts/toy/boons/blessing.rhai", "--judge", "--games", "0"]);
    assert!(judged.status == 1 && judged.out.contains("never called"), "{judged:?}");
}

#[test]
fn a_list_of_equivalents_is_judged() {
    let folder = Folder::new().with_toy();
    let script = "scripts/toy/boons/blessing.rhai";
    let list = format!(
        "[[equivalent]]\npath = \"{script}\"\nline = \"gone\"\nwas = \"1\"\ninstead = \"2\"\nwhy = \"so\"\n\n[[equivalent]]\n"
    );
    folder.write("tests/mutants/toy.toml", &list);
    let judged = mutate(&folder, &[script, "--games", "0"]);
    assert_eq!(judged.status, 1, "{judged:?}");
    assert!(judged.out.contains("no mutant is like this") && judged.out.contains("has no `why`"), "{judged:?}");
}

#[test]
fn a_sample_is_the_same_each_time_and_goes_on_where_it_was() {
    let folder = Folder::new().with_toy();
    let sample = ["toy", "--sample", "12", "--games", "1", "--state", "state.jsonl"];
    let first = mutate(&folder, &sample);
    assert_eq!(counts(&first)[0], 12);
    let kept = folder.read("state.jsonl");
    let second = mutate(&folder, &sample);
    assert_eq!(first.out, second.out);
    assert_eq!(folder.read("state.jsonl"), kept, "nothing is judged twice");
    // Half of the verdicts are enough to go on, also with a line that was cut off.
    folder.write("state.jsonl", &kept[..kept.len() / 2]);
    assert_eq!(mutate(&folder, &sample).out, first.out);
    let alone = mutate(&folder, &["toy", "--sample", "12", "--games", "1", "--threads", "1"]);
    assert_eq!(alone.out, first.out);
}

#[test]
fn too_small_a_share_fails() {
    let folder = Folder::new().with_toy();
    assert_eq!(mutate(&folder, &["toy", "--sample", "12", "--games", "1", "--at-least", "100"]).status, 1);
    assert_eq!(mutate(&folder, &["toy", "--sample", "12", "--games", "1", "--at-least", "1"]).status, 0);
}

#[test]
fn a_drafted_ruling_fails_by_the_mutant() {
    let folder = Folder::new().with_toy();
    std::fs::remove_dir_all(folder.0.join("tests/rulings/toy")).expect("it has rulings");
    let script = "scripts/toy/boons/second-wind.rhai";
    let before = counts(&mutate(&folder, &[script]));
    assert_eq!(before[1], 0);
    let ran = mutate(&folder, &[script, "--write"]);
    assert!(ran.out.contains("wrote "), "{ran:?}");
    let holds = run_in(&folder.0, &["test", "toy"], "");
    assert_eq!(holds.status, 0, "{holds:?}");
    assert!(counts(&mutate(&folder, &[script]))[1] > 0, "{ran:?}");
}
