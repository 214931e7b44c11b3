//! The lowering of one function.

use super::code::{Binary, Choose, ClosureCode, Loop, NodeId, NodeRange, Op, Point};
use super::lowering::{Lowering, added, is_plain, point, start_of};
use crate::call::scratch::NumberRange;
use crate::call::script_value::{Routine, ScriptValue};
use crate::sandbox::VARIABLES;
use crate::syntax::Finding;
use crate::syntax::tree::{Case, Closure, Head, Node, NodeKind};
use crate::watch::{SlotName, SlotNames};

/// A function that is being lowered.
pub(super) struct Body<'l, 't> {
    pub(super) lowering: &'l mut Lowering<'t>,
    pub(super) file: usize,
    /// The variables that can be seen.
    scope: Vec<SlotVariable>,
    pub(super) next: u16,
    most: u16,
    /// How many variables there were.
    declared: u32,
    /// The variables that a kept closure has taken along: they must not change any more.
    taken: Vec<u32>,
    /// The names of its slots, by the numbers of its variables.
    names: SlotNames,
}

/// A variable that can be seen.
#[derive(Clone)]
struct SlotVariable {
    name: Box<str>,
    slot: u16,
    /// Its number in the function: slots are used again, numbers are not.
    number: u32,
}

impl<'l, 't> Body<'l, 't> {
    pub(super) fn new(lowering: &'l mut Lowering<'t>, file: usize) -> Self {
        let from = lowering.program.nodes.len() as u32;
        let names = SlotNames { nodes: (from, from), ..SlotNames::default() };
        Self { lowering, file, scope: Vec::new(), next: 0, most: 0, declared: 0, taken: Vec::new(), names }
    }

    /// Lowers a function: its body, and how many slots it needs.
    pub(super) fn function(mut self, parameters: &[Box<str>], body: &[Node]) -> (NodeId, u16) {
        for name in parameters {
            self.declare(name);
        }
        self.names.parameters = parameters.len();
        let body = self.block(body, Point::default());
        self.names.nodes.1 = self.lowering.program.nodes.len() as u32;
        self.lowering.program.slot_names.push(self.names);
        (body, self.most)
    }

    fn declare(&mut self, name: &str) -> u16 {
        let slot = self.hidden();
        self.scope.push(SlotVariable { name: name.into(), slot, number: self.declared });
        self.declared += 1;
        let from = self.lowering.program.nodes.len() as u32;
        self.names.names.push(SlotName { name: name.into(), slot, from, to: u32::MAX });
        slot
    }

    pub(super) fn hidden(&mut self) -> u16 {
        self.next += 1;
        self.most = self.most.max(self.next);
        self.next - 1
    }

    pub(super) fn slot(&self, name: &str) -> Option<u16> {
        self.seen(name).map(|variable| variable.slot)
    }

    fn seen(&self, name: &str) -> Option<&SlotVariable> {
        self.scope.iter().rev().find(|variable| *variable.name == *name)
    }

    /// Notes that a variable changes: a closure that was kept before has its earlier value.
    pub(super) fn changes(&mut self, node: &Node, name: &str) {
        if self.seen(name).is_some_and(|variable| self.taken.contains(&variable.number)) {
            let message = format!("a closure that is kept uses `{name}`, which changes here");
            self.refuse(node, &message, "it would not see this");
        }
    }

    pub(super) fn put(&mut self, op: Op, node: &Node) -> NodeId {
        self.lowering.node(op, start_of(node.at), point(node.whole))
    }

    fn nothing(&mut self, at: Point) -> NodeId {
        self.lowering.node(Op::Constant(ScriptValue::Nothing), at, at)
    }

    pub(super) fn refuse(&mut self, node: &Node, message: &str, label: &str) -> NodeId {
        let path = self.lowering.trees.files[self.file].path();
        let finding = Finding::new("script-unusual", path, node.at, message.to_string()).label(label);
        self.lowering.findings.push(finding);
        self.nothing(start_of(node.at))
    }

