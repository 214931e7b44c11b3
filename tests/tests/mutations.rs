//! Small mistakes, seeded into the packs of the repository one at a time: nearly all are told before anything runs.
//!
//! `cardwright mutate` makes them all; here it is one of so many.

use cardwright::catalog::{Files, games};
use cardwright_cli::mutation::{Group, MutationTally, caught, seed, warnings};
use rulings_content::{cores, is_long, root};

/// One mistake of so many is made; in the long version, one of ten.
const EVERY: usize = 197;
const EVERY_LONG: usize = 10;

#[test]
fn most_mistakes_are_told_before_anything_runs() {
    let (files, _) = Files::read(&root());
    let mut tally = MutationTally::default();
    let mut missed = Vec::new();
    let every = if is_long() { EVERY_LONG } else { EVERY };
    for game in games(&files) {
        let before = warnings(&files, game);
        let mutations = seed(&files, game);
        assert!(mutations.len() > EVERY_LONG, "there is hardly anything to mistake in {game}");
        let made: Vec<_> = mutations.iter().step_by(every).collect();
        let found = cores::each(&made, |mutation| caught(&files, game, mutation, before));
        for (mutation, found) in made.into_iter().zip(found) {
            tally.add(mutation.sort, found);
            missed.extend((!found).then(|| mutation.told(&files)));
        }
    }
    let enough = tally.per_mille(Group::Names) >= 990 && tally.per_mille(Group::Kinds) >= 980;
    assert!(enough, "{tally}\n{}", missed.join("\n"));
}
