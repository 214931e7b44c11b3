//! E0603: module `play` is private
//! A change past the journal.

fn misuse(table: &mut cardwright::play::session::Table, change: cardwright::model::change::Change) {
    table.change(change);
}

fn main() {
    let _ = misuse;
}
