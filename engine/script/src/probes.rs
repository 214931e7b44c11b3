//! Probes: a copy of a program that records which of its functions, statements and branches run. The program that games
//! are played with has none, so recording costs nothing where nobody asks for it.

use crate::lower::code::{NodeId, Op, Probe, ProbeSort};
use crate::lower::program::Program;
use cardwright_kernel::rules::Rules;
use std::sync::Arc;

impl Program {
    /// The same program with probes, for these rules, which hold what records.
    pub fn probed(&self, rules: Arc<Rules>) -> Self {
        let mut program = self.clone();
        program.rules = rules;
        for (script, functions) in self.scripts.iter().enumerate() {
            for (at, number) in functions.iter().enumerate() {
                Probing { program: &mut program, function: (script as u16, at as u16) }.function(*number);
            }
        }
        program
    }

    /// All probes, by their numbers.
    pub fn all_probes(&self) -> &[Probe] {
        &self.probes
    }
}

/// A function that gets probes.
struct Probing<'p> {
    program: &'p mut Program,
    function: (u16, u16),
}

impl Probing<'_> {
    fn function(&mut self, number: u32) {
        let lowered = self.program.functions[number as usize];
        let (from, to) = lowered.nodes;
        // A node has one probe: conditions first, because they record more.
        let ops: Vec<Op> = (from..to).map(|at| self.program.node(NodeId(at)).op).collect();
        for id in ops.iter().flat_map(|op| self.conditions(*op)).collect::<Vec<_>>() {
            self.probe(id, ProbeSort::Condition);
        }
        for op in &ops {
            self.clauses(*op);
        }
        self.probe(lowered.body, ProbeSort::Function);
        let Some(probe) = self.program.probes.last_mut().filter(|probe| probe.sort == ProbeSort::Function) else {
            return;
        };
        (probe.line, probe.column) = (lowered.at.line, lowered.at.column);
    }

    fn conditions(&self, op: Op) -> Vec<NodeId> {
        match op {
            Op::If(condition, ..) | Op::While(Some(condition), ..) => vec![condition],
            Op::All(few) | Op::Any(few) => self.program.few(few).to_vec(),
            Op::Switch(at) => {
                self.program.switches[at as usize].cases.iter().filter_map(|(condition, _)| *condition).collect()
            }
            _ => Vec::new(),
        }
    }

    fn clauses(&mut self, op: Op) {
        match op {
            Op::If(_, then, otherwise) => {
                self.clause(then);
                self.clause(otherwise);
            }
            Op::Block(few) => {
                for id in self.program.few(few).to_vec() {
                    self.clause(id);
                }
            }
            Op::While(_, body, ..) => self.clause(body),
            Op::For(at) => self.clause(self.program.loops[at as usize].body),
            Op::Switch(at) => {
                let values = self.program.switches[at as usize].cases.iter().map(|(_, value)| *value);
                for id in values.collect::<Vec<_>>() {
                    self.probe(id, ProbeSort::Case);
                }
            }
            Op::Inline(at) | Op::Keep(at, _) => {
                self.probe(self.program.closings[at as usize].body, ProbeSort::Closure);
            }
            _ => {}
        }
    }

    /// A statement; blocks and what is left out have none of their own, because their statements have.
    fn clause(&mut self, id: NodeId) {
        if !matches!(self.program.node(id).op, Op::Block(_) | Op::Constant(_)) {
            self.probe(id, ProbeSort::Clause);
        }
    }

    /// Puts a probe in the place of a node, which moves behind all others: whatever leads to it leads to the probe.
    fn probe(&mut self, id: NodeId, sort: ProbeSort) {
        let node = *self.program.node(id);
        let is_first = !matches!(node.op, Op::Probe(..));
        if !is_first && sort != ProbeSort::Function {
            return;
        }
        let number = self.program.probes.len() as u32;
        let (line, column) = (node.whole.line, node.whole.column);
        self.program.probes.push(Probe { sort, function: self.function, line, column });
        self.program.nodes.push(node);
        let moved = NodeId((self.program.nodes.len() - 1) as u32);
        self.program.nodes[id.0 as usize].op = Op::Probe(moved, number);
    }
}
