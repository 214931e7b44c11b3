//! Recording what rulings exercise changes nothing in them.

use cardwright_game::RulesetInside;
use cardwright_rulings::coverage;
use cardwright_rulings::rulings;
use suite::{content, is_long};

#[test]
fn a_recorded_ruling_goes_as_it_goes_otherwise() {
    let every = if is_long() { 1 } else { 5 };
    let mut recorded = std::collections::BTreeMap::new();
    for file in content().rulings.iter().step_by(every) {
        let game = content().game(file).expect("its game can be loaded");
        let (probed, _) = recorded.entry(game.rules().pack.clone()).or_insert_with(|| game.recorded());
        let run = |ruleset| {
            let ruling = rulings::read(file, ruleset).expect("it can be read");
            rulings::run(&ruling, ruleset, &ruleset.host())
        };
        let (plain, probed) = (run(&game), run(probed));
        assert_eq!(plain.trace, probed.trace, "{}", file.name());
        assert_eq!(plain.fingerprints, probed.fingerprints, "{}", file.name());
    }
}

#[test]
fn what_is_exercised_does_not_depend_on_threads() {
    let (game, files) = (suite::game("time_nodes"), &content().rulings);
    let files: Vec<_> = files.iter().filter(|file| file.pack() == "time_nodes").cloned().collect();
    let alone = coverage::footprints(&game, &files, 1);
    assert!(alone.iter().all(|footprint| footprint.passed().next().is_some()));
    assert_eq!(alone, coverage::footprints(&game, &files, 3));
}
