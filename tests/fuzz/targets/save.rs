//! The payload of a save, behind a head that fits: it is refused, or can be looked at and played on.
#![no_main]

use cardwright::game::Ruleset;
use cardwright_fuzz::{game, go_on, head, sealed};
use libfuzzer_sys::{Corpus, fuzz_target};

thread_local! {
    static GAME: (Ruleset, Vec<u8>) = {
        let game = game("burrow");
        let head = head(&game);
        (game, head)
    };
}

fuzz_target!(|input: &[u8]| -> Corpus {
    GAME.with(|(game, head)| {
        let Ok(loaded) = game.load(&sealed(head, input)) else { return Corpus::Keep };
        let _ = (game.trace(&loaded, None), game.view(&loaded, cardwright::model::ids::Seat(0)));
        go_on(game, game.table_of_people(&game.host(), loaded));
        Corpus::Keep
    })
});
