//! Answers that are refused, and options that are ruled out, each with its own reason.

use super::claims::TABLES;
use super::pack::{More, played, played_with};

#[test]
fn an_answer_that_is_refused_says_why() {
    let told = |step: &str| {
        played(
            TABLES,
            &format!("A plays Tithe\nall pass\n{step}\nB, give up which: Fire\nC, give up which: Stop\nA passes"),
        )
    };
    let right = told("B cannot give up which: Imp");
    assert!(
        right.contains(
            "\nx B cannot give up which: Imp: it cannot be chosen for `give up which`\n> B, give up which: Fire\n"
        ),
        "{right}"
    );
    assert!(told("B cannot give up which: Fire").contains("claim-untrue: it is allowed: B can give up which: Fire"));
    assert!(told("B cannot give up which: Impp").contains("claim-untrue: nothing here is written `Impp`"));
}

/// Plays a charm of A's, about which nobody else is asked.
fn with_charm(script: &str, steps: &str) -> String {
    let cards = [("charms", "bar", "Bar", "affects = \"everyone\"", script)];
    let more = More { cards: &cards, script: GIVE_UP, ..More::default() };
    let tables = "players = 3\n[A]\nhand = [\"Bar\", \"Imp\", \"Fire\", \"Dare\"]\n[B]\nhand = [\"Imp\", \"Fire\"]";
    played_with(more, tables, &format!("A plays Bar\nall pass\n{steps}"))
}

const GIVE_UP: &str = "\
fn give_up(player, value) {
    player.rule_out(player.hand.filter(|card| card.name == \"Fire\" && value.hand.len == 3), \"it burns\");
    player.choose(\"give up which\", player.hand).discard();
}";

#[test]
fn an_option_that_is_ruled_out_is_refused_with_its_own_reason() {
    let script = "fn resolve(item) {
        let player = item.player;
        player.rule_out(player.hand.of_kind(\"charm\"), \"charms stay\");
        player.rule_out(player.hand.filter(|card| card.name == \"Fire\"), item.card);
        player.choose(\"give up which\", player.hand).discard();
        player.choose(\"give up another\", player.hand).discard();
    }";
    let told = with_charm(
        script,
        "A cannot give up which: Dare\nA cannot give up which: Fire\nA, give up which: Imp\nA is offered: Fire, Dare\n\
         A, give up another: Dare",
    );
    let refused = told.lines().filter(|line| line.starts_with('x')).collect::<Vec<_>>();
    let right = ["x A cannot give up which: Dare: charms stay", "x A cannot give up which: Fire: Bar forbids it"];
    assert_eq!(refused[..2.min(refused.len())], right, "{told}");
    assert!(told.contains("\n> A, give up another: Dare\n") && !told.contains("claim-"), "{told}");
}

#[test]
fn words_numbers_and_players_are_ruled_out_as_well() {
    let script = "fn resolve(item) {
        let player = item.player;
        player.rule_out([\"up\"], \"the way is closed\");
        player.choose(\"which way\", [\"up\", \"down\", \"back\"]);
        player.rule_out([2], \"two is too many\");
        player.choose(\"which numbers\", [1, 2, 3], 3, 3);
        player.rule_out([player], \"nobody greets himself\");
        player.may_choose(\"greet whom\", game().players);
    }";
    let told = with_charm(
        script,
        "A cannot which way: up\nA, which way: down\nA cannot greet whom: A\nA is offered: B, C\nA, greet whom: B",
    );
    assert!(told.contains("x A cannot which way: up: the way is closed\n> A, which way: down\n"), "{told}");
    // Of three numbers two are left, and both are chosen without a question.
    assert!(told.contains("> A, which numbers: 1, 3\n"), "{told}");
    assert!(told.contains("x A cannot greet whom: A: nobody greets himself\n> A, greet whom: B\n"), "{told}");
    assert!(!told.contains("claim-") && !told.contains("step-"), "{told}");
}

#[test]
fn what_is_ruled_out_of_a_question_that_is_never_asked_is_forgotten() {
    let script = "fn resolve(item) {
        item.player.rule_out(item.player.hand, \"never asked\");
        game().next(\"asks\", item.player);
    }";
    let asks = "fn asks(player) { player.choose(\"give up which\", player.hand).discard(); }";
    let cards = [("charms", "bar", "Bar", "affects = \"everyone\"", script)];
    let more = More { cards: &cards, script: asks, ..More::default() };
    let told = played_with(
        more,
        "[A]\nhand = [\"Bar\", \"Imp\", \"Fire\"]",
        "A plays Bar\nall pass\nA is offered: Imp, Fire\nA, give up which: Imp",
    );
    assert!(!told.contains("claim-") && told.contains("> A, give up which: Imp\n"), "{told}");
}

#[test]
fn everything_that_is_ruled_out_cannot_be_chosen_from() {
    let script = "fn resolve(item) {
        item.player.rule_out(item.player.hand, \"no\");
        item.player.choose(\"give up which\", item.player.hand);
    }";
    let told = with_charm(script, "");
    assert!(told.contains("everything is ruled out: `give up which`"), "{told}");
    // Nothing is given to what is ruled out.
    let script = "fn resolve(item) {
        let hand = item.player.hand;
        item.player.rule_out([hand[0]], \"no\");
        item.player.share(\"tell how often\", hand, 4, [2, 3, 3]);
    }";
    let told = with_charm(script, "A, tell how often: Imp 1, Fire 2, Dare 1");
    assert!(told.contains("step-unmatched"), "{told}");
    let told = with_charm(script, "A, tell how often: Imp 0, Fire 2, Dare 2");
    assert!(!told.contains("step-"), "{told}");
}

#[test]
fn what_was_ruled_out_before_a_seat_waited_says_nothing_about_what_it_is_asked_then() {
    let script =
        "fn resolve(item) { game().together_or_wait([item.player, item.player.left], \"give_up\", item.player); }";
    let told = with_charm(
        script,
        "B cannot give up which: Fire\nB is offered: Imp\nB waits\nA is offered: Imp, Dare\nA, give up which: Imp\nB is offered: Imp, Fire\n\
         B, give up which: Fire",
    );
    assert!(told.contains("- Bar resolves\nx B cannot give up which: Fire: it burns\n"), "{told}");
    assert!(told.contains("> B, give up which: Fire\n") && !told.contains("claim-"), "{told}");
}
