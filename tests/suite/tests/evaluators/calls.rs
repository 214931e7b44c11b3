//! Calling scripts: their own functions, shared ones, constants, and the places of errors.

use super::world::{Player, World, done};
use rhai::Dynamic;
use suite::reference::{Bound, Ended};

fn pack(world: &World) -> Bound {
    let deed = "/// Discards the worst card.\nfn discard_worst(player) {\n    worst(player).discard();\n}\n\n\
                fn fail(card) {\n    inner(card);\n}\n\nfn inner(card) {\n    card.refuse();\n}\n";
    let deed = world.script("scripts/test/shared/deed.rhai", deed);
    let ruleset = world.script("scripts/test/ruleset.rhai", "fn worst(player) { player.cards.min(|c| c.n) }");
    let card = "//! Everybody discards his worst card.\n\nfn resolve(player) {\n    discard_worst(player);\n}\n\n\
                fn fails(player) {\n    let card = player.cards.first;\n    fail(card);\n}\n";
    Bound::new(&world.script("scripts/test/events/card.rhai", card), [&deed, &ruleset])
}

#[test]
fn a_card_calls_shared_functions_and_they_call_each_other() {
    let world = World::new();
    let bound = pack(&world);
    for _ in 0..3 {
        let outcome = world.call(&bound, 0, &mut [Dynamic::from(Player(2))]);
        assert!(outcome.is_ok(), "{outcome:?}");
        assert_eq!(done(), ["discard 21"]);
    }
}

#[test]
fn an_error_in_a_shared_function_names_the_shared_file() {
    let world = World::new();
    let bound = pack(&world);
    let outcome = world.call(&bound, 1, &mut [Dynamic::from(Player(2))]);
    let Err(Ended::Faulted(fault)) = outcome else { panic!("no fault but {outcome:?}") };
    assert_eq!(fault.to_string(), "this card cannot do that (scripts/test/shared/deed.rhai:11:10)");
}

#[test]
fn a_script_s_own_function_goes_before_a_shared_one() {
    let world = World::new();
    let shared = world.script("shared.rhai", "fn answer() { 1 }");
    let own = world.script("own.rhai", "fn ask() { answer() } fn answer() { 2 }");
    assert_eq!(world.call(&Bound::new(&own, [&shared]), 0, &mut []).unwrap().as_int(), Ok(2));
    let other = world.script("other.rhai", "fn ask() { answer() }");
    assert_eq!(world.call(&Bound::new(&other, [&shared]), 0, &mut []).unwrap().as_int(), Ok(1));
}

#[test]
fn functions_are_listed_in_the_order_of_the_file_with_their_comments() {
    let world = World::new();
    let script =
        world.script("a.rhai", "//! The text.\n\n/// Says b.\nfn b(x, y) { [x].map(|z| z) }\n\nfn a ( ) { 1 }");
    assert_eq!(script.doc(), "The text.");
    let names: Vec<_> = script.functions().iter().map(|f| (&*f.name, f.params.len(), &*f.doc)).collect();
    assert_eq!(names, [("b", 2, "Says b."), ("a", 0, "")]);
    assert_eq!(script.functions()[0].place.to_string(), "a.rhai:4:4");
    assert_eq!(script.functions()[1].place.to_string(), "a.rhai:6:4");
    assert_eq!(script.function("a", 0), Some(1));
    assert_eq!(script.function("a", 1), None);
}

#[test]
fn a_constant_can_be_used_in_every_function_and_closure() {
    let world = World::new();
    assert_eq!(world.value("const LIMIT = 2; fn test() { LIMIT + 1 }"), "3");
    assert_eq!(world.value("const LIMIT = 2; fn test() { [1, 2, 3].filter(|n| n > LIMIT) }"), "[3]");
}

#[test]
fn a_syntax_error_has_its_place() {
    assert_eq!(
        World::new().refusal("fn test() {\n    let with = 1;\n}"),
        "error[script-syntax]: `with` is a reserved word: choose another name\n  \
         --> scripts/test/card.rhai:2:9\n  | ^^^^ here"
    );
}

#[test]
fn the_tag_reaches_the_verbs() {
    let mut world = World::new();
    world.engine.register_fn("tagged", |context: rhai::NativeCallContext<'_>| context.tag().cloned());
    world.engine.register_fn("show", |context: rhai::NativeCallContext<'_>| {
        context.tag().and_then(|tag| tag.as_int().ok()).unwrap_or(-1)
    });
    let bound = Bound::new(&world.script("a.rhai", "fn test() { show() }"), []);
    let value = bound.call(&world.engine, &world.meter, Dynamic::from(7_i64), 0, &mut []);
    assert_eq!(value.unwrap().as_int(), Ok(7));
}
