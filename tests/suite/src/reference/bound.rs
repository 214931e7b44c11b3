//! Scripts that Rhai can call. A card's script is *bound* to the shared functions of its pack: they are a list of modules that is
//! searched by hash, and what was found is kept with the binding. Nothing is ever merged.

use super::fault::Ended;
use super::meter::{Halt, Meter};
use cardwright_kernel::rules::{Rules, ScriptRole};
use cardwright_script::compile::{FunctionHead, Script, original};
use cardwright_script::sandbox::with_stack_for_rhai;
use rhai::{
    Caches, Dynamic, Engine, EvalAltResult, EvalContext, GlobalRuntimeState, Module, Scope, ScriptFuncDef, Shared,
};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// All scripts of a game, each bound to those whose functions it can call.
pub(super) fn all(rules: &Rules, scripts: &[Option<Script>]) -> Vec<Option<Bound>> {
    let sources = rules.scripts.values().enumerate();
    let callable = sources.filter(|(_, source)| matches!(source.role, ScriptRole::Ruleset | ScriptRole::Shared));
    let common: Vec<usize> = callable.map(|(at, _)| at).collect();
    (0..scripts.len()).map(|at| bind(rules, scripts, &common, at)).collect()
}

/// A script can call the functions of the rulesets, and what its pack and those that this requires share; that of a
/// patch also what the script that it patches can. `common` are the scripts of rulesets and shared ones.
fn bind(rules: &Rules, scripts: &[Option<Script>], common: &[usize], at: usize) -> Option<Bound> {
    let own = &rules.scripts[at];
    let patched = own.patches.as_ref();
    let shared = common.iter().copied().filter(|other| {
        let source = &rules.scripts[*other];
        *other != at && (source.role == ScriptRole::Ruleset || own.sees(&source.pack))
    });
    let shared: Vec<&Script> = shared.filter_map(|other| scripts[other].as_ref()).collect();
    let script = scripts[at].as_ref()?;
    let Some(patched) = patched else { return Some(Bound::new(script, shared)) };
    let original = patched.script.as_ref().and_then(|path| rules.scripts.get_index_of(path));
    let original = original.and_then(|original| scripts[original].as_ref());
    Some(Bound::of_patch(script, shared, original, &patched.wraps))
}

/// What is run of a script: its functions, and the constants that it has outside of them. It bears the path of its file, so that
/// every error knows that.
fn module(script: &Script) -> Module {
    let mut module = Module::clone(script.ast().shared_lib());
    for (name, _, value) in script.ast().iter_literal_variables(true, false) {
        module.set_var(name, value);
    }
    module.set_id(script.path());
    module
}

/// These functions of a script under the names that a patch calls them by.
fn originals(script: &Script, wrapped: &[Box<str>]) -> Module {
    let mut module = Module::new();
    // Errors in them are errors of this file.
    module.set_id(script.path());
    for function in script.functions().iter().filter(|function| wrapped.contains(&function.name)) {
        if let Some(compiled) = script.ast().shared_lib().get_script_fn(&*function.name, function.params.len()) {
            let mut renamed = ScriptFuncDef::clone(compiled);
            renamed.name = original(&function.name).into();
            module.set_script_fn(renamed);
        }
    }
    module
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
    /// Binds a script to the scripts whose functions it can call besides its own.
    pub fn new<'a>(script: &Script, shared: impl IntoIterator<Item = &'a Script>) -> Self {
        Self::of_patch(script, shared, None, &[])
    }

    /// Binds the script of a patch: besides the scripts that it shares, it can call the functions of the script that it
    /// patches, and those that it wraps as `original_<name>`.
    pub fn of_patch<'a>(
        script: &Script,
        shared: impl IntoIterator<Item = &'a Script>,
        patched: Option<&Script>,
        wraps: &[Box<str>],
    ) -> Self {
        let mut modules: Vec<Shared<Module>> = shared.into_iter().map(|script| module(script).into()).collect();
        if let Some(patched) = patched {
            modules.push(module(patched).into());
            modules.push(originals(patched, wraps).into());
        }
        // What is searched last to first: a script's own functions go before shared ones.
        modules.push(module(script).into());
        Self { functions: script.functions().to_vec(), modules, kept: Cell::default() }
    }

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
