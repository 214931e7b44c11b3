//! Simultaneous questions in whole games: what comes of them depends on the answers and not on when they came, also
//! through saves, forks and undoing; nobody sees a sealed answer; who leaves takes his defaults.

use cardwright_content::Files;
use cardwright_game::{Begin, Random, Ruleset, RulesetInside, load};
use cardwright_kernel::ids::{PlayerId, Seat};
use cardwright_kernel::questions::{Answer, Input, Prompt};
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{ActionError, Decider, Progress, Table};
use cardwright_kernel::trace::FactKind;
use std::rc::Rc;
use suite::root;

/// The largest number of questions in a game.
const MOST: usize = 600;

fn toy() -> Ruleset {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    load(&files, "toy").ruleset.expect("the toy game is sound")
}

/// In what order questions are answered that are open at once.
#[derive(Clone, Copy, Debug)]
enum Order {
    First,
    Last,
    Any,
}

/// Plays a game; every seat has luck of its own, so that its answers depend only on what it is asked.
fn play(game: &Ruleset, seats: u8, seed: u64, order: Order, mut at: impl FnMut(&mut Table)) -> (Game, usize) {
    let host = game.host();
    let begin = game.begin(&Begin::new(seats, seed)).expect("the game has decks");
    let mut table = game.table_of_people(&host, begin);
    let mut luck: Vec<Random> = (0..seats).map(|seat| Random::new(seed * 100 + u64::from(seat))).collect();
    let mut any = Generator::new(seed);
    let mut several = 0;

    for _ in 0..MOST {
        if table.advance() == Progress::Over {
            break;
        }
        at(&mut table);
        let prompts = table.game().prompts();
        several += usize::from(prompts.len() > 1);
        let chosen = match order {
            Order::First => 0,
            Order::Last => prompts.len() - 1,
            Order::Any => any.below(prompts.len() as u32) as usize,
        };
        let prompt = prompts[chosen].clone();
        let answer = luck[prompt.seat.index()].decide(&prompt, table.game(), table.rules()).expect("luck answers");
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    (table.into_game(), several)
}

#[test]
fn the_order_of_answers_changes_nothing() {
    let game = toy();
    let mut several = 0;
    for seed in 1..9 {
        let (expected, _) = play(&game, 6, seed, Order::First, |_| {});
        for order in [Order::Last, Order::Any] {
            let (found, open) = play(&game, 6, seed, order, |_| {});
            several += open;
            assert!(game.trace(&expected, None) == game.trace(&found, None), "seed {seed}, {order:?}: the trace");
            assert!(expected.state() == found.state(), "seed {seed}, {order:?}: the state");
        }
    }
    assert!(several > 100, "only {several} times were several questions open at once");
}

#[test]
fn half_answered_questions_are_saved_loaded_and_forked() {
    let game = toy();
    let host = game.host();
    let (expected, _) = play(&game, 6, 3, Order::First, |_| {});
    let (found, _) = play(&game, 6, 3, Order::Any, |table| {
        let before = table.game().clone();
        let loaded = game.load(&game.save(table.game())).expect("what was saved can be loaded");
        let mut other = game.table_of_people(&host, loaded);
        other.advance();
        assert_eq!(before.prompts(), other.game().prompts(), "the questions after loading, with their numbers");
        assert!(game.trace(&before, None) == game.trace(other.game(), None), "the trace after loading");

        let mut fork = game.table_of_people(&host, table.game().fork(game.rules()));
        fork.advance();
        assert_eq!(before.prompts(), fork.game().prompts(), "the questions of a fork, with their numbers");
        *table = other;
    });
    assert!(game.trace(&expected, None) == game.trace(&found, None), "the trace");
}

#[test]
fn a_log_repeats_the_game() {
    let game = toy();
    let host = game.host();
    for seed in 1..5 {
        let (played, _) = play(&game, 7, seed, Order::Any, |_| {});
        let start = game.begin(&Begin::new(7, seed)).expect("it began before");
        let replayed = game.replay(&host, start, played.log());
        assert!(game.trace(&played, None) == game.trace(&replayed, None), "seed {seed}: the trace");
        assert!(played.state() == replayed.state(), "seed {seed}: the state");
    }
}

#[test]
fn answers_are_undone_one_by_one() {
    let game = toy();
    let (mut played, _) = play(&game, 6, 4, Order::Any, |_| {});
    let host = game.host();
    let mut undone = 0;
    loop {
        let given = answers(&played);
        let mut table = game.table_of_people(&host, played);
        if table.undo().is_err() {
            break;
        }
        undone += 1;
        table.advance();
        // What was withdrawn goes with the answer after it.
        assert!(answers(table.game()) < given, "an answer was undone");
        played = table.into_game();
    }
    assert!(undone > 150, "only {undone} answers were undone");
}

/// How many answers a game has had, also in simultaneous questions.
fn answers(game: &Game) -> usize {
    let count = |input: &Input| match input {
        Input::Together(_, branches) => {
            let inputs = branches.iter().flat_map(|branch| branch.sealed.iter().chain(&branch.in_view));
            inputs.filter(|input| input.is_decision()).count()
        }
        other => usize::from(other.is_decision()),
    };
    game.log().iter().map(count).sum()
}

/// Plays until so many questions are open at once.
fn open(game: &Ruleset, host: &Rc<dyn Scripts>, seats: u8, questions: usize) -> Table {
    for seed in 1..200 {
        let begin = game.begin(&Begin::new(seats, seed)).expect("the game has decks");
        let mut table = game.table_of_people(host, begin);
        let mut luck = Random::new(seed);
        for _ in 0..200 {
            if table.advance() == Progress::Over {
                break;
            }
            if table.game().prompts().len() >= questions {
                return table;
            }
            let prompt = table.game().prompts()[0].clone();
            let answer = luck.decide(&prompt, table.game(), table.rules()).expect("luck answers");
            table.answer(prompt.number, answer).expect("it fits");
        }
    }
    panic!("nobody asked {questions} players at once");
}

#[test]
fn eighteen_are_asked_at_once() {
    let game = toy();
    let host = game.host();
    let table = open(&game, &host, 18, 18);
    let waited: String = game.view(table.game(), Seat(2)).waiting_for.into_iter().map(Seat::letter).collect();
    assert_eq!(waited, "ABCDEFGHIJKLMNOPQR");
}

#[test]
fn a_late_answer_is_refused_and_the_others_keep_their_numbers() {
    let game = toy();
    let host = game.host();
    let mut table = open(&game, &host, 5, 5);
    let before: Vec<Prompt> = table.game().prompts().to_vec();
    let least = |prompt: &Prompt| prompt.default.clone();
    table.answer(before[3].number, least(&before[3])).expect("an open question");
    assert_eq!(table.answer(before[1].number, least(&before[1])), Err(ActionError::Late), "before the game went on");
    table.advance();
    assert_eq!(table.answer(before[3].number, least(&before[3])), Err(ActionError::Late), "it was answered");
    table.answer(before[1].number, least(&before[1])).expect("its number is as it was");
}

#[test]
fn a_sealed_answer_shows_nowhere() {
    let game = toy();
    let host = game.host();
    let mut table = open(&game, &host, 5, 5);
    let seen = |table: &Table, seat: u8| {
        let prompts = game.prompts(table.game(), Seat(seat));
        (game.view(table.game(), Seat(seat)), prompts)
    };
    let trace = |table: &Table, seat: u8| game.trace(table.game(), Some(Seat(seat)));
    let prompt = table.game().prompts()[3].clone();
    let others: Vec<u8> = (0..5).filter(|seat| *seat != prompt.seat.0).collect();
    let looks =
        |table: &Table| -> Vec<_> { others.iter().map(|seat| (seen(table, *seat), trace(table, *seat))).collect() };
    let before = looks(&table);
    let answers = prompt.shape.walk(prompt.options.len(), 50).expect("few answers");
    table.answer(prompt.number, answers.last().expect("there is one").clone()).expect("it fits");
    table.advance();
    assert!(before == looks(&table), "the others see something of the answer");
}

#[test]
fn who_leaves_takes_his_defaults_and_the_others_go_on() {
    let game = toy();
    let host = game.host();
    let mut table = open(&game, &host, 5, 5);
    let first = table.game().prompts()[0].clone();
    table.answer(first.number, first.default.clone()).expect("an open question");
    table.advance();
    table.leave(PlayerId(2));
    table.advance();
    assert!(table.game().prompts().iter().all(|prompt| prompt.seat != Seat(2)), "C is asked no more");
    assert!(table.state().present().has(PlayerId(2)), "he leaves between two steps");
    while table.game().prompts().iter().any(|prompt| prompt.part.is_some()) {
        let prompt = table.game().prompts()[0].clone();
        table.answer(prompt.number, prompt.default.clone()).expect("an open question");
        table.advance();
    }
    assert!(!table.state().present().has(PlayerId(2)), "then he is gone");
}

#[test]
fn who_leaves_before_anybody_has_answered_leaves_first() {
    let game = toy();
    let host = game.host();
    let mut table = open(&game, &host, 5, 5);
    table.leave(PlayerId(4));
    table.advance();
    assert!(!table.state().present().has(PlayerId(4)));
}

#[test]
fn nobody_waits_where_it_is_not_allowed() {
    let game = toy();
    let host = game.host();
    let mut table = open(&game, &host, 5, 5);
    while table.game().prompts()[0].may_wait() {
        let prompt = table.game().prompts()[0].clone();
        table.answer(prompt.number, prompt.default.clone()).expect("it fits");
        table.advance();
    }
    let number = table.game().prompts()[0].number;
    assert!(matches!(table.answer(number, Answer::Wait), Err(ActionError::Answer(_))));
}

/// Everybody waits.
struct Waits(Random);

impl Decider for Waits {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &cardwright_kernel::rules::Rules) -> Option<Answer> {
        if asked.may_wait() { Some(Answer::Wait) } else { self.0.decide(asked, game, rules) }
    }
}

#[test]
fn if_all_wait_they_are_asked_one_after_another() {
    let game = toy();
    let host = game.host();
    let mut waited = 0;
    for seed in 1..30 {
        let begin = game.begin(&Begin::new(4, seed)).expect("the game has decks");
        let mut table = game.table(&host, begin, Box::new(Waits(Random::new(seed))));
        table.advance();
        waited += table.game().trace().iter().filter(|fact| matches!(fact.what, FactKind::Waits(_))).count();
        assert!(
            table.game().trace().iter().all(|fact| !matches!(fact.what, FactKind::Faulted(..) | FactKind::Lost(..)))
        );
    }
    assert!(waited > 50, "only {waited} waited");
}
