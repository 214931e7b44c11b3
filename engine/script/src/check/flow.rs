//! Control flow: code that is never reached, and loops that never end. It needs no vocabulary.

use crate::syntax::finding::Finding;
use crate::syntax::tree::{Function, Node, NodeKind};

/// Reports what is never reached and what never ends in a function.
pub(super) fn check(path: &str, function: &Function, findings: &mut Vec<Finding>) {
    let mut flow = FlowCheck { path, findings };
    flow.statements(&function.body);
}

struct FlowCheck<'a> {
    path: &'a str,
    findings: &'a mut Vec<Finding>,
}

impl FlowCheck<'_> {
    fn statements(&mut self, nodes: &[Node]) {
        if let Some(index) = nodes.iter().position(ends)
            && let Some(next) = nodes.get(index + 1)
        {
            let line = nodes[index].at.line;
            let finding = Finding::new("unreachable", self.path, next.at, "this is never reached");
            self.findings.push(finding.label(format!("line {line} already leaves this block")));
        }
        for node in nodes {
            self.node(node);
        }
    }

    fn node(&mut self, node: &Node) {
        if let NodeKind::While { condition, body, .. } = &node.what
            && is_endless(condition.as_deref(), body)
        {
            let finding = Finding::new("loop-endless", self.path, node.at, "this loop never ends");
            self.findings.push(finding.label("nothing leaves it").help("leave it with `break` or `return`"));
        }
        for list in lists(node) {
            self.statements(list);
        }
        for child in node.children() {
            if !lists(node).any(|list| list.iter().any(|inside| std::ptr::eq(inside, child))) {
                self.node(child);
            }
        }
    }
}

/// The lists of statements directly inside a node.
fn lists(node: &Node) -> impl Iterator<Item = &[Node]> {
    let (first, second): (&[Node], &[Node]) = match &node.what {
        NodeKind::Block(body) | NodeKind::While { body, .. } | NodeKind::For { body, .. } => (body, &[]),
        NodeKind::If { then, otherwise, .. } => (then, otherwise),
        NodeKind::Closure(closure) => (&closure.body, &[]),
        _ => (&[], &[]),
    };
    [first, second].into_iter()
}

/// Whether nothing after this statement in the same list is reached.
fn ends(node: &Node) -> bool {
    match &node.what {
        NodeKind::Return(_) | NodeKind::Throw(_) | NodeKind::Break(_) | NodeKind::Continue => true,
        NodeKind::Block(body) => body.iter().any(ends),
        NodeKind::If { then, otherwise, .. } => then.iter().any(ends) && otherwise.iter().any(ends),
        NodeKind::While { condition, body, .. } => is_always(condition.as_deref()) && !breaks(body),
        _ => false,
    }
}

fn is_endless(condition: Option<&Node>, body: &[Node]) -> bool {
    is_always(condition) && !breaks(body) && !body.iter().any(leaves)
}

fn is_always(condition: Option<&Node>) -> bool {
    condition.is_none_or(|condition| matches!(condition.what, NodeKind::Flag(true)))
}

/// Whether a `break` of this very loop is among the statements.
fn breaks(body: &[Node]) -> bool {
    body.iter().any(|node| match &node.what {
        NodeKind::Break(_) => true,
        NodeKind::While { .. } | NodeKind::For { .. } => false,
        _ => node.children().into_iter().any(|child| breaks(std::slice::from_ref(child))),
    })
}

/// Whether the function is left from inside.
fn leaves(node: &Node) -> bool {
    matches!(node.what, NodeKind::Return(_) | NodeKind::Throw(_)) || node.children().into_iter().any(leaves)
}

/// Whether the end of a function can be reached without a value there.
pub(super) fn falls(body: &[Node]) -> bool {
    let Some(last) = body.last() else { return true };
    match &last.what {
        NodeKind::If { then, otherwise, .. } => falls(then) || falls(otherwise),
        NodeKind::Block(body) => falls(body),
        NodeKind::Switch { cases, .. } => cases.iter().any(|case| falls(std::slice::from_ref(&case.value))),
        NodeKind::While { condition, body, .. } => !is_always(condition.as_deref()) || breaks(body),
        NodeKind::For { .. } | NodeKind::Let { .. } | NodeKind::Assign { .. } => true,
        _ => false,
    }
}
