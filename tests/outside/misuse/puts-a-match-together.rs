//! E0451: of struct `cardwright::game::Match` are private
//! A match that was neither begun nor loaded.

use cardwright::game::Match;

fn misuse(playing: Match) -> Match {
    Match { game: None, ..playing }
}

fn main() {
    let _ = misuse;
}
