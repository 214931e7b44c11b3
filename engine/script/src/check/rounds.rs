//! The rounds of the checker: all functions are gone through until nothing new is found out about what they are given and
//! give; then each is judged.

use super::absent;
use super::arguments;
use super::blame;
use super::circles;
use super::flow;
use super::functions;
use super::judge::{Judge, Judgement};
use super::kind::Type;
use super::pack::{DeclaredArgument, FunctionKey, Known, Notes, PackScripts, Unit, Unread, at_first};
use super::revealing_listeners;
use super::symbol_uses::SymbolUse;
use super::vocabulary::Vocabulary;
use crate::syntax::finding::Finding;
use std::collections::BTreeMap;

/// Everything that is wrong in the scripts of a pack, in the order of files and lines; and their trees, for whoever lowers
/// them.
pub fn check<'a>(
    vocabulary: &'a Vocabulary,
    units: &[Unit<'a>],
    unread: Vec<Unread<'a>>,
    arguments: &'a [DeclaredArgument],
) -> (Vec<Finding>, PackScripts<'a>) {
    let mut pack = PackScripts::new(vocabulary, units, arguments).beside(unread);
    let mut findings = pack.learn();
    findings.extend(arguments::judge(&pack));
    circles::check(&pack, &mut findings);
    revealing_listeners::check(&pack, &mut findings);
    for (file, unit) in pack.files.iter().enumerate() {
        findings.extend(functions::shared_twice(&pack, file));
        findings.extend(functions::constants_twice(&pack, file));
        for (index, function) in unit.functions.iter().enumerate() {
            flow::check(unit.path(), function, &mut findings);
            absent::check(unit.path(), function, vocabulary.has_commons, &mut findings);
            findings.extend(functions::judge(&pack, (file, index)));
        }
    }
    if findings.iter().any(|finding| !finding.is_warning) {
        findings.retain(|finding| !finding.is_warning);
    }
    findings.sort_by(|first, second| order(first).cmp(&order(second)));
    findings.dedup();
    (findings, pack)
}

