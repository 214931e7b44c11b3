//! E0624: method `host` is private
//! A script host, with which functions of scripts could be called at will.

use cardwright::Ruleset;

fn misuse(ruleset: &Ruleset) {
    ruleset.host().begin();
}

fn main() {
    let _ = misuse;
}
