//! Where the functions of a file declare their variables.

use crate::syntax::finding::LineSpan;
use crate::syntax::tree::{Function, NodeKind};
use std::collections::BTreeMap;

/// The variables of a file by their names. Each has the numbers of the functions that declare it, in their order, and where.
///
/// It is made once for a file, so that a file full of unknown names is judged in time proportional to its size.
pub(super) struct FileVariables(BTreeMap<Box<str>, Vec<(usize, LineSpan)>>);

impl FileVariables {
    /// Those of a file's functions, parameters among them.
    pub fn of(functions: &[Function]) -> Self {
        let mut all = Self(BTreeMap::new());
        for (number, function) in functions.iter().enumerate() {
            function.parameters.iter().for_each(|name| all.note(name, number, function.at));
            function.each(&mut |node| match &node.what {
                NodeKind::Let { name, .. } => all.note(name, number, node.at),
                NodeKind::For { variable, counter, .. } => {
                    std::iter::once(variable).chain(counter).for_each(|name| all.note(name, number, node.at));
                }
                _ => {}
            });
        }
        all
    }

    /// Where a function first declares a variable of this name.
    pub fn in_function(&self, number: usize, name: &str) -> Option<LineSpan> {
        let all = self.0.get(name)?;
        let at = all.partition_point(|(function, _)| *function < number);
        all.get(at).filter(|(function, _)| *function == number).map(|(_, at)| *at)
    }

    /// Whether any function declares a variable of this name.
    pub fn anywhere(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn note(&mut self, name: &str, number: usize, at: LineSpan) {
        match self.0.get_mut(name) {
            Some(all) => all.push((number, at)),
            None => drop(self.0.insert(name.into(), vec![(number, at)])),
        }
    }
}
