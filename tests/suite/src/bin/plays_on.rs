//! Another process for a game that was saved in the middle of a simultaneous question: `plays_on <game> <save>` answers
//! what is still open and prints the trace.

use cardwright_game::RulesetInside;
use std::error::Error;
use std::io::Write;
use suite::{game, sealed};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, save] = arguments.as_slice() else { return Err("usage: plays_on <game> <save>".into()) };
    let game = game(name);
    let loaded = game.load(&std::fs::read(save)?).map_err(|problem| format!("{problem:?}"))?;
    let host = game.host();
    let mut table = game.table_of_people(&host, loaded);

    sealed::answer(&game, &mut table, usize::from(u8::MAX));
    std::io::stdout().write_all(game.trace(table.game(), None).as_bytes())?;
    Ok(())
}
