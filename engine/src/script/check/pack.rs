//! The scripts of one pack together: who calls whom, with what, and what comes of it.

use super::finding::Finding;
use super::flow;
use super::judge::Judge;
use super::kind::Kind;
use super::signature::Effect;
use super::source::Source;
use super::suggest::{did_you_mean, nearest};
use super::tree::Function;
use super::vocabulary::Vocabulary;
use super::walk;
use crate::script::compile::Script;

/// A function that the engine calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// Its name; one that ends with `*` stands for all that begin so.
    pub name: Box<str>,
    /// What it is given: the usual names of the parameters and their kinds.
    pub takes: Vec<(Box<str>, Kind)>,
    /// What it must give.
    pub gives: Kind,
    /// Whether it may only look: a predicate, a contributor.
    pub pure: bool,
}

impl Hook {
    fn is(&self, name: &str) -> bool {
        self.name
            .strip_suffix('*')
            .map_or(*self.name == *name, |start| name.starts_with(start))
    }
}

/// What a script is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It belongs to one card.
    Card,
    /// It is the ruleset's.
    Ruleset,
    /// Its functions can be called from every script of the pack.
    Shared,
}

/// A script and what may call it.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// The script.
    pub script: &'a Script,
    /// What it is for.
    pub role: Role,
    /// The functions of it that the engine calls.
    pub hooks: &'a [Hook],
}

/// Everything that is wrong in the scripts of a pack, in the order of files and lines.
pub fn check(vocabulary: &Vocabulary, units: &[Unit<'_>]) -> Vec<Finding> {
    let mut pack = Pack::new(vocabulary, units);
    pack.learn();
    let mut findings = Vec::new();
    for (file, unit) in pack.files.iter().enumerate() {
        for (index, function) in unit.functions.iter().enumerate() {
            findings.extend(Judge::new(&pack, (file, index)).judge().findings);
            flow::check(unit.source.path(), function, &mut findings);
            findings.extend(pack.judge_hook((file, index)));
            findings.extend(pack.judge_name((file, index)));
        }
    }
    findings.sort_by(|first, second| order(first).cmp(&order(second)));
    findings.dedup();
    findings
}

fn order(finding: &Finding) -> (&str, u32, u32, &str) {
    (&finding.path, finding.line, finding.column, finding.code)
}

/// A function of the pack: its file and its place in it.
pub(super) type Key = (usize, usize);

/// A file of the pack.
pub(super) struct File<'a> {
    pub source: &'a Source,
    pub functions: Vec<Function>,
    pub constants: Vec<Box<str>>,
    role: Role,
    hooks: &'a [Hook],
}

/// What has been found out about a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    pub takes: Vec<Kind>,
    pub gives: Kind,
    pub effect: Effect,
    /// The verb that it owes its effect to.
    pub through: Option<Box<str>>,
    /// Whether any script calls it.
    pub called: bool,
}

/// The scripts of a pack.
pub(super) struct Pack<'a> {
    pub vocabulary: &'a Vocabulary,
    pub files: Vec<File<'a>>,
    known: Vec<Vec<Known>>,
}

