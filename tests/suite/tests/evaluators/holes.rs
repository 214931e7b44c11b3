//! Each hole of Rhai that this layer closes has a test here that shows that it stays closed.

use super::world::{Player, World, done};
use cardwright_script::compile::compile;
use cardwright_script::sandbox::{CALL_LEVELS, NEEDED_BY_RHAI};
use rhai::Dynamic;
use suite::reference::{Allowance, Bound, Ended};

fn small() -> World {
    World::with(Allowance { per_call: 10_000, total: 25_000, nesting: 8 })
}

#[test]
fn hole_01_operations_inside_native_callbacks_are_counted() {
    let world = small();
    let fault = world.fault(
        "fn test() { let a = []; for i in 0..300 { a.push(i); } let b = a + []; a.map(|x| b.map(|y| x + y).len) }",
    );
    assert!(fault.message.contains("does not come to an end"), "{fault}");
    assert!(world.meter.total() < 11_000, "{}", world.meter.total());
}

#[test]
fn hole_01_an_endless_loop_ends_in_a_fault() {
    let fault = small().fault("fn test() { loop { } }");
    assert_eq!(
        fault.to_string(),
        "this script does not come to an end: it took more than 10000 operations (scripts/test/card.rhai:1:4)"
    );
}

#[test]
fn hole_02_no_list_function_swallows_an_error() {
    let calls = [
        "filter(|c| c.refuse())",
        "map(|c| c.refuse())",
        "flat_map(|c| c.refuse())",
        "all(|c| c.refuse())",
        "any(|c| c.refuse())",
        "find(|c| c.refuse())",
        "index_of(|c| c.refuse())",
        "count(|c| c.refuse())",
        "sum(|c| c.refuse())",
        "sort(|c| c.refuse())",
        "min(|c| c.refuse())",
        "max(|c| c.refuse())",
    ];
    for call in calls {
        let world = World::new();
        let fault = world.fault(&format!("fn test(p) {{ p.cards.{call} }}"));
        assert_eq!(&*fault.message, "this card cannot do that", "{call}");
        assert_eq!(done(), ["refuse 11"], "{call}");
    }
}

#[test]
fn hole_02_a_stopped_script_does_nothing_more_even_in_a_closure() {
    let world = World::new();
    let outcome =
        world.run("fn test(p) { let cards = p.cards; cards.map(|c| { p.ask(); c.discard(); }); cards[0].discard(); }");
    assert_eq!(outcome.unwrap_err(), Ended::Stopped);
    assert_eq!(done(), ["ask 1"]);
}

#[test]
fn hole_02_a_swallowed_stop_still_stops_at_the_next_operation() {
    let mut world = World::new();
    let meter = std::rc::Rc::clone(&world.meter);
    // A verb that forgets to return the error.
    world.engine.register_fn("forgetful", move || meter.stop());
    let outcome = world.run("fn test(p) { forgetful(); p.cards[0].discard(); 1 }");
    assert_eq!(outcome.unwrap_err(), Ended::Stopped);
    assert_eq!(done(), Vec::<String>::new());
    let outcome = world.run("fn test(p) { forgetful() }");
    assert_eq!(outcome.unwrap_err(), Ended::Stopped, "also as the last operation");
}

#[test]
fn hole_03_no_function_can_ask_for_unbounded_memory() {
    let world = World::new();
    for call in ["replace(\"a\", \"b\")", "pad(1000000000, \"x\")", "split()", "to_blob()"] {
        let fault = world.fault(&format!("fn test() {{ let t = \"a\"; t.{call} }}"));
        assert!(fault.message.starts_with("there is no"), "{fault}");
    }
    let fault = world.fault("fn test() { let t = \"a\"; loop { t += t; } }");
    assert!(fault.message.contains("too large"), "{fault}");
}

#[test]
fn hole_04_a_map_that_grows_by_its_index_is_stopped() {
    let world = small();
    let fault = world.fault("fn test() { let m = #{}; for i in 0..100000 { m[`k${i}`] = i; } }");
    assert!(fault.message.contains("does not come to an end"), "{fault}");
}

#[test]
fn hole_05_a_list_cannot_grow_past_its_limit() {
    let world = World::new();
    let fault = world.fault("fn test() { let a = [1]; loop { a.push(1); } }");
    assert!(fault.message.contains("too large"), "{fault}");
    let fault = world.fault("fn test() { let a = [1]; loop { a += a; } }");
    assert!(fault.message.contains("too large"), "{fault}");
    let fault = world.fault("fn test() { let a = [1]; loop { a = a.flat_map(|x| [x, x]); } }");
    assert!(fault.message.contains("too large"), "{fault}");
}

