//! Closures: what they are given, what they must give, and what they must not mention.

use super::given::{Given, counted};
use super::{Fate, Judge};
use crate::check::kind::{Bindings, ClosureType, Type};
use crate::check::pack::FunctionKey;
use crate::syntax::finding::LineSpan;
use crate::syntax::tree::{Closure, Node, NodeKind};

impl<'p> Judge<'p> {
    /// A closure that is not called here, so that nothing is known about its parameters.
    pub(super) fn closure(&mut self, closure: &'p Closure) -> Type {
        let takes = vec![Type::Unknown; closure.parameters.len()];
        self.closure_given(closure, takes);
        Type::Unknown
    }

    /// The result of a closure for parameters of these kinds.
    fn closure_given(&mut self, closure: &'p Closure, kinds: Vec<Type>) -> Type {
        let outer = self.variables.len();
        self.closures.push((outer, &closure.captured));
        for (name, kind) in closure.parameters.iter().zip(kinds) {
            // What begins with nothing becomes something else later.
            let kind = if kind == Type::Nothing { Type::Never } else { kind };
            self.declare(name, kind);
        }
        let returned = std::mem::replace(&mut self.outcome.gives, Type::Never);
        let last = self.block(&closure.body, Fate::Used);
        let own = std::mem::replace(&mut self.outcome.gives, returned);
        self.variables.truncate(outer);
        self.closures.pop();
        own.join(last)
    }

    /// The function whose name is used as a closure.
    pub(super) fn function_of(&mut self, node: &'p Node) -> Option<(&'p str, FunctionKey)> {
        let NodeKind::Variable(name) = &node.what else {
            return None;
        };
        if self.variable(name).is_some() {
            return None;
        }
        self.pack.find(self.key.0, name).first().map(|key| (&**name, *key))
    }

    /// Reports the name of a function where its result is needed. Returns whether it is one.
    pub(super) fn judge_uncalled(&mut self, node: &'p Node) -> bool {
        let Some((name, _)) = self.function_of(node) else { return false };
        let call = self.written_call(name);
        self.mention(name, node.at);
        let message = format!("`{name}` is a function, but is not called here");
        self.report("function-uncalled", node.at, message).label = format!("write `{call}`");
        true
    }

    /// The name of a function of the pack.
    pub(super) fn written_call(&self, name: &str) -> String {
        let bare = self.pack.find(self.key.0, name).iter().any(|key| self.pack.known(*key).takes.is_empty());
        if bare { format!("{name}()") } else { format!("{name}(…)") }
    }

    /// The closure that a node is, or that its variable refers to.
    pub(super) fn closure_of(&mut self, node: &'p Node) -> Option<&'p Closure> {
        match &node.what {
            NodeKind::Closure(closure) => Some(closure),
            NodeKind::Variable(name) => self.variable(name)?.closure,
            _ => None,
        }
    }

    /// Judges closures about which nothing is known.
    pub(super) fn open_closures(&mut self, given: &[Given<'p>]) {
        for given in given {
            if let NodeKind::Closure(closure) = &given.node.what {
                self.closure(closure);
            }
        }
    }

    /// A closure that a verb wants: it is judged with what the verb will give it.
    pub(super) fn closure_argument(
        &mut self,
        wanted: &ClosureType,
        given: &Given<'p>,
        name: &'p str,
        letters: &mut Bindings,
    ) {
        let at = given.node.at;
        let kinds: Vec<Type> = wanted.takes.iter().map(|kind| kind.filled(letters)).collect();
        let (parameters, last, gives) = if let Some(closure) = self.closure_of(given.node) {
            let gives = self.inside(name, |judge| judge.closure_given(closure, kinds));
            (closure.parameters.len(), closure.body.last(), gives)
        } else if let Some((function, key)) = self.function_of(given.node) {
            let gives = self.inside(name, |judge| judge.own_call(key, function, kinds, at, Fate::Used));
            (self.pack.known(key).takes.len(), None, gives)
        } else {
            return;
        };
        self.judge_closure_arity(wanted.takes.len(), parameters, name, at);
        if !gives.fits(&wanted.gives, letters) {
            let (wanted, gives) = (self.call(&wanted.gives.filled(letters)), self.call(&gives));
            let at = last.map_or(at, |last| last.at);
            let message = format!("the closure of `{name}` must return {wanted}, not {gives}");
            self.report("closure-gives", at, message);
        }
    }

    fn judge_closure_arity(&mut self, wanted: usize, parameters: usize, name: &str, at: LineSpan) {
        if wanted != parameters {
            let wanted = counted(wanted, "value");
            let message = format!("`{name}` gives its closure {wanted}, not {parameters}");
            self.report("closure-arity", at, message);
        }
    }

    /// A closure must not mention the variable that its own chain starts from: the list holds it while it runs.
    pub(super) fn judge_root(&mut self, of: &'p Node, name: &str, arguments: &'p [Node], at: LineSpan) {
        // A constant is never in use: whoever reads it gets a copy.
        let Some(root) = of.root().filter(|root| !self.is_constant(root)) else { return };
        let mentions = |closure: &Closure| closure.captured.iter().any(|captured| &**captured == root);
        let closures = arguments.iter().filter_map(|node| self.closure_of(node)).filter(|closure| mentions(closure));
        if closures.count() == 0 {
            return;
        }
        let help = match &of.what {
            NodeKind::Property { name: list, .. } | NodeKind::Method { name: list, .. } => {
                format!("name the list first: `let {list} = …;`, then `{list}.{name}(…)`")
            }
            _ => format!("before it, give what the closure needs from `{root}` a name: `let size = {root}.len;`"),
        };
        let message = format!("the closure of `{name}` uses `{root}`, which its own chain starts from");
        let finding = self.report("closure-root", at, message);
        finding.help = Some(help);
        finding.label = format!("`{root}` is in use while this runs");
    }
}

/// A closure about which only the number of its parameters is known.
pub(super) fn open_closure(parameters: usize) -> Type {
    let takes = vec![Type::Unknown; parameters];
    Type::Closure(Box::new(ClosureType { takes, gives: Type::Unknown }))
}
