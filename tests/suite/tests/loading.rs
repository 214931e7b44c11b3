//! Loading takes time in proportion to what is loaded, also where a file is as large as files may be and full of mistakes.
//!
//! Attack 13: each of these files took from seven seconds to minutes.
//!
//! Found once: loading takes quadratic time.

use cardwright_content::Files;
use cardwright_game::load;
use cardwright_kernel::problems::{Colour, Problems};
use std::fmt::Write;
use std::time::Duration;
use suite::clock::WorkClock;
use suite::{is_long, root};

/// The size of the files, in bytes: as large as files may be in the long version, a quarter of it otherwise.
fn size() -> usize {
    if is_long() { 1_000_000 } else { 250_000 }
}

const SCRIPT: &str = "scripts/toy/boons/wager.rhai";
const CARD: &str = "cards/toy/boons/wager.toml";
const DECK: &str = "cards/toy/decks/evening.toml";

/// How long a load may keep a processor busy. The short version is run without optimisation; it only tells what is linear
/// from what is not, which took minutes there.
fn longest() -> Duration {
    if is_long() && !cfg!(debug_assertions) { Duration::from_secs(1) } else { Duration::from_secs(90) }
}

/// A text of this head, as many lines as fit, and this tail.
fn full(head: &str, tail: &str, line: impl Fn(usize) -> String) -> String {
    let mut text = head.to_owned();
    let mut number = 0;
    loop {
        let line = line(number);
        if text.len() + line.len() + tail.len() > size() {
            return text + tail;
        }
        text += &line;
        number += 1;
    }
}

fn function(line: impl Fn(usize) -> String) -> String {
    full("fn resolve(item) {\n", "}\n", line)
}

/// Loads the toy with this file, checks it and shows what is wrong: the codes of the problems.
fn codes(path: &str, text: &str) -> Vec<String> {
    let (files, problems) = Files::read(&root().join("tests/packs/toy"));
    assert!(problems.is_empty());
    let files = Files::new(files.iter().chain([(path, text)]));
    let start = WorkClock::begin();
    let problems = load(&files, "toy").told();
    let shown = problems.render(&files, Colour::Plain);
    let json = problems.to_json(&files);
    let took = start.elapsed();
    assert!(took < longest(), "{path} beginning {:?} took {took:?}", &text[..60]);
    assert!(shown.len() + json.len() < 300_000, "{path}: {} bytes are shown", shown.len());
    assert!(problems.len() <= Problems::MOST + 20, "{path}: {} problems", problems.len());
    problems.iter().map(|problem| problem.code.to_string()).collect()
}

fn has(codes: &[String], code: &str) {
    assert!(codes.iter().any(|found| found == code), "no {code} among {codes:?}");
}

#[test]
fn a_script_full_of_variables_is_refused_in_time() {
    has(&codes(SCRIPT, &function(|n| format!("let a{n} = item;\n"))), "script-too-large");
    let blocks = codes(SCRIPT, &function(|_| "{ let a = 1; }\n".into()));
    assert!(blocks.iter().all(|code| code != "script-too-large"), "{blocks:?}");
}

#[test]
fn a_script_full_of_unknown_names_is_refused_in_time() {
    has(&codes(SCRIPT, &function(|n| format!("foo{n}(item);\n"))), "script-too-large");
    has(&codes(SCRIPT, &function(|n| format!("item.foo{n}();\n"))), "script-too-large");
    has(&codes(SCRIPT, &function(|n| format!("a{n} += 1;\n"))), "script-too-large");
    let many = codes(SCRIPT, &function(|n| format!("item.foo{}();\n", n % 900)));
    has(&many, "verb-unknown");
    has(&many, "problems-too-many");
    has(&codes(SCRIPT, &function(|n| format!("foo{} += 1;\n", n % 900))), "variable-unknown");
}

#[test]
fn a_script_in_one_line_is_refused_in_time() {
    has(&codes(SCRIPT, &full("fn resolve(item) {", "}", |_| "item.draw(1);".into())), "script-too-large");
    has(&codes(SCRIPT, &full("fn resolve(item) { let a = \"", "\"; }", |_| "x".into())), "script-too-large");
}

