//! Windows in which several are asked at once: in the open, where the first who acts ends it, and in secret.

use cardwright_content::Files;
use cardwright_game::{Begin, PromptView, Random, Ruleset, RulesetInside, load};
use cardwright_kernel::ids::{PlayerId, Seat};
use cardwright_kernel::questions::{Answer, Choice, Prompt};
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{ActionError, Decider, Progress, Table};
use suite::root;

fn snatch() -> Ruleset {
    let (files, _) = Files::read(&root().join("tests/packs/snatch"));
    load(&files, "snatch").ruleset.expect("the game is sound")
}

/// A game with people, at its first question: who snatches.
fn begun(game: &Ruleset, seats: u8) -> Table {
    let begin = game.begin(&Begin::new(seats, 1)).expect("the game has decks");
    let mut table = game.table_of_people(&game.host(), begin);
    table.advance();
    table
}

fn prompt_of(table: &Table, seat: u8) -> Prompt {
    table.game().prompts().iter().find(|prompt| prompt.seat == Seat(seat)).expect("the seat is asked").clone()
}

/// A seat passes, or uses what it is offered first.
fn answer(table: &mut Table, seat: u8, passes: bool) {
    let prompt = prompt_of(table, seat);
    let at = prompt.options.iter().position(|option| (*option == Choice::Pass) == passes).expect("it is offered");
    table.answer(prompt.number, Answer::one(at)).expect("it is an option");
    table.advance();
}

fn waited(game: &Ruleset, table: &Table) -> String {
    game.view(table.game(), Seat(0)).waiting_for.into_iter().map(Seat::letter).collect()
}

#[test]
fn the_first_who_acts_ends_it_and_the_others_are_late() {
    let game = snatch();
    let mut table = begun(&game, 4);
    assert_eq!(waited(&game, &table), "ABCD");
    let (early, late) = (prompt_of(&table, 0), prompt_of(&table, 3));
    answer(&mut table, 2, false);
    for prompt in [early, late] {
        assert_eq!(table.answer(prompt.number, Answer::one(0)), Err(ActionError::Late), "{}", prompt.seat.letter());
    }
    assert_eq!(waited(&game, &table), "ABD", "the others may protest");
}

#[test]
fn a_pass_leaves_the_questions_of_others_as_they_are() {
    let game = snatch();
    let mut table = begun(&game, 4);
    let numbers: Vec<u32> = (0..4).map(|seat| prompt_of(&table, seat).number).collect();
    answer(&mut table, 1, true);
    assert_eq!(waited(&game, &table), "ACD");
    assert_eq!(table.answer(numbers[1], Answer::one(0)), Err(ActionError::Late), "it was answered");
    table.answer(numbers[3], Answer::one(1)).expect("D is asked what D was asked before");
    table.advance();
    assert!(game.trace(table.game(), None).contains("> B passes\n> D snatches\n"));
}

#[test]
fn the_order_of_answers_is_on_the_tape() {
    let game = snatch();
    let host = game.host();
    let mut table = begun(&game, 4);
    for seat in [3, 0] {
        answer(&mut table, seat, true);
    }
    answer(&mut table, 2, false);
    let start = game.begin(&Begin::new(4, 1)).expect("it began before");
    let replayed = game.replay(&host, start, table.game().log());
    let trace = game.trace(table.game(), None);
    assert!(trace.contains("> D and A pass\n> C snatches\n"), "{trace}");
    assert_eq!(game.trace(&replayed, None), trace);
    assert_eq!(replayed.state(), table.state());
}

#[test]
fn answers_are_undone_one_by_one() {
    let game = snatch();
    let mut table = begun(&game, 3);
    let before = table.state().clone();
    answer(&mut table, 2, true);
    answer(&mut table, 0, false);
    for expected in ["AB", "ABC"] {
        table.undo().expect("there is an answer");
        table.advance();
        assert_eq!(waited(&game, &table), expected);
    }
    assert_eq!(*table.state(), before);
}

#[test]
fn who_leaves_is_asked_no_more_and_the_others_keep_their_questions() {
    let game = snatch();
    let mut table = begun(&game, 4);
    let kept = prompt_of(&table, 3).number;
    table.leave(PlayerId(1));
    table.advance();
    assert_eq!(waited(&game, &table), "ACD");
    assert_eq!(prompt_of(&table, 3).number, kept);
}

/// Answers only as one seat, with what it is offered first.
struct Grabs(Seat);

impl Decider for Grabs {
    fn decide(&mut self, asked: &Prompt, _: &Game, _: &cardwright_kernel::rules::Rules) -> Option<Answer> {
        (asked.seat == self.0).then(|| Answer::one(asked.options.len() - 1))
    }
}

