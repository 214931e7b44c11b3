//! E0433: cannot find `model` in `cardwright`
//! What handles are made with.

fn misuse(game: &cardwright::model::game::Game) -> [u8; 32] {
    *game.handle_key()
}

fn main() {
    let _ = misuse;
}
