//! An engine in which Rhai runs scripts: every function that one can reach is one of the verbs' rows; no package of Rhai's own is
//! loaded.

use super::meter::Meter;
use super::register::register_plain;
use cardwright_script::sandbox;
use rhai::{Dynamic, Engine, EvalContext, FnPtr};
use std::rc::Rc;

/// An engine without the verbs of a game; what scripts spend is counted by the meter.
pub fn engine(meter: &Rc<Meter>) -> Engine {
    let mut engine = sandbox::engine();
    let counted = Rc::clone(meter);
    engine.on_progress(move |_| counted.charge(1).map(Dynamic::from));
    resolve_variables(&mut engine, meter);
    register_plain(&mut engine);
    engine
}

/// Gives scripts the constants of their files, which Rhai's functions do not see, and functions by their names, which
/// Rhai's closures do not see; and notes of which kind each captured
/// variable is that a script reads, because Rhai does not say it where another kind is wanted.
#[expect(deprecated, reason = "Rhai marks what may still change in this way")]
fn resolve_variables(engine: &mut Engine, meter: &Rc<Meter>) {
    let meter = Rc::clone(meter);
    engine.on_var(move |name, _, context| {
        let Some(value) = context.scope().get(name) else {
            return Ok(constant(name, &context).or_else(|| function(name, &context)));
        };
        if value.is_shared() {
            meter.note_shared(context.engine().map_type_name(value.type_name()));
        }
        Ok(None)
    });
}

/// The function with this name, as a closure.
fn function(name: &str, context: &EvalContext<'_, '_, '_, '_, '_, '_>) -> Option<Dynamic> {
    let mut modules = context.global_runtime_state().lib.iter();
    let is_there = modules.any(|module| (0..16).any(|parameters| module.get_script_fn(name, parameters).is_some()));
    is_there.then(|| FnPtr::new(name).ok().map(Dynamic::from)).flatten()
}

/// The constant with this name in the file whose function runs, or in another one of the same ruleset.
fn constant(name: &str, context: &EvalContext<'_, '_, '_, '_, '_, '_>) -> Option<Dynamic> {
    let global = context.global_runtime_state();
    let own = global.source()?;
    let find = |is_meant: &dyn Fn(&str) -> bool| {
        let mut meant = global.lib.iter().filter(|module| module.id().is_some_and(is_meant));
        meant.find_map(|module| module.get_var(name))
    };
    find(&|path| path == own).or_else(|| is_of_ruleset(own).then(|| find(&is_of_ruleset)).flatten())
}

/// Whether this is the path of a script of a ruleset.
fn is_of_ruleset(path: &str) -> bool {
    matches!(path.split('/').collect::<Vec<_>>()[..], [_, _, "ruleset.rhai"] | [_, _, "ruleset", _])
}