/// What each place of every script means, by the script's path.
pub(super) fn all_symbol_uses(vocabulary: &Vocabulary, units: &[Unit<'_>]) -> BTreeMap<Box<str>, Vec<SymbolUse>> {
    let pack = learned(vocabulary, units);
    pack.by_path.iter().map(|(path, file)| ((*path).into(), symbol_uses_in(&pack, *file))).collect()
}

/// What each place of a script means.
pub(super) fn symbol_uses(vocabulary: &Vocabulary, units: &[Unit<'_>], path: &str) -> Vec<SymbolUse> {
    let pack = learned(vocabulary, units);
    pack.by_path.get(path).map(|file| symbol_uses_in(&pack, *file)).unwrap_or_default()
}

fn learned<'a>(vocabulary: &'a Vocabulary, units: &[Unit<'a>]) -> PackScripts<'a> {
    let mut pack = PackScripts::new(vocabulary, units, &[]);
    pack.learn();
    pack
}

fn symbol_uses_in(pack: &PackScripts<'_>, file: usize) -> Vec<SymbolUse> {
    let functions = 0..pack.files[file].functions.len();
    functions.flat_map(|at| Judge::new(pack, (file, at)).looking_around().judge().symbol_uses).collect()
}

fn order(finding: &Finding) -> (&str, u32, u32, &str) {
    (&finding.path, finding.at.line, finding.at.column, finding.code)
}

impl PackScripts<'_> {
    /// Goes through all functions until nothing new is found out. Gives what is wrong in them, judged by all that is known.
    fn learn(&mut self) -> Vec<Finding> {
        let judgements = self.judgements();
        blame::assign(self, judgements)
    }

    /// The last judgement of each function. A function is judged again only when something has changed that its last
    /// judgement was made from.
    pub(super) fn judgements(&mut self) -> Vec<(FunctionKey, Judgement)> {
        const ROUNDS: usize = 16;
        let mut judgements: Vec<(FunctionKey, Judgement)> =
            self.functions().map(|key| (key, Judge::new(self, key).judge())).collect();
        for _ in 0..ROUNDS {
            let (known, notes) = self.found_out(&judgements);
            let has_other_notes = notes != self.notes;
            let before = std::mem::replace(&mut self.known, known);
            self.notes = notes;
            if !has_other_notes && before == self.known {
                break;
            }
            let is_new = |key: &FunctionKey| before[key.0][key.1] != *self.known(*key);
            for (key, judgement) in &mut judgements {
                if has_other_notes && judgement.reads_notes || judgement.reads.iter().any(is_new) {
                    *judgement = Judge::new(self, *key).judge();
                }
            }
        }
        judgements
    }

    fn functions(&self) -> impl Iterator<Item = FunctionKey> {
        self.files.iter().enumerate().flat_map(|(file, unit)| (0..unit.functions.len()).map(move |at| (file, at)))
    }

    /// What these judgements say about the functions that were judged and about those that they call.
    fn found_out(&self, judgements: &[(FunctionKey, Judgement)]) -> (Vec<Vec<Known>>, Notes) {
        let mut known = at_first(&self.files);
        let mut notes = Notes { open: !self.is_whole(), sought_open: !self.is_whole(), ..Notes::default() };
        for ((file, function), judgement) in judgements {
            let own = &mut known[*file][*function];
            (own.gives, own.wants) = (judgement.gives.clone(), judgement.wants.clone());
            own.wanted_at.clone_from(&judgement.wanted_at);
            (own.effect, own.falls, own.leaves) = (judgement.effect, judgement.falls, judgement.leaves);
            own.through.clone_from(&judgement.through);
            for call in &judgement.calls {
                let given = if self.hears(*file, call) { &call.given[..] } else { &[] };
                let wants = &self.known(call.callee).wants;
                known[call.callee.0][call.callee.1].is_called(given, wants);
            }
            for (callee, at) in &judgement.values {
                known[callee.0][callee.1].valued.get_or_insert((*file, *at));
            }
            for callee in &judgement.doubts {
                known[callee.0][callee.1].doubted = true;
            }
            for (name, kind) in &judgement.noted {
                notes.add(name.as_deref(), kind);
            }
            notes.sought_open |= judgement.sought.contains(&None);
            notes.sought.extend(judgement.sought.iter().flatten().cloned());
        }
        pass_on(&mut known, judgements);
        for argument in self.arguments {
            let Some(key) = self.given(argument) else { continue };
            let wanted = &self.known(key).wants[argument.parameter];
            known[key.0][key.1].is_given(argument.parameter, argument.kind.clone(), wanted);
        }
        (known, notes)
    }
}

/// Where the value of a function is used, the values that it passes on are used.
fn pass_on(known: &mut [Vec<Known>], judgements: &[(FunctionKey, Judgement)]) {
    let mut goes_on = true;
    while std::mem::take(&mut goes_on) {
        for (key, judgement) in judgements.iter().filter(|(_, judgement)| !judgement.passes.is_empty()) {
            let Some(used) = known[key.0][key.1].valued else { continue };
            for callee in &judgement.passes {
                let valued = &mut known[callee.0][callee.1].valued;
                goes_on |= valued.is_none();
                valued.get_or_insert(used);
            }
        }
    }
}

impl Known {
    fn is_called(&mut self, kinds: &[Type], wants: &[Type]) {
        self.called = true;
        for (at, kind) in kinds.iter().enumerate().take(self.takes.len()) {
            let wanted = wants[at] != Type::Unknown;
            self.suited[at] |= wanted && !kind.is_open() && kind.fits(&wants[at], &mut Default::default());
            self.takes[at] = std::mem::take(&mut self.takes[at]).join(kind.clone());
        }
    }

    /// A file gives this; what the function cannot do with is told there, and not passed on.
    fn is_given(&mut self, at: usize, kind: Type, wanted: &Type) {
        if kind.fits(wanted, &mut Default::default()) {
            self.suited[at] |= *wanted != Type::Unknown;
            self.takes[at] = std::mem::take(&mut self.takes[at]).join(kind);
        }
    }
}

impl Notes {
    fn add(&mut self, name: Option<&str>, kind: &Type) {
        let Some(name) = name else {
            self.open = true;
            return;
        };
        let so_far = self.kinds.remove(name).unwrap_or(Type::Never);
        self.kinds.insert(name.into(), so_far.join(kind.clone()));
    }
}
