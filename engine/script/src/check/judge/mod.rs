//! The judge: goes through one function, knows what each value is, and reports what cannot be right.

mod calls;
mod closures;
mod constraint;
mod constraints;
mod effects;
mod filled;
mod given;
mod members;
mod notes;
mod operators;
mod scope;
mod words;

use super::flow;
use super::kind::Type;
use super::pack::{File, FunctionKey, Known, Notes, PackScripts};
use super::signature::VerbEffect;
use super::symbol_uses::{Meaning, SymbolUse};
use crate::syntax::finding::{Finding, LineSpan};
use crate::syntax::tree::{Closure, Node, NodeKind};
use cardwright_kernel::problems::Problems;
use constraint::Constraint;
pub(super) use given::counted;
pub(super) use words::sorts_of;

/// A function with more mistakes is not gone through to its end: fewer are kept for a whole file, and each costs a search
/// for what may have been meant.
const MOST_FINDINGS: usize = 3 * Problems::MOST;

/// What has come out of going through a function.
#[derive(Default)]
pub(super) struct Judgement {
    pub findings: Vec<Finding>,
    pub gives: Type,
    pub effect: VerbEffect,
    pub through: Option<Box<str>>,
    /// The functions that it calls, and with what.
    pub calls: Vec<CallFound>,
    /// What its parameters must be.
    pub wants: Vec<Type>,
    /// Where it shows that.
    pub wanted_at: Vec<Option<LineSpan>>,
    /// Whether its end can be reached.
    pub falls: bool,
    /// Where it is left early without a value.
    pub leaves: Option<LineSpan>,
    /// The functions whose values it uses, and where.
    pub values: Vec<(FunctionKey, LineSpan)>,
    /// The functions whose values are its own: they are used if its own is.
    pub passes: Vec<FunctionKey>,
    /// The functions whose results it compares with nothing.
    pub doubts: Vec<FunctionKey>,
    /// What it notes, by names; without name if that is made up.
    pub noted: Vec<(Option<Box<str>>, Type)>,
    /// The names of the notes that it reads; without name if that is made up.
    pub sought: Vec<Option<Box<str>>>,
    /// What its names mean, if that is asked.
    pub symbol_uses: Vec<SymbolUse>,
    /// The functions of which this was judged by what is known about them, itself among them.
    pub reads: Vec<FunctionKey>,
    /// Whether this was judged by what is known about notes.
    pub reads_notes: bool,
}

/// A call of a function.
#[derive(Clone, Debug)]
pub(super) struct CallFound {
    pub callee: FunctionKey,
    /// What it is given.
    pub given: Vec<Type>,
    pub at: LineSpan,
}

/// The context of the judge.
#[derive(Clone, Default)]
pub(super) struct Context {
    /// In a hook that may only look, of this name.
    pub predicate: Option<Box<str>>,
    /// In a condition.
    pub condition: bool,
    /// In a closure given to this list function.
    pub closure: Option<Box<str>>,
    /// Where a condition has told apart what the function was given: what is done there says nothing about the rest.
    pub guarded: bool,
}

/// What becomes of the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Nobody sees it.
    Dropped,
    /// It is the value of the function.
    Returned,
    /// Something is done with it.
    Used,
}

impl Fate {
    /// What becomes of the value of a block that is the value of its last statement.
    fn of_last(self, is_last: bool) -> Self {
        if is_last { self } else { Self::Dropped }
    }
}

/// A variable.
struct Variable<'p> {
    name: &'p str,
    kind: Type,
    /// The closure that it refers to.
    closure: Option<&'p Closure>,
    /// The number of the parameter that it still is.
    parameter: Option<usize>,
    /// The texts that it may be, where they are written out.
    texts: Vec<&'p Node>,
    /// The function whose value it is.
    from: Option<&'p str>,
}

/// Goes through one function.
pub(super) struct Judge<'p> {
    pack: &'p PackScripts<'p>,
    key: FunctionKey,
    variables: Vec<Variable<'p>>,
    /// The closures around what is judged, from outside: how many variables there are outside of each, and which of them it
    /// is given.
    closures: Vec<(usize, &'p [Box<str>])>,
    context: Context,
    constraints: Vec<Constraint>,
    looks_around: bool,
    outcome: Judgement,
}

