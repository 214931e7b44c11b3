//! The chapter "The designer's desk" is true: its commands are run, and print what stands under them. And what it does not show
//! of these commands.

use crate::common::{Folder, Ran, run_in, with_toy, words};
use serde_json::{Value, json};

const CHAPTER: &str = include_str!("../../guides/desk.md");

const HEDGE: &str = "toy/thorn-hedge/takes-one-off-every-harm";

/// Asks with `--json`.
fn asked(arguments: &[&str]) -> Value {
    let ran = with_toy(&[&["ask", "--json"], arguments].concat(), "");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {ran:?}"))
}

/// Asks at a table.
fn ask(arguments: &[&str]) -> Ran {
    with_toy(&[&["ask"], arguments].concat(), "")
}

#[test]
fn every_command_of_the_chapter_prints_what_it_says() {
    let folder = Folder::new().with_toy();
    folder.write("orders.txt", "continue\nlocals\nstep\nprint player.shelter\nwhere\ncontinue\n");
    let consoles = CHAPTER.split("\n```console\n").skip(1);
    let mut commands = 0;
    for part in consoles.flat_map(|block| block.split("\n```").next().unwrap_or_default().split("$ ").skip(1)) {
        let (line, expected) = part.split_once('\n').unwrap_or((part, ""));
        let ran = run_in(&folder.0, &words(line.strip_prefix("cardwright ").expect("it is a command")), "");
        let lines = |text: &str| text.trim_matches('\n').lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(lines(&(ran.out + &ran.err)), lines(expected), "{line}");
        commands += 1;
    }
    assert!(commands >= 10, "{commands} commands");
}

#[test]
fn what_is_asked_comes_back_whole() {
    let whole = r#"#{ n: 1 - 2, t: "a\"b", no: (), yes: true, list: [[], A, A.hand.last], zone: A.zone("hand"), range: 1..=3, game: game() }"#;
    let answer = asked(&["toy:tables/embers", whole]);
    let tea =
        json!({ "card": { "name": "Warm Tea", "zone": "A's hand", "place": 2, "owner": "A", "controller": "A" } });
    let wanted = json!({
        "n": -1, "t": "a\"b", "no": null, "yes": true, "list": [[], { "player": "A" }, tea], "zone": { "zone": "A's hand" },
        "range": { "range": "1..=3" }, "game": { "game": "Candlelight" },
    });
    assert_eq!(answer["value"], json!({ "map": wanted }));
    assert_eq!(answer["faults"], json!([]));
    let text = answer["text"].as_str().expect("it is told");
    assert!(text.contains("list: [[], A, Warm Tea in A's hand],") && text.contains("t: \"a\\\"b\","), "{text}");
    assert_eq!(answer["parts"], Value::Null);
}

#[test]
fn cards_of_one_name_are_counted_and_what_has_moved_is_gone() {
    let ran = ask(&["toy:tables/embers", "A.draw.len"]);
    assert_eq!(ran.out, "5\n", "{ran:?}");
    let ran = ask(&["toy:tables/embers", "[A.draw.first, A.draw.last]"]);
    assert_eq!(ran.out, "[Spark #1 in A's draw pile, Spark #5 in A's draw pile]\n", "{ran:?}");
}

#[test]
fn a_value_has_its_parts_and_an_attribute_what_it_began_with() {
    let answer = asked(&[HEDGE, "B.shelter"]);
    assert_eq!(answer["value"], json!(1));
    let lines = &answer["parts"]["lines"];
    assert_eq!(lines[1]["text"], "add: +1 (Thorn Hedge)");
    assert_eq!((&lines[1]["amount"], &lines[1]["total"]), (&json!(1), &json!(1)));
    assert_eq!(lines[1]["place"], "cards/toy/charms/thorn-hedge.toml:4");
    assert_eq!(asked(&[HEDGE, "A.shelter"])["parts"]["lines"].as_array().map(Vec::len), Some(1), "it is B's hedge");
    assert_eq!(asked(&[HEDGE, "B.hearts"])["parts"], json!({ "printed": "5", "file": null }));
    for no_value in ["B.shelter + 0", "B.hand", "[B.shelter]", "-B.shelter"] {
        assert_eq!(asked(&[HEDGE, no_value])["parts"], Value::Null, "{no_value}");
    }
}

