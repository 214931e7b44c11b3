//! From the text of a script to something that can be called.
//!
//! Each file is compiled by itself into a module that bears its path, so that every error knows its file. A card's
//! script is then *bound* to the shared functions of its pack: they are a list of modules that is searched by hash,
//! and what was found is kept with the binding. Nothing is ever merged.

mod large;
mod syntax;
mod tokens;

pub use large::{LONGEST_LINE, MOST_CASES, MOST_LINES, MOST_NAMES};

use super::sandbox::{Ended, Halt, Location, Meter, with_stack_for_rhai};
use super::syntax::heads::{Switches, switches};
use super::syntax::tree::{Constant, Function};
use super::syntax::{Finding, ScriptText, walk};
use rhai::{
    AST, Caches, Dynamic, Engine, EvalAltResult, EvalContext, Expr, GlobalRuntimeState, Module, Scope, ScriptFuncDef,
    Shared, Stmt,
};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A compiled script.
#[derive(Clone, Debug)]
pub struct Script {
    source: ScriptText,
    /// As it was written, for the checker.
    ast: AST,
    switches: Switches,
    /// What is run.
    module: Shared<Module>,
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
    let mut module = with_constants(&ast);
    module.set_id(path);
    let functions = functions(&source, &ast);
    Ok(Script { source, ast, switches, module: module.into(), functions })
}

fn refused(findings: Vec<Finding>) -> Result<(), Vec<Finding>> {
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

/// What is run of a script: its functions, and the constants that it has outside of them.
fn with_constants(ast: &AST) -> Module {
    let mut module = Module::clone(ast.shared_lib());
    for (name, _, value) in ast.iter_literal_variables(true, false) {
        module.set_var(name, value);
    }
    module
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

    /// Its functions, in the order of the file, and its constants, as they were written.
    pub(super) fn tree(&self) -> (Vec<Function>, Vec<Constant>) {
        walk::functions(&self.source, &self.ast, &self.switches)
    }

    /// Binds the script to the scripts whose functions it can call besides its own.
    pub fn bind<'a>(&self, shared: impl IntoIterator<Item = &'a Script>) -> Bound {
        self.bind_patch(shared, None, &[])
    }

    /// Binds the script of a patch: besides the scripts that it shares, it can call the functions of the script that it
    /// patches, and those that it wraps as `original_<name>`.
    pub fn bind_patch<'a>(
        &self,
        shared: impl IntoIterator<Item = &'a Script>,
        patched: Option<&Script>,
        wraps: &[Box<str>],
    ) -> Bound {
        let mut modules: Vec<Shared<Module>> = shared.into_iter().map(|script| Shared::clone(&script.module)).collect();
        if let Some(patched) = patched {
            modules.push(Shared::clone(&patched.module));
            modules.push(patched.originals(wraps).into());
        }
        // What is searched last to first: a script's own functions go before shared ones.
        modules.push(Shared::clone(&self.module));
        Bound { functions: self.functions.clone(), modules, kept: Cell::default() }
    }

    /// These functions under the names that a patch calls them by.
    fn originals(&self, wrapped: &[Box<str>]) -> Module {
        let mut module = Module::new();
        // Errors in them are errors of this file.
        module.set_id(self.path());
        for function in self.functions.iter().filter(|function| wrapped.contains(&function.name)) {
            if let Some(compiled) = self.module.get_script_fn(&*function.name, function.params.len()) {
                let mut renamed = ScriptFuncDef::clone(compiled);
                renamed.name = original(&function.name).into();
                module.set_script_fn(renamed);
            }
        }
        module
    }
}

/// The name under which a patch calls a function that it wraps.
pub fn original(name: &str) -> String {
    format!("original_{name}")
}

/// A script that can be called.
pub struct Bound {
    functions: Vec<FunctionHead>,
    modules: Vec<Shared<Module>>,
    /// Taken out while a call runs, because a script may be called inside itself.
    kept: Cell<Option<Box<CallCaches>>>,
}

