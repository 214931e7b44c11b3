//! Watching: whoever follows scripts statement by statement while they run. Only a program with probes shows anything, so a game
//! that nobody watches pays nothing for it.

use crate::call::context::CallContext;
use crate::call::script_value::ScriptValue;
use crate::lower::code::{NodeId, Op, ProbeSort};
use crate::lower::program::Program;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::rules::FunctionId;
use cardwright_kernel::table::Table;
use cardwright_kernel::values::Carried;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Somebody who watches.
pub trait Watch {
    /// A function is called from outside.
    fn begins(&mut self, function: FunctionId);

    /// A function or closure begins, or a statement is about to be run.
    fn passes(&mut self, passing: &Passing<'_>);

    /// The function that was called last from outside is left.
    fn ends(&mut self);
}

/// Somebody who watches all scripts of a game.
pub type Watcher = Rc<RefCell<dyn Watch>>;

/// A moment of a script.
pub struct Passing<'m> {
    /// What begins.
    pub begins: Begins,
    /// The script.
    pub script: u16,
    /// The line, counted from 1.
    pub line: u16,
    /// The column, counted from 1.
    pub column: u16,
    /// Its place among all that the scripts have: what comes later in a function has a higher one.
    pub order: u32,
    /// How many functions are inside of each other since the call from outside.
    pub level: usize,
    /// The variables that can be seen, in the order in which they were declared.
    pub variables: Vec<WatchedVariable>,
    /// The table.
    pub table: &'m Table,
}

/// What begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// A function with this number in its script; its first statement, if it has only one.
    Function(u16, bool),
    /// A closure that is called in place or was kept.
    Closure,
    /// A statement.
    Statement,
}

/// A variable and what it holds.
#[derive(Clone, Debug)]
pub struct WatchedVariable {
    /// Its name.
    pub name: Box<str>,
    /// Whether it is a parameter of the function.
    pub is_parameter: bool,
    /// What it holds; in words if that means nothing outside of the call.
    pub held: Result<Carried, String>,
}

/// The names of the slots of a function, or of a closure that is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotNames {
    /// Its nodes: the first, and the one after the last.
    pub nodes: (u32, u32),
    /// How many parameters it has.
    pub parameters: usize,
    pub names: Vec<SlotName>,
}

/// The name of a slot, and the nodes in which it has that: the first, and the last.
#[derive(Clone, Debug)]
pub(crate) struct SlotName {
    pub name: Box<str>,
    pub slot: u16,
    pub from: u32,
    pub to: u32,
}

impl Program {
    /// The lines on which statements begin, of each script by its number: where a watcher can stop.
    pub fn statement_lines(&self) -> BTreeSet<(u16, u16)> {
        let probes = self.nodes.iter().filter_map(|node| match node.op {
            Op::Probe(inner, probe) => Some((node, inner, &self.probes[probe as usize])),
            _ => None,
        });
        let stops = probes.filter(|(_, inner, probe)| match probe.sort {
            ProbeSort::Condition => false,
            ProbeSort::Function | ProbeSort::Closure => !matches!(self.node(*inner).op, Op::Block(_)),
            ProbeSort::Clause | ProbeSort::Case => true,
        });
        stops.map(|(node, _, probe)| (probe.function.0, node.whole.line)).collect()
    }
}

impl CallContext<'_> {
    /// Shows the watcher what is passed.
    #[cold]
    pub(crate) fn show(&self, watcher: &Watcher, node: NodeId, inner: NodeId, probe: u32) {
        let (program, Some(table)) = (self.program, self.table.as_deref()) else { return };
        let probe = program.probes[probe as usize];
        let is_block = matches!(program.node(inner).op, Op::Block(_));
        let begins = match probe.sort {
            ProbeSort::Condition => return,
            ProbeSort::Function => Begins::Function(probe.function.1, !is_block),
            ProbeSort::Closure if is_block => return,
            ProbeSort::Closure => Begins::Closure,
            ProbeSort::Clause | ProbeSort::Case => Begins::Statement,
        };
        let at = program.node(node).whole;
        watcher.borrow_mut().passes(&Passing {
            begins,
            script: self.script,
            line: at.line,
            column: at.column,
            order: node.0,
            level: self.level,
            variables: self.variables(node.0),
            table,
        });
    }

    /// The variables that can be seen at a node.
    fn variables(&self, node: u32) -> Vec<WatchedVariable> {
        let holds = |names: &&SlotNames| (names.nodes.0..names.nodes.1).contains(&node);
        let Some(slots) = self.program.slot_names.iter().find(holds) else { return Vec::new() };
        let seen = slots.names.iter().enumerate().filter(|(_, name)| (name.from..=name.to).contains(&node));
        let variable = |(at, name): (usize, &SlotName)| WatchedVariable {
            name: name.name.clone(),
            is_parameter: at < slots.parameters,
            held: self.watched_value(self.scratch.stack[self.base + usize::from(name.slot)]),
        };
        seen.map(variable).collect()
    }

    fn watched_value(&self, held: ScriptValue) -> Result<Carried, String> {
        self.carried(held, "shown").map_err(|stop| match stop {
            Stop::Fault(_) | Stop::Pending | Stop::Illegal(_) => self.called(held),
        })
    }
}
