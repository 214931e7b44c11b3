//! E0624: method `game` is private
//! The state, with all that is hidden.

use cardwright::Match;

fn misuse(playing: &Match) {
    for (_, entity) in playing.game().state().entities() {
        drop(entity.def);
    }
}

fn main() {
    let _ = misuse;
}
