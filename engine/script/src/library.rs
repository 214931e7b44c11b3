//! The scripts of one game, compiled by one engine.

use super::check::{DeclaredArgument, check, hooks, units, unread, vocabulary};
use super::compile::{Bound, Script, compile};
use super::lower::{lower, program::Program};
use super::reference::{RhaiHost, Shared, register};
use super::sandbox::{self, Meter};
use super::syntax::Finding;
use cardwright_kernel::model::rules::{Rules, ScriptRole};
use rhai::Engine;
use std::rc::Rc;
use std::sync::Arc;

/// Compiled scripts, and the engine that knows the verbs and what the rules declare.
pub struct Library {
    engine: Engine,
    meter: Rc<Meter>,
    scripts: Vec<Option<Script>>,
}

impl Library {
    /// Compiles all scripts, in the order of [`Rules::scripts`]; what cannot be compiled is left out and reported.
    pub fn compile(rules: &Rules) -> (Self, Vec<Finding>) {
        let meter = Rc::new(Meter::default());
        let mut engine = sandbox::engine(&meter);
        register(&mut engine, rules);
        let mut findings = Vec::new();
        let compiled = rules
            .scripts
            .iter()
            .map(|(path, source)| compile(&engine, path, &source.text).map_err(|found| findings.extend(found)).ok());
        let scripts = compiled.collect();
        (Self { engine, meter, scripts }, findings)
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The scripts.
    pub fn scripts(&self) -> &[Option<Script>] {
        &self.scripts
    }

    /// Checks the scripts, and hands over what is wrong in them. If that is nothing that keeps them from being run, gives
    /// them lowered, and what cannot be lowered.
    pub fn lower(
        &self,
        rules: &Arc<Rules>,
        arguments: &[DeclaredArgument],
        can_run: impl FnOnce(Vec<Finding>) -> bool,
    ) -> Option<(Program, Vec<Finding>)> {
        let (hooks, vocabulary) = (hooks(rules), vocabulary(rules));
        let unread = unread(rules, &self.scripts);
        let (findings, trees) = check(&vocabulary, &units(rules, &self.scripts, &hooks), unread, arguments);
        can_run(findings).then(|| lower(rules, &trees))
    }

    /// A host that runs them with the reference evaluator, for one thread.
    pub fn host(self, program: &Arc<Program>) -> RhaiHost {
        let sources = program.rules.scripts.values().enumerate();
        let callable = sources.filter(|(_, source)| matches!(source.role, ScriptRole::Ruleset | ScriptRole::Shared));
        let common: Vec<usize> = callable.map(|(at, _)| at).collect();
        let bound = (0..self.scripts.len()).map(|at| bind(&program.rules, &self.scripts, &common, at)).collect();
        RhaiHost::new(self.engine, Shared::new(self.meter, Arc::clone(program)), bound)
    }
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
    let Some(patched) = patched else { return Some(script.bind(shared)) };
    let original = patched.script.as_ref().and_then(|path| rules.scripts.get_index_of(path));
    let original = original.and_then(|original| scripts[original].as_ref());
    Some(script.bind_patch(shared, original, &patched.wraps))
}