impl<'a> Pack<'a> {
    fn new(vocabulary: &'a Vocabulary, units: &[Unit<'a>]) -> Self {
        let files: Vec<File<'a>> = units.iter().map(File::new).collect();
        let known = files
            .iter()
            .map(|file| file.functions.iter().map(|f| file.at_first(f)).collect())
            .collect();
        Self {
            vocabulary,
            files,
            known,
        }
    }

    /// What is known about a function.
    pub(super) fn known(&self, (file, function): Key) -> &Known {
        &self.known[file][function]
    }

    /// The hook that a function is.
    pub(super) fn hook(&self, (file, function): Key) -> Option<&'a Hook> {
        self.files[file].hook(&self.files[file].functions[function].name)
    }

    /// The functions that a script can call by a name, its own first.
    pub(super) fn find(&self, from: usize, name: &str) -> Vec<Key> {
        let shared = self
            .files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.role != Role::Card)
            .map(|(index, _)| index);
        let files = std::iter::once(from).chain(shared.filter(|file| *file != from));
        let in_file = |file: usize| {
            let functions = self.files[file].functions.iter().enumerate();
            functions
                .filter(|(_, function)| *function.name == *name)
                .map(move |(index, _)| (file, index))
        };
        files.flat_map(in_file).collect()
    }

    /// The names of all functions that a script can call.
    pub(super) fn names(&self, from: usize) -> impl Iterator<Item = &str> {
        let files = self.files.iter().enumerate();
        let reached = files.filter(move |(index, file)| *index == from || file.role != Role::Card);
        reached.flat_map(|(_, file)| file.functions.iter().map(|function| &*function.name))
    }

    /// Goes through all functions until nothing new is found out. Kinds only ever get wider, so this ends soon.
    fn learn(&mut self) {
        const ROUNDS: usize = 12;
        for _ in 0..ROUNDS {
            let before = self.known.clone();
            for file in 0..self.files.len() {
                for function in 0..self.files[file].functions.len() {
                    self.learn_from((file, function));
                }
            }
            if self.known == before {
                return;
            }
        }
    }

    fn learn_from(&mut self, key: Key) {
        let outcome = Judge::new(self, key).judge();
        let known = &mut self.known[key.0][key.1];
        known.gives = outcome.gives;
        if outcome.effect > known.effect {
            known.effect = outcome.effect;
            known.through = outcome.through;
        }
        for (callee, kinds) in outcome.calls {
            let known = &mut self.known[callee.0][callee.1];
            known.called = true;
            for (so_far, kind) in known.takes.iter_mut().zip(kinds) {
                *so_far = std::mem::take(so_far).join(kind);
            }
        }
    }

    /// Whether a function is what the engine expects.
    fn judge_hook(&self, key: Key) -> Option<Finding> {
        let file = &self.files[key.0];
        let function = &file.functions[key.1];
        let known = self.known(key);
        let finding =
            |code, message: String| Finding::new(code, file.source.path(), function.at, message);
        let name = &function.name;
        let Some(hook) = self.hook(key) else {
            let idle = !known.called && file.role != Role::Shared && !file.hooks.is_empty();
            return idle.then(|| file.unknown_hook(function));
        };
        if hook.takes.len() != function.parameters.len() {
            let names: Vec<&str> = hook.takes.iter().map(|(name, _)| &**name).collect();
            let message = format!(
                "`{name}` is given {}, and this one takes {}",
                counted(names.len()),
                function.parameters.len()
            );
            return Some(
                finding("hook-arity", message)
                    .label(format!("write `fn {name}({})`", names.join(", "))),
            );
        }
        let fits = known.gives.fits(&hook.gives, &mut Default::default());
        if hook.gives == Kind::Nothing || fits || known.gives == Kind::Nothing && !hook.pure {
            return None;
        }
        let (wanted, given) = (
            self.vocabulary.call(&hook.gives),
            self.vocabulary.call(&known.gives),
        );
        Some(finding(
            "hook-gives",
            format!("`{name}` must give {wanted}, not {given}"),
        ))
    }

    /// Whether a function hides a verb or another function.
    ///
    /// A function called `draw` with one parameter would be called by `player.draw(1)`, too.
    fn judge_name(&self, key: Key) -> Option<Finding> {
        let file = &self.files[key.0];
        let function = &file.functions[key.1];
        let name = &function.name;
        if self.hook(key).is_some() {
            return None;
        }
        let arity = |key: &Key| self.known(*key).takes.len();
        let twin = self
            .find(key.0, name)
            .into_iter()
            .find(|other| other.0 != key.0 && arity(other) == arity(&key));
        let (message, label) = if !self.vocabulary.verb(name).is_empty() {
            (format!("`{name}` is a verb already"), String::new())
        } else {
            let path = self.files[twin?.0].source.path();
            (
                format!("there is a function `{name}` already"),
                format!("in {path}"),
            )
        };
        let finding = Finding::new("function-twice", file.source.path(), function.at, message);
        Some(finding.label(label).help("choose another name"))
    }
}

fn counted(number: usize) -> String {
    if number == 1 {
        "1 argument".into()
    } else {
        format!("{number} arguments")
    }
}

impl<'a> File<'a> {
    fn new(unit: &Unit<'a>) -> Self {
        let source = unit.script.source();
        let (functions, constants) = walk::functions(source, unit.script.ast());
        Self {
            source,
            functions,
            constants,
            role: unit.role,
            hooks: unit.hooks,
        }
    }

    fn hook(&self, name: &str) -> Option<&'a Hook> {
        let exact = self.hooks.iter().find(|hook| *hook.name == *name);
        exact.or_else(|| self.hooks.iter().find(|hook| hook.is(name)))
    }

    /// What is known about a function before anything has been looked at.
    fn at_first(&self, function: &Function) -> Known {
        let given = self
            .hook(&function.name)
            .map_or(&[][..], |hook| &hook.takes);
        let takes = (0..function.parameters.len())
            .map(|n| given.get(n).map_or(Kind::Never, |(_, kind)| kind.clone()));
        Known {
            takes: takes.collect(),
            gives: Kind::Never,
            ..Known::default()
        }
    }

    fn unknown_hook(&self, function: &Function) -> Finding {
        let name = &function.name;
        let names: Vec<&str> = self.hooks.iter().map(|hook| &*hook.name).collect();
        let starts = names.iter().filter_map(|name| name.strip_suffix('*'));
        let near = nearest(name, names.iter().copied())
            .map(String::from)
            .or_else(|| {
                // `no_discarded` is near to `on_*`.
                let ends = starts.map(|start| (start, name.get(start.len()..).unwrap_or("")));
                let mut near = ends
                    .filter(|(start, end)| nearest(name, [&*format!("{start}{end}")]).is_some());
                near.next().map(|(start, end)| format!("{start}{end}"))
            });
        let message =
            format!("nothing calls `{name}`: it is no hook, and no function here calls it");
        Finding::new("hook-unknown", self.source.path(), function.at, message)
            .label(did_you_mean(near.as_deref()))
            .help(format!(
                "the hooks of this script are: {}",
                names.join(", ")
            ))
    }
}
