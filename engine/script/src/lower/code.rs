//! What scripts are lowered to: nodes in one table, with slots for variables and numbers for everything that has a name.

use crate::call::scratch::NumberRange;
use crate::call::script_value::{ScriptValue, TextId};

/// A node's position in the program's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(pub u32);

/// Some nodes that lie one after the other in the program's table of children.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeRange {
    /// Where they begin.
    pub start: u32,
    /// How many.
    pub count: u32,
}

/// Line and column in the file of the running function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Point {
    /// Counted from 1.
    pub line: u16,
    /// Counted from 1.
    pub column: u16,
}

/// An expression or a statement.
#[derive(Clone, Copy, Debug)]
pub struct CodeNode {
    /// What is done.
    pub op: Op,
    /// The location: the name of a verb, an operator.
    pub at: Point,
    /// The location for errors about its value.
    pub whole: Point,
}

/// Declares operators with how they are written.
macro_rules! operators {
    ($($name:ident $symbol:literal),*) => {
        /// An operator with two operands.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "their symbols say what they do")]
        pub enum Binary {
            $($name,)*
        }

        impl Binary {
            const ALL: &[(Self, &'static str)] = &[$((Self::$name, $symbol)),*];
        }
    };
}

operators! {
    Add "+", Subtract "-", Multiply "*", Divide "/", Modulo "%", Power "**", ShiftLeft "<<", ShiftRight ">>", And "&",
    Or "|", Xor "^", Equal "==", Unequal "!=", Less "<", LessOrEqual "<=", Greater ">", GreaterOrEqual ">=",
    Span "..", ClosedSpan "..="
}

impl Binary {
    /// The operator with this symbol.
    pub fn of(symbol: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, written)| *written == symbol).map(|(by, _)| *by)
    }

    /// How it is written.
    pub fn symbol(self) -> &'static str {
        Self::ALL.iter().find(|(by, _)| *by == self).map_or("?", |(_, written)| written)
    }
}

/// Where an index stands.
#[derive(Clone, Copy, Debug)]
pub struct IndexPlace {
    /// Where it begins.
    pub index: Point,
    /// The bracket before it.
    pub bracket: Point,
}

/// What a node does.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Returns a value.
    Constant(ScriptValue),
    /// Reads a slot.
    Local(u16),
    /// Puts a text together.
    Joined(NodeRange),
    /// Makes a list.
    List(NodeRange),
    /// Makes a map: its keys, by their place in the program, and its values.
    Map(u32, NodeRange),
    /// Reads a property.
    Property(NodeId, u16),
    /// Calls a verb: what it is asked of, which, and its arguments.
    Method(NodeId, u16, NodeRange),
    /// Calls a verb that takes nothing and is asked of nothing.
    Free(u16),
    /// Calls a verb that changes a list in place: a path, which verb, and its arguments.
    Mutate(u32, u16, NodeRange),
    /// Reads an element of a list or an entry of a map; and where the bracket stands.
    Index(NodeId, NodeId, Point),
    /// Calls a function of a script.
    Call(u32, NodeRange),
    /// A closure that is called in place.
    Inline(u32),
    /// A closure that is kept: its code, and what it captures.
    Keep(u32, NodeRange),
    /// Turns a flag around.
    Not(NodeId),
    /// Turns the sign of a number around.
    Negate(NodeId),
    /// Whether all are true, up to the first that is not.
    All(NodeRange),
    /// Whether one is true, up to the first that is.
    Any(NodeRange),
    /// The first that is not nothing.
    Coalesce(NodeRange),
    /// An operator with two operands.
    Binary(Binary, NodeId, NodeId),
    /// One after the other; the last one's value.
    Block(NodeRange),
    /// Condition, then, otherwise.
    If(NodeId, NodeId, NodeId),
    /// A `switch`, by its place in the program.
    Switch(u32),
    /// A condition, unless there is none; the body; whether the condition comes after it; the work of a round.
    While(Option<NodeId>, NodeId, bool, u16),
    /// A `for` loop, by its place in the program.
    For(u32),
    /// Puts a value into a slot.
    Let(u16, NodeId),
    /// Changes a slot by an operator.
    Change(u16, Binary, NodeId),
    /// Sets what a path leads to.
    Set(u32),
    /// Leaves the function or closure.
    Return(Option<NodeId>),
    /// Ends the script with a fault.
    Throw(Option<NodeId>),
    /// Leaves the loop.
    Break(Option<NodeId>),
    /// Goes on with the next round of the loop.
    Continue,
    /// Does what another node does, and records it: that node, and the number of the probe.
    Probe(NodeId, u32),
}

