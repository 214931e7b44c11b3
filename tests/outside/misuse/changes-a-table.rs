//! E0433: cannot find `play` in `cardwright`
//! A change past the journal.

fn misuse(table: &mut cardwright::play::session::Table, change: cardwright::model::change::Change) {
    table.change(change);
}

fn main() {
    let _ = misuse;
}
