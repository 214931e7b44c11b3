//! Many games as a laboratory: rows, going on with a run, ending early, tables of decks. The chapter about it is true.
//!
//! Found once: a row of `sim --out` that somebody changed ends `--resume` with a panic.

use crate::common::{Folder, Ran, run_in, words};
use serde_json::Value;
use std::path::Path;

const CHAPTER: &str = include_str!("../../guides/laboratory.md");
const WEIGHTS: &str = include_str!("../../deciders/README.md");

fn sim(folder: &Folder, arguments: &[&str]) -> Ran {
    run_in(&folder.0, &[&["sim", "toy"], arguments].concat(), "")
}

/// What is printed, without how fast it was.
fn slow(out: &str) -> String {
    let lines = out.lines().filter(|line| !line.starts_with("speed"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_command_of_the_chapter_prints_what_it_says() {
    let folder = Folder::new().with_toy();
    let (_, weights) = WEIGHTS.split_once("```toml\n").expect("the guide has a table");
    folder.write("bold.toml", weights.split("```").next().expect("it ends"));
    let mut commands = 0;
    for block in CHAPTER.split("\n```").skip(1).step_by(2) {
        let Some((head, said)) = block.split_once('\n').filter(|(language, _)| *language == "console") else {
            continue;
        };
        let (line, said) = said.split_once('\n').unwrap_or((said, ""));
        let line = line.strip_prefix("$ cardwright ").unwrap_or_else(|| panic!("{head}: `{line}` is no command"));
        let ran = run_in(&folder.0, &words(line), "");
        let printed = slow(&ran.out);
        // What is left out stands for any lines.
        let mut rest = &*printed;
        for part in format!("{said}\n").split("…\n") {
            let at = rest.find(part.trim_end_matches('\n'));
            let at = at.unwrap_or_else(|| panic!("{line} prints\n{printed}\nand not\n{part}"));
            rest = &rest[at..];
        }
        assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
        commands += 1;
    }
    assert!(commands >= 5, "there are {commands} commands");
}

#[test]
fn a_run_that_was_broken_off_goes_on_with_the_same_rows() {
    for ending in ["csv", "jsonl"] {
        let folder = Folder::new().with_toy();
        let (games, cards) = (format!("games.{ending}"), format!("games-cards.{ending}"));
        let whole = sim(&folder, &["--games", "12", "--out", &games]);
        let (all, of_cards) = (folder.read(&games), folder.read(&cards));
        // The last row is torn, and cards of games are there that are not.
        folder.write(&games, &all[..all.len() * 2 / 3]);
        let resumed = sim(&folder, &["--games", "12", "--out", &games, "--resume"]);
        assert_eq!((folder.read(&games), folder.read(&cards)), (all, of_cards), "{ending}");
        assert_eq!(slow(&resumed.out), slow(&whole.out), "{ending}");
    }
}

/// The run of a game with these arguments, and the files that it leaves when it goes on after it was broken off.
fn goes_on(game: &str, arguments: &[&str], files: &[&str]) {
    let folder = Folder::new().with_toy();
    let run = |more: &[&str]| {
        let ran = run_in(&folder.0, &[&["sim", game, "--out", files[0]], arguments, more].concat(), "");
        assert_eq!(ran.status, 0, "{ran:?}");
        slow(&ran.out)
    };
    let read = || -> Vec<String> { files.iter().map(|file| folder.read(file)).collect() };
    let (printed, whole) = (run(&[]), read());
    for share in [3, 60, 97] {
        folder.write(files[0], &whole[0][..whole[0].len() * share / 100]);
        assert_eq!(run(&["--resume"]), printed, "{share} %");
        assert!(read() == whole, "{share} %: {:?}", read());
    }
}

#[test]
fn a_table_of_decks_goes_on_with_the_same_rows() {
    for ending in ["csv", "jsonl"] {
        let files = ["games", "games-cards"].map(|name| format!("{name}.{ending}"));
        let arguments = ["--matrix", "--decks", "far-marches,mists-and-sands", "--games", "2"];
        goes_on("spellfire", &arguments, &[&files[0], &files[1]]);
    }
}

#[test]
fn curves_go_on_with_the_same_rows() {
    let files = ["games.csv", "games-cards.csv", "games-turns.csv"];
    goes_on("tideline", &["--curves", "--games", "5"], &files);
    goes_on("toy", &["--curves", "--games", "5"], &files);
}

#[test]
fn a_table_of_decks_can_get_more_games() {
    let folder = Folder::new();
    let run = |out: &str, more: &[&str]| {
        let table = ["sim", "spellfire", "--matrix", "--decks", "far-marches,mists-and-sands", "--json", "--out"];
        let ran = run_in(&folder.0, &[&table[..], &[out], more].concat(), "");
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.out
    };
    run("games.csv", &["--games", "1"]);
    let more = run("games.csv", &["--games", "2", "--resume"]);
    assert_eq!(more, run("whole.csv", &["--games", "2"]));
    assert_eq!(folder.read("games.csv").lines().count(), folder.read("whole.csv").lines().count());
}

#[test]
fn rows_that_somebody_put_together_end_nothing() {
    let folder = Folder::new().with_toy();
    let arguments = ["--games", "2", "--effects", "--out", "games.csv"];
    let whole = sim(&folder, &arguments);
    let (games, cards) = (folder.read("games.csv"), folder.read("games-cards.csv"));
    let names: Vec<&str> = games.lines().next().expect("it has a head").split(',').collect();
    // With each of these in its place, the first row is no game: all are played again.
    for (name, other) in [
        ("winners", "Z"),
        ("winners", "\u{1}"),
        ("decisions", "18446744073709551615"),
        ("turns", "-1"),
        ("score_A", "99999999999"),
        ("score_B", "nan"),
        ("faults", "[[1]]"),
    ] {
        let at = names.iter().position(|column| *column == name).expect("there is such a column");
        let mut rows: Vec<Vec<&str>> = games.lines().map(|line| line.split(',').collect()).collect();
        rows[1][at] = other;
        let rows: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
        folder.write("games.csv", &(rows.join("\n") + "\n"));
        folder.write("games-cards.csv", &cards);
        let ran = sim(&folder, &[&arguments[..], &["--resume"]].concat());
        assert_eq!(slow(&ran.out), slow(&whole.out), "{name} {other}: {ran:?}");
    }
    let mut more = String::new();
    for card in ["1,Wager,Z,1,1,1,1", "1,Wager,,1,1,1,1", "1,Nobody,A,1,1,1,1", "9,Wager,A,1,1,1,1"] {
        more += &format!("{card}\n");
    }
    folder.write("games.csv", &games);
    folder.write("games-cards.csv", &(cards + &more));
    let ran = sim(&folder, &[&arguments[..], &["--resume"]].concat());
    assert_eq!(slow(&ran.out), slow(&whole.out), "{ran:?}");
}

#[test]
fn a_run_does_not_go_on_with_rows_of_another() {
    let folder = Folder::new().with_toy();
    assert_eq!(sim(&folder, &["--games", "3", "--out", "games.csv"]).status, 0);
    let other = sim(&folder, &["--games", "6", "--out", "games.csv", "--resume", "--seats", "3"]);
    assert!(other.status == 2 && other.err.contains("has rows of another run"), "{other:?}");
    for other in ["--matrix", "--curves"] {
        let other = sim(&folder, &["--games", "3", "--out", "games.csv", "--resume", other]);
        assert!(other.status == 2 && other.err.contains("has rows of another run"), "{other:?}");
    }
    let digest = sim(&folder, &["--games", "3", "--out", "games.csv", "--resume", "--json"]);
    assert!(digest.status == 2 && digest.err.contains("a digest of all games"), "{digest:?}");
    let none = sim(&folder, &["--out", "nowhere.csv", "--resume"]);
    assert_eq!(none.status, 2, "{none:?}");
    let unknown = sim(&folder, &["--out", "games.xls"]);
    assert!(unknown.status == 2 && unknown.err.contains("its name ends in `.csv`"), "{unknown:?}");
}

#[test]
fn a_run_ends_when_scores_are_known_well_enough_whatever_the_number_of_threads() {
    let folder = Folder::new().with_toy();
    let runs = ["1", "2"].map(|threads| {
        let ran = sim(&folder, &["--games", "2000", "--until", "7", "--threads", threads]);
        slow(&ran.out)
    });
    assert_eq!(runs[0], runs[1]);
    let games: u64 = runs[0].split(' ').next().and_then(|count| count.parse().ok()).expect("it begins with a number");
    assert!(games.is_multiple_of(50) && (50..2000).contains(&games), "{games}");
}

#[test]
fn a_table_of_decks_is_the_same_whatever_the_number_of_threads() {
    let table = |threads: &str| -> Value {
        let arguments =
            ["sim", "spellfire", "--matrix", "--decks", "far-marches,mists-and-sands", "--games", "2", "--json"];
        let ran = run_in(Path::new("."), &[&arguments[..], &["--threads", threads]].concat(), "");
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    };
    let one = table("1");
    assert_eq!(one, table("2"));
    assert_eq!((&one["games"], one["cells"].as_array().map(Vec::len)), (&Value::from(8), Some(4)));
    let score = |at: usize| one["standings"][at]["score"]["score"].as_f64().unwrap_or_default();
    assert!((score(0) + score(1) - 1.0).abs() < 1e-9, "what one deck wins the other loses: {one}");
}

#[test]
fn a_table_of_decks_needs_two_players_and_decks_for_both() {
    let folder = Folder::new().with_toy();
    let three = sim(&folder, &["--matrix", "--seats", "3"]);
    assert!(three.status == 2 && three.err.contains("a table of decks is for two players"), "{three:?}");
    let none = run_in(Path::new("."), &["sim", "war_of_the_ring", "--matrix", "--games", "1"], "");
    assert!(none.status == 2 && none.err.contains("no decks that either player can have"), "{none:?}");
}

#[test]
fn a_run_does_not_go_on_with_other_preferences() {
    let folder = Folder::new().with_toy();
    let arguments = ["--deciders", "weights:w.toml,random", "--out", "w.csv", "--games"];
    folder.write("w.toml", "pass = 1\n");
    assert_eq!(sim(&folder, &[&arguments[..], &["2"]].concat()).status, 0);
    let resumed = sim(&folder, &[&arguments[..], &["4", "--resume"]].concat());
    assert_eq!(resumed.status, 0, "{resumed:?}");
    folder.write("w.toml", "pass = 100\n");
    let other = sim(&folder, &[&arguments[..], &["6", "--resume"]].concat());
    assert!(other.status == 2 && other.err.contains("rows of another run"), "{other:?}");
}

#[test]
fn rows_that_cannot_be_written_leave_nothing_behind() {
    let folder = Folder::new().with_toy();
    let wrong = sim(&folder, &["--games", "1", "--out", "games.txt"]);
    assert!(wrong.status == 2 && wrong.err.contains("is no file of rows"), "{wrong:?}");
    assert!(!folder.0.join("games.txt.run").exists());
    let large = sim(&folder, &["--games", "2", "--seed", "9223372036854775807", "--out", "games.csv"]);
    assert!(large.status == 2 && large.err.contains("rows hold seeds up to 9223372036854775807"), "{large:?}");
}

#[test]
fn games_that_were_broken_off_have_no_score() {
    let folder = Folder::new().with_toy();
    let broken = ["--matrix", "--games", "1", "--max-decisions", "1"];
    let table = sim(&folder, &broken);
    assert!(table.out.contains("      –") && !table.out.contains("50.0"), "{}", table.out);
    let json = sim(&folder, &[&broken[..], &["--json"]].concat()).out;
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&json["first_player"]["games"], &json["first_player"]["score"]), (&0.into(), &Value::Null));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    use std::process::Command;
    let full = std::fs::File::create("/dev/full").expect("Linux has it");
    let ran = Command::new(crate::PROGRAM).args(["list", "packs"]).stdout(full).output();
    let ran = ran.expect("the command starts");
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).starts_with("error: the output cannot be written: "));
}
