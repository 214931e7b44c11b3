//! E0624: method `table_of_people` is private
//! A table without its contents.

use cardwright::game::{Begin, Ruleset};

fn misuse(ruleset: &Ruleset) {
    let mut table = ruleset.table_of_people(&ruleset.host(), ruleset.begin(&Begin::new(2, 1)).unwrap());
    drop(table.take());
}

fn main() {
    let _ = misuse;
}
