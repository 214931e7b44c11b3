//! What the checker finds about texts that must name something: zones, polarities, cards and notes.

use super::checks::{fine, found, found_with, inside};

#[test]
fn a_word_that_the_game_does_not_declare() {
    assert!(
        inside("if item.card.name in [\"Calm\", \"Catclysm!\"] { item.negate(); }")
            .contains("did you mean `Cataclysm!`?")
    );
    fine("item.card.move_to(\"hand\", \"any cause, because none is declared\");");
}

#[test]
fn words_are_followed_through_constants_variables_loops_and_functions() {
    let wrong = "there is no zone `hnad`";
    assert!(found("const Z = \"hnad\"; fn resolve(item) { item.card.move_to(Z); }").contains(wrong));
    assert!(inside("let z = \"hnad\"; item.card.move_to(z);").contains(wrong));
    assert!(inside("for z in [\"pool\", \"hnad\"] { item.card.move_to(z); }").contains(wrong));
    assert!(inside("let z = if item.card.razed { \"pool\" } else { \"hnad\" }; item.card.move_to(z);").contains(wrong));
    let put = "fn put(card, zone) { card.move_to(zone); }";
    assert!(found_with(put, "fn resolve(item) { put(item.card, \"hnad\"); }").contains(wrong));
    let kind = "there is no polarity `helpfull`";
    assert!(
        inside("switch item.card.polarity { \"harmful\" | \"helpfull\" => item.negate(), _ => () }").contains(kind)
    );
    assert!(inside("if [\"helpfull\"].contains(item.card.polarity) { item.negate(); }").contains(kind));
    fine(
        "let z = \"pool\"; item.card.move_to(z); let t = \"anything\"; let n = item.player.choose(t, [1]); item.player.draw(n);",
    );
}

#[test]
fn a_note_that_nobody_makes() {
    assert!(inside("item.set(\"home\", item.card); item.get(\"home\").draw(1);").contains("a card has no verb `draw`"));
    fine("item.set(\"home\", item.card); item.get(\"home\").discard();");
    fine("item.set(\"for another pack\", 1);");
}
