//! E0277: cannot be shared between threads safely
//! One match, played by two threads at once.

use cardwright::Match;

fn shared<T: Sync>(_: &T) {}

fn misuse(playing: &Match) {
    shared(playing);
}

fn main() {
    let _ = misuse;
}
