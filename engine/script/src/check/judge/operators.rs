//! Operators: what they take and what they give.

use super::Judge;
use crate::check::kind::{Bindings, Type};
use crate::syntax::finding::LineSpan;
use crate::syntax::tree::{Node, NodeKind};

impl<'p> Judge<'p> {
    pub(super) fn operator(&mut self, symbol: &'p str, operands: &'p [Node], at: LineSpan) -> Type {
        for operand in operands {
            self.judge_uncalled(operand);
        }
        match (symbol, operands) {
            ("&&" | "||", _) => {
                operands.iter().for_each(|operand| self.flag(symbol, operand));
                Type::Flag
            }
            ("!", [operand]) => {
                self.flag(symbol, operand);
                Type::Flag
            }
            ("??", _) => {
                operands.iter().for_each(|operand| self.doubt(operand));
                self.values(operands)
            }
            ("-" | "+", [operand]) => {
                let kind = self.value(operand);
                self.expect_operand(symbol, &kind, &Type::Number, operand.at);
                Type::Number
            }
            (".." | "..=", _) => {
                for operand in operands {
                    let kind = self.value(operand);
                    self.expect_operand(symbol, &kind, &Type::Number, operand.at);
                }
                Type::list(Type::Number)
            }
            (_, [first, second]) => {
                let left = self.value(first);
                let right = self.value(second);
                self.judge_doubt(symbol, first, second);
                if matches!(symbol, "-" | "*" | "/" | "%" | "**") {
                    [first, second].into_iter().for_each(|operand| self.restrict(operand, &Type::Number));
                }
                if matches!(symbol, "<" | ">" | "<=" | ">=") {
                    self.restrict(first, &ordered_with(&right));
                    self.restrict(second, &ordered_with(&left));
                }
                if symbol == "+" && matches!(right, Type::Number | Type::Text) {
                    self.restrict(first, &right);
                }
                if symbol == "+" && matches!(left, Type::Number | Type::Text) {
                    self.restrict(second, &left);
                }
                if matches!(symbol, "==" | "!=") {
                    self.judge_nothing(first, &left, second);
                    self.judge_nothing(second, &right, first);
                    self.restrict_to_like(first, &right);
                    self.restrict_to_like(second, &left);
                    self.judge_words(&left, second);
                    self.judge_words(&right, first);
                    [first, second].into_iter().for_each(|operand| self.judge_lonely(operand));
                }
                self.combined(symbol, left, right, at)
            }
            _ => {
                self.values(operands);
                Type::Unknown
            }
        }
    }

    /// The result of an operator with two operands.
    pub(super) fn combined(&mut self, symbol: &str, left: Type, right: Type, at: LineSpan) -> Type {
        let both = |kind: &Type| left.fits(kind, &mut Bindings::new()) && right.fits(kind, &mut Bindings::new());
        let list = Type::list(Type::Unknown);
        match symbol {
            "==" | "!=" => {
                self.judge_comparison(&left, &right, at);
                return Type::Flag;
            }
            "<" | ">" | "<=" | ">=" if both(&Type::Number) || both(&Type::Text) => {
                return Type::Flag;
            }
            "+" if left.is_open() && right.is_open() => return Type::Unknown,
            "+" if both(&Type::Number) => return Type::Number,
            "+" if both(&Type::Text) => return Type::Text,
            "+" if both(&list) => return left.join(right),
            "-" | "*" | "/" | "%" | "**" | "<<" | ">>" | "&" | "|" | "^" if both(&Type::Number) => {
                return Type::Number;
            }
            "&" | "|" | "^" if both(&Type::Flag) => return Type::Flag,
            _ => {}
        }
        let message = format!("`{symbol}` cannot take {} and {}", self.call(&left), self.call(&right));
        self.report("operand-kind", at, message);
        Type::Unknown
    }

    fn judge_comparison(&mut self, left: &Type, right: &Type, at: LineSpan) {
        let may_be_nothing = *left == Type::Nothing || *right == Type::Nothing;
        let fits = left.fits(right, &mut Bindings::new()) || right.fits(left, &mut Bindings::new());
        if !may_be_nothing && !fits {
            let message = format!("{} is never equal to {}", self.call(left), self.call(right));
            self.report("comparison-kind", at, message);
        }
    }

    /// A comparison with nothing: the function whose value it is may give none.
    fn judge_doubt(&mut self, symbol: &str, first: &'p Node, second: &'p Node) {
        if !matches!(symbol, "==" | "!=") {
            return;
        }
        match (&first.what, &second.what) {
            (_, NodeKind::Nothing) => self.doubt(first),
            (NodeKind::Nothing, _) => self.doubt(second),
            _ => {}
        }
    }

    /// A comparison of what never is anything, unless that is asked.
    fn judge_nothing(&mut self, operand: &'p Node, kind: &Type, other: &Node) {
        if *kind == Type::Nothing && !matches!(other.what, NodeKind::Nothing) {
            self.report_nothing(operand);
        }
    }

    /// A call whose value is needed but that never returns any.
    pub(super) fn report_nothing(&mut self, node: &Node) {
        if let NodeKind::Method { name, .. } | NodeKind::Call { name, .. } = &node.what {
            self.report("value-nothing", node.at, format!("`{name}` returns nothing that could be used here"));
        }
    }

    fn doubt(&mut self, operand: &'p Node) {
        match &operand.what {
            NodeKind::Call { name, .. } => {
                let keys = self.pack.find(self.key.0, name);
                self.outcome.doubts.extend(keys);
            }
            NodeKind::Variable(name) => {
                let from = self.variable(name).and_then(|variable| variable.from);
                if let Some(function) = from {
                    let keys = self.pack.find(self.key.0, function);
                    self.outcome.doubts.extend(keys);
                }
            }
            _ => {}
        }
    }

    fn flag(&mut self, symbol: &str, operand: &'p Node) {
        let kind = self.value(operand);
        self.restrict(operand, &Type::Flag);
        self.expect_operand(symbol, &kind, &Type::Flag, operand.at);
    }

    fn expect_operand(&mut self, symbol: &str, kind: &Type, wanted: &Type, at: LineSpan) {
        if !kind.fits(wanted, &mut Bindings::new()) {
            let message = format!("`{symbol}` needs {}, not {}", self.call(wanted), self.call(kind));
            self.report("operand-kind", at, message);
        }
    }

    /// A text with values in it: only values with one way of being written are allowed.
    pub(super) fn interpolated(&mut self, parts: &'p [Node]) -> Type {
        for part in parts {
            let kind = self.value(part);
            let plain = kind.is_open() || matches!(kind, Type::Text | Type::Word(_) | Type::Number | Type::Flag);
            if !plain {
                let message = format!("{} cannot be put into a text", self.call(&kind));
                self.report("text-kind", part.at, message);
            }
        }
        Type::Text
    }
}

/// What can be compared by its order with something of this kind.
fn ordered_with(other: &Type) -> Type {
    match other {
        Type::Number => Type::Number,
        Type::Text | Type::Word(_) => Type::Text,
        _ => Type::OneOf(vec![Type::Number, Type::Text]),
    }
}
