//! What the checker finds beyond the mistakes in `tests/mistakes`, which also show how it says so.

use super::script;
use crate::check::{HookSignature, Signature, Type, Unit, VerbEffect, Vocabulary, check};
use crate::verbs::rows;
use cardwright_kernel::rules::{ScriptRole, ScriptSource};

fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::of_rows(rows().iter().copied().filter(|row| row.needs_no_game()));
    for (effect, signatures) in [
        (VerbEffect::Changes, &["Card.discard()", "Item.negate()", "Item.exempt(Player)"][..]),
        (VerbEffect::Changes, &["Player.draw(number) -> number"]),
        (VerbEffect::Changes, &["Card.move_to(zone)", "Card.move_to(zone, cause)", "Card.damage(number)"]),
        (
            VerbEffect::Asks,
            &["Player.choose(text, [T]) -> T", "Player.confirm(text) -> flag", "Player.roll(number) -> number"],
        ),
        (VerbEffect::Changes, &["Item.set(note, any)", "Game.next(function, any)"]),
        (VerbEffect::None, &["Item.get(note) -> any", "Card.printed(attribute) -> any", "is_a(any, thing) -> flag"]),
        (VerbEffect::None, &["game() -> Game", "Game.cards(zone) -> [Card]", "Card.can_leave() -> flag"]),
    ] {
        for text in signatures {
            vocabulary.add_verb(Signature { effect, ..Signature::parse(text).unwrap() });
        }
    }
    for (of, name, kind, writable) in [
        ("Item", "target", Type::named("Item"), false),
        ("Item", "player", Type::named("Player"), false),
        ("Item", "card", Type::named("Card"), false),
        ("Item", "affected", Type::list(Type::named("Player")), false),
        ("Card", "n", Type::Number, false),
        ("Player", "n", Type::Number, false),
        ("Card", "owner", Type::named("Player"), false),
        ("Card", "razed", Type::Flag, true),
        ("Card", "level", Type::Number, false),
        ("Card", "polarity", Type::word("polarity"), false),
        ("Card", "name", Type::word("card"), false),
        ("Player", "formation", Type::list(Type::named("Card")), false),
    ] {
        vocabulary.add_property(of, name, kind, writable);
    }
    vocabulary.add_words("zone", ["hand", "pool", "draw pile"]);
    vocabulary.add_words("polarity", ["helpful", "harmful"]);
    vocabulary.add_words("card", ["Calm", "Cataclysm!"]);
    vocabulary
}

fn hooks() -> Vec<HookSignature> {
    let given = |name: &str, kind: &str| (name.into(), Type::named(kind));
    let hook = |name: &str, takes: Vec<_>, gives, pure| {
        let named = gives == Type::Flag;
        HookSignature { name: name.into(), takes, gives, pure, named }
    };
    vec![
        hook("resolve", vec![given("item", "Item")], Type::Nothing, false),
        hook("announce", vec![given("item", "Item")], Type::Nothing, false),
        hook("on_drawn", vec![given("me", "Card"), ("event".into(), Type::Unknown)], Type::Nothing, false),
        hook("may_play", vec![given("player", "Player"), given("card", "Card")], Type::Flag, true),
    ]
}

/// Everything that is found in a card's script, with one shared file beside it.
pub(super) fn found_with(shared: &str, text: &str) -> String {
    found_beside(shared, text, "test", &[])
}

