//! What each ruling exercises.

use crate::parallel;
use crate::rulings::{self, RulingFile};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::DefId;
use cardwright_kernel::rules::Exercised;
use std::collections::BTreeSet;

/// What a ruling exercised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint(BTreeSet<Exercised>);

impl Footprint {
    /// Whether something was exercised.
    pub fn has(&self, what: Exercised) -> bool {
        self.0.contains(&what)
    }

    /// The numbers of the probes that were passed.
    pub fn passed(&self) -> impl Iterator<Item = u32> {
        self.0.iter().filter_map(|what| match what {
            Exercised::Passed(probe) => Some(*probe),
            _ => None,
        })
    }

    /// The definitions that were of any consequence.
    pub fn definitions(&self) -> BTreeSet<DefId> {
        let definition = |what: &Exercised| match what {
            Exercised::Attribute(of, _) | Exercised::Use(of, _) => Some(*of),
            Exercised::OwnGate(of, ..) | Exercised::Ability(_, of, ..) => Some(*of),
            Exercised::Passed(_) | Exercised::Held(..) | Exercised::Gate(..) => None,
        };
        self.0.iter().filter_map(definition).collect()
    }
}

/// What each of these rulings exercises. One that cannot be read exercises nothing.
pub fn footprints(ruleset: &Ruleset, files: &[RulingFile], threads: usize) -> Vec<Footprint> {
    parallel::all(files, threads, || {
        let (ruleset, recorder) = ruleset.recorded();
        let host = ruleset.host();
        move |file: &RulingFile| {
            let Ok(ruling) = rulings::read(file, &ruleset) else { return Footprint::default() };
            recorder.taken();
            rulings::run(&ruling, &ruleset, &host);
            Footprint(recorder.taken())
        }
    })
}
