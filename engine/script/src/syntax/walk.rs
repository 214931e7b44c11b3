//! From the parser's tree to ours. Nothing else looks at the parser's.

use super::finding::LineSpan;
use super::heads::{self, CaseHeads, Switches};
use super::source::ScriptText;
use super::tree::{Case, Closure, Constant, Function, Node, NodeKind};
use rhai::{
    AST, ASTFlags, ASTNode, BinaryExpr, Dynamic, Expr, FlowControl, FnCallExpr, FnPtr, Module, Position, ScriptFuncDef,
    Shared, Stmt,
};

/// The functions of a script, in the order of the file, and its constants.
pub(crate) fn functions(source: &ScriptText, ast: &AST, switches: &Switches) -> (Vec<Function>, Vec<Constant>) {
    let walk = Walk { source, ast, switches };
    let named = ast.iter_fn_def().filter(|function| !function.name.starts_with("anon$"));
    let mut functions: Vec<Function> = named.map(|function| walk.function(function)).collect();
    functions.sort_by_key(|function| (function.at.line, function.at.column));
    let constants = ast.statements().iter().filter_map(|statement| walk.constant_of(statement)).collect();
    (functions, constants)
}

struct Walk<'a> {
    source: &'a ScriptText,
    ast: &'a AST,
    switches: &'a Switches,
}

