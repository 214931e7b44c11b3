//! What a seat does not learn by how the kernel asks, shuffles and tells: each test is of the class of something that was
//! found to tell.
//!
//! Found once: who is asked tells what a hand holds; a failing ruling tells a seat too much; nothing to choose from is told by
//! not being asked.

use super::pack::{More, ruleset_with, ruling};
use crate::rulings::{Run, metamorphic, run};
use cardwright_game::{Datum, NamedView, PlayerId, RulesetInside, Seat, SeatHandle, ValueOf, Viewer};

/// The trace of a ruling as the host reads it, as seat B reads it, and what B reads of it as JSON. Nobody is asked anything
/// else than the steps answer.
fn read_by_b(more: More<'_>, tables: &str, steps: &str) -> [String; 3] {
    let ruleset = ruleset_with(more);
    let Run { trace, game, facts, failures, .. } = run(&ruling(tables, steps, &ruleset), &ruleset, &ruleset.host());
    assert!(failures.is_empty(), "{failures:?}\n{trace}");
    let reporter = ruleset.reporter(&game, Some(Seat(1)));
    [trace, reporter.trace(&facts), reporter.json_lines(&facts, &[])]
}

type Card<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

/// A charm with this script.
fn charm(script: &str) -> Card<'_> {
    ("charms", "scheme", "Scheme", "", script)
}

/// A question is asked, and what B reads is the same, whether A holds Fire Storm, of level 2, or an Imp.
fn is_asked_the_same(script: &str, tables: &str, answer: &str) {
    let cards = [charm(script)];
    let more = More { cards: &cards, ..More::default() };
    let with = |card: &str| {
        let tables = tables.replace("CARD", card);
        let ruleset = ruleset_with(more);
        let unanswered = run(&ruling(&tables, "A plays Scheme\nall pass", &ruleset), &ruleset, &ruleset.host());
        assert!(unanswered.failures.iter().any(|problem| problem.code == "question-open"), "{}", unanswered.trace);
        read_by_b(more, &tables, &format!("A plays Scheme\nall pass\n{answer}"))
    };
    assert_eq!(with("Fire Storm")[1..], with("Imp")[1..]);
}

/// The findings `the-shadow-holds-a-card-that-fits` and `the-shadow-holds-a-card-that-does-not-fit`, and attack 16: nobody can
/// tell, by asking or not asking, that a hand has nothing to choose.
#[test]
fn a_question_about_a_hand_is_asked_even_if_there_is_nothing_to_choose() {
    let script =
        "fn resolve(item) { item.player.may_choose(\"burn which\", item.player.hand.filter(|card| card.level == 2)); }";
    is_asked_the_same(script, "[A]\nhand = [\"Scheme\", \"CARD\"]", "A, burn which: none");
}