impl<'p> Judge<'p> {
    /// A judge of one function.
    pub(super) fn new(pack: &'p PackScripts<'p>, key: FunctionKey) -> Self {
        let hook = pack.hook(key).filter(|hook| hook.pure);
        let predicate = hook.map(|_| pack.files[key.0].functions[key.1].name.clone());
        let context = Context { predicate, ..Context::default() };
        let outcome = Judgement { gives: Type::Never, ..Judgement::default() };
        let parameters = &pack.files[key.0].functions[key.1].parameters;
        let given = pack.hook(key).map_or_else(|| vec![None; parameters.len()], |hook| hook.given(parameters));
        // What a file gives is judged like what callers give: the function says what it must be.
        let engine_gives = given.into_iter().map(|kind| kind.filter(|kind| **kind != Type::Never));
        let constraint = |kind: Option<&Type>| kind.map_or_else(Constraint::default, Constraint::of);
        let constraints = engine_gives.map(constraint).collect();
        Self {
            pack,
            key,
            variables: Vec::new(),
            closures: Vec::new(),
            context,
            constraints,
            looks_around: false,
            outcome,
        }
    }

    /// A judge that notes what each name means.
    pub(super) fn looking_around(self) -> Self {
        Self { looks_around: true, ..self }
    }

    fn see(&mut self, at: LineSpan, means: impl FnOnce(&mut Self) -> Meaning) {
        if self.looks_around {
            let means = means(self);
            self.outcome.symbol_uses.push(SymbolUse { at, means });
        }
    }

    /// What comes out of it.
    pub(super) fn judge(mut self) -> Judgement {
        let file = &self.pack.files[self.key.0];
        let function = &file.functions[self.key.1];
        for constant in &file.constants {
            let kind = self.value(&constant.value);
            self.declare(&constant.name, kind).texts = texts_of(&constant.value);
        }
        for (at, (name, kind)) in function.parameters.iter().zip(&self.knows(self.key).takes).enumerate() {
            self.declare(name, kind.clone()).parameter = Some(at);
        }
        let fate = match self.pack.hook(self.key) {
            None => Fate::Returned,
            Some(hook) if hook.gives == Type::Nothing => Fate::Dropped,
            Some(_) => Fate::Used,
        };
        let last = self.block(&function.body, fate);
        self.outcome.gives = std::mem::take(&mut self.outcome.gives).join(last);
        self.outcome.falls |= flow::falls(&function.body);
        self.outcome.wanted_at = self.constraints.iter().map(|constraint| constraint.at).collect();
        self.outcome.wants = std::mem::take(&mut self.constraints).into_iter().map(Constraint::kind).collect();
        self.outcome
    }

