//! E0451: of struct `cardwright::Match` are private
//! A match that was neither begun nor loaded.

use cardwright::Match;

fn misuse(playing: Match) -> Match {
    Match { game: None, ..playing }
}

fn main() {
    let _ = misuse;
}
