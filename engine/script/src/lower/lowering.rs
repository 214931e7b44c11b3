//! What is known while scripts are lowered, and what is made.

use super::code::{CodeNode, Lowered, NodeId, NodeRange, Op, Point};
use super::program::Program;
use crate::check::PackScripts;
use crate::syntax::tree::{Node, NodeKind};
use crate::syntax::{Finding, LineSpan};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is known while scripts are lowered.
pub(super) struct Lowering<'t> {
    pub trees: &'t PackScripts<'t>,
    pub program: Program,
    /// The number of each function, by its file and its place in it.
    pub numbers: FxHashMap<(usize, usize), u32>,
    /// The script of each file.
    pub scripts: Vec<u16>,
    pub findings: Vec<Finding>,
}

impl<'t> Lowering<'t> {
    /// Functions have numbers, and nothing is lowered yet.
    pub fn new(trees: &'t PackScripts<'t>, program: Program) -> Self {
        let (numbers, scripts, findings) = (FxHashMap::default(), Vec::new(), Vec::new());
        let mut lowering = Self { trees, program, numbers, scripts, findings };
        lowering.number_functions();
        lowering
    }

    fn number_functions(&mut self) {
        let rules = Arc::clone(&self.program.rules);
        self.program.scripts = vec![Vec::new(); rules.scripts.len()];
        for (file, lowered) in self.trees.files.iter().enumerate() {
            let script = rules.scripts.get_index_of(lowered.path()).unwrap_or_default();
            self.scripts.push(script as u16);
            for (at, function) in lowered.functions.iter().enumerate() {
                let number = self.program.functions.len() as u32;
                self.numbers.insert((file, at), number);
                self.program.scripts[script].push(number);
                self.program.functions.push(Lowered {
                    script: script as u16,
                    at: point((function.at.line, function.at.column)),
                    parameters: function.parameters.len() as u16,
                    reads: u8::MAX,
                    frame: 0,
                    body: NodeId(0),
                    work: 0,
                    nodes: (0, 0),
                });
            }
        }
    }

    /// The functions that a file can call by a name, its own first.
    pub fn find(&self, file: usize, name: &str) -> Vec<u32> {
        self.trees.find(file, name).iter().map(|key| self.numbers[key]).collect()
    }

    /// The function that a file calls by a name with this many arguments.
    pub fn function(&self, file: usize, name: &str, arguments: usize) -> Option<u32> {
        let fits = |number: &u32| usize::from(self.program.functions[*number as usize].parameters) == arguments;
        self.find(file, name).into_iter().find(fits)
    }

    /// The work of running the nodes that were made since there were so many, however short the way through them. Without
    /// it, a long script without a loop would cost nothing.
    pub fn work_since(&self, from: usize) -> u16 {
        const NODES: usize = 32;
        u16::try_from((self.program.nodes.len() - from) / NODES).unwrap_or(u16::MAX)
    }

    /// Which of so many parameters the nodes and paths read that were made since there were so many, as bits. Closures that
    /// are kept have slots of their own, which count as well: that is of no harm.
    pub fn reads_since(&self, (node, path): (usize, usize), parameters: usize) -> u8 {
        let slots = self.program.nodes[node..].iter().filter_map(|node| match node.op {
            Op::Local(slot) | Op::Change(slot, ..) => Some(slot),
            _ => None,
        });
        let starts = self.program.paths[path..].iter().map(|path| path.slot);
        slots.chain(starts).filter(|slot| usize::from(*slot) < parameters.min(8)).fold(0, |bits, slot| bits | 1 << slot)
    }

    /// Adds a node.
    pub fn node(&mut self, op: Op, at: Point, whole: Point) -> NodeId {
        NodeId(added(&mut self.program.nodes, CodeNode { op, at, whole }))
    }

    /// Adds a list of nodes.
    pub fn few(&mut self, nodes: &[NodeId]) -> NodeRange {
        let start = self.program.children.len() as u32;
        self.program.children.extend_from_slice(nodes);
        NodeRange { start, count: nodes.len() as u32 }
    }
}

/// Adds something to a table, and tells its place.
pub(super) fn added<T>(table: &mut Vec<T>, entry: T) -> u32 {
    table.push(entry);
    (table.len() - 1) as u32
}

/// Where something stands.
pub(super) fn point((line, column): (u32, u32)) -> Point {
    let small = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
    Point { line: small(line), column: small(column) }
}

pub(super) fn start_of(span: LineSpan) -> Point {
    point((span.line, span.column))
}

/// Whether a value can be computed at any time: nothing happens by it, and nothing that happens changes it.
pub(super) fn is_plain(node: &Node) -> bool {
    matches!(
        node.what,
        NodeKind::Nothing
            | NodeKind::Number(_)
            | NodeKind::Flag(_)
            | NodeKind::Text(_)
            | NodeKind::Constant
            | NodeKind::Variable(_)
            | NodeKind::Closure(_)
    )
}
