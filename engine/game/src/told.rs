//! Problems that need not be reported because they only follow from another one that is.

use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_content::{Files, Places, file_beside, pack_of};
use cardwright_kernel::problems::{Problem, Problems, Span};
use cardwright_kernel::rules::Rules;
use cardwright_script::check::Unread;
use std::collections::{BTreeMap, BTreeSet};

/// Unknown keys of files, and files with syntax errors: what they were meant to declare is missing elsewhere.
pub(super) struct BrokenKeys {
    keys: Vec<BrokenKey>,
    /// The packs of which files cannot be read: some card of theirs may have any of their scripts.
    packs: BTreeSet<Box<str>>,
    /// These files.
    unreadable: BTreeSet<Box<str>>,
}

struct BrokenKey {
    path: Box<str>,
    span: Span,
    declares: Declares,
}

/// The kind of value behind a key.
enum Declares {
    /// Something that can make any function a hook.
    Any,
    /// A text that can be the name of a function.
    Named(Box<str>),
    /// Nothing that has to do with functions.
    Nothing,
}

impl BrokenKeys {
    /// The unknown keys among the problems of these files.
    pub fn of(files: &Files, problems: &Problems) -> Self {
        let unknown = problems.iter().filter(|problem| problem.code.ends_with("-unknown"));
        let mut parsed: BTreeMap<&str, Vec<TomlField<'_>>> = BTreeMap::new();
        let broken = unknown.filter_map(|problem| {
            let (span, text) = (problem.span?, files.get(&problem.path)?);
            let fields = parsed.entry(&problem.path).or_insert_with(|| tree::parse(&problem.path, text).0);
            let declares = declared_at(fields, span)?;
            Some(BrokenKey { path: problem.path.clone(), span, declares })
        });
        let unreadable = problems.iter().filter(|problem| problem.code == "toml-syntax");
        let unreadable: BTreeSet<Box<str>> = unreadable.map(|problem| problem.path.clone()).collect();
        let packs = unreadable.iter().filter_map(|path| pack_of(path)).map(Box::from).collect();
        Self { keys: broken.collect(), packs, unreadable }
    }

    /// Whether what is declared at this place is declared by such a key.
    pub fn lie_at(&self, path: &str, span: Span) -> bool {
        self.keys.iter().any(|key| *key.path == *path && key.span == span)
    }

    /// Whether a file with syntax errors mentions a name, and so may declare it.
    fn may_declare(&self, name: &str, files: &Files) -> bool {
        let mentions = |path: &str| files.get(path).is_some_and(|text| text.contains(name));
        !name.is_empty() && self.unreadable.iter().any(|path| mentions(path))
    }

    /// Whether such a key may be why nothing calls a function of a script.
    fn explain(&self, script: &str, function: &str, rules: &Rules, places: &Places) -> bool {
        if pack_of(script).is_some_and(|pack| self.packs.contains(pack)) {
            return true;
        }
        let beside = file_beside(script);
        let number = rules.scripts.get_index_of(script);
        let declares = |path: &str| {
            let mut hooks = places.hooks();
            path == beside || hooks.any(|(own, _, place)| Some(own.index()) == number && *place.path == *path)
        };
        self.keys.iter().filter(|key| declares(&key.path)).any(|key| match &key.declares {
            Declares::Any => true,
            Declares::Named(name) => **name == *function,
            Declares::Nothing => false,
        })
    }
}

/// The kind of value behind the key at this location; `None` if there is no key.
fn declared_at(fields: &[TomlField<'_>], span: Span) -> Option<Declares> {
    fields.iter().find_map(|field| match &field.node.value {
        value if field.span == span => Some(declared_by(value)),
        value => inside(value).find_map(|fields| declared_at(fields, span)),
    })
}

fn declared_by(value: &TomlValue<'_>) -> Declares {
    match value {
        TomlValue::Flag(_) | TomlValue::Fields(_) => Declares::Any,
        TomlValue::List(_) if inside(value).next().is_some() => Declares::Any,
        TomlValue::Text(name) => Declares::Named((**name).into()),
        TomlValue::List(_) | TomlValue::Number(_) | TomlValue::Other(_) => Declares::Nothing,
    }
}

/// The tables that a value is or holds.
fn inside<'v, 's>(value: &'v TomlValue<'s>) -> impl Iterator<Item = &'v [TomlField<'s>]> {
    let nodes = match value {
        TomlValue::List(nodes) => &**nodes,
        _ => &[],
    };
    let tables = std::iter::once(value).chain(nodes.iter().map(|node| &node.value));
    tables.filter_map(|value| match value {
        TomlValue::Fields(fields) => Some(&**fields),
        _ => None,
    })
}

