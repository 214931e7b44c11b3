//! The search for the changes that make the differences.

use super::changes::{Change, Subjects};
use super::plays::{Play, Version, tell};
use super::shrunk::{self, Shrinking};
use super::told::Told;
use super::{Comparing, Difference, Shown};
use crate::parallel;
use std::collections::{BTreeMap, BTreeSet};

/// The search for the changes that make the differences.
pub(super) struct Search<'a> {
    pub comparing: &'a Comparing<'a>,
    pub plays: &'a [Play],
    pub before: &'a Version<'a>,
    pub after: &'a Version<'a>,
    pub told_before: &'a [Told],
    pub told_after: &'a [Told],
    pub sets: &'a [Change],
}

/// A play that shows a difference: which, and by which set of changes; by all together if no set does it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sighting {
    /// Of two that show the same, the smaller is the better: the doing of the card itself, a ruling, a short one.
    is_by_another: bool,
    is_game: bool,
    length: usize,
    play: usize,
    set: Option<usize>,
}

/// A card or a rule that differs, and where that is seen best.
type Seen = BTreeMap<String, (Difference, Sighting)>;

impl Search<'_> {
    /// The differences by the changes that make them; what no change makes by itself is made by all together.
    pub fn differences(&self, differing: Vec<usize>, subjects: &Subjects) -> Vec<Difference> {
        let mut found = Seen::new();
        let mut rest: BTreeSet<usize> = differing.iter().copied().collect();
        for (number, set) in self.sets.iter().enumerate() {
            let plays: Vec<Play> = differing.iter().map(|at| self.plays[*at].clone()).collect();
            let told = tell(self.comparing.threads, &self.before.with(set), &plays);
            for (at, told) in differing.iter().copied().zip(told) {
                if self.told_before[at].first_difference(&told).is_some() {
                    rest.remove(&at);
                    self.add(&mut found, (at, Some(number)), &told, &set.files, subjects);
                }
            }
        }
        let all: BTreeSet<&String> = self.sets.iter().flat_map(|set| &set.files).collect();
        let all: Vec<String> = all.into_iter().cloned().collect();
        for at in rest {
            self.add(&mut found, (at, None), &self.told_after[at], &all, subjects);
        }
        self.shown(found)
    }

    fn add(
        &self,
        found: &mut Seen,
        (at, set): (usize, Option<usize>),
        told: &Told,
        files: &[String],
        subjects: &Subjects,
    ) {
        let before = &self.told_before[at];
        let Some(first) = before.first_difference(told) else { return };
        let causes: BTreeSet<String> = told.cause(first).or_else(|| before.cause(first)).into_iter().collect();
        let is_game = matches!(self.plays[at], Play::Game(_));
        for subject in subjects.of_change(files, &causes) {
            let is_by_another = !causes.contains(&subject);
            let sighting = Sighting { is_by_another, is_game, length: first, play: at, set };
            let (difference, best) = found.entry(subject.clone()).or_insert_with(|| {
                let files = files.to_vec();
                (Difference { subject, files, ..Difference::default() }, sighting)
            });
            *best = sighting.min(*best);
            match &self.plays[at] {
                Play::Ruling(file) => difference.rulings.push(file.name().to_owned()),
                Play::Game(seed) => difference.games.push(*seed),
            }
        }
    }

    /// The differences with what shows them, shrunk; what shows several is shrunk once.
    fn shown(&self, found: Seen) -> Vec<Difference> {
        let all: BTreeSet<(usize, Option<usize>)> =
            found.values().map(|(_, sighting)| (sighting.play, sighting.set)).collect();
        let all: Vec<(usize, Option<usize>)> = all.into_iter().collect();
        let tries = shrunk::tries_each(all.len());
        let shown = parallel::all(&all, self.comparing.threads, || {
            move |(play, set): &(usize, Option<usize>)| {
                let changed = set.map_or(*self.after, |set| self.before.with(&self.sets[set]));
                let files = &self.comparing.old.files;
                Shrinking { files, before: self.before.hosted(), after: changed.hosted(), tries }
                    .shown(&self.plays[*play])
            }
        });
        let shown: BTreeMap<&(usize, Option<usize>), Shown> = all.iter().zip(shown).collect();
        let with = |(difference, sighting): (Difference, Sighting)| {
            let shown = shown.get(&(sighting.play, sighting.set)).cloned().unwrap_or_default();
            Difference { shown, ..difference }
        };
        found.into_values().map(with).collect()
    }
}
