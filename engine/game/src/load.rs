//! Loading a game: the packs are read, the scripts are compiled, every hook is bound to its function.

use super::told::{self, BrokenKeys};
use cardwright_content::{Files, GivenArgument, HookArgument, Places};
use cardwright_kernel::problems::{Problem, Problems, Span};
use cardwright_kernel::rules::{FunctionId, Recorder, Rules, ScriptRole};
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::Homes;
use cardwright_kernel::text::suggest;
use cardwright_script::check::{DeclaredArgument, Type, unread};
use cardwright_script::compile::Script;
use cardwright_script::library::Library;
use cardwright_script::lower::code::Probe;
use cardwright_script::lower::program::Program;
use cardwright_script::run::{Programmed, WatchedScripts};
use cardwright_script::syntax::{Finding, LineSpan, outline};
use cardwright_script::watch::Watcher;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// The rules of a game, ready to be played: immutable, shared by all its games and threads.
#[derive(Clone, Debug)]
pub struct Ruleset {
    rules: Arc<Rules>,
    program: Arc<Program>,
    homes: Arc<Homes>,
    scripts: MakeScripts,
}

/// What makes the scripts of a table from the lowered scripts of a game.
pub type MakeScripts = fn(&Arc<Program>) -> Rc<dyn Scripts>;

/// The scripts as they were lowered, run by the engine's own evaluator.
fn run_lowered(program: &Arc<Program>) -> Rc<dyn Scripts> {
    Rc::new(Programmed::new(Arc::clone(program)))
}

/// What loading gave.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The ruleset, if nothing is wrong.
    pub ruleset: Option<Ruleset>,
    /// What is wrong, in all files.
    pub problems: Problems,
    /// What is of no use, though nothing fails by it; looked for where nothing is wrong.
    pub warnings: Problems,
}

impl Loaded {
    /// What is reported about it: errors and warnings.
    pub fn told(&self) -> Problems {
        self.problems.iter().chain(self.warnings.iter()).cloned().collect()
    }
}

/// Loads the game whose ruleset the pack `game` holds, with all packs that extend it, and checks everything.
pub fn load(files: &Files, game: &str) -> Loaded {
    let cardwright_content::LoadedRules { mut rules, places, mut problems, mut warnings } =
        cardwright_content::load(files, game, outline);
    intern_literals(&mut rules);
    let (library, findings) = Library::compile(&rules);
    let scripts = library.scripts();
    name_hooks(&mut rules, scripts);
    problems = told::without_unread(problems, &unread(&rules, scripts), files);
    let broken = BrokenKeys::of(files, &problems);
    bind_hooks(&mut rules, scripts, &places, &broken, &mut problems);
    let rules = Arc::new(rules);
    let arguments = arguments(&rules, &places);
    let lowered = library.lower(&rules, &arguments, |found| {
        let (idle, wrong): (Vec<Finding>, Vec<Finding>) =
            findings.into_iter().chain(found).partition(|finding| finding.is_warning);
        warnings.extend(located(&rules, idle).into_iter().map(Problem::warning));
        let wrong = located(&rules, wrong).into_iter().collect();
        problems.extend(told::untold(wrong, &problems, &broken, files, (&rules, &places)));
        problems = told::of_this_engine(std::mem::take(&mut problems));
        problems.is_empty()
    });
    let Some((program, unusual)) = lowered else {
        // What is of no use may come of what is wrong.
        return Loaded { ruleset: None, problems, warnings: Problems::new() };
    };
    problems.extend(located(&rules, unusual));
    let program = Arc::new(program);
    let ruleset = problems.is_empty().then(|| Ruleset {
        homes: Arc::new(Homes::of(&rules)),
        rules,
        program,
        scripts: run_lowered,
    });
    Loaded { ruleset, problems, warnings }
}

impl Ruleset {
    pub(crate) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub(crate) fn homes(&self) -> &Homes {
        &self.homes
    }

    pub(crate) fn host(&self) -> Rc<dyn Scripts> {
        (self.scripts)(&self.program)
    }

    pub(crate) fn recorded(&self) -> (Self, Arc<Recorder>) {
        let recorder = Arc::new(Recorder::default());
        let rules = Rules { recorder: Some(Arc::clone(&recorder)), ..(*self.rules).clone() };
        let rules = Arc::new(rules);
        let program = Arc::new(self.program.probed(Arc::clone(&rules)));
        (Self { rules, program, homes: Arc::clone(&self.homes), scripts: run_lowered }, recorder)
    }

    pub(crate) fn probes(&self) -> &[Probe] {
        self.program.all_probes()
    }

    pub(crate) fn watched(&self, watcher: Watcher) -> Rc<dyn Scripts> {
        let program = self.program.probed(Arc::clone(&self.rules));
        Rc::new(WatchedScripts::new(Arc::new(program), watcher))
    }

    pub(crate) fn statement_lines(&self) -> BTreeSet<(u16, u16)> {
        self.program.probed(Arc::clone(&self.rules)).statement_lines()
    }

    pub(crate) fn run_by(&self, scripts: MakeScripts) -> Self {
        Self { scripts, ..self.clone() }
    }
}

/// Findings of the script layer as problems: of each file as many as are kept, because looking up the places of all
/// findings of a long file would take as long as it is long for each.
fn located(rules: &Rules, findings: Vec<Finding>) -> Problems {
    let mut problems = Problems::new();
    for finding in findings {
        if !problems.is_full(&finding.path) {
            problems.add(problem(rules, finding));
        }
    }
    problems
}

