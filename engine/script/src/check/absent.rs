//! What a script looks for and may not find: some verbs give nothing where there is no such pile or card, cards that are
//! nobody's have no owner, and nothing has no verbs.

use crate::syntax::finding::Finding;
use crate::syntax::tree::{Function, Node, NodeKind};
use std::collections::BTreeSet;

/// Whether a verb looks for one thing that may not be there: a pile, or a card among those of a zone.
fn seeks(of: &Node, name: &str) -> bool {
    let is_zone = |of: &Node| matches!(&of.what, NodeKind::Method { name, .. } if &**name == "cards");
    name == "pile" || name == "find" && is_zone(of)
}

/// The property of cards that is nothing where they are nobody's.
const OWNER: &str = "owner";

/// Reports what is done to something that was looked for, where the function never asks whether it was found; and to the
/// owners of cards, where cards may be nobody's.
pub(super) fn check(path: &str, function: &Function, has_commons: bool, findings: &mut Vec<Finding>) {
    let (mut sought, mut asked) = (BTreeSet::new(), BTreeSet::new());
    function.each(&mut |node| {
        sought.extend(sought_in(node, has_commons));
        asked.extend(asked_about(node));
    });
    function.each(&mut |node| {
        let (NodeKind::Property { of, name } | NodeKind::Method { of, name, .. }) = &node.what else { return };
        let variable = of.variable().filter(|variable| sought.contains(variable) && !asked.contains(variable));
        let Some(seeking) = variable.or_else(|| seeking_verb(of, has_commons)) else { return };
        let message = format!("`{seeking}` may {} nothing, which has no `{name}`", given(of));
        let finding = Finding::new("may-be-nothing", path, node.at, message);
        let finding = finding.help("keep what was found in a variable, and compare that with `()` first");
        findings.push(Finding { is_warning: true, ..finding });
    });
}

/// How it is said that something may be nothing: a variable is, a verb gives it.
fn given(of: &Node) -> &'static str {
    if matches!(of.what, NodeKind::Variable(_)) { "be" } else { "give" }
}

/// What gives nothing where there is nothing: a verb that looks for something, or the owner of a card.
fn seeking_verb(node: &Node, has_commons: bool) -> Option<&str> {
    match &node.what {
        NodeKind::Method { of, name, .. } if seeks(of, name) => Some(name),
        NodeKind::Property { name, .. } if has_commons && &**name == OWNER => Some(name),
        _ => None,
    }
}

/// The variable that a node fills with what was looked for.
fn sought_in(node: &Node, has_commons: bool) -> Option<&str> {
    let (name, value) = match &node.what {
        NodeKind::Let { name, value } => (&**name, value),
        NodeKind::Assign { target, value, .. } => (target.variable()?, value),
        _ => return None,
    };
    seeking_verb(value, has_commons).map(|_| name)
}

/// The variables about which a node asks whether they are nothing.
fn asked_about(node: &Node) -> Vec<&str> {
    match &node.what {
        NodeKind::Operator { operands, symbol } if matches!(&**symbol, "==" | "!=" | "??") => {
            operands.iter().filter_map(Node::variable).collect()
        }
        NodeKind::Call { name, arguments } if name.starts_with("is_") => {
            arguments.iter().filter_map(Node::variable).collect()
        }
        NodeKind::Switch { subject, .. } => subject.variable().into_iter().collect(),
        _ => Vec::new(),
    }
}
