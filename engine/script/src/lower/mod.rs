//! Lowering: from the checker's trees to what is run.
//!
//! Names become numbers: variables slots, functions their places, properties and verbs what they are for each kind of
//! value. What a function calls is what its own file, what it patches, and what its pack shares or requires have.

mod body;
mod chains;
pub mod code;
mod lowering;
pub mod members;
pub mod program;
pub mod rows;

use super::check::PackScripts;
use super::syntax::Finding;
use body::Body;
use cardwright_kernel::rules::Rules;
use lowering::Lowering;
use program::Program;
use std::sync::Arc;

/// Lowers the scripts of a game; what cannot be lowered is reported.
pub fn lower(rules: &Arc<Rules>, trees: &PackScripts<'_>) -> (Program, Vec<Finding>) {
    let mut lowering = Lowering::new(trees, Program::bare(Arc::clone(rules), rows::members(rules)));
    lower_functions(&mut lowering);
    lowering.program.name_properties();
    (lowering.program, lowering.findings)
}

fn lower_functions(lowering: &mut Lowering<'_>) {
    for (file, own) in lowering.trees.files.iter().enumerate() {
        for (at, function) in own.functions.iter().enumerate() {
            let number = lowering.numbers[&(file, at)];
            let from = lowering.program.nodes.len();
            let paths = lowering.program.paths.len();
            let (body, frame) = Body::new(lowering, file).function(&function.parameters, &function.body);
            let work = lowering.work_since(from);
            let nodes = (from as u32, lowering.program.nodes.len() as u32);
            let reads = lowering.reads_since((from, paths), function.parameters.len());
            let lowered = &mut lowering.program.functions[number as usize];
            (lowered.body, lowered.frame, lowered.work) = (body, frame, work);
            (lowered.nodes, lowered.reads) = (nodes, reads);
        }
    }
}
