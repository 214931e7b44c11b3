//! Lowering: from the checker's trees to what is run.
//!
//! Names become numbers: variables slots, functions their places, properties and verbs what they are for each kind of
//! value. What a function calls is what its own file, what it patches, and what its pack shares or requires have.

mod body;
mod chains;
pub mod code;
pub mod members;
pub mod program;

use super::check::{Finding, Trees, Unit, Vocabulary};
use crate::model::rules::Rules;
use body::Body;
use code::{CodeNode, Few, Lowered, NodeId, Op, Point};
use program::Program;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Lowers the scripts of a game; what cannot be lowered is reported.
pub fn lower(rules: &Arc<Rules>, vocabulary: &Vocabulary, units: &[Unit<'_>]) -> (Program, Vec<Finding>) {
    let trees = Trees::new(vocabulary, units);
    let mut lowering = Lowering {
        trees: &trees,
        program: Program::bare(Arc::clone(rules)),
        numbers: FxHashMap::default(),
        scripts: Vec::new(),
        findings: Vec::new(),
    };
    lowering.number_functions();
    lowering.lower_functions();
    (lowering.program, lowering.findings)
}

/// What is known while scripts are lowered.
struct Lowering<'t> {
    trees: &'t Trees<'t>,
    program: Program,
    /// The number of each function, by its file and its place in it.
    numbers: FxHashMap<(usize, usize), u32>,
    /// The script of each file.
    scripts: Vec<u16>,
    findings: Vec<Finding>,
}

impl Lowering<'_> {
    fn number_functions(&mut self) {
        let rules = Arc::clone(&self.program.rules);
        self.program.scripts = vec![Vec::new(); rules.scripts.len()];
        for file in 0..self.trees.files() {
            let script = rules.scripts.get_index_of(self.trees.path(file)).unwrap_or_default();
            self.scripts.push(script as u16);
            for (at, function) in self.trees.functions(file).iter().enumerate() {
                let number = self.program.functions.len() as u32;
                self.numbers.insert((file, at), number);
                self.program.scripts[script].push(number);
                self.program.functions.push(Lowered {
                    script: script as u16,
                    at: point((function.at.line, function.at.column)),
                    parameters: function.parameters.len() as u16,
                    frame: 0,
                    body: NodeId(0),
                });
            }
        }
    }

    fn lower_functions(&mut self) {
        for file in 0..self.trees.files() {
            for at in 0..self.trees.functions(file).len() {
                let number = self.numbers[&(file, at)];
                let trees = self.trees;
                let function = &trees.functions(file)[at];
                let (body, frame) = Body::new(self, file).function(&function.parameters, &function.body);
                let lowered = &mut self.program.functions[number as usize];
                (lowered.body, lowered.frame) = (body, frame);
            }
        }
    }

    /// The functions that a file can call by a name, its own first.
    fn find(&self, file: usize, name: &str) -> Vec<u32> {
        self.trees.find(file, name).iter().map(|key| self.numbers[key]).collect()
    }

    /// The function that a file calls by a name with this many arguments.
    fn function(&self, file: usize, name: &str, arguments: usize) -> Option<u32> {
        let fits = |number: &u32| usize::from(self.program.functions[*number as usize].parameters) == arguments;
        self.find(file, name).into_iter().find(fits)
    }

    fn node(&mut self, op: Op, at: Point, whole: Point) -> NodeId {
        self.program.nodes.push(CodeNode { op, at, whole });
        NodeId((self.program.nodes.len() - 1) as u32)
    }

    fn few(&mut self, nodes: &[NodeId]) -> Few {
        let start = self.program.children.len() as u32;
        self.program.children.extend_from_slice(nodes);
        Few { start, count: nodes.len() as u32 }
    }
}

fn point((line, column): (u32, u32)) -> Point {
    let small = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
    Point { line: small(line), column: small(column) }
}
