//! E0624: method `rules` is private
//! The kernel's rules, with whose numbers everything else could be named.

use cardwright::Ruleset;

fn misuse(ruleset: &Ruleset) -> usize {
    ruleset.rules().definitions.len()
}

fn main() {
    let _ = misuse;
}
