//! E0624: method `table_of_people` is private
//! A game taken from its table.

use cardwright::{Begin, Ruleset};

fn misuse(ruleset: &Ruleset) {
    let table = ruleset.table_of_people(&ruleset.host(), ruleset.begin(&Begin::new(2, 1)).unwrap());
    drop(table.into_game());
}

fn main() {
    let _ = misuse;
}