/// The same, where the card belongs to this pack, which requires these.
pub(super) fn found_beside(shared: &str, text: &str, pack: &str, requires: &[Box<str>]) -> String {
    let vocabulary = vocabulary();
    let hooks = hooks();
    let shared = script("shared.rhai", shared);
    let card = script("card.rhai", text);
    let source = |pack: &str, role, requires: &[Box<str>]| ScriptSource {
        pack: pack.into(),
        role,
        requires: requires.into(),
        ..ScriptSource::default()
    };
    let sources = [source(pack, ScriptRole::Card, requires), source("test", ScriptRole::Shared, &[])];
    let units = [
        Unit { script: &card, source: &sources[0], hooks: &hooks },
        Unit { script: &shared, source: &sources[1], hooks: &[] },
    ];
    check(&vocabulary, &units, Vec::new(), &[]).0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

pub(super) fn found(text: &str) -> String {
    found_with("", text)
}

/// What is found in the body of `resolve(item)`.
pub(super) fn inside(body: &str) -> String {
    found(&format!("fn resolve(item) {{\n{body}\n}}"))
}

pub(super) fn fine(body: &str) {
    assert_eq!(inside(body), "", "{body}");
}

#[test]
fn the_scripts_of_the_design_are_fine() {
    fine("item.target.exempt(item.player);");
    fine(
        "for player in item.affected {
            let standing = player.formation.filter(|realm| !realm.razed);

            if standing.len >= 4 {
                player.choose(\"discard which realm\", standing).discard();
            }
        }",
    );
    fine(
        "let best = (); for card in item.player.formation { if best == () || card.level > best.level { best = card; } } best.discard();",
    );
    fine("let out = []; for card in item.player.formation { out.push(card); } out.first.discard();");
    fine("let all = item.affected.flat_map(|p| p.formation); all.max(|c| c.level).discard();");
    fine("if item.player.confirm(\"really\") { item.negate(); }");
    fine("item.player.draw(item.player.formation.sum(|c| c.level) + 1);");
    fine("let n = item.player.draw(2); if n < 2 { return; } item.negate();");
    fine("game().cards(\"hand\").first.discard();");
    fine("let by = |c| c.level; let f = item.player.formation; f.sort(by).first.discard();");
    fine("while true { if item.player.roll(6) == 6 { break; } } item.negate();");
    fine("switch item.player.roll(6) { 1 => item.negate(), 2 | 3 => item.player.draw(1), _ => () }");
}

#[test]
fn a_verb_of_something_else_names_who_has_it() {
    assert_eq!(
        inside("item.player.negate();"),
        "error[verb-unknown]: a player has no verb `negate`\n  --> card.rhai:2:13\n  | ^^^^^^ \n  \
         = a stack item has it"
    );
    assert_eq!(
        inside("item.player.formation.discard();"),
        "error[verb-unknown]: a list has no verb `discard`\n  --> card.rhai:2:23\n  | ^^^^^^^ \n  \
         = a card has it: go through the list with `for`"
    );
}

#[test]
fn a_verb_without_and_a_property_with_parentheses() {
    assert_eq!(
        inside("item.player.draw(item.card.level());"),
        "error[verb-unknown]: a card has no verb `level`\n  --> card.rhai:2:28\n  \
         | ^^^^^ write `level`: it is a property"
    );
    assert_eq!(
        inside("let x = item.card.discard;"),
        "error[property-unknown]: a card has no property `discard`\n  --> card.rhai:2:19\n  \
         | ^^^^^^^ write `discard(…)`: it is a verb"
    );
}

#[test]
fn an_unknown_variable_has_a_suggestion() {
    assert_eq!(
        inside("itme.negate(); let x = item.player; y.draw(1);"),
        "error[variable-unknown]: there is no variable `itme`\n  --> card.rhai:2:1\n  | ^^^^ did you mean `item`?\n\
         error[variable-unknown]: there is no variable `y`\n  --> card.rhai:2:37\n  | ^ "
    );
    assert!(inside("item.affected.filter(|p| q.n > 1).first.draw(1);").contains("there is no variable `q`"));
    // What was cut out of another function has lost what that was given.
    let helper = "fn worst(player) { player.hand.filter(|card| card != item.card).first }";
    assert!(
        found(&format!("{helper} fn resolve(item) {{ worst(item.player).discard(); }}"))
            .contains("= a function sees only what it is given: make `item` a parameter of `worst`")
    );
}

#[test]
fn a_variable_out_of_sight_is_found() {
    let later = inside("let few = item.player.hand.filter(|card| card.level < most); let most = 3; few.discard();");
    assert!(later.contains("`most` is declared in line 2: declare it before it is used"), "{later}");
    let behind = inside("for card in item.player.hand { let most = card.level; } item.player.draw(most);");
    assert!(behind.contains("`most` ends with the block in which it is declared, in line 2"), "{behind}");
    let elsewhere = found(
        "fn few(cards) { cards.filter(|card| card.owner == player) }\n\
         fn resolve(item) { let player = item.player; few(player.hand).first.discard(); }",
    );
    assert!(elsewhere.contains("make `player` a parameter of `few`"), "{elsewhere}");
}

#[test]
fn a_closure_is_given_what_it_mentions() {
    let taken = found(
        "fn few() { 1 } fn resolve(item) { let few = few(); item.player.hand.filter(|card| card.level < few).first.discard(); }",
    );
    assert!(taken.contains("error[closure-capture]: a closure does not see the variable `few` here"), "{taken}");
    for fine in [
        "let few = 1; item.player.hand.filter(|card| card.level < few).first.discard();",
        "item.player.hand.filter(|few| few.level < 1).first.discard();",
        "let few = 1; item.player.hand.filter(|card| [1].filter(|n| n < few + card.level).len > 0).first.discard();",
    ] {
        let said = inside(fine);
        assert!(!said.contains("closure-capture"), "{fine}: {said}");
    }
    let constant =
        found("const FEW = 2; fn resolve(item) { item.player.hand.filter(|card| card.level < FEW).first.discard(); }");
    assert!(!constant.contains("closure-capture"), "{constant}");
}

#[test]
fn a_wrong_number_of_arguments() {
    assert!(inside("item.card.move_to();").contains("`move_to` takes 1 or 2 arguments, not 0"));
    assert!(found("fn resolve(item) { help(); } fn help(p) { p.draw(1); }").contains("`help` takes 1 argument, not 0"));
}

#[test]
fn an_argument_of_the_wrong_kind() {
    assert!(inside("item.player.choose(3, [1]).abs();").contains("`choose` takes a text as argument 1, not a number"));
}

#[test]
fn assignments_to_what_cannot_be_set() {
    assert!(inside("item.card.razed = 3;").contains("error[value-kind]: `razed` of a card is true or false"));
    assert!(inside("item.card.razedd = true;").contains("error[property-unknown]: a card has no property `razedd`"));
    fine("item.card.razed = true;");
}

#[test]
fn a_change_in_a_condition() {
    assert!(inside("while item.player.draw(1) == 1 { }").contains("change-in-condition"));
    assert!(inside("switch item.player.draw(1) { 1 => (), _ => item.negate() }").contains("change-in-condition"));
    assert!(
        inside("let x = if item.player.draw(1) == 1 { 1 } else { 2 }; item.player.draw(x);")
            .contains("change-in-condition")
    );
}

#[test]
fn a_change_in_a_closure_of_a_list() {
    assert!(
        inside("let x = item.affected.any(|p| p.confirm(\"so\")); if x { item.negate(); }").contains("asks a player")
    );
    fine("let answers = item.affected.map(|p| p.confirm(\"so\")); if answers.first { item.negate(); }");
}

#[test]
fn a_closure_that_uses_the_root_of_its_chain() {
    assert!(
        inside("let l = [1]; let x = l.filter(|n| l.len > n); item.player.draw(x.len);")
            .contains("give what the closure needs from `l` a name")
    );
    assert!(inside("let me = item.card; let by = |c| c.level > me.level; let x = me.owner.formation.filter(by); x.first.discard();").contains("closure-root"));
}

#[test]
fn words_of_rhai_that_scripts_cannot_use() {
    for word in ["debug(1)", "rand()", "type_of(1)"] {
        assert!(inside(&format!("{word};")).contains("error[script-forbidden]"), "{word}");
    }
}

#[test]
fn a_loop_that_never_ends() {
    assert!(inside("loop { item.negate(); }").contains("loop-endless"));
    assert!(inside("while true { for x in [1] { break; } }").contains("loop-endless"));
    fine("loop { if item.card.razed { return; } item.negate(); }");
}

#[test]
fn a_value_that_nobody_uses() {
    assert!(inside("item.card.can_leave(); item.negate();").contains("`can_leave` only returns a value"));
    assert!(inside("item.affected.sort(|p| p.n); item.negate();").contains("value-unused"));
    assert!(inside("if item.card.razed { item.card.level }").contains("value-unused"));
}

#[test]
fn what_is_never_reached() {
    assert!(inside("if item.card.razed { return; } else { return; } item.negate();").contains("unreachable"));
    assert!(inside("for p in item.affected { continue; p.draw(1); }").contains("unreachable"));
}

#[test]
fn kinds_that_do_not_go_together() {
    assert!(inside("if item.card.level > \"3\" { item.negate(); }").contains("`>` cannot take a number and a text"));
    assert!(inside("if !item.card { item.negate(); }").contains("`!` needs true or false, not a card"));
}

#[test]
fn everything_is_found_in_one_run() {
    let found =
        found("fn resolve(item) {\n    item.neagte();\n    item.player.drow(1);\n    exit();\n}\n\nfn idle(x) { y }");
    assert_eq!(found.matches("error[").count(), 5, "{found}");
}

#[test]
fn a_value_that_can_never_be_in_a_list() {
    assert!(
        inside("if item.card in item.affected { item.negate(); }")
            .contains("a card is never in a list whose elements are players")
    );
    fine("if item.player in item.affected { item.negate(); }");
}

#[test]
fn who_gives_something_else_than_the_others_is_to_blame() {
    let help = "fn raze(realm) { if !realm.razed { realm.razed = true; } }";
    assert_eq!(
        found_with(help, "fn resolve(item) { raze(item.card); raze(item.player); }"),
        "error[argument-kind]: `raze` takes a card as its argument, not a player\n  --> card.rhai:1:47\n  | ^^^^^^ "
    );
    assert!(found_with(help, "fn resolve(item) { raze(item.player); }").contains("shared.rhai"));
    let told_apart = "fn act(what) { if is_a(what, \"card\") { what.razed = true; } else { what.draw(1); } }";
    assert_eq!(found_with(told_apart, "fn resolve(item) { act(item.card); act(item.player); act(()); }"), "");
    let by_word = "fn act(sort, what) { if sort == \"card\" { what.razed = true; } }";
    assert_eq!(found_with(by_word, "fn resolve(item) { act(\"card\", item.card); act(\"none\", 3); }"), "");
}

#[test]
fn a_value_that_there_is_not() {
    let sometimes = "fn rank(card) { if card.razed { 1 } } fn resolve(item) { item.player.draw(rank(item.card)); }";
    assert_eq!(found(&sometimes.replace("rank(item.card))", "rank(item.card) ?? 0)")), "");
    let hook = found("fn may_play(player, card) { if card.razed { return true; } }");
    assert!(hook.contains("returns nothing when it reaches its end"), "{hook}");
}
