//! Counting what became of mutants, by file and by pack.

use super::{Fate, Mutant};
use cardwright_content::pack_of;
use std::collections::BTreeMap;
use std::fmt;

/// At most this share can be listed as equivalent, in percent.
const MOST_EQUIVALENT: u32 = 5;

/// Of fewer mutants than this, a single one is no small share.
const FEWEST: u32 = 60;

/// How many mutants were killed, by files and packs.
#[derive(Clone, Debug, Default)]
pub struct MutantTally {
    files: BTreeMap<String, Counts>,
    packs: BTreeMap<String, Counts>,
    all: Counts,
}

/// How many mutants there were, and what became of them.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    killed: u32,
    equivalent: u32,
    matters: u32,
    untouched: u32,
    silent: u32,
}

impl Counts {
    fn add(&mut self, fate: &Fate) {
        match fate {
            Fate::Refused => {}
            Fate::Killed(_) => self.killed += 1,
            Fate::Untouched => self.untouched += 1,
            Fate::Matters(_) => self.matters += 1,
            Fate::Silent => self.silent += 1,
            Fate::Equivalent(_) => self.equivalent += 1,
        }
    }

    const fn all(self) -> u32 {
        self.killed + self.equivalent + self.survived()
    }

    const fn survived(self) -> u32 {
        self.matters + self.untouched + self.silent
    }

    /// The share of killed ones among those that are not equivalent, in percent.
    fn share(self) -> f64 {
        100.0 * f64::from(self.killed) / f64::from((self.all() - self.equivalent).max(1))
    }

    fn line(self, name: &str) -> String {
        format!(
            "{name:48}{:>8}{:>8}{:>9}{:>9}{:>11}{:>8}{:>12}{:>7.1}%",
            self.all(),
            self.killed,
            self.survived(),
            self.matters,
            self.untouched,
            self.silent,
            self.equivalent,
            self.share()
        )
    }
}

impl MutantTally {
    /// Counts a mutant.
    pub fn add(&mut self, mutant: &Mutant, fate: &Fate) {
        if *fate == Fate::Refused {
            return;
        }
        self.files.entry(mutant.path.to_string()).or_default().add(fate);
        self.packs.entry(pack_of(&mutant.path).unwrap_or_default().to_owned()).or_default().add(fate);
        self.all.add(fate);
    }

    /// How many were judged.
    pub const fn all(&self) -> u32 {
        self.all.all()
    }

    /// The share of killed ones among those that are not equivalent, in percent.
    pub fn share(&self) -> f64 {
        self.all.share()
    }

    /// The packs of which more are listed as equivalent than may be.
    pub fn with_too_many_equivalents(&self) -> impl Iterator<Item = &str> {
        let packs = self.packs.iter();
        let too_many = packs
            .filter(|(_, counts)| counts.all() >= FEWEST && counts.equivalent * 100 > counts.all() * MOST_EQUIVALENT);
        too_many.map(|(pack, _)| &**pack)
    }

    /// Each file with a survivor.
    pub fn files(&self) -> String {
        let with_survivors = self.files.iter().filter(|(_, counts)| counts.survived() > 0);
        with_survivors.map(|(path, counts)| counts.line(path) + "\n").collect()
    }
}

impl fmt::Display for MutantTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:48}{:>8}{:>8}{:>9}{:>9}{:>11}{:>8}{:>12}{:>8}",
            "", "mutants", "killed", "survived", "matters", "untouched", "silent", "equivalent", "share"
        )?;
        for (pack, counts) in &self.packs {
            writeln!(f, "{}", counts.line(pack))?;
        }
        writeln!(f, "{}", self.all.line("all"))
    }
}
