//! Deciders that look ahead: what they answer, and that it is always the same.

use cardwright_deciders::decider;
use cardwright_game::{Begin, Match, Progress, Random, Ruleset, Seat, Viewer};
use suite::game;

/// A game in which these deciders play, to its end or to the tenth turn, as the host reads it.
fn played(ruleset: &Ruleset, begin: &Begin, deciders: [&str; 2], seed: u64) -> Vec<String> {
    let mut playing = Match::begin(ruleset, begin).expect("two can play it");
    for (seat, name) in deciders.iter().enumerate() {
        playing.seat(Seat(seat as u8), decider(name, seed + seat as u64).expect("there is such a decider"));
    }
    let progress = playing.advance_to_turn(10).expect("no script fails");
    assert!(matches!(progress, None | Some(Progress::Over)), "{deciders:?} leave a question open");
    playing.trace(Viewer::Host).iter().map(ToString::to_string).collect()
}

#[test]
fn with_the_same_seed_they_answer_the_same() {
    for (name, deciders) in [("leduc_poker", ["mcts:20", "greedy"]), ("crazy_eights", ["mcts:3", "mcts:3"])] {
        let ruleset = game(name);
        let begin = Begin::new(2, 5);
        let twice = [played(&ruleset, &begin, deciders, 1), played(&ruleset, &begin, deciders, 1)];
        assert_eq!(twice[0], twice[1], "{name}");
    }
}

/// B holds the King, and whoever folds it loses.
#[test]
fn nobody_who_looks_ahead_folds_the_highest_card() {
    let ruleset = game("kuhn_poker");
    let folds = |name: &str, seed: u64| {
        let begin = Begin { table: Some("dealt".to_string()), ..Begin::new(2, seed) };
        played(&ruleset, &begin, ["random", name], seed).iter().any(|line| line.contains("B folds"))
    };
    assert!((0..40).any(|seed| folds("random", seed)), "B is never bet against");
    for name in ["mcts:60", "greedy"] {
        assert!((0..40).all(|seed| !folds(name, seed)), "{name} folds the King");
    }
}

#[test]
fn a_search_ends_when_its_caller_says_so() {
    let mut playing = Match::begin(&game("kuhn_poker"), &Begin::new(2, 1)).expect("two can play it");
    let endless = cardwright_deciders::Mcts::new(u32::MAX, 1).stop(|played| played >= 4);
    playing.seat(Seat(0), endless);
    playing.seat(Seat(1), Random::new(1));
    assert_eq!(playing.advance(), Ok(Progress::Over));
}

#[test]
fn a_decider_that_there_is_not_is_refused() {
    for wrong in ["", "mcts:", "mcts:0", "mcts:many", "mcts:-1", "greedy:3", "random:1", "Mcts"] {
        assert!(decider(wrong, 1).is_err(), "`{wrong}`");
    }
    assert!(["random", "greedy", "mcts", "mcts:7"].iter().all(|name| decider(name, 1).is_ok()));
}
