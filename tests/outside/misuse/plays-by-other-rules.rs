//! E0616: field `rules` of struct `Ruleset` is private
//! Another game in the place of this one.

use cardwright::Ruleset;

fn misuse(ruleset: &mut Ruleset, other: &Ruleset) {
    ruleset.rules = other.rules.clone();
}

fn main() {
    let _ = misuse;
}
