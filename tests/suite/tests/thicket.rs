//! What the game Thicket under `tests/packs/` tries and no ruling can say: decks that it begins with, and what a seat is told
//! while several choose in secret.

use cardwright_content::Files;
use cardwright_game::{Answer, Begin, Match, Ruleset, Seat, Viewer, load};
use suite::root;

fn thicket() -> Ruleset {
    let (files, _) = Files::read(&root().join("tests/packs/thicket"));
    load(&files, "thicket").ruleset.expect("nothing is wrong with it")
}

fn begun(players: u8) -> Match {
    let mut game = Match::begin(&thicket(), &Begin::new(players, 1)).expect("it has decks");
    game.advance().expect("no script goes astray");
    game
}

#[test]
fn several_decks_that_are_nobodys_lie_in_several_zones() {
    for players in 2..=3 {
        let view = begun(players).view(Viewer::Host);
        let owners = |zone: &str| -> Vec<bool> {
            let zones = view.zones.iter().filter(|held| *held.zone.zone == *zone);
            zones.flat_map(|held| held.cards.iter().map(|card| card.owner.is_some())).collect()
        };
        let players = usize::from(players);
        // Each player has drawn one card from either zone; they are nobody's wherever they lie.
        assert_eq!(owners("bush"), vec![false; 4 - players]);
        assert_eq!(owners("leaves"), vec![false; 3 - players]);
        assert_eq!(owners("hand"), vec![false; 2 * players]);
        assert_eq!(owners("draw"), vec![true; 2 * players], "each has a deck of their own");
    }
}

#[test]
fn who_chooses_in_secret_is_told_what_is_ruled_out_and_why() {
    let mut game = begun(3);
    let asked = game.prompts(Viewer::Host).remove(0);
    let calls = asked.options.iter().position(|option| option.text.contains("calls")).expect("A can call");
    game.answer(asked.number, Answer::one(calls)).expect("it is offered");
    game.advance().expect("no script goes astray");
    for seat in (0..3).map(Seat) {
        let ruled_out = game.why_not(Viewer::Seat(seat)).ruled_out;
        let told: Vec<_> = ruled_out.iter().map(|option| (&*option.name, &*option.why[0].text)).collect();
        assert_eq!(told, [("A", "this player has called")], "{seat:?}");
        let open = game.prompts(Viewer::Seat(seat));
        let offered = open[0].options.iter().filter_map(|option| option.text.split(' ').next_back());
        assert_eq!(offered.collect::<Vec<_>>(), ["B", "C"], "{seat:?}");
    }
}
