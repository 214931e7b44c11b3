//! The sandbox: an engine in which a script can do nothing but compute and call verbs.
//!
//! Every function that a script can reach is one of the verbs' rows, which [`reference`](super::reference) registers; no
//! package of Rhai's own is loaded. Each limit is set, because Rhai's defaults differ between builds.

mod fault;
mod limits;
mod location;
mod meter;
pub(crate) mod stack;

pub use fault::{Ended, ScriptFault, TooLarge};
pub(super) use fault::{called, small_first};
pub(super) use limits::too_many_levels;
pub use limits::{CALL_LEVELS, FORBIDDEN, LIST_SIZE, MAP_SIZE, TEXT_SIZE};
pub use location::Location;
pub use meter::{Allowance, Halt, Meter, Running};
pub use stack::{with_stack, with_stack_for_rhai};

use rhai::module_resolvers::DummyModuleResolver;
use rhai::{Dynamic, Engine, EvalContext, FnPtr, OptimizationLevel};
use std::rc::Rc;
use std::sync::Once;

/// How deeply a script may be nested. Rhai counts three to four for a block and six for a closure, so that 24 would be
/// two loops, two conditions and a filter; with this, the deepest script still takes less than a quarter of what
/// [`with_stack`] provides.
pub const EXPRESSION_DEPTH: usize = 48;
/// Variables of a function at a time.
pub const VARIABLES: usize = 128;
/// Functions of a script.
pub const FUNCTIONS: usize = 256;

/// Makes closures, whose names are hashes, the same in every process.
const HASHING_SEED: [u64; 4] = [0x4361_7264, 0x7772_6967, 0x6874_2073, 0x6372_6970];

/// An engine without any verb; what scripts spend is counted by the meter.
///
/// The engine does not optimise: the checker must see a script as it was written.
pub fn engine(meter: &Rc<Meter>) -> Engine {
    fix_hashing_seed();
    let mut engine = Engine::new_raw();
    set_limits(&mut engine);
    set_language(&mut engine);
    engine.set_module_resolver(DummyModuleResolver::new());
    let counted = Rc::clone(meter);
    engine.on_progress(move |_| counted.charge(1).map(Dynamic::from));
    resolve_variables(&mut engine, meter);
    super::reference::register_plain(&mut engine);
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

/// The constant with this name in the file whose function runs.
fn constant(name: &str, context: &EvalContext<'_, '_, '_, '_, '_, '_>) -> Option<Dynamic> {
    let global = context.global_runtime_state();
    let own = global.lib.iter().filter(|module| module.id().is_some() && module.id() == global.source());
    own.filter_map(|module| module.get_var(name)).next()
}

/// Rhai draws a seed of its own at its first operation, so this comes before any.
fn fix_hashing_seed() {
    static FIXED: Once = Once::new();
    FIXED.call_once(|| {
        // An embedder may have fixed another; what a script does depends on neither.
        let _ = rhai::config::hashing::set_hashing_seed(Some(HASHING_SEED));
    });
}

fn set_limits(engine: &mut Engine) {
    engine
        // Rhai counts the call from outside as well.
        .set_max_call_levels(CALL_LEVELS + 1)
        .set_max_expr_depths(EXPRESSION_DEPTH, EXPRESSION_DEPTH)
        .set_max_string_size(TEXT_SIZE)
        .set_max_array_size(LIST_SIZE)
        .set_max_map_size(MAP_SIZE)
        .set_max_variables(VARIABLES)
        .set_max_functions(FUNCTIONS)
        .set_max_modules(0)
        // The meter counts; Rhai's own count is lost in callbacks.
        .set_max_operations(0);
}

fn set_language(engine: &mut Engine) {
    engine
        // The checker finds unknown variables, all at once and with a suggestion; Rhai's parser stops at the first.
        .set_strict_variables(false)
        .set_allow_shadowing(false)
        .set_fail_on_invalid_map_property(true)
        .set_fast_operators(true)
        .set_optimization_level(OptimizationLevel::None);
    for symbol in FORBIDDEN {
        engine.disable_symbol(symbol);
    }
}