/// A finding of the script layer as a problem.
fn problem(rules: &Rules, finding: Finding) -> Problem {
    problem_in(finding, |path| rules.scripts.get(path).map_or("", |source| &*source.text))
}

/// A finding as a problem, with its places in these texts.
pub(crate) fn problem_in<'t>(finding: Finding, text_of: impl Fn(&str) -> &'t str) -> Problem {
    let at = finding.span.unwrap_or_else(|| span_of(text_of(&finding.path), finding.at));
    let mut problem = Problem::new(finding.code, &finding.path, finding.message).at(at).label(finding.label);
    for (note, path, at) in finding.notes {
        problem = problem.note_at(note, &path, span_of(text_of(&path), at));
    }
    match finding.help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// The bytes of a stretch of a script.
fn span_of(text: &str, at: LineSpan) -> Span {
    let start = offset(text, at.line as usize, at.column as usize);
    let end = text[start..].char_indices().nth(at.len as usize).map_or(text.len(), |(at, _)| start + at);
    (start..end).into()
}

/// What the files of a game give functions, for the checker.
fn arguments(rules: &Rules, places: &Places) -> Vec<DeclaredArgument> {
    let of = |argument: &HookArgument| {
        let (script, _) = rules.scripts.get_index(argument.script.index())?;
        let (kind, text) = match &argument.value {
            GivenArgument::Text(text) => (Type::Text, Some(text.clone())),
            GivenArgument::Number(_) => (Type::Number, None),
            GivenArgument::Flag(_) => (Type::Flag, None),
        };
        let HookArgument { function, parameter, path, span, .. } = argument.clone();
        Some(DeclaredArgument { path, span, script: script.clone(), function, parameter, kind, text })
    };
    places.arguments().iter().filter_map(of).collect()
}

fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = &text[start.min(text.len())..];
    start.min(text.len()) + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

/// Every text that is written out in a script becomes a word of the game: questions, notes, causes, names of zones.
fn intern_literals(rules: &mut Rules) {
    let mut words = std::mem::take(&mut rules.words);
    for source in rules.scripts.values() {
        for text in &source.outline.texts {
            words.intern(text);
        }
    }
    words.intern("dice");
    for (name, attribute) in &mut rules.attributes {
        attribute.changed = words.get(&format!("changed {name}"));
        attribute.crossed = words.get(&format!("crossed {name}"));
        attribute.crossed_back = words.get(&format!("crossed back {name}"));
    }
    rules.words = words;
}

/// The functions of the rulesets' scripts can be put on the agenda, or asked of several players at once, by their
/// names.
fn name_hooks(rules: &mut Rules, scripts: &[Option<Script>]) {
    let (mut named, mut dialogues) = (Vec::new(), Vec::new());
    for (at, script) in scripts.iter().enumerate() {
        let Some(script) = script.as_ref().filter(|_| rules.scripts[at].role == ScriptRole::Ruleset) else { continue };
        for (number, function) in script.functions().iter().enumerate() {
            let hooks = match function.params.len() {
                1 => &mut named,
                2 => &mut dialogues,
                _ => continue,
            };
            let word = rules.words.intern(&function.name);
            hooks.push((word, FunctionId { script: at.into(), function: Some(number as u16) }));
        }
    }
    rules.named_hooks = named;
    // Behind all other words, whose numbers saves hold.
    rules.nobody_left = rules.words.intern("nobody is left");
    rules.dialogues = dialogues;
}

fn bind_hooks(
    rules: &mut Rules,
    scripts: &[Option<Script>],
    places: &Places,
    broken: &BrokenKeys,
    problems: &mut Problems,
) {
    for (script, name, place) in places.hooks().filter(|(.., place)| !broken.lie_at(&place.path, place.span)) {
        let compiled = scripts.get(script.index()).and_then(Option::as_ref);
        let Some(compiled) = compiled else { continue };
        if unread(rules, scripts).iter().any(|unread| unread.is_common() && unread.mentions(name)) {
            continue;
        }
        // That a function takes other parameters is told where it stands.
        if !compiled.functions().iter().any(|function| *function.name == *name) {
            let (path, home) = home_of(rules, script.index());
            let head = place.purpose.head(name);
            let home = home.iter().filter_map(|at| scripts[*at].as_ref()).flat_map(Script::functions);
            let names: Vec<&str> = home.map(|function| &*function.name).collect();
            let message = format!("`{path}` has no function `{head}`");
            let mut problem = Problem::new("hook-missing", &place.path, message).at(place.span);
            problem = match suggest(name, names.iter().copied()) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem.help(format!("write it there, or do not declare it here: `{head} {{ … }}`")),
            };
            problems.add(problem);
        }
    }
    let names = |script: &Script| script.functions().iter().map(|function| function.name.clone()).collect();
    rules.function_names = scripts.iter().map(|script| script.as_ref().map(names).unwrap_or_default()).collect();
}

/// Where a function could be that is not in this script, and the numbers of the scripts that are there: of a ruleset's
/// functions it does not matter in which of its scripts they are.
fn home_of(rules: &Rules, script: usize) -> (String, Vec<usize>) {
    let Some((path, source)) = rules.scripts.get_index(script) else { return Default::default() };
    let of_ruleset = rules.scripts.values().enumerate().filter(|(_, other)| other.role == ScriptRole::Ruleset);
    match of_ruleset.map(|(at, _)| at).collect::<Vec<_>>() {
        parts if parts.len() > 1 && source.role == ScriptRole::Ruleset => {
            (format!("scripts/{}/ruleset/", source.pack), parts)
        }
        _ => (path.to_string(), vec![script]),
    }
}