#[test]
fn a_program_answers_before_people_whatever_its_seat() {
    let game = snatch();
    let begin = game.begin(&Begin::new(4, 1)).expect("the game has decks");
    let mut table = game.table(&game.host(), begin, Box::new(Grabs(Seat(2))));
    table.advance();
    assert!(game.trace(table.game(), None).contains("> C snatches\n"));
}

#[test]
fn a_choice_in_secret_shows_nowhere_not_even_that_it_was_made() {
    let game = snatch();
    let mut table = begun(&game, 4);
    for seat in 0..4 {
        answer(&mut table, seat, true);
    }
    let seen = |table: &Table| -> Vec<_> {
        let looks = [0, 1, 3].map(|seat| {
            let prompts: Vec<PromptView> = game.prompts(table.game(), Seat(seat));
            (game.view(table.game(), Seat(seat)), prompts, game.trace(table.game(), Some(Seat(seat))))
        });
        looks.into()
    };
    let before = seen(&table);
    let choices = prompt_of(&table, 2).options.len();
    assert!(choices > 2, "there is something to choose");
    let saved = game.save(table.game());
    for choice in 0..choices {
        let loaded = game.load(&saved).expect("what was saved can be loaded");
        let mut table = game.table_of_people(&game.host(), loaded);
        table.advance();
        let number = prompt_of(&table, 2).number;
        table.answer(number, Answer::one(choice)).expect("it is an option");
        table.advance();
        assert_eq!(waited(&game, &table), "ABCD", "nobody else knows whether C has chosen");
        let own = game.view(table.game(), Seat(2)).waiting_for;
        assert_eq!(own, [Seat(0), Seat(1), Seat(3)], "C knows");
        for (one, other) in before.iter().zip(seen(&table)) {
            assert_eq!(one.1, other.1, "what another is asked");
            assert_eq!(one.2, other.2, "the trace that another has");
            assert!(one.0 == other.0, "the table that another sees");
        }
    }
}

#[test]
fn a_choice_in_secret_stands_while_others_are_choosing() {
    let game = snatch();
    let mut table = begun(&game, 4);
    for seat in 0..4 {
        answer(&mut table, seat, true);
    }
    let (chosen, open) = (prompt_of(&table, 2), table.state().clone());
    table.answer(chosen.number, Answer::one(1)).expect("it is an option");
    table.advance();
    let log = table.game().log().to_vec();
    for other in 0..chosen.options.len() {
        assert_eq!(table.answer(chosen.number, Answer::one(other)), Err(ActionError::Late), "C has chosen");
    }
    assert!(table.game().prompts().iter().all(|prompt| prompt.seat != Seat(2)), "C is not asked again");
    assert_eq!((table.game().log(), waited(&game, &table)), (&log[..], "ABCD".to_string()));
    // Only who runs the game can take it back; then it is as if nothing had been chosen.
    answer(&mut table, 0, true);
    for _ in 0..2 {
        table.undo().expect("there is an answer");
        table.advance();
    }
    assert_eq!((waited(&game, &table), table.state()), ("ABCD".to_string(), &open));
    assert_eq!(prompt_of(&table, 2).options, chosen.options);
}

#[test]
fn games_are_saved_loaded_and_forked_at_every_question() {
    let game = snatch();
    let host = game.host();
    for seed in 1..5 {
        let begin = game.begin(&Begin::new(5, seed)).expect("the game has decks");
        let mut table = game.table_of_people(&host, begin);
        let (mut luck, mut any) = (Random::new(seed), Generator::new(seed));
        let mut several = 0;
        for _ in 0..150 {
            if table.advance() == Progress::Over {
                break;
            }
            let prompts = table.game().prompts().to_vec();
            several += usize::from(prompts.len() > 1);
            let mut fork = game.table_of_people(&host, table.game().fork(game.rules()));
            fork.advance();
            assert_eq!(fork.game().prompts(), prompts, "the questions of a fork, with their numbers");
            let loaded = game.load(&game.save(table.game())).expect("what was saved can be loaded");
            table = game.table_of_people(&host, loaded);
            table.advance();
            assert_eq!(table.game().prompts(), prompts, "the questions after loading, with their numbers");
            let prompt = &prompts[any.below(prompts.len() as u32) as usize];
            let answer = luck.decide(prompt, table.game(), table.rules()).expect("luck answers");
            table.answer(prompt.number, answer).expect("what is drawn at random fits");
        }
        assert!(several > 50, "only {several} times were several asked at once");
    }
}
