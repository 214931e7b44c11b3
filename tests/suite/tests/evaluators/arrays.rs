//! What lists can do.

use super::world::{World, done};

fn value(expression: &str) -> String {
    World::new().value(&format!("fn test(p) {{ {expression} }}"))
}

#[test]
fn questions_without_a_closure() {
    assert_eq!(value("[3, 1, 2].len"), "3");
    assert_eq!(value("[3, 1, 2].len"), "3");
    assert_eq!(value("[].is_empty"), "true");
    assert_eq!(value("[3, 1, 2].first"), "3");
    assert_eq!(value("[3, 1, 2].last"), "2");
    assert_eq!(value("[].first"), "()");
    assert_eq!(value("[1, 2] + [3]"), "[1, 2, 3]");
    assert_eq!(value("[1, 2] == [1, 2]"), "true");
    assert_eq!(value("[1, 2] != [1, 2]"), "false");
    assert_eq!(value("[1, 2] == [2, 1]"), "false");
    assert_eq!(value("[1, 2, 3].take(2)"), "[1, 2]");
    assert_eq!(value("[1, 2, 3].take(-2)"), "[]");
    assert_eq!(value("[1, 2, 3].skip(2)"), "[3]");
    assert_eq!(value("[1, 2, 3].skip(1).take(9)"), "[2, 3]");
    assert_eq!(value("[1, 2, 1].without(1)"), "[2]");
    assert_eq!(value("[1, 2, 3].without([1, 3])"), "[2]");
    assert_eq!(value("[1, 2, 1].distinct()"), "[1, 2]");
    assert_eq!(value("[1, 2, 3].sum()"), "6");
    assert_eq!(value("2 in [1, 2]"), "true");
    assert_eq!(value("\"2\" in [1, 2]"), "false");
    assert_eq!(value("[1, 2].index_of(2)"), "1");
    assert_eq!(value("[1, 2].index_of(3)"), "-1");
    assert_eq!(value("[5, 6][1]"), "6");
}

#[test]
fn questions_with_a_closure() {
    assert_eq!(value("[1, 2, 3].filter(|n| n > 1)"), "[2, 3]");
    assert_eq!(value("[1, 2, 3].map(|n| n * n)"), "[1, 4, 9]");
    assert_eq!(value("[1, 2].flat_map(|n| [n, n])"), "[1, 1, 2, 2]");
    assert_eq!(value("[1, 2, 3].all(|n| n > 1)"), "false");
    assert_eq!(value("[1, 2, 3].any(|n| n > 1)"), "true");
    assert_eq!(value("[1, 2, 3].any(|n| n > 3)"), "false");
    assert_eq!(value("[1, 2, 3].find(|n| n > 1)"), "2");
    assert_eq!(value("[1, 2, 3].find(|n| n > 9)"), "()");
    assert_eq!(value("[1, 2, 3].index_of(|n| n > 1)"), "1");
    assert_eq!(value("[1, 2, 3].count(|n| n > 1)"), "2");
    assert_eq!(value("[1, 2, 3].sum(|n| n * 2)"), "12");
    assert_eq!(value("let limit = 2; [1, 2, 3].filter(|n| n > limit)"), "[3]");
    assert_eq!(value("p.cards.filter(|card| card.n > 11).len"), "2");
    assert_eq!(value("p.cards.map(|card| card.n)"), "[11, 12, 13]");
}

#[test]
fn order_is_by_a_key() {
    assert_eq!(value("[3, 1, 2].sort()"), "[1, 2, 3]");
    assert_eq!(value("[3, 1, 2].reverse()"), "[2, 1, 3]");
    assert_eq!(value("[3, 1, 2].min()"), "1");
    assert_eq!(value("[3, 1, 2].max()"), "3");
    assert_eq!(value("[].max()"), "()");
    assert_eq!(value("[[2, 1], [1, 2], [2, 3]].sort(|pair| pair[0])"), "[[1, 2], [2, 1], [2, 3]]");
    assert_eq!(value("[[2, 1], [1, 2], [2, 3]].max(|pair| pair[0])"), "[2, 1]");
    assert_eq!(value("[[2, 1], [1, 2], [1, 3]].min(|pair| pair[0])"), "[1, 2]");
    assert_eq!(value("[\"b\", \"a\"].sort()"), "[\"a\", \"b\"]");
}

#[test]
fn a_question_leaves_the_list_as_it_was() {
    assert_eq!(value("let a = [2, 1]; a.sort(); a.reverse(); a.without(1); a.filter(|n| false); a"), "[2, 1]");
}

#[test]
fn a_list_that_a_script_builds_can_be_changed() {
    assert_eq!(value("let a = []; a.push(1); a += [2, 3]; a"), "[1, 2, 3]");
    assert_eq!(value("let a = [1, 2]; [a.pop(), a]"), "[2, [1]]");
}

#[test]
fn handles_are_compared_by_their_own_equality() {
    assert_eq!(value("p.cards[1] in p.cards"), "true");
    assert_eq!(value("p in p.cards"), "false");
    assert_eq!(value("p.cards == p.cards"), "true");
    assert_eq!(value("p.cards.without(p.cards[0]).len"), "2");
    assert_eq!(value("p.cards.index_of(p.cards[2])"), "2");
}

#[test]
fn a_closure_that_gives_the_wrong_kind_is_a_fault() {
    assert_eq!(
        value("p.cards.filter(|card| card)"),
        "fault: the closure of `filter` must give true or false, not a card (scripts/test/card.rhai:1:22)"
    );
    assert_eq!(
        value("[1, \"a\"].sort()"),
        "fault: `sort` cannot order numbers, texts and flags together (scripts/test/card.rhai:1:23)"
    );
    assert_eq!(
        value("p.cards.sort(|card| card)"),
        "fault: `sort` cannot order by a card (scripts/test/card.rhai:1:22)"
    );
}

#[test]
fn verbs_can_be_called_in_a_loop_over_a_list() {
    World::new().value("fn test(p) { for card in p.cards { card.discard(); } }");
    assert_eq!(done(), ["discard 11", "discard 12", "discard 13"]);
}
