//! What a script looks for and may not find: some verbs give nothing where there is no such pile or card, and nothing has
//! no verbs. It needs no vocabulary.

use super::finding::Finding;
use super::tree::{Function, Node, NodeKind};
use std::collections::BTreeSet;

/// The verbs that look for one thing by its name.
const SEEKING: [&str; 2] = ["pile", "find_card"];

/// Reports what is done to something that was looked for, where the function never asks whether it was found.
pub(super) fn check(path: &str, function: &Function, findings: &mut Vec<Finding>) {
    let (mut sought, mut asked) = (BTreeSet::new(), BTreeSet::new());
    each(&function.body, &mut |node| {
        sought.extend(sought_in(node));
        asked.extend(asked_about(node));
    });
    each(&function.body, &mut |node| {
        let (NodeKind::Property { of, name } | NodeKind::Method { of, name, .. }) = &node.what else { return };
        let seeking = match &of.what {
            NodeKind::Variable(variable) if sought.contains(&**variable) && !asked.contains(&**variable) => &**variable,
            NodeKind::Method { name, .. } if SEEKING.contains(&&**name) => &**name,
            _ => return,
        };
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

/// The variable that a node fills with what was looked for.
fn sought_in(node: &Node) -> Option<&str> {
    let (name, value) = match &node.what {
        NodeKind::Let { name, value } => (&**name, value),
        NodeKind::Assign { target, value, .. } => match &target.what {
            NodeKind::Variable(name) => (&**name, value),
            _ => return None,
        },
        _ => return None,
    };
    matches!(&value.what, NodeKind::Method { name, .. } if SEEKING.contains(&&**name)).then_some(name)
}

/// The variables about which a node asks whether they are nothing.
fn asked_about(node: &Node) -> Vec<&str> {
    match &node.what {
        NodeKind::Operator { operands, symbol } if matches!(&**symbol, "==" | "!=" | "??") => {
            operands.iter().filter_map(variable).collect()
        }
        NodeKind::Call { name, arguments } if name.starts_with("is_") => {
            arguments.iter().filter_map(variable).collect()
        }
        NodeKind::Switch { subject, .. } => variable(subject).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn variable(node: &Node) -> Option<&str> {
    if let NodeKind::Variable(name) = &node.what { Some(name) } else { None }
}

/// Calls a function for every node in these, also inside closures.
fn each<'n>(nodes: &'n [Node], call: &mut impl FnMut(&'n Node)) {
    for node in nodes {
        call(node);
        if let NodeKind::Closure(closure) = &node.what {
            each(&closure.body, call);
        }
        for child in node.children() {
            each(std::slice::from_ref(child), call);
        }
    }
}
