//! Small mistakes, seeded into the packs of the repository one at a time: nearly all are told before anything runs.
//!
//! `cardwright mutate` makes them all; here it is one of so many.

use cardwright::catalog::{Files, games};
use cardwright_cli::mutation::{Group, Tally, caught, seed, warnings};
use rulings_content::root;

/// One mistake of so many is made.
const EVERY: usize = 97;

#[test]
fn most_mistakes_are_told_before_anything_runs() {
    let (files, _) = Files::read(&root());
    let mut tally = Tally::default();
    let mut missed = Vec::new();
    for game in games(&files) {
        let before = warnings(&files, game);
        let mutations = seed(&files, game);
        assert!(mutations.len() > EVERY, "there is hardly anything to mistake in {game}");
        for mutation in mutations.iter().step_by(EVERY) {
            let found = caught(&files, game, mutation, before);
            tally.add(mutation.sort, found);
            missed.extend((!found).then(|| mutation.told(&files)));
        }
    }
    let enough = tally.per_mille(Group::Names) >= 990 && tally.per_mille(Group::Kinds) >= 980;
    assert!(enough, "{tally}\n{}", missed.join("\n"));
}