/// A `for` loop.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// The slot of the element.
    pub variable: u16,
    /// The slot of the counter.
    pub counter: Option<u16>,
    /// What is gone through.
    pub list: NodeId,
    /// What is done for each.
    pub body: NodeId,
    /// Where the list begins.
    pub start: Point,
    /// The work of a round, for its length.
    pub work: u16,
}

/// A `switch`.
#[derive(Clone, Debug)]
pub struct Choose {
    /// What is compared.
    pub subject: NodeId,
    /// Exact values with their cases, in the order of the text.
    pub exact: Vec<(ScriptValue, u32)>,
    /// Ranges, with their cases.
    pub spans: Vec<(NumberRange, u32)>,
    /// The case that is left over.
    pub default: Option<u32>,
    /// Conditions and values.
    pub cases: Vec<(Option<NodeId>, NodeId)>,
}

/// A step on the way to what is set.
#[derive(Clone, Copy, Debug)]
pub enum Link {
    /// A property, and its location.
    Property(u16, Point),
    /// An index.
    Index(NodeId, IndexPlace),
    /// A verb.
    Method(u16, NodeRange, Point),
}

/// The path to something that is set or changed in place.
#[derive(Clone, Debug)]
pub struct Path {
    /// The slot from which it starts.
    pub slot: u16,
    /// The way from there.
    pub links: Vec<Link>,
    /// What it is set to; unused for a verb.
    pub value: NodeId,
    /// The operator, if the value is combined with what is there.
    pub by: Option<Binary>,
    /// The location of the operator.
    pub at: Point,
}

/// A closure that is called in place, or that is kept.
#[derive(Clone, Copy, Debug)]
pub struct ClosureCode {
    /// The slot of its first parameter; the others follow.
    pub first: u16,
    /// How many parameters it has.
    pub parameters: u16,
    /// Its body.
    pub body: NodeId,
    /// For one that is kept: how many slots its frame has.
    pub frame: u16,
    /// For one that is kept: its script.
    pub script: u16,
    /// The work of a call, for its length.
    pub work: u16,
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Lowered {
    /// Its script.
    pub script: u16,
    /// The location of its name.
    pub at: Point,
    /// How many parameters it has.
    pub parameters: u16,
    /// Which of the first eight it reads, as bits; some that it does not may be among them.
    pub reads: u8,
    /// How many slots it needs.
    pub frame: u16,
    /// What it does.
    pub body: NodeId,
    /// The work of a call, for its length.
    pub work: u16,
    /// The nodes of its body: the first, and the one after the last.
    pub nodes: (u32, u32),
}

/// Where it is recorded what scripts do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// What is recorded.
    pub sort: ProbeSort,
    /// The function in which it lies: its script, and its number there.
    pub function: (u16, u16),
    /// The line, counted from 1.
    pub line: u16,
    /// The column, counted from 1.
    pub column: u16,
}

/// What a probe records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ProbeSort {
    /// That a function is called.
    Function,
    /// That a statement is reached.
    Clause,
    /// That a condition, or one of the parts that `&&` and `||` join, is true or false.
    Condition,
    /// That a case of a `switch` is taken.
    Case,
    /// That a closure is called.
    Closure,
}

/// Names that maps are written with.
pub type Keys = Box<[TextId]>;
