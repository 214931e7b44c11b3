//! Small mistakes, seeded into the packs of the repository one at a time: nearly all are told before anything runs.
//!
//! `cardwright mutate` makes them all; here it is one of so many.

use cardwright_content::{Files, games};
use cardwright_rulings::seeded_errors::{Group, MutationTally, caught, seed, warnings};
use std::fs;
use suite::{cores, is_long, root};

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

#[derive(serde::Deserialize)]
struct Equivalents {
    equivalent: Vec<Equivalent>,
}

#[derive(serde::Deserialize)]
struct Equivalent {
    path: String,
    line: String,
    was: String,
}

/// `mutate` says it as well, but only once everything else has been judged.
#[test]
fn equivalent_mutants_are_of_lines_that_stand() {
    let lists = crate::tidy::files("tests/mutants", &["toml"]);
    let mut gone = Vec::new();
    for (list, text) in &lists {
        let known: Equivalents = toml::from_str(text).expect("a list of equivalents can be read");
        for Equivalent { path, line, was } in known.equivalent {
            let script = fs::read_to_string(root().join(&path)).unwrap_or_default();
            let stands = script.lines().any(|stands| stands.trim() == line) && line.contains(&was);
            gone.extend((!stands).then(|| format!("{list}: {path}: {line}")));
        }
    }
    assert!(gone.is_empty(), "lines that are not there:\n{}", gone.join("\n"));
}
