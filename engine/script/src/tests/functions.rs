//! What the checker finds about functions: who calls them, who is given what, and which are hooks.

use super::checks::{found, found_beside, found_with, inside};

#[test]
fn kinds_follow_loops_closures_functions_and_shared_files() {
    let wrong = "error[verb-unknown]: a player has no verb `negate`";
    assert!(inside("for p in item.affected { p.negate(); }").starts_with(wrong));
    assert!(inside("item.affected.map(|p| p.negate()).clear();").starts_with(wrong));
    assert!(inside("let p = item.affected.find(|p| p.n > 1); p.negate();").starts_with(wrong));
    assert!(inside("let p = item.affected.sort(|p| p.n)[0]; p.negate();").starts_with(wrong));
    assert!(found("fn resolve(item) { help(item.player); } fn help(p) { p.negate(); }").starts_with(wrong));
    assert!(found("fn resolve(item) { who(item).negate(); } fn who(i) { i.player }").starts_with(wrong));
    assert!(found("fn resolve(item) { who(item).negate(); } fn who(i) { return i.player; }").starts_with(wrong));
    let shared = found_with("fn help(p) { p.negate(); }", "fn resolve(item) { help(item.player); }");
    assert!(shared.starts_with(wrong) && shared.contains("shared.rhai:1:16"), "{shared}");
    let mixed = found_with("fn help(p) { p.negate(); }", "fn resolve(item) { help(item.player); help(item); }");
    assert!(
        mixed.starts_with("error[argument-kind]: `help` takes a stack item as its argument, not a player"),
        "{mixed}"
    );
}

#[test]
fn what_a_pack_shares_is_there_for_those_that_require_it() {
    let (help, text) = ("fn help(card) { card.razed = true; }", "fn resolve(item) { help(item.card); }");
    assert_eq!(found_beside(help, text, "other", &["test".into()]), "");
    assert!(found_beside(help, text, "other", &["more".into()]).contains("there is no function `help`"));
    let own = format!("{text} fn help(card) {{ card.discard(); }}");
    assert!(found_beside(help, &own, "other", &["test".into()]).contains("there is already a function `help`"));
}

#[test]
fn a_function_that_nothing_calls_is_an_unknown_hook() {
    assert_eq!(
        found("fn resovle(item) { item.negate(); }"),
        "error[hook-unknown]: nothing calls `resovle`: it is not a hook, and no function here calls it\n  \
         --> card.rhai:1:4\n  | ^^^^^^^ did you mean `resolve`?\n  \
         = the hooks of this script are: resolve, announce, on_drawn, may_play"
    );
    assert!(found("fn no_lost(me, event) { }").contains("did you mean `on_lost`?"));
}

#[test]
fn a_predicate_must_give_true_or_false() {
    assert!(found("fn may_play(player, card) { if card.razed { return 3; } return 4; }").contains("hook-gives"));
    assert_eq!(found("fn may_play(player, card) { card.level > 3 && !card.razed }"), "");
}

#[test]
fn a_change_in_a_predicate_also_through_functions() {
    assert_eq!(
        found(
            "fn may_play(player, card) { helper(card) }\nfn helper(c) { other(c); true }\nfn other(c) { c.discard(); }"
        ),
        "error[change-in-predicate]: `may_play` may only look, but `helper` changes the game, because of `discard`\n  \
         --> card.rhai:1:29\n  | ^^^^^^ "
    );
    assert!(
        found("fn may_play(player, card) { player.confirm(\"so\") }").contains("`confirm` asks a player or chance")
    );
    assert!(found("fn may_play(player, card) { card.razed = true; true }").contains("`razed` changes the game"));
    assert!(
        found("fn may_play(player, card) { player.formation.all(check) } fn check(c) { c.discard(); true }")
            .contains("change-in-predicate")
    );
}

#[test]
fn a_function_of_no_known_name_has_help() {
    let found = inside("harvest(item.player);");
    assert!(found.contains("there is no function `harvest`") && found.contains("functions of this file"), "{found}");
    let near = found_with("fn harvest(p) { p.draw(1); }", "fn resolve(item) { harvets(item.player); }");
    assert!(near.contains("did you mean `harvest`?") && !near.contains("  = "), "{near}");
}

#[test]
fn a_function_that_is_named_where_its_value_is_wanted() {
    let units = "fn units() { game().cards(\"hand\") } fn is_one(card) { card.razed }";
    let with = |body: &str| found_with(units, &format!("fn resolve(item) {{\n{body}\n}}"));
    assert_eq!(
        with("units.filter(|card| card.razed).first.discard();"),
        "error[function-uncalled]: `units` is a function, but is not called here\n  --> card.rhai:2:1\n  \
         | ^^^^^ write `units()`"
    );
    for body in [
        "item.player.draw(units.len);",
        "for card in units { card.discard(); }",
        "units[0].discard();",
        "if is_one { item.negate(); }",
        "if units == [] { item.negate(); }",
        "if !is_one { item.negate(); }",
    ] {
        let found = with(body);
        assert_eq!(found.matches("error[function-uncalled]").count(), 1, "{body}: {found}");
        assert_eq!(found.matches("error[").count(), 1, "{body}: {found}");
    }
    let given = with("item.player.choose(\"which\", units).discard();");
    assert!(given.contains("error[argument-kind]") && given.contains("write `units()`"), "{given}");
    assert_eq!(with("units().filter(is_one).first.discard();"), "");
}

#[test]
fn a_hook_that_scripts_call_must_be_given_what_the_engine_gives() {
    let found = found("fn resolve(item) { announce(item.card); } fn announce(item) { }");
    assert!(found.contains("`announce` takes a stack item as its argument, not a card"), "{found}");
}

#[test]
fn a_function_that_is_called_later_by_its_name() {
    let later = "fn later(player) { player.draw(1); } fn resolve(item) { item.negate(); }";
    let found =
        found(&format!("{later} fn announce(item) {{ later(item.player); game().next(\"later\", item.card); }}"));
    assert!(found.contains("`later` takes a player as its argument, not a card"), "{found}");
}

#[test]
fn what_nothing_calls_in_a_shared_file_is_a_warning() {
    let found = found_with("fn help(p) { p.draw(1); }", "fn resolve(item) { item.negate(); }");
    assert!(found.starts_with("warning[function-unused]: nothing calls `help`"), "{found}");
}
