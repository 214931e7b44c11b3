//! Which rulings touch what a mutant changes.

use super::Mutant;
use crate::coverage::{self, Coverage, Footprint, Point};
use crate::rulings::RulingFile;
use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::DefId;
use cardwright_kernel::rules::Exercised;
use cardwright_script::lower::code::{Probe, ProbeSort};
use std::collections::{BTreeMap, BTreeSet};

/// The rulings of a game, and what each touches.
pub struct Touched {
    rulings: Vec<RulingFile>,
    footprints: Vec<Footprint>,
    /// For each script, its functions in the order of the file: the line, and the rulings that call it.
    functions: BTreeMap<String, Vec<(u32, BTreeSet<usize>)>>,
    /// For each card's file, the rulings in which the card is of any consequence.
    cards: BTreeMap<String, BTreeSet<usize>>,
}

impl Touched {
    /// Runs all rulings, and notes what each touches.
    pub fn of(ruleset: &Ruleset, rulings: Vec<RulingFile>, threads: usize) -> Self {
        let footprints = coverage::footprints(ruleset, &rulings, threads);
        let (recorded, _) = ruleset.recorded();
        let rules = recorded.rules();
        let mut functions: BTreeMap<String, Vec<(u32, BTreeSet<usize>)>> = BTreeMap::new();
        let probes = recorded.probes().iter().enumerate();
        for (number, probe) in probes.filter(|(_, probe)| probe.sort == ProbeSort::Function) {
            let Probe { function: (script, _), line, .. } = probe;
            let Some((path, _)) = rules.scripts.get_index(usize::from(*script)) else { continue };
            let passed = Exercised::Passed(number as u32);
            let callers = (0..rulings.len()).filter(|at| footprints[*at].has(passed)).collect();
            functions.entry(path.to_string()).or_default().push((u32::from(*line), callers));
        }
        functions.values_mut().for_each(|functions| functions.sort_by_key(|(line, _)| *line));
        let about: Vec<BTreeSet<DefId>> = footprints.iter().map(Footprint::definitions).collect();
        let mut cards = BTreeMap::new();
        for (at, (name, definition)) in rules.definitions.iter().enumerate() {
            let def = DefId::from(at);
            let touches = |at: &usize| about[*at].contains(&def) || rulings[*at].text.contains(&**name);
            let path = format!("cards/{}.toml", definition.id.replacen(':', "/", 1));
            cards.insert(path, (0..rulings.len()).filter(touches).collect());
        }
        Self { rulings, footprints, functions, cards }
    }

    /// What the rulings exercise of these points.
    pub fn coverage(&self, files: &Files, points: Vec<Point>) -> Coverage {
        Coverage::of(files, points, &self.footprints)
    }

    /// The rulings that touch any of the files whose paths begin like one of these, in order.
    pub fn of_files(&self, starts: &[String]) -> impl Iterator<Item = &RulingFile> {
        let is_meant = |path: &String| starts.iter().any(|start| path.starts_with(&**start));
        let scripts = self.functions.iter().filter(|(path, _)| is_meant(path)).flat_map(|(_, functions)| functions);
        let cards = self.cards.iter().filter(|(path, _)| is_meant(path)).flat_map(|(_, touching)| touching);
        let all: BTreeSet<usize> = scripts.flat_map(|(_, callers)| callers).chain(cards).copied().collect();
        all.into_iter().map(|at| &self.rulings[at])
    }

    /// The rulings that touch what a mutant changes: those most likely to fail by it first.
    pub fn rulings(&self, files: &Files, mutant: &Mutant) -> Vec<&RulingFile> {
        let text = files.get(&mutant.path).unwrap_or_default();
        let line = mutant.line(text);
        let touching: Vec<usize> = match self.functions.get(&*mutant.path) {
            Some(functions) => {
                match functions.iter().rev().find(|(start, _)| *start <= line) {
                    Some((_, callers)) => callers.iter().copied().collect(),
                    // Constants stand before the functions.
                    None => (0..self.rulings.len()).collect(),
                }
            }
            None => match self.cards.get(&*mutant.path) {
                Some(touching) => touching.iter().copied().collect(),
                None => (0..self.rulings.len()).collect(),
            },
        };
        let subject = mutant.path.rsplit('/').next().and_then(|file| file.split('.').next()).unwrap_or_default();
        let mut found: Vec<&RulingFile> = touching.into_iter().map(|at| &self.rulings[at]).collect();
        found.sort_by_key(|file| (!file.path.contains(&format!("/{subject}/")), !file.path.contains(subject)));
        found
    }

    /// All rulings.
    pub fn all(&self) -> &[RulingFile] {
        &self.rulings
    }
}
