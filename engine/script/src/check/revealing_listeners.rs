//! Listeners that ask from a hidden place. Whoever is asked has the card, and everybody sees who is asked: a warning.

use super::pack::{FunctionKey, PackScripts};
use super::vocabulary::HiddenListener;
use crate::syntax::finding::{Finding, LineSpan};
use crate::syntax::tree::{Node, NodeKind};
use crate::verbs::questions;
use std::collections::BTreeSet;

/// Reports each at the question that betrays it.
pub(super) fn check(pack: &PackScripts<'_>, findings: &mut Vec<Finding>) {
    if pack.vocabulary.hidden_listeners.is_empty() {
        return;
    }
    let questions = questions();
    for listener in &pack.vocabulary.hidden_listeners {
        let Some(file) = pack.by_path.get(&*listener.script) else { continue };
        let functions = pack.own(*file, &listener.function).iter();
        let asked = functions.copied().find_map(|key| asks(pack, key, &questions, &mut BTreeSet::new()));
        findings.extend(asked.map(|(file, at)| finding(pack.files[file].path(), at, listener)));
    }
}

fn finding(path: &str, at: LineSpan, listener: &HiddenListener) -> Finding {
    let HiddenListener { card, signal, zone, .. } = listener;
    let key = if signal.contains(' ') { format!("\"{signal}\"") } else { signal.to_string() };
    let message = format!("who is asked this shows that their {zone} holds `{card}`");
    let finding = Finding::new("listener-unmasked", path, at, message)
        .label(format!("`{card}` listens for `{signal}` from the {zone}, which not everybody sees"))
        .help(format!(
            "`masked = true` in `[on.{key}]` asks everybody who may hold such a card, and calls the function for those \
             that are chosen"
        ));
    Finding { is_warning: true, ..finding }
}

/// Where a function first asks a player something, also in what it calls.
fn asks(
    pack: &PackScripts<'_>,
    key: FunctionKey,
    questions: &BTreeSet<Box<str>>,
    seen: &mut BTreeSet<FunctionKey>,
) -> Option<(usize, LineSpan)> {
    if !seen.insert(key) {
        return None;
    }
    let (mut own, mut called) = (None, Vec::new());
    pack.files[key.0].functions[key.1].each(&mut |node: &Node| match &node.what {
        NodeKind::Method { name, .. } if questions.contains(name) => drop(own.get_or_insert((key.0, node.at))),
        NodeKind::Call { name, .. } => called.extend(pack.find(key.0, name)),
        _ => {}
    });
    own.or_else(|| called.into_iter().find_map(|key| asks(pack, key, questions, seen)))
}