impl Walk<'_> {
    fn function(&self, function: &Shared<ScriptFuncDef>) -> Function {
        Function {
            name: function.name.as_str().into(),
            parameters: function.params.iter().map(|name| name.as_str().into()).collect(),
            body: self.body(function),
            at: self.source.function_name(function.body.start_position()),
        }
    }

    fn constant_of(&self, statement: &Stmt) -> Option<Constant> {
        let Stmt::Var(parts, ..) = statement else { return None };
        let at = self.source.span(parts.0.pos);
        Some(Constant { name: parts.0.name.as_str().into(), value: self.expression(&parts.1), at })
    }

    /// The statements of a function. Their type cannot be named outside of Rhai, but they can be walked.
    fn body(&self, function: &Shared<ScriptFuncDef>) -> Vec<Node> {
        let only = AST::new([], Module::from([Shared::clone(function)]));
        let mut nodes = Vec::new();
        only.walk(&mut |path| {
            if let [ASTNode::Stmt(statement)] = path {
                nodes.extend(self.statement(statement));
            }
            true
        });
        nodes
    }

    fn node(&self, position: Position, what: NodeKind) -> Node {
        let (whole, start) = (point(position), point(position));
        Node { at: self.source.span(position), whole, start, what }
    }

    fn forbidden(&self, position: Position, what: &'static str) -> Node {
        self.node(position, NodeKind::Forbidden(what))
    }

    fn boxed(&self, expression: &Expr) -> Box<Node> {
        Box::new(self.expression(expression))
    }

    fn maybe(&self, expression: Option<&Expr>) -> Option<Box<Node>> {
        expression.map(|expression| self.boxed(expression))
    }

    fn all<'e>(&self, expressions: impl IntoIterator<Item = &'e Expr>) -> Vec<Node> {
        expressions.into_iter().map(|expression| self.expression(expression)).collect()
    }

    fn block(&self, statements: &[Stmt]) -> Vec<Node> {
        statements.iter().filter_map(|statement| self.statement(statement)).collect()
    }

    fn statement(&self, statement: &Stmt) -> Option<Node> {
        let what = match statement {
            Stmt::Noop(_) | Stmt::Share(_) => return None,
            Stmt::Expr(expression) => return Some(self.expression(expression)),
            Stmt::FnCall(call, position) => return Some(self.call(call, *position)),
            Stmt::If(flow, _) => self.branch(flow),
            Stmt::Switch(parts, position) => match heads::of(self.source, self.switches, *position) {
                Some(heads) => NodeKind::Switch {
                    subject: self.boxed(&parts.0),
                    cases: heads.iter().zip(&parts.1.expressions).map(|(heads, case)| self.case(heads, case)).collect(),
                    texts: heads.iter().flat_map(|case| &case.texts).map(text_node).collect(),
                },
                None => NodeKind::Forbidden("switch"),
            },
            Stmt::While(flow, _) => NodeKind::While {
                condition: (!matches!(flow.expr, Expr::Unit(_))).then(|| self.boxed(&flow.expr)),
                body: self.block(flow.body.statements()),
                after: false,
            },
            Stmt::Do(flow, flags, position) => self.repeat(flow, *flags, *position),
            Stmt::For(parts, _) => NodeKind::For {
                variable: parts.0.name.as_str().into(),
                counter: parts.1.as_ref().map(|counter| counter.name.as_str().into()),
                list: self.boxed(&parts.2.expr),
                body: self.block(parts.2.body.statements()),
            },
            Stmt::Var(parts, ..) => {
                let value = self.boxed(&parts.1);
                return Some(self.node(parts.0.pos, NodeKind::Let { name: parts.0.name.as_str().into(), value }));
            }
            Stmt::Assignment(parts) => NodeKind::Assign {
                target: Box::new(self.target(&parts.1.lhs)),
                symbol: parts.0.get_op_assignment_info().map_or("=", |info| info.3).into(),
                value: self.boxed(&parts.1.rhs),
            },
            Stmt::Block(block) => NodeKind::Block(self.block(block.statements())),
            Stmt::BreakLoop(value, flags, _) if flags.contains(ASTFlags::BREAK) => {
                NodeKind::Break(self.maybe(value.as_deref()))
            }
            Stmt::BreakLoop(..) => NodeKind::Continue,
            Stmt::Return(value, flags, _) if flags.contains(ASTFlags::BREAK) => {
                NodeKind::Throw(self.maybe(value.as_deref()))
            }
            Stmt::Return(value, ..) => NodeKind::Return(self.maybe(value.as_deref())),
            Stmt::TryCatch(..) => NodeKind::Forbidden("try"),
            Stmt::Import(..) => NodeKind::Forbidden("import"),
            Stmt::Export(..) => NodeKind::Forbidden("export"),
            _ => NodeKind::Constant,
        };
        Some(self.node(statement.position(), what))
    }

    fn branch(&self, flow: &FlowControl) -> NodeKind {
        NodeKind::If {
            condition: self.boxed(&flow.expr),
            then: self.block(flow.body.statements()),
            otherwise: self.block(flow.branch.statements()),
        }
    }

    fn case(&self, heads: &CaseHeads, case: &BinaryExpr) -> Case {
        let always = matches!(case.lhs, Expr::BoolConstant(true, _));
        Case {
            heads: heads.heads.clone(),
            condition: (!always).then(|| self.expression(&case.lhs)),
            value: self.expression(&case.rhs),
        }
    }

    /// `do { } while` and `do { } until`, whose condition is turned around.
    fn repeat(&self, flow: &FlowControl, flags: ASTFlags, position: Position) -> NodeKind {
        let condition = self.expression(&flow.expr);
        let condition = if flags.contains(ASTFlags::NEGATED) {
            self.node(position, NodeKind::Operator { symbol: "!".into(), operands: vec![condition] })
        } else {
            condition
        };
        NodeKind::While { condition: Some(Box::new(condition)), body: self.block(flow.body.statements()), after: true }
    }

    fn expression(&self, expression: &Expr) -> Node {
        let mut node = self.bare_expression(expression);
        (node.whole, node.start) = (point(expression.position()), point(expression.start_position()));
        node
    }

    fn bare_expression(&self, expression: &Expr) -> Node {
        let what = match expression {
            Expr::BoolConstant(flag, _) => NodeKind::Flag(*flag),
            Expr::IntegerConstant(number, _) => NodeKind::Number(*number),
            Expr::CharConstant(character, _) => NodeKind::Text(character.to_string().into()),
            Expr::StringConstant(text, _) => NodeKind::Text(text.as_str().into()),
            Expr::Unit(_) => NodeKind::Nothing,
            Expr::InterpolatedString(parts, _) => NodeKind::Interpolated(self.all(parts)),
            Expr::Array(elements, _) => NodeKind::List(self.all(elements)),
            Expr::Map(entries, _) => NodeKind::Map {
                keys: entries.0.iter().map(|(key, _)| key.name.as_str().into()).collect(),
                values: self.all(entries.0.iter().map(|(_, value)| value)),
            },
            Expr::DynamicConstant(value, _) => self.constant(value, 0),
            Expr::Variable(parts, ..) if !parts.2.is_empty() => NodeKind::Forbidden("::"),
            Expr::Variable(parts, ..) => NodeKind::Variable(parts.1.as_str().into()),
            Expr::ThisPtr(_) => NodeKind::Forbidden("this"),
            Expr::Stmt(block) => return self.nested(block.statements(), expression.position()),
            Expr::FnCall(call, position) => return self.call(call, *position),
            Expr::And(operands, _) => operator("&&", self.all(operands.iter())),
            Expr::Or(operands, _) => operator("||", self.all(operands.iter())),
            Expr::Coalesce(operands, _) => operator("??", self.all(operands.iter())),
            Expr::Dot(parts, flags, _) if flags.contains(ASTFlags::NEGATED) => {
                return self.unless_nothing(&parts.lhs, &parts.rhs, expression.position());
            }
            Expr::Dot(parts, ..) => return self.chain(self.expression(&parts.lhs), &parts.rhs),
            Expr::Index(_, flags, _) if flags.contains(ASTFlags::NEGATED) => NodeKind::Forbidden("?["),
            Expr::Index(parts, flags, position) => {
                return self.indexed(self.expression(&parts.lhs), &parts.rhs, *flags, *position);
            }
            _ => NodeKind::Constant,
        };
        self.node(expression.position(), what)
    }

    /// A block that is a value. A closure with captured variables is such a block, too.
    fn nested(&self, statements: &[Stmt], position: Position) -> Node {
        let mut nodes = self.block(statements);
        match nodes.pop() {
            Some(only) if nodes.is_empty() => only,
            last => {
                nodes.extend(last);
                self.node(position, NodeKind::Block(nodes))
            }
        }
    }

    fn call(&self, call: &FnCallExpr, position: Position) -> Node {
        if call.is_qualified() {
            return self.forbidden(position, "::");
        }
        if let ("curry", Some(Expr::DynamicConstant(closure, start))) = (call.name.as_str(), call.args.first()) {
            return self.node(*start, self.constant(closure, call.args.len() - 1));
        }
        let arguments = self.all(&call.args);
        let name = call.name.as_str();
        let what = if call.op_token.is_some() && name != "contains" {
            operator(name, arguments)
        } else {
            NodeKind::Call { name: name.into(), arguments }
        };
        self.node(position, what)
    }

    /// A constant that the parser has made; a closure is one, of which the first parameters are captured variables.
    fn constant(&self, value: &Dynamic, captured: usize) -> NodeKind {
        let pointer = value.read_lock::<FnPtr>();
        let name = pointer.as_ref().map(|pointer| pointer.fn_name());
        let Some(function) = self.ast.iter_fn_def().find(|function| Some(function.name.as_str()) == name) else {
            return NodeKind::Constant;
        };
        let mut parameters: Vec<Box<str>> = function.params.iter().map(|name| name.as_str().into()).collect();
        let rest = parameters.split_off(captured.min(parameters.len()));
        NodeKind::Closure(Closure { captured: parameters, parameters: rest, body: self.body(function) })
    }

    /// What is set: a variable, or the end of a chain in which every link is there.
    fn target(&self, target: &Expr) -> Node {
        match target {
            Expr::Dot(_, flags, _) if flags.contains(ASTFlags::NEGATED) => self.forbidden(target.position(), "?."),
            target => self.expression(target),
        }
    }

    /// `found?.owner.name`: nothing if the variable is nothing, otherwise the chain.
    fn unless_nothing(&self, base: &Expr, links: &Expr, position: Position) -> Node {
        let Expr::Variable(..) = base else { return self.forbidden(position, "?.") };
        let nothing = || self.node(position, NodeKind::Nothing);
        let condition = self.node(position, operator("==", vec![self.expression(base), nothing()]));
        let otherwise = vec![self.chain(self.expression(base), links)];
        self.node(position, NodeKind::If { condition: Box::new(condition), then: vec![nothing()], otherwise })
    }

    /// What follows a dot.
    fn chain(&self, base: Node, link: &Expr) -> Node {
        let of = Box::new(base);
        match link {
            Expr::Property(parts, position) => {
                self.node(*position, NodeKind::Property { of, name: parts.2.as_str().into() })
            }
            Expr::MethodCall(call, position) => {
                let arguments = self.all(&call.args);
                self.node(*position, NodeKind::Method { of, name: call.name.as_str().into(), arguments })
            }
            Expr::Dot(_, flags, position) if flags.contains(ASTFlags::NEGATED) => self.forbidden(*position, "?."),
            Expr::Dot(parts, ..) => self.chain(self.chain(*of, &parts.lhs), &parts.rhs),
            Expr::Index(_, flags, position) if flags.contains(ASTFlags::NEGATED) => self.forbidden(*position, "?["),
            Expr::Index(parts, flags, position) => {
                self.indexed(self.chain(*of, &parts.lhs), &parts.rhs, *flags, *position)
            }
            other => self.expression(other),
        }
    }

    /// What follows a bracket: the index, and unless the flag says that it ends there, the rest of the chain.
    fn indexed(&self, base: Node, inner: &Expr, flags: ASTFlags, position: Position) -> Node {
        let at = |index: &Expr| {
            let index = self.boxed(index);
            // Errors of an index tell where the index begins.
            self.node(position, NodeKind::Index { of: Box::new(base), index })
        };
        match inner {
            Expr::Dot(parts, ..) if !flags.contains(ASTFlags::BREAK) => self.chain(at(&parts.lhs), &parts.rhs),
            Expr::Index(parts, next, position) if !flags.contains(ASTFlags::BREAK) => {
                self.indexed(at(&parts.lhs), &parts.rhs, *next, *position)
            }
            index => at(index),
        }
    }
}

fn operator(symbol: &str, operands: Vec<Node>) -> NodeKind {
    NodeKind::Operator { symbol: symbol.into(), operands }
}

/// Line and column of a position; 0 where there is none.
fn point(position: Position) -> (u32, u32) {
    let number = |number: Option<usize>| number.and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
    (number(position.line()), number(position.position()))
}

fn text_node((text, at): &(Box<str>, LineSpan)) -> Node {
    let start = (at.line, at.column);
    Node { at: *at, whole: start, start, what: NodeKind::Text(text.clone()) }
}
