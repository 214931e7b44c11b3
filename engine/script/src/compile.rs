//! From the text of a script to its tree.
//!
//! Each file is read by itself, and refused with the place if it cannot be a script at all.

mod large;
mod syntax;
mod tokens;

pub use large::{LONGEST_LINE, MOST_CASES, MOST_LINES, MOST_NAMES};

use super::sandbox::{Location, with_stack_for_rhai};
use super::syntax::heads::{Switches, switches};
use super::syntax::tree::{Constant, Function};
use super::syntax::{Finding, ScriptText, walk};
use rhai::{AST, Engine, Expr, ScriptFuncDef, Stmt};

/// A compiled script.
#[derive(Clone, Debug)]
pub struct Script {
    source: ScriptText,
    /// As it was written, for the checker.
    ast: AST,
    switches: Switches,
    functions: Vec<FunctionHead>,
}

/// A function of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionHead {
    /// Its name.
    pub name: Box<str>,
    /// The names of its parameters.
    pub params: Vec<Box<str>>,
    /// What the comment above it says.
    pub doc: Box<str>,
    /// The location of its name.
    pub place: Location,
}

/// Compiles the text of one file.
///
/// Everything that cannot be part of a script at all is reported; whether what it calls exists is the checker's
/// business.
pub fn compile(engine: &Engine, path: &str, text: &str) -> Result<Script, Vec<Finding>> {
    let source = ScriptText::new(path, text);
    if let Some(finding) = large::too_much(&source) {
        return Err(vec![finding]);
    }
    refused(tokens::not_understood(&source))?;
    let mut ast =
        with_stack_for_rhai(|| engine.compile(text)).map_err(|error| vec![syntax::finding(&source, &error)])?;
    ast.set_source(path);
    refused(statements_outside(&source, &ast))?;
    let switches = switches(&source, &ast)?;
    let functions = functions(&source, &ast);
    Ok(Script { source, ast, switches, functions })
}

fn refused(findings: Vec<Finding>) -> Result<(), Vec<Finding>> {
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

/// Statements outside functions that are not constants with a plain value.
fn statements_outside(source: &ScriptText, ast: &AST) -> Vec<Finding> {
    ast.statements().iter().filter(|statement| !is_constant(statement)).map(|s| syntax::outside(source, s)).collect()
}

fn is_constant(statement: &Stmt) -> bool {
    match statement {
        Stmt::Noop(_) => true,
        Stmt::Var(parts, _, _) => statement.options().contains(rhai::ASTFlags::CONSTANT) && Expr::is_constant(&parts.1),
        _ => false,
    }
}

/// The functions in the order of the file, without closures.
fn functions(source: &ScriptText, ast: &AST) -> Vec<FunctionHead> {
    let named = ast.iter_fn_def().filter(|function| !function.name.starts_with("anon$"));
    let mut functions: Vec<FunctionHead> = named.map(|function| describe(source, function)).collect();
    functions.sort_by_key(|function| (function.place.line, function.place.column));
    functions
}

fn describe(source: &ScriptText, function: &ScriptFuncDef) -> FunctionHead {
    let span = source.function_name(function.body.start_position());
    FunctionHead {
        name: function.name.as_str().into(),
        params: function.params.iter().map(|name| name.as_str().into()).collect(),
        doc: syntax::doc(function.comments.iter().map(AsRef::as_ref)).into(),
        place: Location { path: source.path().into(), line: span.line, column: span.column },
    }
}

impl Script {
    /// The file.
    pub fn path(&self) -> &str {
        self.source.path()
    }

    /// The text.
    pub fn source(&self) -> &ScriptText {
        &self.source
    }

    /// What `//!` at its head says: the printed text of a card.
    pub fn doc(&self) -> String {
        syntax::doc(self.ast.doc().lines())
    }

    /// Its functions, in the order of the file.
    pub fn functions(&self) -> &[FunctionHead] {
        &self.functions
    }

    /// The number of the function with this name and this many parameters.
    pub fn function(&self, name: &str, parameters: usize) -> Option<u16> {
        let matches = |f: &FunctionHead| *f.name == *name && f.params.len() == parameters;
        self.functions.iter().position(matches).and_then(|index| u16::try_from(index).ok())
    }

    /// As Rhai has read it: for an evaluator that lets Rhai run it.
    pub fn ast(&self) -> &AST {
        &self.ast
    }

    /// Its functions, in the order of the file, and its constants, as they were written.
    pub(super) fn tree(&self) -> (Vec<Function>, Vec<Constant>) {
        walk::functions(&self.source, &self.ast, &self.switches)
    }
}

/// The name under which a patch calls a function that it wraps.
pub fn original(name: &str) -> String {
    format!("original_{name}")
}
