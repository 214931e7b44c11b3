//! Deciders by name: what they answer, and what becomes of those that fail. The guide's table of weights is played with.

use crate::common::{Folder, Ran, run_in};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};

const GUIDE: &str = include_str!("../../deciders/README.md");
const BOT: &str = include_str!("../../deciders/examples/bot.py");

fn sim(folder: &Folder, deciders: &str, more: &[&str]) -> Ran {
    let mut arguments = vec!["sim", "toy", "--deciders", deciders];
    arguments.extend(more);
    run_in(&folder.0, &arguments, "")
}

fn told(ran: &Ran) -> Value {
    let mut told: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    for speed in ["seconds", "games_per_second", "decisions_per_second"] {
        told[speed].take();
    }
    told
}

#[test]
fn games_between_deciders_are_the_same_whatever_the_number_of_threads() {
    let folder = Folder::new().with_toy();
    let one = sim(&folder, "greedy,mcts:3,random", &["--seats", "3", "--games", "3", "--json", "--threads", "1"]);
    assert_eq!(one.status, 0, "{one:?}");
    let two = sim(&folder, "greedy,mcts:3,random", &["--seats", "3", "--games", "3", "--json", "--threads", "2"]);
    assert_eq!(told(&one), told(&two));
}

#[test]
fn a_game_that_keeps_no_trace_is_the_same() {
    let folder = Folder::new().with_toy();
    let light = sim(&folder, "mcts:4,greedy", &["--games", "2"]);
    let whole = sim(&folder, "mcts:4,greedy", &["--games", "2", "--checked"]);
    let wins =
        |ran: &Ran| ran.out.lines().filter(|line| !line.contains("games/s")).map(String::from).collect::<Vec<_>>();
    assert_eq!(wins(&light), wins(&whole));
}

#[test]
fn seats_rotate_unless_they_are_kept() {
    let folder = Folder::new().with_toy();
    let games = |more: &[&str]| -> Vec<u64> {
        let told = told(&sim(&folder, "greedy,random", &[&["--games", "8", "--json"], more].concat()));
        let greedy =
            told["deciders"].as_array().expect("a list").iter().find(|it| it["name"] == "greedy").expect("it plays");
        ["A", "B"].map(|seat| greedy["seats"][seat]["games"].as_u64().unwrap_or_default()).to_vec()
    };
    assert_eq!(games(&[]), [4, 4]);
    assert_eq!(games(&["--keep-seats"]), [8, 0]);
}

#[test]
fn the_last_decider_has_the_seats_that_are_left() {
    let folder = Folder::new().with_toy();
    let told = told(&sim(&folder, "greedy,random", &["--seats", "4", "--games", "4", "--json"]));
    let games: Vec<&Value> =
        told["deciders"].as_array().expect("a list").iter().map(|decider| &decider["games"]).collect();
    assert_eq!(games, [4, 12]);
    let many = sim(&folder, "greedy,random,random", &["--games", "1"]);
    assert!(many.status == 2 && many.err.contains("there are 3 deciders for 2 seats"), "{many:?}");
}

#[test]
fn a_decider_that_there_is_not_is_refused() {
    let folder = Folder::new().with_toy();
    let ran = sim(&folder, "gredy", &[]);
    assert_eq!((ran.status, &*ran.err), (2, "error: there is no decider `gredy`\n  help: did you mean `greedy`?\n"));
    let ran = sim(&folder, "greedy", &["--answers", "late"]);
    assert!(ran.status == 2 && ran.err.contains("deciders answer at once"), "{ran:?}");
}

#[test]
fn a_timed_search_plays() {
    let folder = Folder::new().with_toy();
    let ran = sim(&folder, "mcts:1ms,random", &["--games", "1"]);
    assert!(ran.status == 0 && ran.out.contains("mcts:1ms"), "{ran:?}");
}

// ---- weights ----

/// The table of weights in the guide.
fn bold() -> &'static str {
    let (_, rest) = GUIDE.split_once("```toml\n").expect("the guide has one");
    rest.split("```").next().expect("it ends")
}

#[test]
fn the_weights_of_the_guide_are_played_with() {
    let folder = Folder::new().with_toy();
    folder.write("bold.toml", bold());
    let games = ["--games", "200", "--json"];
    let told = told(&sim(&folder, "weights:bold.toml,random", &games));
    let score = &told["deciders"][0];
    assert!(score["name"] == "weights:bold.toml" && score["score"].as_f64() > Some(0.5), "{score}");
}

#[test]
fn weights_prefer_and_avoid() {
    let folder = Folder::new().with_toy();
    folder.write("idle.toml", "pass = 1\n");
    folder.write("busy.toml", "pass = -1\n");
    let used = |decider: &str| -> u64 {
        let told = told(&sim(&folder, decider, &["--games", "3", "--max-turns", "30", "--json"]));
        told["cards"].as_object().expect("cards").values().filter_map(Value::as_u64).sum()
    };
    assert_eq!(used("weights:idle.toml"), 0);
    assert!(used("weights:busy.toml") > 0);
}

