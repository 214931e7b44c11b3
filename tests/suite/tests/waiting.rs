//! What a seat is shown of what waits on the stack and of what has happened, if it does not know which card
//! that came from.

use cardwright_content::Files;
use cardwright_game::{Begin, Datum, Progress, Random, Ruleset, RulesetInside, Viewer, load};
use cardwright_kernel::ids::{EntityId, Seat};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::questions::{Answer, ChanceQuestion, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Table};
use cardwright_report::Reporter;
use suite::{content, root};

/// The toy game, where nobody is told which card is cast or lit, and cast cards stay in the hand.
fn secretive() -> Ruleset {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let changed = |path: &str, text: &str| match path {
        "cards/toy/ruleset.toml" => text
            .replace("[actions.cast]\n", "[actions.cast]\nopen = false\nmoves = false\n")
            .replace("[actions.light]\n", "[actions.light]\nopen = false\nmoves = false\n"),
        _ => text.to_string(),
    };
    let files = Files::new(files.iter().map(|(path, text)| (path.to_string(), changed(path, text))));
    let loaded = load(&files, "toy");
    loaded.ruleset.unwrap_or_else(|| panic!("{}", loaded.problems.render(&files, Colour::Plain)))
}

/// How many items and facts were shown to seats that do not know what they came from.
#[derive(Default)]
struct Hidden {
    items: usize,
    facts: usize,
}

/// The place in a script that did something would name the card.
fn read(ruleset: &Ruleset, table: &Table, seat: Seat, hidden: &mut Hidden) {
    let reporter = Reporter::for_seat(ruleset.rules(), table.state(), seat);
    for fact in table.game().trace() {
        let is_known = fact.cause.as_ref().is_none_or(|cause| cause.known.has(seat));
        let json = reporter.json_lines(std::slice::from_ref(fact), &[]);
        assert!(is_known || !json.contains("\"script\""), "to {seat:?}: {json}");
        hidden.facts += usize::from(!is_known && fact.place.is_some() && !json.is_empty());
    }
}

/// Each item is named to a seat that knows it, and to no other.
fn look(ruleset: &Ruleset, table: &Table, seat: Seat, hidden: &mut Hidden) {
    let (state, view) = (table.game().state(), ruleset.view(table.game(), Viewer::Seat(seat)));
    let knows = |id: EntityId| state.entity(id).known.has(seat);
    assert_eq!(view.items.len(), state.items().len());
    for (item, shown) in state.items().iter().zip(&view.items) {
        assert_eq!(shown.what.is_some(), knows(item.id), "to {seat:?}: {shown:?}");
        if item.trigger.is_none() && item.card.id.is_some() && state.fresh(item.card) {
            let is_shown = !matches!(shown.source, Some(Datum::Unknown) | None);
            assert_eq!(is_shown, knows(item.card.id), "to {seat:?}: {shown:?}");
        }
        hidden.items += usize::from(!knows(item.id));
    }
}

#[test]
fn what_waits_is_named_to_who_knows_it() {
    let ruleset = secretive();
    let mut hidden = Hidden::default();
    for seed in 0..6 {
        let game = ruleset.begin(&Begin::new(3, seed)).expect("three can play");
        let mut table = ruleset.table_of_people(&ruleset.host(), game);
        let mut random = Random::new(seed);
        for _ in 0..150 {
            if table.advance() == Progress::Over {
                break;
            }
            (0..3).for_each(|seat| look(&ruleset, &table, Seat(seat), &mut hidden));
            let prompt = table.game().prompts()[0].clone();
            let answer = random.decide(&prompt, table.game(), table.rules()).unwrap_or_else(|| prompt.default.clone());
            table.answer(prompt.number, answer).expect("what is drawn at random fits");
        }
        (0..3).for_each(|seat| read(&ruleset, &table, Seat(seat), &mut hidden));
    }
    assert!(hidden.items > 50, "{} items were hidden", hidden.items);
    assert!(hidden.facts > 50, "{} facts were hidden", hidden.facts);
}

/// In which order scripts have asked says which of two cards was first: the seats that are waited for stand in their own order.
#[test]
fn who_is_waited_for_stands_in_the_order_of_seats() {
    let ruleset = content().games["mega_calamities"].as_ref().expect("it is right");
    let game = ruleset.begin(&Begin::new(6, 2)).expect("six can play");
    let mut table = ruleset.table_of_people(&ruleset.host(), game);
    let mut random = Random::new(2);
    let mut turned = 0;
    for _ in 0..600 {
        if table.advance() == Progress::Over {
            break;
        }
        let asked: Vec<Seat> = table.game().prompts().iter().map(|prompt| prompt.seat).collect();
        let mut shown = asked.clone();
        shown.sort_unstable();
        turned += usize::from(shown != asked);
        assert_eq!(ruleset.view(table.game(), Viewer::Host).waiting_for, shown);
        let told = ruleset.view(table.game(), Viewer::Seat(Seat(0))).waiting_for;
        assert!(told.is_sorted() && shown.iter().all(|seat| told.contains(seat)), "{told:?}");
        let prompt = table.game().prompts()[0].clone();
        let answer = random.decide(&prompt, table.game(), table.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    assert!(turned > 0, "somebody was asked before a seat that comes earlier");
}

/// Names an outcome that there is not.
struct Misled;

impl Decider for Misled {
    fn decide(&mut self, _: &Prompt, _: &Game, _: &Rules) -> Option<Answer> {
        None
    }

    fn chance(&mut self, _: &ChanceQuestion, _: &Game, _: &Rules) -> Option<Answer> {
        Some(Answer::Options([9999].into_iter().collect()))
    }
}

/// An outcome that does not fit is not replaced by another without a word: the question stays open.
#[test]
fn chance_that_a_decider_names_wrongly_stays_open() {
    let ruleset = secretive();
    let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
    let mut table = ruleset.table(&ruleset.host(), game, Box::new(Misled));
    assert_eq!(table.advance(), Progress::Chance);
    assert!(table.game().log().is_empty(), "{:?}", table.game().log());
}
