//! Which rulings `run`, `test` and `accept` mean: files, folders, packs, beginnings and parts of names.

use crate::common::{Folder, Ran, run_in, with_toy};

fn count(ran: &Ran) -> usize {
    let count = ran.out.lines().last().and_then(|line| line.split(' ').next()?.parse().ok());
    count.unwrap_or_else(|| panic!("{ran:?}"))
}

#[test]
fn a_pack_is_its_rulings_with_and_without_a_slash() {
    let all = count(&with_toy(&["test", "toy", "--quick"], ""));
    assert!(all > 20, "{all}");
    assert_eq!(count(&with_toy(&["test", "toy/", "--quick"], "")), all);
    assert_eq!(count(&with_toy(&["test", "tests/rulings/toy/", "--quick"], "")), all);
}

#[test]
fn a_beginning_comes_before_a_part() {
    // `toy/mirror/…` begins so; what only contains it is not meant.
    let begins = with_toy(&["test", "toy/mi", "--quick", "-v"], "");
    assert!(begins.out.lines().all(|line| !line.starts_with("passed ") || line.starts_with("passed toy/mi")));
    assert!(count(&begins) >= 1);
    let contains = with_toy(&["test", "turns-a-spark", "--quick", "-v"], "");
    assert!(contains.out.contains("passed toy/mirror/turns-a-spark-around"), "{}", contains.out);
}

#[test]
fn several_words_mean_all_that_each_means_once() {
    let folder = Folder::new().with_toy();
    let one = "tests/rulings/toy/mirror/turns-a-spark-around.toml";
    let ran = run_in(&folder.0, &["test", one, "toy/mirror/", "--quick"], "");
    let folder_alone = run_in(&folder.0, &["test", "tests/rulings/toy/mirror", "--quick"], "");
    assert_eq!(count(&ran), count(&folder_alone));
    assert_eq!(count(&run_in(&folder.0, &["test", one, "--quick"], "")), 1);
    // A snapshot stands for its ruling.
    let snapshot = one.replace(".toml", ".snap");
    assert_eq!(count(&run_in(&folder.0, &["test", &snapshot, "--quick"], "")), 1);
    assert_eq!(run_in(&folder.0, &["run", &snapshot], "").status, 0);
}

#[test]
fn a_file_is_meant_from_wherever_it_is_named() {
    let folder = Folder::new().with_toy();
    let inside = folder.0.join("tests/rulings/toy");
    let ran = run_in(&inside, &["test", "mirror/turns-a-spark-around.toml", "--quick"], "");
    assert_eq!(count(&ran), 1, "{ran:?}");
    let elsewhere = Folder::new();
    let file = inside.join("mirror/turns-a-spark-around.toml");
    let ran = run_in(&elsewhere.0, &["run", file.to_str().unwrap_or_default()], "");
    assert_eq!(ran.status, 0, "{ran:?}");
}

#[test]
fn an_unknown_name_suggests_one() {
    for (word, meant) in [("mirorr", "mirror"), ("toy/miror", "toy/mirror"), ("toys", "toy")] {
        for command in ["test", "accept", "run"] {
            let ran = with_toy(&[command, word], "");
            assert_eq!(ran.status, 2, "{ran:?}");
            assert!(ran.err.contains(&format!("did you mean `{meant}`?")), "{command} {word}: {}", ran.err);
        }
    }
}

#[test]
fn run_needs_a_word_that_means_one_ruling() {
    let ran = with_toy(&["run", "toy/"], "");
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("`toy/` matches "), "{}", ran.err);
}
