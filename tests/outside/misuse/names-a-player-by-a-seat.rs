//! E0308: mismatched types
//! Who is asked is not who owns: a side of two has two seats.

use cardwright::{Match, Seat};

fn misuse(playing: &mut Match) {
    playing.leave(Seat(0));
}

fn main() {
    let _ = misuse;
}