#[test]
fn every_name_in_weights_is_checked() {
    let folder = Folder::new().with_toy();
    let wrong = "pas = 1\nnumbers = \"more\"\n[cards]\nSprak = 2\n[actions]\ncast = \"much\"\n[asked.priorty]\npass = 9999999\n";
    folder.write("wrong.toml", wrong);
    let ran = sim(&folder, "weights:wrong.toml", &[]);
    assert_eq!(ran.status, 1, "{ran:?}");
    for said in [
        "weights have no key `pas`",
        "did you mean `pass`?",
        "`numbers` is `most` or `least` or `any`",
        "Candlelight has no card `Sprak`",
        "wrong.toml:4:1",
        "a weight is a whole number, not a text",
        "has no question or window `priorty`",
        "a weight lies between",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    assert_eq!(sim(&folder, "weights:nowhere.toml", &[]).status, 2);
}

// ---- other programs ----

/// One game against a program that is this shell script; what is said about it.
fn against(script: &str) -> String {
    let folder = Folder::new().with_toy();
    folder.write("bot.sh", script);
    let began = Instant::now();
    let ran = sim(&folder, "external:sh bot.sh,random", &["--games", "1", "--seed", "1", "--patience", "1"]);
    assert!(began.elapsed() < Duration::from_secs(60), "it hangs");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("--deciders 'external:sh bot.sh,random' --patience 1"), "{}", ran.out);
    ran.out
}

/// A script that answers the first question with this line, in which `N` stands for the number of the question.
fn answering(line: &str) -> String {
    let number = r#"n=$(printf '%s' "$q" | sed 's/^{"number":\([0-9]*\),.*/\1/')"#;
    format!("read -r hello; read -r q; {number}; printf '%s\\n' '{line}' | sed \"s/N/$n/\"; read -r more\n")
}

#[test]
fn a_program_that_fails_ends_in_a_fault_that_says_why() {
    let cases = [
        ("exit 3\n", "has ended before it answered (exit status: 3)"),
        ("echo 'no such module' >&2; exit 1\n", "(exit status: 1): no such module"),
        ("exec >&-; read -r hello; sleep 20\n", "has closed its output"),
        ("exec sleep 20\n", "has not answered within 1s"),
        ("read -r hello; read -r q; echo hello\n", "has answered `hello`, which is no answer"),
        ("read -r hello; read -r q; printf '\\377\\n'\n", "has answered with what is no UTF-8"),
    ];
    for (script, said) in cases {
        let out = against(script);
        assert!(out.contains(said) && out.contains("seed 1, decider: "), "{said}: {out}");
    }
}

#[test]
fn an_answer_that_does_not_fit_ends_in_a_fault_that_says_why() {
    let cases = [
        (r#"{"number":N,"answer":{"options":[999]}}"#, "does not fit"),
        (r#"{"number":N,"answer":{"number":1}}"#, "the question asks for another form of answer"),
        (r#"{"number":N,"answer":"wait"}"#, "does not fit"),
        (r#"{"number":99N,"answer":{"options":[0]}}"#, "has answered question 99"),
        (r#"{"number":N,"answer":{"options":[0]},"cheat":1}"#, "which is no answer: unknown field"),
    ];
    for (line, said) in cases {
        let out = against(&answering(line));
        assert!(out.contains(said), "{said}: {out}");
    }
}

#[test]
fn a_line_without_end_ends_in_a_fault() {
    let out = against("read -r hello; yes | tr -d '\\n'\n");
    assert!(out.contains("with a line of more than 1 MiB"), "{out}");
}

#[test]
fn a_program_that_there_is_not_is_a_fault() {
    let folder = Folder::new().with_toy();
    let ran = sim(&folder, "external:./no-such-program,random", &["--games", "1"]);
    assert!(ran.status == 1 && ran.out.contains("cannot be started"), "{ran:?}");
}

#[test]
fn playing_against_a_program_that_fails_ends_with_an_error() {
    let folder = Folder::new().with_toy();
    let seats = "external:sh -c 'exit 4',human";
    let ran = run_in(&folder.0, &["play", "toy", "--seed", "1", "--seats", seats], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("the game cannot go on: A's decider `sh -c exit 4` has ended"), "{ran:?}");
}

/// Needs Python; where there is none, nothing is tested.
#[test]
fn the_example_in_python_plays_to_the_end() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    assert!(BOT.lines().count() <= 33, "the guide gives its length");
    let folder = Folder::new().with_toy();
    folder.write("bot.py", BOT);
    let games = ["--games", "2", "--digest"];
    let ran = sim(&folder, "external:python3 bot.py,random", &games);
    assert!(ran.status == 0 && ran.out.contains("no faults"), "{ran:?}");
    let digest = |ran: &Ran| ran.out.lines().find(|line| line.starts_with("digest")).map(String::from);
    assert_eq!(digest(&ran), digest(&sim(&folder, "external:python3 bot.py,random", &games)));
    let game = run_in(Path::new("."), &["sim", "hearts", "--deciders", "random", "--games", "1"], "");
    assert_eq!(game.status, 0, "{game:?}");
}
