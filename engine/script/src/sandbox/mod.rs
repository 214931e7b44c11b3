//! The sandbox: what a script can be, so that it can do nothing but compute and call verbs.
//!
//! Each limit is set, because Rhai's defaults differ between builds.

mod fault;
mod limits;
mod location;
mod stack;

pub use fault::{TooLarge, small_first};
pub use limits::{CALL_LEVELS, FORBIDDEN, LIST_SIZE, MAP_SIZE, TEXT_SIZE};
pub use location::Location;
pub use stack::{NEEDED, NEEDED_BY_RHAI, with_stack, with_stack_for_rhai};

use rhai::module_resolvers::DummyModuleResolver;
use rhai::{Engine, OptimizationLevel};
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

/// An engine that reads scripts. It does not optimise: the checker must see a script as it was written.
pub fn engine() -> Engine {
    fix_hashing_seed();
    let mut engine = Engine::new_raw();
    set_limits(&mut engine);
    set_language(&mut engine);
    engine.set_module_resolver(DummyModuleResolver::new());
    engine
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
        // Whoever runs scripts counts; Rhai's own count is lost in callbacks.
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
