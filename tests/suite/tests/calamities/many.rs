//! Many victims who are asked at once: half of them have answered when the game is saved, and another process goes on.

use super::{ruleset, ruling, set};
use cardwright_game::{RulesetInside, View};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::Answer;
use std::process::Command;
use suite::sealed;

/// A flood on the Nile, where all eighteen have tokens.
fn flood() -> String {
    let mut text = "claim = \"x\"\nplayers = 18\nphase = \"trade\"\n".to_string();
    let mut memphis = Vec::new();
    let mut thebes = Vec::new();
    for letter in 'A'..='R' {
        let hand = if letter == 'A' { "hand = [\"Flood\"]\n" } else { "" };
        text.push_str(&format!("\n[{letter}]\n{hand}stock = [{{ name = \"Token\", count = 40 }}]\n"));
        memphis.push(format!("{{ name = \"Token\", count = 9, of = \"{letter}\" }}"));
        thebes.push(format!("{{ name = \"Token\", count = 9, of = \"{letter}\" }}"));
    }
    text.push_str(&format!("\n[board.\"Memphis\"]\nunits = [{}]\n", memphis.join(", ")));
    text.push_str(&format!("\n[board.\"Thebes\"]\nunits = [{}]\n", thebes.join(", ")));
    text.push_str("\n[play]\nsteps = \"\"\n");
    text
}

#[test]
fn eighteen_victims_are_saved_half_answered_and_resumed_in_another_process() {
    let game = ruleset();
    let host = game.host();
    let ruling = ruling(&game, &flood());
    let begin = || game.table_of_people(&host, set(&game, &ruling, 1));

    let mut whole = begin();
    sealed::answer(&game, &mut whole, 18);
    assert!(whole.game().prompts().iter().all(|prompt| !prompt.is_sealed()), "all have answered");

    let mut half = begin();
    half.advance();
    assert_eq!(half.game().prompts().len(), 18, "all are asked at once");
    sealed::answer(&game, &mut half, 9);
    assert_eq!(half.game().prompts().len(), 9, "half have answered");

    let expected = game.trace(whole.game(), None);
    let found = played_on_elsewhere(&game.save(half.game()));
    assert!(found == expected, "the trace of the other process:\n{found}\nexpected:\n{expected}");
}

/// The trace of a save that another process has played on.
fn played_on_elsewhere(save: &[u8]) -> String {
    let file = std::env::temp_dir().join(format!("cardwright-half-answered-{}", std::process::id()));
    std::fs::write(&file, save).expect("the save is written");
    let other = Command::new(env!("CARGO_BIN_EXE_plays_on")).arg("mega_calamities").arg(&file).output();
    std::fs::remove_file(&file).expect("it was there");

    let other = other.expect("the other process ran");
    assert!(other.status.success(), "{}", String::from_utf8_lossy(&other.stderr));
    String::from_utf8(other.stdout).expect("a trace is text")
}

/// A flood on the Nile: A must give up a city before he removes tokens, B only removes tokens, C has nothing there.
const TWO_QUESTIONS: &str = r#"
claim = "x"
players = 3
phase = "trade"

[A]
hand = ["Flood"]

[board."Memphis"]
units = [{ name = "City", of = "A" }, { name = "Token", count = 4, of = "A" }, { name = "Token", count = 9, of = "B" }]

[board."Thebes"]
units = [{ name = "City", of = "A" }, { name = "Token", count = 9, of = "A" }, { name = "Token", count = 9, of = "B" }]

[play]
steps = ""
"#;

/// Whether a city stands in Memphis, as somebody sees it.
fn has_city(view: &View) -> bool {
    let memphis = view.zones.iter().filter(|zone| zone.zone.site.as_deref() == Some("Memphis"));
    memphis.flat_map(|zone| &zone.cards).any(|card| &*card.name == "City")
}

#[test]
fn a_victim_sees_what_his_own_answers_have_come_to_and_nobody_else_does() {
    let game = ruleset();
    let host = game.host();
    let mut table = game.table_of_people(&host, set(&game, &ruling(&game, TWO_QUESTIONS), 1));
    let [a, b, c] = [0, 1, 2].map(Seat);
    table.advance();
    let first = table.game().prompts().iter().find(|prompt| prompt.seat == a).expect("A is asked").clone();
    table.answer(first.number, Answer::one(0)).expect("he gives Memphis up");
    table.advance();
    let before = table.state().clone();
    let gives_up = "> A, give up which cities: Memphis";

    let inside = table.inside(a).expect("A is still asked");
    let read = game.trace(&inside, Some(a));
    assert!(read.contains(gives_up) && read.contains("- 1 City goes to A's stock"), "{read}");
    assert!(!has_city(&game.view(&inside, a)), "he sees that it is gone");

    assert!(has_city(&game.view(table.game(), b)), "B does not");
    let other = table.inside(b).expect("B is asked");
    assert!(has_city(&game.view(&other, b)), "not in his own dialogue either");
    assert!(!game.trace(&other, None).contains(gives_up), "nor is he told");
    assert!(table.inside(c).is_none(), "C is asked nothing");
    assert!(*table.state() == before, "to look changes nothing");
}