    /// What is known about a function; what was judged by it holds until that changes.
    fn knows(&mut self, key: FunctionKey) -> &'p Known {
        self.outcome.reads.push(key);
        self.pack.known(key)
    }

    /// What is known about notes; what was judged by it holds until that changes.
    fn knows_notes(&mut self) -> &'p Notes {
        self.outcome.reads_notes = true;
        &self.pack.notes
    }

    fn file(&self) -> &'p File<'p> {
        &self.pack.files[self.key.0]
    }

    fn report(&mut self, code: &'static str, at: LineSpan, message: impl Into<String>) -> &mut Finding {
        let index = self.outcome.findings.len();
        self.outcome.findings.push(Finding::new(code, self.file().path(), at, message));
        &mut self.outcome.findings[index]
    }

    /// How people call a kind.
    fn call(&self, kind: &Type) -> String {
        self.pack.vocabulary.call(kind)
    }

    fn declare(&mut self, name: &'p str, kind: Type) -> &mut Variable<'p> {
        let at = self.variables.len();
        self.variables.push(Variable { name, kind, closure: None, parameter: None, texts: Vec::new(), from: None });
        &mut self.variables[at]
    }

    fn variable(&mut self, name: &str) -> Option<&mut Variable<'p>> {
        self.variables.iter_mut().rev().find(|variable| variable.name == name)
    }

    /// Statements with a scope of their own. `fate` says what becomes of the value of the last one.
    fn block(&mut self, nodes: &'p [Node], fate: Fate) -> Type {
        let outer = self.variables.len();
        let guarded = self.context.guarded;
        let mut last = Type::Nothing;
        for (index, node) in nodes.iter().enumerate() {
            last = self.node(node, fate.of_last(index + 1 == nodes.len()));
        }
        self.variables.truncate(outer);
        self.context.guarded = guarded;
        last
    }

    /// An expression whose value is wanted.
    fn value(&mut self, node: &'p Node) -> Type {
        self.node(node, Fate::Used)
    }

    fn values(&mut self, nodes: &'p [Node]) -> Type {
        nodes.iter().fold(Type::Never, |so_far, node| {
            let kind = self.value(node);
            so_far.join(kind)
        })
    }

    fn node(&mut self, node: &'p Node, fate: Fate) -> Type {
        if self.outcome.findings.len() > MOST_FINDINGS {
            return Type::Unknown;
        }
        if fate == Fate::Dropped {
            self.judge_use(node);
        }
        match &node.what {
            NodeKind::Nothing => Type::Nothing,
            NodeKind::Number(_) => Type::Number,
            NodeKind::Flag(_) => Type::Flag,
            NodeKind::Text(text) => {
                self.mention(text, node.at);
                Type::Text
            }
            NodeKind::Interpolated(parts) => self.interpolated(parts),
            NodeKind::List(elements) => {
                self.judge_alike(elements);
                Type::list(self.values(elements))
            }
            NodeKind::Map { values, .. } => {
                self.values(values);
                Type::Map
            }
            NodeKind::Constant => Type::Unknown,
            NodeKind::Variable(name) => self.read(name, node.at),
            NodeKind::Property { of, name } => self.property(of, name, node.at),
            NodeKind::Method { of, name, arguments } => self.method(of, name, arguments, node.at, fate),
            NodeKind::Index { of, index } => self.index(of, index),
            NodeKind::Call { name, arguments } => self.free_call(name, arguments, node.at, fate),
            NodeKind::Operator { symbol, operands } => self.operator(symbol, operands, node.at),
            NodeKind::Closure(closure) => self.closure(closure),
            NodeKind::Block(body) => self.block(body, fate),
            NodeKind::If { condition, then, otherwise } => {
                self.condition(condition);
                self.context.guarded |= self.tells_apart(condition);
                if then.is_empty() && otherwise.is_empty() {
                    let finding = self.report("block-empty", node.at, "nothing is done, whether this holds or not");
                    finding.label = "there is nothing between the braces".into();
                }
                let then = self.knowing(condition, |judge| judge.block(then, fate));
                then.join(self.block(otherwise, fate))
            }
            NodeKind::Switch { subject, cases, texts } => {
                let kind = self.looking(|judge| judge.value(subject));
                for text in texts {
                    self.judge_words(&kind, text);
                    self.judge_lonely(text);
                }
                self.context.guarded |= self.tells_apart(subject);
                cases.iter().fold(Type::Never, |so_far, case| {
                    if let Some(condition) = &case.condition {
                        self.condition(condition);
                    }
                    let kind = self.node(&case.value, fate);
                    so_far.join(kind)
                })
            }
            NodeKind::Forbidden(word) => self.forbidden(word, node.at),
            statement => self.statement(statement, node.at),
        }
    }

    fn statement(&mut self, statement: &'p NodeKind, at: LineSpan) -> Type {
        match statement {
            NodeKind::Let { name, value } => self.let_(name, value),
            NodeKind::Assign { target, symbol, value } => self.assign(target, symbol, value),
            NodeKind::While { condition, body, .. } => {
                if let Some(condition) = condition {
                    self.condition(condition);
                }
                self.block(body, Fate::Dropped);
            }
            NodeKind::For { variable, counter, list, body } => self.for_(variable, counter.as_deref(), list, body),
            NodeKind::Return(value) => {
                let is_own = self.closures.is_empty();
                if is_own && value.is_none() {
                    self.outcome.leaves = self.outcome.leaves.or(Some(at));
                }
                let fate = if is_own { Fate::Returned } else { Fate::Used };
                let kind = value.as_ref().map_or(Type::Nothing, |value| self.node(value, fate));
                // `return player.draw(1);` does something and leaves: what it gives is nobody's business.
                let is_call = |node: &Node| matches!(node.what, NodeKind::Method { .. } | NodeKind::Call { .. });
                if is_own && !value.as_ref().is_some_and(|value| is_call(value)) {
                    self.judge_returned(&kind, at);
                }
                self.outcome.gives = std::mem::take(&mut self.outcome.gives).join(kind);
                return Type::Never;
            }
            NodeKind::Throw(value) | NodeKind::Break(value) => {
                if let Some(value) = value {
                    self.value(value);
                }
                return Type::Never;
            }
            _ => return Type::Never,
        }
        Type::Nothing
    }

    /// A hook of which nothing is wanted returns something of this kind, and no script calls it that could want it.
    fn judge_returned(&mut self, kind: &Type, at: LineSpan) {
        let gives_nothing = self.pack.hook(self.key).is_some_and(|hook| hook.gives == Type::Nothing);
        let is_none = matches!(kind, Type::Nothing | Type::Never | Type::Unknown);
        if !gives_nothing || is_none || self.knows(self.key).called {
            return;
        }
        let name = &self.file().functions[self.key.1].name;
        let message = format!("`{name}` gives nothing, but returns {} here", self.call(kind));
        self.report("hook-gives", at, message).help = Some("write `return;`: the engine drops what it returns".into());
    }

    fn let_(&mut self, name: &'p str, value: &'p Node) {
        let kind = match self.kept(value) {
            // What a variable is that begins with nothing, later assignments tell.
            Type::Nothing => Type::Never,
            kind => kind,
        };
        let texts = self.texts(value);
        let variable = self.declare(name, kind);
        variable.texts = texts;
        match &value.what {
            NodeKind::Closure(closure) => variable.closure = Some(closure),
            NodeKind::Call { name, .. } => variable.from = Some(name),
            _ => {}
        }
    }

    /// A value that is to be kept in a variable.
    fn kept(&mut self, value: &'p Node) -> Type {
        let kind = self.value(value);
        if let (Type::Nothing, NodeKind::Method { name, .. } | NodeKind::Call { name, .. }) = (&kind, &value.what) {
            let finding =
                self.report("value-nothing", value.at, format!("`{name}` returns nothing that could be kept"));
            finding.help = Some("write it as a statement of its own".into());
        }
        kind
    }

    /// The texts that a value may be, where they are written out.
    fn texts(&mut self, value: &'p Node) -> Vec<&'p Node> {
        match &value.what {
            NodeKind::Variable(name) => self.variable(name).map(|variable| variable.texts.clone()).unwrap_or_default(),
            _ => texts_of(value),
        }
    }

    fn for_(&mut self, variable: &'p str, counter: Option<&'p str>, list: &'p Node, body: &'p [Node]) {
        self.judge_uncalled(list);
        let kind = self.value(list);
        let element = kind.element().unwrap_or_else(|| {
            let message = format!("`for` needs a list, not {}", self.call(&kind));
            self.report("for-kind", list.at, message);
            Type::Unknown
        });
        self.restrict(list, &Type::list(Type::Unknown));
        let outer = self.variables.len();
        let texts = self.texts(list);
        self.declare(variable, element).texts = texts;
        if let Some(counter) = counter {
            self.declare(counter, Type::Number);
        }
        self.block(body, Fate::Dropped);
        self.variables.truncate(outer);
    }

    fn condition(&mut self, condition: &'p Node) {
        self.judge_uncalled(condition);
        let kind = self.looking(|judge| judge.value(condition));
        self.restrict(condition, &Type::Flag);
        if !kind.fits(&Type::Flag, &mut Default::default()) {
            let message = format!("a condition must be true or false, not {}", self.call(&kind));
            self.report("condition-kind", condition.at, message);
        }
    }

    /// A text may be the name of a function that is to be called later.
    fn mention(&mut self, text: &str, at: LineSpan) {
        let functions = self.pack.find(self.key.0, text).into_iter();
        let never = |key| vec![Type::Never; self.pack.known(key).takes.len()];
        let open = functions.map(|callee| CallFound { callee, given: never(callee), at });
        self.outcome.calls.extend(open);
    }

    fn forbidden(&mut self, word: &str, at: LineSpan) -> Type {
        let (message, help) = match word {
            "this" => ("there is no `this` in a script", "give the function a parameter"),
            "?." => (
                "`?.` can only follow a variable that is read",
                "`let found = …;`, then `found?.owner` or `if found != ()`",
            ),
            "?[" => ("`?[` cannot be used", "compare with `()` first: `if found != () { … }`"),
            "::" => ("there are no modules in a script", "call the function by its bare name"),
            _ => ("scripts cannot use this", "leave it out"),
        };
        self.report("script-forbidden", at, message).help = Some(help.into());
        Type::Unknown
    }

    /// Reports a value that is not used. Calls are judged for themselves.
    fn judge_use(&mut self, node: &Node) {
        let label = match &node.what {
            NodeKind::Property { name, .. } => format!("reading `{name}` changes nothing"),
            NodeKind::Operator { symbol, .. } if &**symbol == "==" => {
                "this compares: to set something, write `=`".into()
            }
            NodeKind::Operator { symbol, .. } if matches!(&**symbol, "&&" | "||" | "??") => return,
            NodeKind::Operator { .. }
            | NodeKind::Number(_)
            | NodeKind::Flag(_)
            | NodeKind::Text(_)
            | NodeKind::Variable(_)
            | NodeKind::Index { .. }
            | NodeKind::List(_)
            | NodeKind::Map { .. }
            | NodeKind::Interpolated(_)
            | NodeKind::Closure(_) => "this changes nothing".into(),
            _ => return,
        };
        self.report("value-unused", node.at, "this value is not used").label = label;
    }
}

/// The texts that a value may be: itself, or the elements of a list.
fn texts_of(value: &Node) -> Vec<&Node> {
    match &value.what {
        NodeKind::Text(_) => vec![value],
        NodeKind::List(elements) if elements.iter().all(|element| matches!(element.what, NodeKind::Text(_))) => {
            elements.iter().collect()
        }
        NodeKind::If { then, otherwise, .. } => {
            then.last().into_iter().chain(otherwise.last()).flat_map(texts_of).collect()
        }
        _ => Vec::new(),
    }
}