#[test]
fn a_ruling_stops_at_a_step_or_at_a_line() {
    for (step, hand) in [("0", "Spark in A's hand, Flare in A's hand"), ("1", "Flare in A's hand"), ("3", "")] {
        let ran = ask(&[HEDGE, "--step", step, "A.hand"]);
        assert_eq!(ran.out, format!("[{hand}]\n"), "{step}: {ran:?}");
    }
    assert_eq!(ask(&[HEDGE, "--step", "6", "1"]).status, 2, "it has five");
    assert_eq!(ask(&[HEDGE, "-1", "--step", "1"]).out, "-1\n", "an option may stand behind the expression");
    let trace = with_toy(&["run", HEDGE], "").out;
    let fall = trace.lines().position(|line| line.contains("hearts 5 → 4")).expect("a heart is lost") + 1;
    for (line, hearts) in [(fall - 1, "5"), (fall, "4"), (trace.lines().count(), "4")] {
        let ran = ask(&[HEDGE, "--until", &line.to_string(), "B.hearts - 0"]);
        assert_eq!(ran.out, format!("{hearts}\n"), "{line}: {ran:?}");
    }
    for nowhere in ["0", "99", "fnord"] {
        let ran = ask(&[HEDGE, "--until", nowhere, "1"]);
        assert!(ran.status == 2 && ran.err.contains("none of them is"), "{nowhere}: {ran:?}");
    }
    assert_eq!(ask(&["toy:tables/embers", "--step", "1", "1"]).status, 2, "nothing has happened there");
}

#[test]
fn a_record_stops_at_a_line_too() {
    let folder = Folder::new().with_toy();
    let ran = run_in(&folder.0, &["sim", "toy", "--games", "1", "--record", "game.json"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let trace = run_in(&folder.0, &["record", "replay", "game.json", "--trace"], "").out;
    let drawn = trace.lines().position(|line| line.starts_with("- A draws ")).expect("A draws");
    let until =
        |line: usize| run_in(&folder.0, &["ask", "game.json", "--until", &line.to_string(), "A.hand.len"], "").out;
    assert_eq!((&*until(drawn), &*until(drawn + 1), &*until(drawn + 2)), ("0\n", "1\n", "2\n"), "{trace}");
    let ran = run_in(&folder.0, &["ask", "game.json", "--step", "1", "1"], "");
    assert!(ran.status == 2 && ran.err.contains("`--step` needs a ruling"), "{ran:?}");
}

#[test]
fn what_cannot_be_asked_is_refused_with_its_place() {
    let refused = [
        ("1 +", "the expression ends in the middle of something"),
        ("1 } fn resolve(item) { 2", "this is more than an expression"),
        ("1; } const X = 2; fn f() { 3", "this is more than an expression"),
        ("", "the expression says nothing"),
        ("// A.hand", "the expression says nothing"),
        ("Z.hand", "there is no variable `Z`"),
        ("A.cards(\"hnd\")", "there is no zone `hnd`"),
        ("A.hearts = 3", "may only look"),
        ("A.choose(\"x\", [1])", "may only look"),
        ("dice(1)", "error["),
        ("fnord()", "there is no function `fnord`"),
        ("eval(\"1\")", "scripts cannot use `eval`"),
    ];
    for (expression, told) in refused {
        let ran = ask(&["toy:tables/embers", expression]);
        assert!(ran.status == 1 && (ran.out.clone() + &ran.err).contains(told), "{expression}: {ran:?}");
        assert!(ran.out.contains(" --> expression:1:"), "{expression}: {ran:?}");
    }
}

#[test]
fn what_fails_names_its_place_and_has_a_budget() {
    let failed = [
        ("A.hand[7].price", "! the list has 2 elements, and none at 7 (expression:1:8)\n"),
        ("|card| card", "! a closure cannot be handed on (expression:1:1)\n"),
    ];
    for (expression, told) in failed {
        let ran = ask(&["toy:tables/embers", expression]);
        assert_eq!((ran.status, &*ran.out), (1, told), "{expression}");
    }
    let endless = ask(&["toy:tables/embers", "let n = 0; while n < 100000000 { n += 1; } n"]);
    assert!(endless.status == 1 && endless.out.contains("does not come to an end"), "{endless:?}");
}

#[test]
fn within_a_script_its_functions_are_known() {
    let ran = ask(&["toy:tables/embers", "--within", "scripts/toy/fnord.rhai", "1"]);
    assert!(ran.status == 1 && ran.out.contains("the game has no script `scripts/toy/fnord.rhai`"), "{ran:?}");
    let folder = Folder::new().with_toy();
    let path = "scripts/toy/boons/warm-tea.rhai";
    folder.write(path, &(folder.read(path) + "\nconst CUPS = 3;\nfn cups(n) { n * CUPS }\n"));
    let ask = |arguments: &[&str]| run_in(&folder.0, &[&["ask", "toy:tables/embers"], arguments].concat(), "");
    // What nothing calls is refused by `check`, so the card calls it.
    folder.write(path, &folder.read(path).replacen("fn resolve(item) {", "fn resolve(item) {\n    log(cups(1));", 1));
    assert_eq!(ask(&["--within", path, "cups(2) + CUPS"]).out, "9\n");
    assert_eq!(ask(&["cups(2)"]).status, 1, "a card's functions are its own");
}
