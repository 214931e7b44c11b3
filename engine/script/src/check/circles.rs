//! Values that need each other: what computes the one reads the other, and the other way round. Whether they ever meet in
//! one game depends on the table, so this is a warning.

use super::pack::{FunctionKey, PackScripts};
use crate::syntax::finding::{Finding, LineSpan};
use crate::syntax::tree::{Node, NodeKind};
use std::collections::{BTreeMap, BTreeSet};

/// Where a value is read.
type Place = (usize, LineSpan);

/// Which values are read to compute each, and where first.
type ValueReads<'p> = BTreeMap<&'p str, BTreeMap<&'p str, Place>>;

/// Reports each circle once, at the first value of it by name.
pub(super) fn check(pack: &PackScripts<'_>, findings: &mut Vec<Finding>) {
    let reads = reads(pack);
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for value in reads.keys().copied() {
        if told.contains(value) {
            continue;
        }
        if let Some(circle) = circle(&reads, value) {
            told.extend(circle.iter().copied());
            findings.extend(finding(pack, &reads, &circle));
        }
    }
}

/// The shortest way from a value through those that it reads back to itself, through at least one other.
fn circle<'p>(reads: &ValueReads<'p>, value: &'p str) -> Option<Vec<&'p str>> {
    let mut seen = BTreeSet::from([value]);
    let mut ways = vec![vec![value]];
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for next in reads.get(way[way.len() - 1]).into_iter().flat_map(BTreeMap::keys) {
                if *next == value && way.len() > 1 {
                    return Some(way);
                }
                if seen.insert(next) {
                    longer.push(way.iter().copied().chain([*next]).collect());
                }
            }
        }
        ways = longer;
    }
    None
}

fn finding(pack: &PackScripts<'_>, reads: &ValueReads<'_>, circle: &[&str]) -> Option<Finding> {
    let next = |at: usize| circle[(at + 1) % circle.len()];
    let place = |at: usize| reads.get(circle[at]).and_then(|read| read.get(next(at))).copied();
    let (file, at) = place(0)?;
    let named: Vec<String> = circle.iter().map(|value| format!("`{value}`")).collect();
    let message = format!("the values {} need each other", named.join(" and "));
    let finding = Finding::new("value-circle", pack.files[file].path(), at, message)
        .label(format!("to compute `{}`, `{}` is read here", circle[0], next(0)))
        .help("a value that needs itself is a fault: let one of them read what is printed or set instead");
    let notes = (1..circle.len()).filter_map(|at| Some((at, place(at)?)));
    let finding = notes.fold(finding, |finding, (at, (file, place))| {
        let message = format!("to compute `{}`, `{}` is read here", circle[at], next(at));
        finding.note(message, pack.files[file].path(), place)
    });
    Some(Finding { is_warning: true, ..finding })
}

fn reads<'p>(pack: &'p PackScripts<'_>) -> ValueReads<'p> {
    let values: BTreeSet<&str> = pack.vocabulary.words_of("value").collect();
    let mut reads = ValueReads::new();
    for hook in &pack.vocabulary.value_hooks {
        let Some(file) = pack.by_path.get(&*hook.script) else { continue };
        let own = reads.entry(&*hook.value).or_default();
        for key in pack.own(*file, &hook.function) {
            all_reads(pack, *key, &values, &mut BTreeSet::new(), own);
        }
    }
    reads
}

/// The values that a function reads, also in what it calls.
fn all_reads<'p>(
    pack: &'p PackScripts<'_>,
    key: FunctionKey,
    values: &BTreeSet<&str>,
    seen: &mut BTreeSet<FunctionKey>,
    found: &mut BTreeMap<&'p str, Place>,
) {
    if !seen.insert(key) {
        return;
    }
    let mut called = Vec::new();
    pack.files[key.0].functions[key.1].each(&mut |node| {
        if let Some(name) = read(node).filter(|name| values.contains(name)) {
            found.entry(name).or_insert((key.0, node.at));
        }
        if let NodeKind::Call { name, .. } = &node.what {
            called.extend(pack.find(key.0, name));
        }
    });
    called.into_iter().for_each(|key| all_reads(pack, key, values, seen, found));
}

/// The name of the property or attribute that a node reads.
fn read(node: &Node) -> Option<&str> {
    match &node.what {
        NodeKind::Property { name, .. } => Some(name),
        NodeKind::Method { name, arguments, .. } if &**name == "attribute" => arguments.first()?.text(),
        _ => None,
    }
}