/// The problems without those that only say that a function is missing, where it may stand in a script that cannot be
/// read.
pub(super) fn without_unread(problems: Problems, unread: &[Unread<'_>], files: &Files) -> Problems {
    let follows = |problem: &Problem| {
        let text = || problem.span.and_then(|span| files.get(&problem.path)?.get(span.range())).unwrap_or_default();
        let may_have = |unread: &Unread<'_>| {
            file_beside(unread.path) == *problem.path || unread.is_common() && unread.mentions(text().trim_matches('"'))
        };
        matches!(&*problem.code, "hook-missing" | "script-missing") && unread.iter().any(may_have)
    };
    if unread.is_empty() { problems } else { problems.into_iter().filter(|problem| !follows(problem)).collect() }
}

/// The problems in scripts that do not follow from one that the reader of files has reported.
pub(super) fn untold(
    found: Vec<Problem>,
    told: &Problems,
    broken: &BrokenKeys,
    files: &Files,
    (rules, places): (&Rules, &Places),
) -> Vec<Problem> {
    let follows = |problem: &Problem| {
        let name = problem.span.and_then(|span| files.get(&problem.path)?.get(span.range())).unwrap_or_default();
        is_told(told, problem) || broken.explain(&problem.path, name, rules, places)
    };
    let idle = |problem: &&Problem| problem.code == "hook-unknown" && follows(problem);
    let idle: Vec<(Box<str>, Option<Span>)> =
        found.iter().filter(idle).map(|problem| (problem.path.clone(), problem.span)).collect();
    // What is meant to be a hook may have the name of another function.
    let stands_there =
        |problem: &Problem| idle.iter().any(|(path, span)| *path == problem.path && *span == problem.span);
    let about_name = |problem: &Problem| matches!(&*problem.code, "hook-unknown" | "function-twice");
    let may_be_declared = |problem: &Problem| {
        let text = problem.span.and_then(|span| files.get(&problem.path)?.get(span.range())).unwrap_or_default();
        problem.code == "name-unknown" && broken.may_declare(text.trim_matches(['"', '`']), files)
    };
    // What its functions are given is declared in the file beside a script.
    let is_beside = |problem: &Problem| {
        !problem.code.ends_with("-syntax") && broken.unreadable.contains(&*file_beside(&problem.path))
    };
    let untold = found.into_iter().filter(|problem| !(about_name(problem) && stands_there(problem)));
    untold.filter(|problem| !may_be_declared(problem) && !is_beside(problem)).collect()
}

/// The problems without those of packs that were written for another version of the engine: otherwise,
/// each change since then would be reported separately.
pub(super) fn of_this_engine(problems: Problems) -> Problems {
    let is_mismatch = |problem: &&Problem| problem.code == "engine-mismatch";
    let others: Vec<String> =
        problems.iter().filter(is_mismatch).filter_map(|problem| Some(pack_of(&problem.path)?.to_owned())).collect();
    let of_another =
        |problem: &Problem| pack_of(&problem.path).is_some_and(|pack| others.iter().any(|other| other == pack));
    problems.iter().filter(|problem| is_mismatch(problem) || !of_another(problem)).cloned().collect()
}

/// Whether the reader of files has already reported why nothing calls this function.
fn is_told(problems: &Problems, problem: &Problem) -> bool {
    let says_why = |other: &Problem| match &*other.code {
        "script-without-card" => other.path == problem.path,
        "hook-undeclared" if other.path.contains("/patches/") => *other.path == file_beside(&problem.path),
        "hook-undeclared" => other.path == problem.path && other.span == problem.span,
        _ => false,
    };
    problems.iter().any(says_why)
}
