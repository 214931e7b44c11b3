//! Hooks and scripts.

use super::{Demo, only};

#[test]
fn a_required_hook_must_be_defined() {
    let demo = Demo::new().file("scripts/demo/events/calm.rhai", "fn helper(item) {}");
    assert_eq!(only(&demo), "hook-missing: \"Calm\": `scripts/demo/events/calm.rhai` has no such function");

    let demo = Demo::new().file("scripts/demo/events/calm.rhai", "fn reslove(item) {}");
    assert_eq!(only(&demo), "hook-missing: \"Calm\": `scripts/demo/events/calm.rhai` has only `reslove`");
}

#[test]
fn what_lasts_while_something_holds_must_say_what() {
    let demo = Demo::new().realm("lasts = \"while its gates are open\"\n");
    assert!(only(&demo).starts_with("effect-endless: \"Tower\""), "{:?}", demo.problems());
    let demo = Demo::new().realm("[effects.guarded]\nlasts = \"while its gates are open\"\n");
    assert!(only(&demo).starts_with("effect-endless: guarded"), "{:?}", demo.problems());
    let demo = Demo::new().realm("lasts = {}\n");
    assert_eq!(only(&demo), "key-missing: lasts: it has neither");
}

#[test]
fn a_declared_hook_that_is_not_defined_is_left_to_the_linker() {
    let demo = Demo::new().realm("[on.razed]\n").file("scripts/demo/realms/tower.rhai", "");
    let loaded = demo.load();
    let listener = &loaded.rules.definitions["Tower"].abilities.listeners[0];

    assert!(loaded.problems.is_empty());
    assert_eq!(loaded.places.of(listener.hook.script, "on_razed").len(), 1);
}

#[test]
fn the_ruleset_needs_a_script_for_its_hooks() {
    let demo = Demo::new().without("scripts/demo/ruleset.rhai");
    assert_eq!(demo.problems(), ["script-missing: resolve: declared here", "script-missing: begin: declared here"]);
}

#[test]
fn a_function_that_looks_like_a_hook_must_be_declared() {
    let calm = |text: &str| Demo::new().file("scripts/demo/events/calm.rhai", &format!("fn resolve(item) {{}} {text}"));

    assert_eq!(only(&calm("fn on_razed(me, event) {}")), "hook-undeclared: on_razed: no file declares it");
    assert_eq!(only(&calm("fn resolve_build(item) {}")), "hook-undeclared: resolve_build: no file declares it");
    assert_eq!(only(&calm("fn lasts(effect) {}")), "hook-undeclared: lasts: no file declares it");
    assert!(calm("fn resolve_play(item) {} fn helper(a) {} fn ends(effect) {}").problems().is_empty());
}

#[test]
fn a_function_of_the_ruleset_with_the_usual_name_is_called_without_a_key() {
    let loaded = Demo::new().rules("begin = true, ", "").load();
    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    assert!(loaded.rules.phases["main"].begin.is_some());
    let loaded = Demo::new().rules("begin = true, ", "begin = false, ").load();
    assert!(loaded.rules.phases["main"].begin.is_none());
}

#[test]
fn a_script_belongs_to_a_card() {
    let demo = Demo::new().file("scripts/demo/realms/kep.rhai", "");
    assert!(only(&demo).starts_with("script-without-card"));

    let demo = demo.file("scripts/demo/realms/kep.rhai", "fn on_drawn(me, event) {}");
    assert!(only(&demo).starts_with("script-without-card"));
}

#[test]
fn printings_may_share_a_script() {
    let demo = Demo::new().file(
        "cards/demo/events/calm-2.toml",
        "name = \"Calm II\"\npolarity = \"helpful\"\ntext = \"Undo.\"\nscript = \"events/calm\"\n",
    );
    let loaded = demo.load();

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    assert_eq!(loaded.rules.definitions["Calm"].script, loaded.rules.definitions["Calm II"].script);
}

#[test]
fn a_key_script_names_a_script_that_is_there() {
    let demo = Demo::new().realm("script = \"events/clam\"\n");
    assert_eq!(only(&demo), "script-missing: \"events/clam\": did you mean `events/calm`?");
}