#[test]
fn strange_scripts_are_read_in_time() {
    codes(SCRIPT, &function(|_| "`a`;\n".into()));
    codes(SCRIPT, &function(|_| "\"a\";\n".into()));
    codes(SCRIPT, &full("fn resolve(item) {}\n", "", |n| if n % 1000 == 999 { "\n".into() } else { "#".into() }));
    codes(SCRIPT, &full("fn resolve(item) {}\n", "", |_| "/*".into()));
    codes(SCRIPT, &full("", "fn resolve(item) {}\n", |n| format!("fn f{n}() {{}}\n")));
    codes(SCRIPT, &full("", "fn resolve(item) {}\n", |n| format!("const A{n} = 1;\n")));
    has(
        &codes(SCRIPT, &full("fn resolve(item) {\nswitch item {\n", "}}", |n| format!("{n} => 1,\n"))),
        "script-too-large",
    );
}

#[test]
fn a_file_full_of_unknown_keys_is_refused_in_time() {
    let mut keys = String::from("name = \"Wager\"\n");
    for number in 0..80_000 {
        let _ = writeln!(keys, "k{number} = 1");
    }
    for text in [keys, full("name = \"Wager\"\n", "", |n| format!("[k{n}]\n"))] {
        let codes = codes(CARD, &text);
        has(&codes, "key-unknown");
        has(&codes, "problems-too-many");
    }
}

#[test]
fn a_list_full_of_unknown_names_is_refused_in_time() {
    let words = full("name = \"Wager\"\ntext = \"x\"\n[answers]\nto = { kind = [", "] }\n", |n| format!("\"k{n}\", "));
    has(&codes(CARD, &words), "problems-too-many");
    let deck = full("title = \"Evening\"\n[cards]\n", "", |n| format!("\"Unknown {n}\" = 1\n"));
    has(&codes(DECK, &deck), "problems-too-many");
}

/// The toy with so many more cards, each with a script that defines the same function as all others.
fn with_cards(count: usize) -> Files {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let card = |n: usize| {
        [
            (
                format!("cards/toy/boons/luck-{n}.toml"),
                format!("name = \"Luck {n}\"\ntext = \"Draw {}.\"\n", 1 + n % 3),
            ),
            (
                format!("scripts/toy/boons/luck-{n}.rhai"),
                format!("//! Draw.\n\nfn resolve(item) {{\n    item.player.draw({});\n}}\n", 1 + n % 3),
            ),
        ]
    };
    let more: Vec<(String, String)> = (0..count).flat_map(card).collect();
    Files::new(files.iter().chain(more.iter().map(|(path, text)| (&**path, &**text))))
}

/// The quickest of three loads of the toy with so many more cards.
fn took(count: usize) -> Duration {
    let files = with_cards(count);
    let load = || {
        let start = WorkClock::begin();
        assert!(load(&files, "toy").ruleset.is_some());
        start.elapsed()
    };
    (0..3).map(|_| load()).min().unwrap_or_default()
}

/// The long version has as many cards as there can be scripts: what is looked through once for each card was only a third
/// of the time with 10,000 of them.
#[test]
fn eight_times_as_many_cards_take_about_eight_times_as_long() {
    let few = if is_long() { 7_000 } else { 500 };
    let (small, large) = (took(few), took(8 * few));
    assert!(large < small * 8 * 5 / 2, "{few} cards took {small:?}, eight times as many {large:?}");
}

#[test]
fn more_variables_than_a_function_can_have_are_refused() {
    let lets = |count: usize| (0..count).map(|n| format!("let a{n} = 1;\n")).collect::<String>();
    // The item is the first of them.
    assert!(
        codes(SCRIPT, &format!("//! Wager two hearts on the next card.\nfn resolve(item) {{\n{}}}\n", lets(127)))
            .is_empty()
    );
    has(
        &codes(SCRIPT, &format!("//! Wager two hearts on the next card.\nfn resolve(item) {{\n{}}}\n", lets(128))),
        "script-unusual",
    );
}
