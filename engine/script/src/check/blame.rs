//! Who is to blame for a mistake in a function that another pack shares: a pack was right before others called it, so what is
//! not wrong without their calls is the mistake of whoever calls it with what it cannot take.

use super::judge::{CallFound, Judgement};
use super::kind::Type;
use super::pack::{FunctionKey, PackScripts, at_first};
use crate::syntax::finding::{Finding, LineSpan};
use std::collections::BTreeSet;

/// How many calls that differ in what they give are tried: each try judges all scripts.
const MOST_TRIED: usize = 16;

/// Which calls from other packs say what a function is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CallsHeard {
    /// All.
    All,
    /// None.
    None,
    /// Those that give this function just this.
    Only(FunctionKey, Vec<Type>),
}

/// Calls of a function from other packs that all give it the same.
struct Alike {
    callee: FunctionKey,
    given: Vec<Type>,
    /// The file and the place of each.
    from: Vec<(usize, LineSpan)>,
}

type Judgements = [(FunctionKey, Judgement)];

/// What is wrong, each where it is to be mended.
pub(super) fn assign(pack: &mut PackScripts<'_>, mut judgements: Vec<(FunctionKey, Judgement)>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_error = |finding: &Finding| !finding.is_warning;
    if judgements.iter().any(|(_, judgement)| judgement.findings.iter().any(is_error)) {
        let calls = from_other_packs(pack, &judgements);
        let doubtful = reached(&judgements, calls.iter().map(|call| call.callee).collect());
        let entered = judgements.iter_mut().filter(|(key, _)| doubtful.contains(key));
        let suspected: Vec<Finding> =
            entered.flat_map(|(_, judgement)| judgement.findings.extract_if(.., |it| is_error(it))).collect();
        findings = if suspected.is_empty() { suspected } else { blamed(pack, suspected, &calls) };
    }
    findings.extend(judgements.into_iter().flat_map(|(_, judgement)| judgement.findings));
    findings
}

/// What is wrong in functions that other packs call: there, or where they are called.
fn blamed(pack: &mut PackScripts<'_>, suspected: Vec<Finding>, calls: &[Alike]) -> Vec<Finding> {
    let own = pack.found_if(CallsHeard::None);
    let (mut findings, caused): (Vec<_>, Vec<_>) = suspected.into_iter().partition(|it| is_among(it, &own));
    let mut told = vec![false; caused.len()];
    for call in calls.iter().take(if caused.is_empty() { 0 } else { MOST_TRIED }) {
        let found = pack.found_if(CallsHeard::Only(call.callee, call.given.clone()));
        for (finding, told) in caused.iter().zip(&mut told).filter(|(finding, _)| is_among(finding, &found)) {
            *told = true;
            findings.extend(call.from.iter().map(|(file, at)| told_at(pack, call.callee, (*file, *at), finding)));
        }
    }
    findings.extend(caused.into_iter().zip(told).filter_map(|(finding, told)| (!told).then_some(finding)));
    findings
}

/// A mistake that shows in a function, told of a call that causes it.
fn told_at(pack: &PackScripts<'_>, callee: FunctionKey, (file, at): (usize, LineSpan), shown: &Finding) -> Finding {
    let name = &pack.files[callee.0].functions[callee.1].name;
    let message = format!("`{name}` cannot take what it is given here: {}", shown.message);
    Finding::new(shown.code, pack.files[file].path(), at, message).note("it is used here", &shown.path, shown.at)
}

/// Whether the same is wrong at the same place. What it is called may depend on what else is given.
fn is_among(finding: &Finding, found: &[Finding]) -> bool {
    found.iter().any(|other| other.code == finding.code && other.path == finding.path && other.at == finding.at)
}

fn from_other_packs(pack: &PackScripts<'_>, judgements: &Judgements) -> Vec<Alike> {
    let mut alike: Vec<Alike> = Vec::new();
    let calls = judgements.iter().flat_map(|(key, judgement)| judgement.calls.iter().map(move |call| (key.0, call)));
    let says_something = |call: &CallFound| call.given.iter().any(|kind| *kind != Type::Never);
    let calls = calls.filter(|(file, call)| pack.is_foreign(*file, call) && says_something(call));
    for (file, CallFound { callee, given, at }) in calls {
        let from = (file, *at);
        match alike.iter_mut().find(|other| other.callee == *callee && other.given == *given) {
            Some(other) if other.from.contains(&from) => {}
            Some(other) => other.from.push(from),
            None => alike.push(Alike { callee: *callee, given: given.clone(), from: vec![from] }),
        }
    }
    alike
}

/// These functions and all that they call.
fn reached(judgements: &Judgements, mut to_do: Vec<FunctionKey>) -> BTreeSet<FunctionKey> {
    let mut reached = BTreeSet::new();
    while let Some(key) = to_do.pop() {
        if reached.insert(key) {
            // Judgements are in the order of their keys.
            let at = judgements.binary_search_by_key(&key, |(key, _)| *key);
            let calls = at.into_iter().flat_map(|at| &judgements[at].1.calls);
            to_do.extend(calls.map(|call| call.callee));
        }
    }
    reached
}

impl PackScripts<'_> {
    /// Whether a call in a file says what its function is given.
    pub(super) fn hears(&self, file: usize, call: &CallFound) -> bool {
        match &self.heard {
            CallsHeard::All => true,
            _ if !self.is_foreign(file, call) => true,
            CallsHeard::None => false,
            CallsHeard::Only(callee, given) => call.callee == *callee && call.given == *given,
        }
    }

    fn is_foreign(&self, file: usize, call: &CallFound) -> bool {
        self.files[file].unit.source.pack != self.files[call.callee.0].unit.source.pack
    }

    /// What is wrong if only these calls from other packs are there. What is known stays as it is.
    fn found_if(&mut self, heard: CallsHeard) -> Vec<Finding> {
        let known = std::mem::replace(&mut self.known, at_first(&self.files));
        let notes = std::mem::take(&mut self.notes);
        self.heard = heard;
        let found = self.judgements();
        (self.known, self.notes, self.heard) = (known, notes, CallsHeard::All);
        found.into_iter().flat_map(|(_, judgement)| judgement.findings).collect()
    }
}
