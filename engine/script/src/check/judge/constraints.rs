//! What a function must be given, judging by what it does with it.
//!
//! A function does not declare the kinds of its parameters. But a function that reads `boat.laden` needs a card: a
//! caller that passes anything else makes a mistake, which is reported there.

use super::Judge;
use super::given::Given;
use crate::check::kind::{Bindings, Type};
use crate::check::signature::Signature;
use crate::check::vocabulary::Vocabulary;
use crate::syntax::tree::{Node, NodeKind};

/// The variables whose kinds a condition tests, and their kinds if it is true.
/// A pack's own function with such a name (`is_ready`) asks something else.
fn asked<'n>(condition: &'n Node, vocabulary: &Vocabulary) -> Vec<(&'n str, Type)> {
    match &condition.what {
        NodeKind::Call { name, arguments } => match (name.strip_prefix("is_"), arguments.as_slice()) {
            (Some(kind), [Node { what: NodeKind::Variable(variable), .. }]) if !vocabulary.verb(name).is_empty() => {
                vec![(variable, named(kind))]
            }
            _ => Vec::new(),
        },
        NodeKind::Operator { symbol, operands } if &**symbol == "&&" => {
            operands.iter().flat_map(|operand| asked(operand, vocabulary)).collect()
        }
        _ => Vec::new(),
    }
}

/// The type that a question such as `is_card` asks for.
fn named(kind: &str) -> Type {
    let mut letters = kind.chars();
    let capital = letters.next().map(|first| first.to_ascii_uppercase());
    Type::named(&capital.into_iter().chain(letters).collect::<String>())
}

/// Whether a verb can take what it is given after what it is asked of.
fn takes_the_rest(signature: &Signature, given: &[Given<'_>]) -> bool {
    let mut letters = Bindings::new();
    let takes = |(wanted, given): (&Type, &Given<'_>)| {
        let is_closure = matches!(given.kind, Type::Closure(_)) || matches!(wanted, Type::Closure(_));
        is_closure || given.kind.fits(wanted, &mut letters)
    };
    signature.takes.len() == given.len() && signature.takes.iter().zip(given).skip(1).all(takes)
}

impl<'p> Judge<'p> {
    /// The value here must be of this kind: if it is a parameter, the callers are checked.
    pub(super) fn restrict(&mut self, node: &Node, wanted: &Type) {
        let Some(parameter) = self.parameter(node) else { return };
        if self.context.guarded {
            return;
        }
        let wanted: Vec<Type> = wanted.filled(&Bindings::new()).alternatives();
        if wanted
            .iter()
            .any(|kind| matches!(kind, Type::Unknown | Type::Never | Type::Closure(_) | Type::Lasting | Type::Single))
        {
            return;
        }
        self.constraints[parameter].narrow(wanted, node.at);
    }

    /// This member of the value here is used: the value must be something that has it.
    pub(super) fn restrict_to_owners(&mut self, node: &Node, name: &str, given: Option<&[Given<'_>]>) {
        if self.parameter(node).is_none() {
            return;
        }
        let vocabulary = self.pack.vocabulary;
        let owners: Vec<Type> = match given {
            Some(given) => {
                let fits = |signature: &&Signature| takes_the_rest(signature, given);
                vocabulary
                    .verb(name)
                    .iter()
                    .filter(fits)
                    .filter_map(|signature| signature.takes.first().cloned())
                    .collect()
            }
            None => vocabulary.property(name).iter().map(|property| property.of.clone()).chain([Type::Map]).collect(),
        };
        if !owners.is_empty() {
            self.restrict(node, &Type::OneOf(owners));
        }
    }

    /// The value here is compared with something of this kind.
    pub(super) fn restrict_to_like(&mut self, node: &Node, other: &Type) {
        let wanted = match other {
            Type::Text => Type::Text,
            Type::Word(_) | Type::Number | Type::Flag | Type::Named(_) => other.clone(),
            _ => return,
        };
        self.restrict(node, &wanted);
    }

    /// Somebody asks what this is: it may be anything.
    pub(super) fn leave_open(&mut self, node: &Node) {
        if let Some(parameter) = self.parameter(node) {
            self.constraints[parameter].open = true;
        }
        if let NodeKind::Variable(name) = &node.what {
            self.variable(name).into_iter().for_each(|variable| variable.kind = Type::Unknown);
        }
    }

    /// Judges code under a condition: the kinds that it has tested with `is_card` and the like are known there.
    pub(super) fn knowing<T>(&mut self, condition: &'p Node, work: impl FnOnce(&mut Self) -> T) -> T {
        let asked = asked(condition, self.pack.vocabulary);
        for (name, kind) in &asked {
            self.variable(name).into_iter().for_each(|variable| variable.kind = kind.clone());
        }
        let outcome = work(self);
        for (name, _) in &asked {
            self.variable(name).into_iter().for_each(|variable| variable.kind = Type::Unknown);
        }
        outcome
    }

    fn parameter(&mut self, node: &Node) -> Option<usize> {
        let NodeKind::Variable(name) = &node.what else { return None };
        self.variable(name)?.parameter
    }

    /// Whether a condition distinguishes the kinds of the function's parameters.
    pub(super) fn tells_apart(&mut self, condition: &Node) -> bool {
        match &condition.what {
            NodeKind::Variable(_) => self.parameter(condition).is_some(),
            NodeKind::Property { .. } | NodeKind::Method { .. } | NodeKind::Index { .. } => false,
            // Only numbers and texts have an order: nothing is told apart by it.
            NodeKind::Operator { symbol, .. } if matches!(&**symbol, "<" | ">" | "<=" | ">=") => false,
            NodeKind::Operator { symbol, operands } => {
                let with_nothing = matches!(&**symbol, "==" | "!=")
                    && operands.iter().any(|operand| matches!(operand.what, NodeKind::Nothing));
                !with_nothing && operands.iter().any(|operand| self.tells_apart(operand))
            }
            NodeKind::Call { arguments, .. } => arguments.iter().any(|argument| self.tells_apart(argument)),
            _ => false,
        }
    }
}
