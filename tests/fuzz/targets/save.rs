//! The payload of a save, behind a head that fits: it is refused, or can be looked at and played on.
#![no_main]

use cardwright_fuzz::{begun, game, go_on};
use cardwright_game::{Ruleset, RulesetInside};
use libfuzzer_sys::{Corpus, fuzz_target};
use suite::saves::sealed;

thread_local! {
    static GAME: (Ruleset, Vec<u8>) = {
        let game = game("burrow");
        let save = begun(&game);
        (game, save)
    };
}

fuzz_target!(|input: &[u8]| -> Corpus {
    GAME.with(|(game, save)| {
        let Ok(loaded) = game.load(&sealed(save, input)) else { return Corpus::Keep };
        let _ = (game.trace(&loaded, None), game.view(&loaded, cardwright_kernel::ids::Seat(0)));
        go_on(game, game.table_of_people(&game.host(), loaded));
        Corpus::Keep
    })
});
