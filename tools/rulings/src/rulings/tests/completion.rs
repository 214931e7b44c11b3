//! What an editor offers to write a claim with.

use super::pack::ruleset;
use cardwright_game::RulesetInside;

#[test]
fn what_could_stand_next_in_a_claim() {
    let ruleset = ruleset();
    let next = |line: &str| -> Vec<String> {
        crate::rulings::complete(line, ruleset.rules()).into_iter().map(|(words, _)| words).collect()
    };
    let has =
        |line: &str, words: &str| assert!(next(line).iter().any(|next| next == words), "{line}: {:?}", next(line));
    has("", "A's hand holds: Calm, Nyrond");
    has("A's ", "draw pile");
    has("A's draw pile ", "begins with: ");
    has("A's hand holds: ", "Drow, the Elder");
    has("Imp (B) is ", "tapped");
    has("Imp (B) is not ta", "tapped");
    has("A: ", "points");
    has("it is B's ", "dusk phase");
    has("the trace ", "never says: ");
    assert!(!next("A: ").contains(&"tapped".to_string()));
}

/// Whether a claim can be written by choosing what is offered, word after word, from this much on.
fn completes(begun: &str, rest: &str) {
    let ruleset = ruleset();
    let mut line = begun.to_string();
    let mut left = rest;
    while !left.is_empty() {
        let next = crate::rulings::complete(&line, ruleset.rules());
        let fits = next.iter().map(|(words, _)| words.trim_end()).filter(|words| left.starts_with(words));
        let longest = fits.max_by_key(|words| words.len()).unwrap_or_default();
        assert!(!longest.is_empty(), "nothing offered behind `{line}` begins `{left}`");
        line.push_str(longest);
        left = &left[longest.len()..];
        let gap = left.len() - left.trim_start().len();
        line.push_str(&left[..gap]);
        left = &left[gap..];
    }
}

#[test]
fn every_form_can_be_completed() {
    for (begun, rest) in [
        ("A's ", "hand holds: Dare"),
        ("A's ", "hand holds only: Dare"),
        ("A's ", "hand holds no: Dare"),
        ("A's ", "hand holds 3 cards"),
        ("A's ", "hand holds nothing"),
        ("A's ", "draw pile begins with: Dare"),
        ("A's ", "draw pile ends with: Dare"),
        ("", "Imp"),
        ("Imp: ", "level"),
        ("Imp is ", "tapped"),
        ("Imp is not ", "tapped"),
        ("Imp is ", "attached to Fire"),
        ("B ", "owns Imp"),
        ("B ", "controls Imp"),
        ("B ", "knows Imp"),
        ("B ", "does not know Imp"),
        ("Imp is ", "in effect"),
        ("B ", "is asked:"),
        ("B ", "is not asked"),
        ("B ", "has answered"),
        ("B ", "has not answered"),
        ("the trace ", "says: Imp"),
        ("the trace ", "never says: Imp"),
        ("it is B's ", "dusk phase"),
        ("B ", "is offered: Imp"),
        ("B ", "is not offered: Imp"),
        ("B ", "is offered in order: Imp"),
    ] {
        completes(begun, rest);
    }
}
