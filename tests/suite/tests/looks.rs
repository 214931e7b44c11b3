//! What a viewer is shown is computed within a budget, whatever a pack makes of its values and gates.

use crate::limits::toy;
use cardwright_content::Files;
use cardwright_game::{Begin, Match, Seat, View, Viewer};
use suite::clock::WorkClock;
use suite::root;

/// The toy with a value of all charms that takes long to compute, and so many charms on the table of each player.
fn bulky(charms: usize) -> Match {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let text = |path: &str| files.get(path).expect("the toy game has rules").to_owned();
    let (rules, script) = ("cards/toy/ruleset.toml", "scripts/toy/ruleset.rhai");
    let declared = text(rules).replacen("[values]\n", "[values]\nbulk = { of = \"charm\", amount = true }\n", 1);
    let create =
        format!("for player in game.players {{ for n in 0..{charms} {{ player.create(\"Paper Bird\", \"pool\"); }} }}");
    let computed = text(script).replacen("fn setup(game) {\n", &format!("fn setup(game) {{\n    {create}\n"), 1)
        + "fn value_bulk(subject) {\n    let n = 0;\n    for i in 0..150000 { n += i; }\n    n + subject.controller.hearts\n}\n";
    let ruleset = toy(&[(rules, &declared), (script, &computed)]);
    let mut game = Match::begin(&ruleset, &Begin::new(2, 1)).expect("two can play");
    game.advance().expect("nothing fails");
    game
}

/// Of how many cards a viewer is shown the value, and what is said of the others.
fn bulk_shown(view: &View) -> (usize, Vec<&str>) {
    let cards = || view.zones.iter().flat_map(|zone| &zone.cards);
    let failed = cards().filter_map(|card| Some(&**card.properties.failed.get("bulk")?)).collect();
    (cards().filter(|card| card.properties.values.contains_key("bulk")).count(), failed)
}

/// All that one look computes has a budget. What others were shown before neither makes it shorter nor longer.
#[test]
fn a_look_has_a_budget_as_a_step_has() {
    let game = bulky(40);
    let first = game.view(Viewer::Seat(Seat(0)));
    let (shown, failed) = bulk_shown(&first);
    assert!(shown > 10 && shown + failed.len() == 80, "{shown} are shown, {} fail", failed.len());
    let told = "what is shown at a time took more than 4000000 operations: `bulk` is left out";
    assert!(failed.iter().all(|fault| fault.contains(told)), "{failed:?}");
    let alone = |viewer: Viewer| bulky(40).view(viewer);
    for viewer in [Viewer::Host, Viewer::Seat(Seat(1)), Viewer::Seat(Seat(0)), Viewer::WATCHER] {
        assert_eq!(bulk_shown(&game.view(viewer)), bulk_shown(&alone(viewer)), "{viewer:?}");
    }
    assert_eq!(game.view(Viewer::Seat(Seat(0))), first);
}

/// What several viewers are shown is computed once.
#[test]
fn what_several_are_shown_is_computed_once() {
    let game = bulky(20);
    let took = |viewer: Viewer| {
        let clock = WorkClock::begin();
        assert_eq!(bulk_shown(&game.view(viewer)).0, bulk_shown(&game.view(viewer)).0);
        clock.elapsed()
    };
    let (first, second) = (took(Viewer::Seat(Seat(0))), took(Viewer::Seat(Seat(1))));
    assert!(second < first / 2, "the first took {first:?}, the second {second:?}");
}

/// So has finding out why something is not possible.
#[test]
fn reasons_have_a_budget_as_a_step_has() {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let (rules, script) = ("cards/toy/ruleset.toml", "scripts/toy/ruleset.rhai");
    let gate =
        "gates.calm = { turn = \"you\", stack_empty = true, why = \"only in one's own turn, while nothing waits\" }";
    let slow = format!("{gate}\ngates.slow = {{ if = \"gate_slow\", why = \"it takes long\" }}");
    let text = |path: &str| files.get(path).expect("the toy game has rules").to_owned();
    let declared = text(rules).replacen(gate, &slow, 1);
    let deal =
        "fn setup(game) {\n    for player in game.players { for n in 0..40 { player.create(\"Spark\", \"hand\"); } }\n";
    let computed = text(script).replacen("fn setup(game) {\n", deal, 1)
        + "fn gate_slow(player, card) {\n    let n = card.price;\n    for i in 0..150000 { n += i; }\n    n < 0\n}\n";
    let ruleset = toy(&[(rules, &declared), (script, &computed)]);
    let mut game = Match::begin(&ruleset, &Begin::new(2, 1)).expect("two can play");
    let _ = game.advance();
    let asked = game.prompts(Viewer::Host)[0].seat;
    let why_not = game.why_not(Viewer::Seat(asked));
    assert!(!why_not.refused.is_empty(), "some of it is told");
    let told = "to find out why took more than 4000000 operations: the rest is left out";
    assert_eq!(why_not.failed.as_deref(), Some(told));
}