/// What one call leaves for the next: where to search names, and where each was found.
///
/// Never shared with another binding, because a name means something else there.
struct CallCaches {
    global: GlobalRuntimeState,
    caches: Caches,
}

impl Bound {
    /// Calls one of the script's own functions by its number. This is the one place where scripts are run.
    ///
    /// The tag is what verbs find in their context. The arguments are consumed.
    pub fn call(
        &self,
        engine: &Engine,
        meter: &Meter,
        tag: Dynamic,
        function: u16,
        arguments: &mut [Dynamic],
    ) -> Result<Dynamic, Ended> {
        let function = &self.functions[usize::from(function)];
        let hook = || function.place.clone();
        let running = meter.enter().ok_or_else(|| Ended::too_deep(meter, hook()))?;
        let call = || self.run(engine, tag, &function.name, arguments);
        let outcome = match catch_unwind(AssertUnwindSafe(|| with_stack_for_rhai(call))) {
            Ok(Ok(_)) if meter.halt() == Some(Halt::Stopped) => Err(Ended::Stopped),
            Ok(Ok(value)) => Ok(value.flatten()),
            Ok(Err(error)) => Err(Ended::from_error(*error, meter, hook())),
            Err(_) => Err(Ended::panicked(meter, hook())),
        };
        drop(running);
        outcome
    }

    fn run(
        &self,
        engine: &Engine,
        tag: Dynamic,
        function: &str,
        arguments: &mut [Dynamic],
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        let mut kept = self.kept.take().unwrap_or_else(|| self.begin(engine));
        let CallCaches { global, caches } = &mut *kept;
        global.tag = tag;
        let mut arguments: SmallVec<[&mut Dynamic; 4]> = arguments.iter_mut().collect();
        let outcome = EvalContext::new(engine, global, caches, &mut Scope::new(), None).call_fn_raw(
            function,
            false,
            false,
            &mut arguments,
        );
        kept.tidy();
        self.kept.set(Some(kept));
        outcome
    }

    fn begin(&self, engine: &Engine) -> Box<CallCaches> {
        let mut global = engine.new_global_runtime_state();
        global.lib.extend(self.modules.iter().map(Shared::clone));
        Box::new(CallCaches { global, caches: Caches::new() })
    }
}

/// Where the closures of lists find their functions, kept from list to list: for each chain of modules in which
/// they are searched.
#[derive(Default)]
pub struct Found(RefCell<Vec<(Libraries, Caches)>>);

/// Where names are searched. While this holds the modules, no other lie where they do.
pub type Libraries = SmallVec<[Shared<Module>; 4]>;

impl Found {
    /// The modules in which names are searched, and what was found in them before.
    pub fn take(&self, global: &GlobalRuntimeState) -> (Libraries, Caches) {
        let mut kept = self.0.borrow_mut();
        let same = |libraries: &Libraries| {
            libraries.len() == global.lib.len()
                && libraries.iter().zip(&global.lib).all(|(one, other)| Shared::ptr_eq(one, other))
        };
        let at = kept.iter().rposition(|(libraries, _)| same(libraries));
        at.map(|at| kept.swap_remove(at))
            .unwrap_or_else(|| (global.lib.iter().map(Shared::clone).collect(), Caches::new()))
    }

    /// Returns what was taken, with what was found since.
    pub fn keep(&self, libraries: Libraries, mut caches: Caches) {
        const MOST: usize = 256;
        let mut kept = self.0.borrow_mut();
        if kept.len() >= MOST {
            kept.swap_remove(0);
        }
        caches.rewind_fn_resolution_caches(1);
        kept.push((libraries, caches));
    }
}

impl CallCaches {
    /// Removes what an error may have left behind.
    fn tidy(&mut self) {
        self.caches.rewind_fn_resolution_caches(1);
        self.global.tag = Dynamic::UNIT;
        self.global.source = None;
        self.global.level = 0;
        self.global.scope_level = 0;
        self.global.always_search_scope = false;
        self.global.num_operations = 0;
    }
}