#[test]
fn hole_06_deep_recursion_is_a_fault_on_a_small_thread() {
    let deep = || {
        let world = World::new();
        let fault = world.fault("fn test(p) { test(p) }");
        assert!(fault.message.starts_with("functions call each other too deeply"), "{fault}");
        let fault = world.fault("fn test(p) { [p].map(|x| [x].map(|y| [y].map(|z| test(z)))) }");
        assert!(fault.message.starts_with("functions call each other too deeply"), "{fault}");
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(deep).unwrap().join().unwrap();
}

#[test]
fn hole_06_what_must_be_free_is_enough_for_the_deepest_script() {
    // Just more than `with_stack_for_rhai` wants to find, so that nothing is added.
    let deepest = || {
        let world = World::new();
        let nested = format!("fn test(p) {{ {}test(p){} }}", "if true { ".repeat(12), " }".repeat(12));
        let fault = world.fault(&nested);
        assert!(fault.message.starts_with("functions call each other too deeply"), "{fault}");
        let nested = format!("fn test(p) {{ {}test(p){} }}", "[1].map(|x| ".repeat(6), ")".repeat(6));
        let fault = world.fault(&nested);
        assert!(fault.message.starts_with("functions call each other too deeply"), "{fault}");
    };
    std::thread::Builder::new().stack_size(NEEDED_BY_RHAI + 128 * 1024).spawn(deepest).unwrap().join().unwrap();
}

#[test]
fn hole_06_every_limit_is_set() {
    let engine = World::new().engine;
    assert_eq!(engine.max_call_levels(), CALL_LEVELS + 1);
    assert_eq!((engine.max_expr_depth(), engine.max_function_expr_depth()), (48, 48));
    assert_eq!((engine.max_string_size(), engine.max_array_size(), engine.max_map_size()), (4096, 1000, 200));
    assert_eq!((engine.max_variables(), engine.max_functions(), engine.max_modules()), (128, 256, 0));
    let deep = format!("fn test() {{ {}1{} }}", "(".repeat(50), ")".repeat(50));
    assert!(World::new().refusal(&deep).contains("nested too deeply"));
}

#[test]
fn hole_07_there_is_no_sleep_no_clock_and_no_print() {
    let world = World::new();
    for call in ["sleep(1)", "timestamp()", "print(1)", "debug(1)", "exit()", "parse_json(\"1\")", "rand()"] {
        let fault = world.fault(&format!("fn test() {{ {call} }}"));
        assert!(fault.message.starts_with("there is no"), "{call}: {fault}");
    }
}

#[test]
fn hole_08_import_is_refused() {
    assert_eq!(
        World::new().refusal("import \"../../etc/passwd\" as x;"),
        "error[script-forbidden]: scripts cannot use `import`\n  --> scripts/test/card.rhai:1:1\n  \
         | ^^^^^^ not here\n  = functions in `shared/` can be called from every script of the pack"
    );
    assert!(World::new().refusal("fn test() { import \"x\" as x; }").contains("cannot use `import`"));
    assert!(World::new().refusal("export x;").contains("cannot use `export`"));
}

#[test]
fn hole_09_eval_and_its_kind_are_refused() {
    for call in ["eval(\"1\")", "Fn(\"test\")", "curry(1)", "is_shared(1)", "is_def_var(\"x\")", "is_def_fn(\"x\", 0)"]
    {
        let refusal = World::new().refusal(&format!("fn test() {{ {call} }}"));
        assert!(refusal.contains("scripts cannot use `"), "{call}: {refusal}");
    }
}

#[test]
fn hole_10_a_closure_has_the_same_name_in_every_process() {
    let world = World::new();
    assert_eq!(world.value("fn test() { let f = |x| x + 1; `${f}` }"), "\"Fn(anon$a625f4ad3f6d8d3e)\"");
}

#[test]
fn hole_13_a_call_starts_with_an_allowance_of_its_own() {
    let world = small();
    let bound = Bound::new(&world.script("a.rhai", "fn test() { for i in 0..4000 { let x = i; } }"), []);
    for _ in 0..6 {
        world.meter.begin();
        assert!(world.call(&bound, 0, &mut []).is_ok());
    }
}

#[test]
fn hole_13_the_calls_of_one_transaction_share_a_total() {
    let world = small();
    let bound = Bound::new(&world.script("a.rhai", "fn test() { for i in 0..4000 { let x = i; } }"), []);
    world.meter.begin();
    let outcomes: Vec<bool> = (0..20).map(|_| world.call(&bound, 0, &mut []).is_ok()).collect();
    assert!(outcomes[0] && !outcomes[19]);
    let Err(Ended::Faulted(fault)) = world.call(&bound, 0, &mut []) else { panic!("it ran") };
    assert_eq!(&*fault.message, "the scripts of one step took more than 25000 operations together");
}

#[test]
fn hole_14_exit_does_not_end_a_hook_as_a_success() {
    let world = World::new();
    let fault =
        world.fault("fn test(p) { p.cards[0].discard(); helper(); p.cards[1].discard(); } fn helper() { exit(); }");
    assert!(fault.message.starts_with("there is no `exit"), "{fault}");
}

#[test]
fn hole_15_try_is_refused() {
    assert_eq!(
        World::new().refusal("fn test(card) {\n    try { card.refuse(); } catch { }\n}"),
        "error[script-forbidden]: scripts cannot use `try`\n  --> scripts/test/card.rhai:2:5\n  \
         | ^^^ not here\n  \
         = a verb that cannot do something says why in the trace and does nothing: there is nothing to catch"
    );
}

#[test]
fn hole_16_nested_calls_have_a_limit_of_their_own() {
    let world = small();
    let held: Vec<_> = (0..8).map(|_| world.meter.enter().unwrap()).collect();
    let bound = Bound::new(&world.script("a.rhai", "fn test() { 1 }"), []);
    let Err(Ended::Faulted(fault)) = world.call(&bound, 0, &mut []) else { panic!("it ran") };
    assert_eq!(fault.to_string(), "scripts set off scripts too deeply: 8 calls are open at once (a.rhai:1:4)");
    drop(held);
    assert!(world.call(&bound, 0, &mut []).is_ok());
}

#[test]
fn hole_16_a_nested_call_spends_nothing_of_the_call_around_it() {
    let world = small();
    let outer = world.meter.enter().unwrap();
    let bound = Bound::new(&world.script("a.rhai", "fn endless() { loop { } }"), []);
    assert!(world.call(&bound, 0, &mut []).is_err());
    assert_eq!((world.meter.spent(), world.meter.halt()), (0, None));
    drop(outer);
}

#[test]
fn hole_17_shared_functions_are_bound_at_load() {
    let world = World::new();
    let shared = world.script("scripts/test/shared/deed.rhai", "fn deed(p) { p.cards[0].discard(); }");
    let bound = Bound::new(&world.script("a.rhai", "fn test(p) { deed(p) }"), [&shared]);
    assert!(world.call(&bound, 0, &mut [Dynamic::from(Player(1))]).is_ok());
    assert_eq!(done(), ["discard 11"]);
}

#[test]
fn hole_18_a_closure_over_the_root_of_its_chain_says_so_at_run_time() {
    let fault = World::new().fault("fn test(p) { p.cards.filter(|c| c.n == p.n) }");
    assert_eq!(&*fault.message, "a closure uses the variable that its own chain starts from: name the list first");
    let world = World::new();
    assert_eq!(world.value("fn test(p) { let cards = p.cards; cards.filter(|c| c.n == p.n).len }"), "0");
}

#[test]
fn hole_19_a_closure_is_called_once_for_each_element() {
    World::new().value("fn test(p) { p.cards.map(|c| c.discard()) }");
    assert_eq!(done(), ["discard 11", "discard 12", "discard 13"]);
}

#[test]
fn hole_20_a_fault_has_the_place_of_the_innermost_error() {
    let world = World::new();
    let fault =
        world.fault("fn test(p) {\n    helper(p);\n}\n\nfn helper(p) {\n    let x = 1;\n    p.cards[0].refuse();\n}");
    assert_eq!(fault.to_string(), "this card cannot do that (scripts/test/card.rhai:7:16)");
    let fault = world.fault("fn test(p) {\n    p.cards.map(|c| {\n        c.refuse()\n    })\n}");
    assert_eq!(fault.to_string(), "this card cannot do that (scripts/test/card.rhai:3:11)");
}

#[test]
fn hole_20_a_fault_of_a_limit_has_the_place_of_the_last_verb() {
    let fault = small().fault("fn test(p) {\n    p.cards[0].discard();\n    loop { }\n}");
    assert_eq!(fault.place.to_string(), "scripts/test/card.rhai:2:16");
}

#[test]
fn a_panic_in_a_verb_is_a_fault_and_leaves_the_meter_in_order() {
    let mut world = World::new();
    world.engine.register_fn("burst", || -> i64 { panic!("a bug, on purpose") });
    let fault = world.fault("fn test(p) { burst() }");
    assert_eq!(&*fault.message, "the engine itself failed here: please report it");
    assert_eq!(world.meter.nesting(), 0);
}

/// What Rhai reads as a text is one for the count of names as well, however it is written.
#[test]
fn names_are_counted_behind_any_text() {
    let world = small();
    let names: String = (0..60_000).map(|at| format!("a{at}.b;{}", if at % 8 == 7 { "\n" } else { " " })).collect();
    for before in ["let s = #\"\\\"#;", "let s = `\"`;", "let s = \"\\\"\";", "/* \" ' ` */", "let s = `${\"}\"} \"`;"]
    {
        let text = format!("fn f() {{\n{before}\n{names}}}");
        let found = compile(&world.engine, "a.rhai", &text).err().unwrap_or_default();
        assert_eq!(found.iter().map(|it| it.code).collect::<Vec<_>>(), ["script-too-large"], "{before}");
    }
}