    /// Lowers something of its own: variables that are declared in it end with it.
    fn scoped<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let (known, next) = (self.scope.len(), self.next);
        let lowered = lower(self);
        let end = self.lowering.program.nodes.len() as u32;
        for variable in &self.scope[known..] {
            self.names.names[variable.number as usize].to = end.saturating_sub(1);
        }
        self.scope.truncate(known);
        self.next = next;
        lowered
    }

    pub(super) fn forbid(&mut self, node: &Node, what: &str) -> NodeId {
        self.refuse(node, &format!("scripts cannot use `{what}`"), "not here")
    }

    /// A block in braces.
    fn block(&mut self, nodes: &[Node], at: Point) -> NodeId {
        let ids = self.scoped(|body| body.nodes(nodes));
        self.gathered(&ids, at)
    }

    /// A block, and the work of running it.
    fn measured(&mut self, nodes: &[Node], at: Point) -> (NodeId, u16) {
        let from = self.lowering.program.nodes.len();
        (self.block(nodes, at), self.lowering.work_since(from))
    }

    pub(super) fn gathered(&mut self, ids: &[NodeId], at: Point) -> NodeId {
        match ids {
            [only] => *only,
            ids => {
                let few = self.lowering.few(ids);
                self.lowering.node(Op::Block(few), at, at)
            }
        }
    }

    fn nodes(&mut self, nodes: &[Node]) -> Vec<NodeId> {
        nodes.iter().map(|node| self.lower(node)).collect()
    }

    fn some(&mut self, nodes: &[Node]) -> NodeRange {
        let ids = self.nodes(nodes);
        self.lowering.few(&ids)
    }

    fn maybe(&mut self, node: Option<&Node>) -> Option<NodeId> {
        node.map(|node| self.lower(node))
    }

    pub(super) fn lower(&mut self, node: &Node) -> NodeId {
        let op = match &node.what {
            NodeKind::Nothing => Op::Constant(ScriptValue::Nothing),
            NodeKind::Number(number) => Op::Constant(ScriptValue::Number(*number)),
            NodeKind::Flag(flag) => Op::Constant(ScriptValue::Flag(*flag)),
            NodeKind::Text(text) => Op::Constant(ScriptValue::Text(self.lowering.program.add_text(text))),
            NodeKind::Interpolated(parts) => Op::Joined(self.some(parts)),
            NodeKind::List(elements) => Op::List(self.some(elements)),
            NodeKind::Map { keys, values } => {
                let keys = keys.iter().map(|key| self.lowering.program.add_text(key)).collect();
                Op::Map(added(&mut self.lowering.program.keys, keys), self.some(values))
            }
            NodeKind::Constant => return self.refuse(node, "this cannot be run", "scripts have no such value"),
            NodeKind::Forbidden(what) => return self.forbid(node, what),
            NodeKind::Variable(name) => return self.variable(node, name),
            NodeKind::Property { .. } | NodeKind::Method { .. } | NodeKind::Index { .. } => return self.chain(node),
            NodeKind::Call { name, arguments } => return self.call(node, name, arguments),
            NodeKind::Operator { symbol, operands } => return self.operator(node, symbol, operands),
            NodeKind::Closure(closure) => return self.kept(node, closure),
            NodeKind::Block(nodes) => return self.block(nodes, point(node.whole)),
            NodeKind::Let { name, value } => {
                let value = self.lower(value);
                if self.scope.len() == VARIABLES {
                    let message = format!("a function can have at most {VARIABLES} variables at a time");
                    self.refuse(node, &message, "one too many");
                }
                let slot = self.declare(name);
                if let Some(name) = self.names.names.last_mut() {
                    // The statement itself does not see it.
                    name.from += 1;
                }
                Op::Let(slot, value)
            }
            NodeKind::Assign { target, symbol, value } => return self.assign(node, target, symbol, value),
            NodeKind::If { condition, then, otherwise } => {
                let condition = self.lower(condition);
                let then = self.block(then, start_of(node.at));
                Op::If(condition, then, self.block(otherwise, start_of(node.at)))
            }
            NodeKind::Switch { subject, cases, .. } => self.switch(subject, cases),
            NodeKind::While { condition, body, after } => {
                let from = self.lowering.program.nodes.len();
                let condition = self.maybe(condition.as_deref());
                let body = self.block(body, start_of(node.at));
                Op::While(condition, body, *after, self.lowering.work_since(from))
            }
            NodeKind::For { variable, counter, list, body } => self.each(variable, counter.as_deref(), list, body),
            NodeKind::Return(value) => Op::Return(self.maybe(value.as_deref())),
            NodeKind::Throw(value) => Op::Throw(self.maybe(value.as_deref())),
            NodeKind::Break(value) => Op::Break(self.maybe(value.as_deref())),
            NodeKind::Continue => Op::Continue,
        };
        self.put(op, node)
    }

    fn each(&mut self, variable: &str, counter: Option<&str>, list: &Node, body: &[Node]) -> Op {
        let start = point(list.start);
        let list = self.lower(list);
        let of = self.scoped(|inner| {
            let counter = counter.map(|counter| inner.declare(counter));
            let variable = inner.declare(variable);
            let (body, work) = inner.measured(body, start);
            Loop { variable, counter, list, body, start, work }
        });
        Op::For(added(&mut self.lowering.program.loops, of))
    }

    fn switch(&mut self, subject: &Node, cases: &[Case]) -> Op {
        let subject = self.lower(subject);
        let (mut exact, mut spans, mut default) = (Vec::new(), Vec::new(), None);
        let mut lowered = Vec::new();
        for (at, case) in cases.iter().enumerate() {
            let at = at as u32;
            if case.heads.is_none() {
                default = Some(at);
            }
            for head in case.heads.iter().flatten() {
                let held = match head {
                    Head::Nothing => ScriptValue::Nothing,
                    Head::Flag(flag) => ScriptValue::Flag(*flag),
                    Head::Number(number) => ScriptValue::Number(*number),
                    Head::Text(text) => ScriptValue::Text(self.lowering.program.add_text(text)),
                    Head::Span(from, to, closed) => {
                        spans.push((NumberRange { from: *from, to: *to, closed: *closed }, at));
                        continue;
                    }
                };
                exact.push((held, at));
            }
            let condition = self.maybe(case.condition.as_ref());
            lowered.push((condition, self.lower(&case.value)));
        }
        let choose = Choose { subject, exact, spans, default, cases: lowered };
        Op::Switch(added(&mut self.lowering.program.switches, choose))
    }

    fn variable(&mut self, node: &Node, name: &str) -> NodeId {
        if let Some(slot) = self.slot(name) {
            return self.put(Op::Local(slot), node);
        }
        let trees = self.lowering.trees;
        if let Some(value) = trees.constant(self.file, name).map(|constant| &constant.value) {
            // What is wrong with it is told where it is used.
            return self.lower(&Node { at: node.at, whole: node.whole, start: node.start, what: value.what.clone() });
        }
        let functions = self.lowering.find(self.file, name);
        if functions.is_empty() {
            return self.refuse(node, &format!("there is no variable `{name}`"), "nothing has this name");
        }
        let at = added(&mut self.lowering.program.named, functions);
        self.put(Op::Constant(ScriptValue::Routine(Routine::Named(at))), node)
    }

    fn operator(&mut self, node: &Node, symbol: &str, operands: &[Node]) -> NodeId {
        let op = match (symbol, operands) {
            ("&&", _) => Op::All(self.some(operands)),
            ("||", _) => Op::Any(self.some(operands)),
            ("??", _) => Op::Coalesce(self.some(operands)),
            ("!", [operand]) => Op::Not(self.lower(operand)),
            ("-", [operand]) => Op::Negate(self.lower(operand)),
            (_, [first, second]) => match Binary::of(symbol) {
                Some(by) => {
                    let first = self.lower(first);
                    Op::Binary(by, first, self.lower(second))
                }
                None => return self.forbid(node, symbol),
            },
            _ => return self.forbid(node, symbol),
        };
        self.put(op, node)
    }

    /// A function of a script, or a verb that is written before what it is asked of.
    fn call(&mut self, node: &Node, name: &str, arguments: &[Node]) -> NodeId {
        if let Some(function) = self.lowering.function(self.file, name, arguments.len()) {
            let arguments = self.some(arguments);
            return self.put(Op::Call(function, arguments), node);
        }
        let Some((of, rest)) = arguments.split_first() else {
            let method = self.lowering.program.members.method(name, 0);
            return self.put(Op::Free(method), node);
        };
        let method = self.lowering.program.members.method(name, rest.len());
        if is_plain(of) || rest.iter().all(is_plain) {
            let of = self.lower(of);
            let arguments = self.arguments(method, rest);
            return self.put(Op::Method(of, method, arguments), node);
        }
        // What stands first is computed first.
        let slot = self.hidden();
        let (at, whole) = (start_of(of.at), point(of.whole));
        let value = self.lower(of);
        let first = self.lowering.node(Op::Let(slot, value), at, whole);
        let of = self.lowering.node(Op::Local(slot), at, whole);
        let arguments = self.arguments(method, rest);
        let call = self.put(Op::Method(of, method, arguments), node);
        self.gathered(&[first, call], start_of(node.at))
    }

    /// The arguments of a verb; closures of one that takes closures are called where they stand.
    pub(super) fn arguments(&mut self, method: u16, nodes: &[Node]) -> NodeRange {
        let inline = self.lowering.program.method(method).takes_closure;
        let ids: Vec<NodeId> = nodes
            .iter()
            .map(|node| match &node.what {
                NodeKind::Closure(closure) if inline => self.inline(node, closure),
                _ => self.lower(node),
            })
            .collect();
        self.lowering.few(&ids)
    }

    fn inline(&mut self, node: &Node, closure: &Closure) -> NodeId {
        let (first, parameters) = (self.next, closure.parameters.len() as u16);
        let (body, work) = self.scoped(|inner| {
            for name in &closure.parameters {
                inner.declare(name);
            }
            inner.measured(&closure.body, start_of(node.at))
        });
        let closing = ClosureCode { first, parameters, body, frame: 0, script: 0, work };
        let op = Op::Inline(added(&mut self.lowering.program.closings, closing));
        self.put(op, node)
    }

    /// A closure that is kept takes along what it mentions: such variables must not change afterwards.
    fn kept(&mut self, node: &Node, closure: &Closure) -> NodeId {
        let mentioned: Vec<SlotVariable> =
            closure.captured.iter().filter_map(|name| self.seen(name)).cloned().collect();
        self.taken.extend(mentioned.iter().map(|variable| variable.number));
        let captured: Vec<NodeId> = mentioned.iter().map(|variable| self.put(Op::Local(variable.slot), node)).collect();
        let captured = self.lowering.few(&captured);
        let mentioned = mentioned.into_iter().map(|variable| variable.name);
        let names: Vec<Box<str>> = mentioned.chain(closure.parameters.iter().cloned()).collect();
        let script = self.lowering.scripts[self.file];
        let mut inner = Body::new(self.lowering, self.file);
        // Nor can the closure change what it has taken along.
        inner.taken = (0..captured.count).collect();
        let from = inner.lowering.program.nodes.len();
        let (body, frame) = inner.function(&names, &closure.body);
        let work = self.lowering.work_since(from);
        let (first, parameters) = (captured.count as u16, closure.parameters.len() as u16);
        let closing = ClosureCode { first, parameters, body, frame, script, work };
        let op = Op::Keep(added(&mut self.lowering.program.closings, closing), captured);
        self.put(op, node)
    }
}