/// The same of what is derived from a hand and is no card: words, numbers, cards that lie open.
#[test]
fn a_question_that_depends_on_a_hand_is_asked_even_if_there_is_one_answer() {
    let ways = "fn resolve(item) {
        let ways = [\"calm\"];
        if item.player.hand.any(|card| card.level == 2) { ways.push(\"angry\"); }
        item.player.choose(\"which way\", ways);
    }";
    is_asked_the_same(ways, "[A]\nhand = [\"Scheme\", \"CARD\"]", "A, which way: calm");

    let most =
        "fn resolve(item) { item.player.choose(\"how many\", 0, item.player.hand.count(|card| card.level == 2)); }";
    is_asked_the_same(most, "[A]\nhand = [\"Scheme\", \"CARD\"]", "A, how many: 0");

    let open = "fn resolve(item) {
        let weak = game().cards(\"pool\").filter(|card| item.player.hand.any(|own| own.level > card.level));
        item.player.choose(\"save which\", weak, 0, 1);
    }";
    is_asked_the_same(open, "[A]\nhand = [\"Scheme\", \"CARD\"]\n[B]\npool = [\"Imp\"]", "A, save which: none");
}

/// Where everybody sees that there is nothing to choose, nobody is asked.
#[test]
fn a_question_about_what_lies_open_is_not_asked_if_there_is_nothing_to_choose() {
    let script = "fn resolve(item) {
        item.player.may_choose(\"save which\", item.player.pool);
        item.player.choose(\"praise whom\", [item.player]);
        item.player.may_choose(\"give up which\", item.player.hand);
    }";
    let more = More { cards: &[charm(script)], ..More::default() };
    let [trace, ..] = read_by_b(more, "[A]\nhand = [\"Scheme\"]\n[B]\nhand = [\"Imp\"]", "A plays Scheme\nall pass");
    assert!(trace.contains("> A, give up which: none"), "{trace}");
}

/// What one function has looked at does not count for what another asks.
#[test]
fn what_was_looked_at_counts_for_one_call_of_a_script() {
    let script = "fn announce(item) { if item.player.hand.is_empty { refuse(\"nothing in hand\"); } }
    fn resolve(item) { item.player.may_choose(\"save which\", item.player.pool); }";
    let more = More { cards: &[charm(script)], ..More::default() };
    let [trace, ..] = read_by_b(more, "[A]\nhand = [\"Scheme\", \"Imp\"]", "A plays Scheme\nall pass");
    assert!(trace.contains("> A, save which: none"), "{trace}");
}

/// A shuffle tells nobody the order: neither of a zone that lies open nor, to others, of a hand.
#[test]
fn a_shuffle_tells_nobody_the_order() {
    let script = |zone: &str| {
        format!(
            "fn resolve(item) {{
                item.player.shuffle(\"{zone}\");
                for card in item.player.cards(\"{zone}\") {{ card.put_under(\"draw\"); }}
            }}"
        )
    };
    for zone in ["discard", "pool", "hand", "draw"] {
        let script = script(zone);
        let order = |first: &str, second: &str| {
            let cards = [charm(&script)];
            let tables = format!("[A]\nhand = [\"Scheme\"]\n{zone} = [\"Imp\", \"Fire\"]");
            let tables = if zone == "hand" { "[A]\nhand = [\"Scheme\", \"Imp\", \"Fire\"]" } else { &tables };
            let steps = format!("A plays Scheme\nall pass\n* shuffled for A: {first}, {second}");
            read_by_b(More { cards: &cards, ..More::default() }, tables, &steps)
        };
        let (one, other) = (order("Imp", "Fire"), order("Fire", "Imp"));
        assert!(one[0].contains("* shuffled for A: Imp, Fire"), "{}", one[0]);
        assert!(one[1].contains("* shuffled for A\n"), "{}", one[1]);
        assert_eq!(one[1..], other[1..], "{zone}");
    }
}

/// A fact that the trace does not write leaves no JSON line for a seat, and no place in a script: the findings `what-was-reserved` and
/// `what-was-reserved-no-wind`.
#[test]
fn a_quiet_fact_leaves_nothing_in_the_json_of_a_seat() {
    let rules = "[attributes.fires]\ntype = \"number\"\nof = \"game\"\nchanges = true\nquiet = true\n";
    let script = "fn resolve(item) {
        let game = game();
        if item.player.hand.any(|card| card.level == 2) { game.fires += 1; }
    }";
    let cards = [charm(script)];
    let more = More { rules, cards: &cards, ..More::default() };
    let with =
        |card: &str| read_by_b(more, &format!("[A]\nhand = [\"Scheme\", \"{card}\"]"), "A plays Scheme\nall pass");
    let (fire, imp) = (with("Fire Storm"), with("Imp"));
    assert_eq!(fire[1..], imp[1..]);
    assert!(fire[2].lines().all(|line| !line.contains("\"text\":\"\"")), "{}", fire[2]);
}

/// What is secret about a player is told to nobody else: no change of it, no value that is computed from it.
#[test]
fn a_secret_attribute_is_told_to_its_controller_alone() {
    let rules = "[attributes.plan]\ntype = \"number\"\nof = \"player\"\nchanges = true\nsecret = true\n\
                 [attributes.fate]\ntype = \"number\"\nof = \"game\"\nchanges = true\nsecret = true\n\
                 [values]\nforesight = { of = \"player\", amount = \"plan\" }\n";
    let script = "fn resolve(item) {
        let player = item.player;
        let game = game();
        player.plan = if player.hand.any(|card| card.level == 2) { 2 } else { 1 };
        game.fate = player.plan;
    }";
    let cards = [charm(script)];
    let ruleset = ruleset_with(More { rules, cards: &cards, ..More::default() });
    let read = |card: &str, viewer: Viewer| {
        let tables = format!("[A]\nhand = [\"Scheme\", \"{card}\"]");
        let run = run(&ruling(&tables, "A plays Scheme\nall pass", &ruleset), &ruleset, &ruleset.host());
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        let json = ruleset.reporter(&run.game, seat).json_lines(&run.facts, &[]);
        let playing = ruleset.match_of(run.game);
        let (view, trace) = (playing.view(viewer), playing.observe(viewer).trace);
        let (plans, fate) = (view.players.iter().map(|player| player.properties.clone()), view.game.clone());
        let foresight = playing.explain(viewer, &ValueOf::Player(PlayerId(0)), "foresight").map(|value| value.value);
        (format!("{json}\n{trace:?}\n{:?} {fate:?}", plans.collect::<Vec<_>>()), foresight)
    };
    let others = [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(9))];
    for other in others {
        let (fire, imp) = (read("Fire Storm", other), read("Imp", other));
        assert_eq!(fire, imp);
        assert!(!fire.0.contains("fate") && fire.1.is_none(), "{fire:?}");
    }
    let (own, foresight) = read("Fire Storm", Viewer::Seat(Seat(0)));
    assert!(own.contains("A: plan 0 → 2") && !own.contains("fate") && foresight == Some(Datum::Number(2)), "{own}");
    let (all, _) = read("Fire Storm", Viewer::Host);
    assert!(all.contains("A: plan 0 → 2") && all.contains("fate 0 → 2"), "{all}");
}

/// What is used in secret is named to its player alone: neither what waits nor the standing effect that it leaves names it to
/// others.
#[test]
fn what_was_used_in_secret_is_not_named_by_what_it_leaves() {
    let rules = "[actions.hatch]\nsays = \"hatches\"\nof = \"charm\"\nfrom = \"hand\"\noffered = [\"turn\"]\n\
                 signal = \"played\"\nopen = false\nmoves = false\n\
                 [effects.plan]\nlasts = \"until your next turn\"\n";
    let script = "fn resolve(item) { item.begin(\"plan\"); }";
    let cards = [charm(script), ("charms", "ruse", "Ruse", "", script)];
    let ruleset = ruleset_with(More { rules, cards: &cards, ..More::default() });
    let seen = |card: &str, steps: &str, seat: u8| {
        let tables = format!("[A]\nhand = [\"{card}\"]");
        let steps = steps.replace("CARD", card);
        let ruling = ruling(&tables, &steps, &ruleset);
        let playing = ruleset.match_of(run(&ruling, &ruleset, &ruleset.host()).game);
        let seen = playing.observe(Viewer::Seat(Seat(seat)));
        let name = |what: Option<NamedView>| what.map(|what| what.name.to_string());
        let items: Vec<_> = seen.view.items.iter().map(|item| name(item.what.clone())).collect();
        let effects: Vec<_> = seen.view.effects.iter().map(|effect| name(effect.what.clone())).collect();
        (items, effects, format!("{seen:?}"))
    };
    let named = |card: &str| vec![Some(card.to_string())];
    for (steps, waits) in [("A hatches CARD", true), ("A hatches CARD\nall pass", false)] {
        let (own, other) = (seen("Ruse", steps, 0), seen("Ruse", steps, 1));
        let (items, effects) = if waits { (named("Ruse"), vec![]) } else { (vec![], named("Ruse")) };
        assert_eq!((own.0, own.1), (items, effects), "{}", own.2);
        assert_eq!([other.0, other.1].concat(), [None], "{}", other.2);
        assert!(!other.2.contains("Ruse"), "{}", other.2);
        assert_eq!(other.2, seen("Scheme", steps, 1).2, "B sees the same, whichever it is");
    }
}

/// Whether a value is told does not depend on cards that the seat does not know: those in other hands contribute nothing to
/// what it is shown.
#[test]
fn a_value_is_told_whatever_others_hold() {
    let rules = "[stages]\nadd = \"add\"\n[values]\nprice = { of = \"charm\", amount = 1 }\n";
    let cheap = "works_in = [\"hand\"]\n[[modifies]]\nvalue = \"price\"\nstage = \"add\"\namount = 1\nsubject = { of = \"this\" }\n";
    let cards = [charm("fn resolve(item) { }"), ("charms", "cheap", "Cheap", cheap, "fn resolve(item) { }")];
    let ruleset = ruleset_with(More { rules, cards: &cards, ..More::default() });
    let prices = |held: &str| {
        let tables = format!("[A]\nhand = [\"Scheme\", \"Cheap\"]\n[B]\nhand = [\"{held}\"]");
        let run = run(&ruling(&tables, "A passes", &ruleset), &ruleset, &ruleset.host());
        let playing = ruleset.match_of(run.game);
        let viewer = Viewer::Seat(Seat(0));
        let view = playing.view(viewer);
        let hand = view.zones.iter().find(|zone| &*zone.zone.zone == "hand" && !zone.cards.is_empty());
        let cards = hand.into_iter().flat_map(|hand| &hand.cards);
        let price = |of: SeatHandle| playing.explain(viewer, &ValueOf::Card(of), "price").map(|price| price.value);
        cards.map(|card| (card.name.to_string(), price(card.handle))).collect::<Vec<_>>()
    };
    let expected = [("Cheap".to_string(), Some(Datum::Number(2))), ("Scheme".to_string(), Some(Datum::Number(1)))];
    assert_eq!(prices("Scheme"), expected);
    assert_eq!(prices("Cheap"), expected);
}

/// A card that asks from a hand betrays that it is there. The variants of a ruling report it, and have nothing to report once
/// the listener is masked.
#[test]
fn a_variant_tells_that_a_listener_asks_from_a_hand_unless_it_is_masked() {
    let tally = charm("fn resolve(item) { item.player.points += 1; }");
    let asks = "fn on_changed_points(me, event) { if me.controller.confirm(\"swoop\") { me.discard(); } }";
    let betrayed = |masked: bool, answer: &str| {
        let keys = format!("[on.\"changed points\"]\nfrom = \"hand\"\nwhen = \"after\"\nmasked = {masked}");
        let owl = ("creatures", "owl", "Owl", &*keys, asks);
        let ruleset = ruleset_with(More { cards: &[tally, owl], ..More::default() });
        let ruling = ruling(
            "[A]\nhand = [\"Scheme\"]\n[B]\nhand = [\"Owl\"]",
            &format!("A plays Scheme\nall pass\n{answer}"),
            &ruleset,
        );
        let run = run(&ruling, &ruleset, &ruleset.host());
        assert!(run.failures.is_empty(), "{:?}\n{}", run.failures, run.trace);
        metamorphic(&ruling, &ruleset, &ruleset.host())
    };
    let found = betrayed(false, "B, swoop: no");
    let told = found.iter().find(|divergence| divergence.variant.starts_with("A could tell"));
    let told = told.unwrap_or_else(|| panic!("nothing is told of B: {found:?}"));
    assert!(told.variant.contains("Owl"), "{told:?}");
    assert_eq!(betrayed(true, "B, changed points: none"), []);
}
