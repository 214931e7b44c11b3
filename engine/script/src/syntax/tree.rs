//! A script as the checker sees it: a tree of our own, so that no judgement depends on the parser's.

use super::finding::LineSpan;
use std::collections::{BTreeMap, BTreeSet};

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Box<str>,
    pub parameters: Vec<Box<str>>,
    pub body: Vec<Node>,
    /// Its name.
    pub at: LineSpan,
}

impl Function {
    /// Calls a function for every node of its body, also in closures.
    pub fn each<'n>(&'n self, call: &mut impl FnMut(&'n Node)) {
        self.body.iter().for_each(|node| node.each(call));
    }
}

/// An expression or a statement.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The token that says most about it: the name of a verb, an operator, a keyword.
    pub at: LineSpan,
    /// Where the whole of it is said to stand, as errors about its value tell it: line and column. For a chain that is
    /// its first dot.
    pub whole: (u32, u32),
    /// The location of its first token: line and column.
    pub start: (u32, u32),
    pub what: NodeKind,
}

/// A closure.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    /// The variables around it that it mentions.
    pub captured: Vec<Box<str>>,
    pub parameters: Vec<Box<str>>,
    pub body: Vec<Node>,
}

/// A case of a `switch`.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// What the subject is compared with; none for the case that is left over.
    pub heads: Option<Vec<Head>>,
    pub condition: Option<Node>,
    pub value: Node,
}

/// The part before the arrow of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    Nothing,
    Flag(bool),
    Number(i64),
    Text(Box<str>),
    /// From, to, and whether the end belongs to it.
    Span(i64, i64, bool),
}

/// A constant outside functions, with a plain value.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub name: Box<str>,
    pub value: Node,
    /// Where its name stands.
    pub at: LineSpan,
}

/// What a node is.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Nothing,
    Number(i64),
    Flag(bool),
    Text(Box<str>),
    Interpolated(Vec<Node>),
    List(Vec<Node>),
    /// Its keys and their values.
    Map {
        keys: Vec<Box<str>>,
        values: Vec<Node>,
    },
    /// A value that the parser has already computed.
    Constant,
    Variable(Box<str>),
    Property {
        of: Box<Node>,
        name: Box<str>,
    },
    Method {
        of: Box<Node>,
        name: Box<str>,
        arguments: Vec<Node>,
    },
    Index {
        of: Box<Node>,
        index: Box<Node>,
    },
    Call {
        name: Box<str>,
        arguments: Vec<Node>,
    },
    /// An operator with one or two operands, or more for `&&`, `||` and `??`.
    Operator {
        symbol: Box<str>,
        operands: Vec<Node>,
    },
    Closure(Closure),
    Block(Vec<Node>),
    Let {
        name: Box<str>,
        value: Box<Node>,
    },
    /// `=`, or an operator's symbol.
    Assign {
        target: Box<Node>,
        symbol: Box<str>,
        value: Box<Node>,
    },
    If {
        condition: Box<Node>,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Switch {
        subject: Box<Node>,
        cases: Vec<Case>,
        /// The texts that the subject is compared with.
        texts: Vec<Node>,
    },
    /// A `while` or `loop` (without condition) or `do`, whose condition comes after its body.
    While {
        condition: Option<Box<Node>>,
        body: Vec<Node>,
        after: bool,
    },
    For {
        variable: Box<str>,
        counter: Option<Box<str>>,
        list: Box<Node>,
        body: Vec<Node>,
    },
    Return(Option<Box<Node>>),
    Throw(Option<Box<Node>>),
    Break(Option<Box<Node>>),
    Continue,
    /// Something that no script may use.
    Forbidden(&'static str),
}

impl Node {
    /// The nodes directly inside, in the order of the text. Closures are not entered.
    pub fn children(&self) -> Vec<&Node> {
        match &self.what {
            NodeKind::Interpolated(nodes)
            | NodeKind::List(nodes)
            | NodeKind::Map { values: nodes, .. }
            | NodeKind::Block(nodes) => nodes.iter().collect(),
            NodeKind::Property { of, .. } => vec![of],
            NodeKind::Method { of, arguments, .. } => std::iter::once(&**of).chain(arguments).collect(),
            NodeKind::Index { of, index } => vec![of, index],
            NodeKind::Call { arguments, .. } => arguments.iter().collect(),
            NodeKind::Operator { operands, .. } => operands.iter().collect(),
            NodeKind::Let { value, .. } => vec![value],
            NodeKind::Assign { target, value, .. } => vec![target, value],
            NodeKind::If { condition, then, otherwise } => {
                std::iter::once(&**condition).chain(then).chain(otherwise).collect()
            }
            NodeKind::Switch { subject, cases, .. } => {
                let cases = cases.iter().flat_map(|case| case.condition.iter().chain([&case.value]));
                std::iter::once(&**subject).chain(cases).collect()
            }
            NodeKind::While { condition, body, .. } => condition.iter().map(|node| &**node).chain(body).collect(),
            NodeKind::For { list, body, .. } => std::iter::once(&**list).chain(body).collect(),
            NodeKind::Return(value) | NodeKind::Throw(value) | NodeKind::Break(value) => {
                value.iter().map(|node| &**node).collect()
            }
            NodeKind::Nothing
            | NodeKind::Number(_)
            | NodeKind::Flag(_)
            | NodeKind::Text(_)
            | NodeKind::Constant
            | NodeKind::Variable(_)
            | NodeKind::Closure(_)
            | NodeKind::Continue
            | NodeKind::Forbidden(_) => Vec::new(),
        }
    }

    /// Calls a function for this node and every node inside, also in closures.
    pub fn each<'n>(&'n self, call: &mut impl FnMut(&'n Node)) {
        call(self);
        if let NodeKind::Closure(closure) = &self.what {
            closure.body.iter().for_each(|node| node.each(call));
        }
        self.children().into_iter().for_each(|child| child.each(call));
    }

    /// The variable that it is.
    pub fn variable(&self) -> Option<&str> {
        if let NodeKind::Variable(name) = &self.what { Some(name) } else { None }
    }

    /// The text that it is.
    pub fn text(&self) -> Option<&str> {
        if let NodeKind::Text(text) = &self.what { Some(text) } else { None }
    }

    /// The keys of all maps that are written or set in here, and how often each text stands here; in closures too.
    pub fn words<'n>(&'n self, found: &mut BTreeSet<&'n str>, texts: &mut BTreeMap<&'n str, u32>) {
        match &self.what {
            NodeKind::Text(text) => *texts.entry(text).or_default() += 1,
            NodeKind::Switch { texts: heads, .. } => heads.iter().for_each(|node| node.words(found, texts)),
            NodeKind::Map { keys, .. } => found.extend(keys.iter().map(|key| &**key)),
            NodeKind::Assign { target, .. } => {
                if let NodeKind::Property { name, .. } = &target.what {
                    found.insert(name);
                }
            }
            NodeKind::Closure(closure) => closure.body.iter().for_each(|node| node.words(found, texts)),
            _ => {}
        }
        // The pieces of a text that is put together are no texts of their own.
        let is_piece = |node: &Node| matches!((&self.what, &node.what), (NodeKind::Interpolated(_), NodeKind::Text(_)));
        self.children().into_iter().filter(|node| !is_piece(node)).for_each(|node| node.words(found, texts));
    }

    /// The variable that a chain of properties, verbs and indexes starts from.
    pub fn root(&self) -> Option<&str> {
        match &self.what {
            NodeKind::Variable(name) => Some(name),
            NodeKind::Property { of, .. } | NodeKind::Method { of, .. } | NodeKind::Index { of, .. } => of.root(),
            _ => None,
        }
    }
}
