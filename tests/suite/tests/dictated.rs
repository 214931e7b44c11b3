//! Chance that is asked from outside, and answers that do not fit.

use cardwright_game::{
    ActionError, Answer, AnswerError, Begin, Bot, ChanceView, Files, Match, Progress, PromptView, Random, Ruleset,
    RulesetInside, Seat, Situation, Viewer, load,
};
use cardwright_kernel::questions::{ChanceQuestion, Input, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Decider;
use std::collections::VecDeque;
use suite::{content, cores, root};

/// The small game of the tests.
fn toy() -> Ruleset {
    load(&Files::read(&root().join("tests/packs/toy")).0, "toy").ruleset.expect("it is right")
}

/// How many questions are answered in each game.
const QUESTIONS: usize = 60;

/// What chance gave in a game, in order. `None` if some of it was given in a sealed dialogue, whose order is another.
fn given(log: &[Input]) -> Option<VecDeque<Vec<u16>>> {
    let given = log.iter().filter_map(|input| match input {
        Input::Chance(_, Answer::Options(outcomes), _) => Some(Some(outcomes.to_vec())),
        Input::Together(_, branches) => {
            let quiet =
                branches.iter().all(|branch| branch.sealed.iter().all(|input| !matches!(input, Input::Chance(..))));
            (!quiet).then_some(None)
        }
        _ => None,
    });
    given.collect()
}

/// Plays a match at random; what chance is asked is answered with what it gave before, one outcome after the other.
fn play(mut of: Match, mut dictated: VecDeque<Vec<u16>>) -> Match {
    let mut random = Random::new(5);
    let mut questions = 0;
    while questions < QUESTIONS {
        match of.advance().expect("no script fails") {
            Progress::Over => break,
            Progress::Chance => {
                let outcomes = dictated.pop_front().expect("chance was asked as often before");
                name_one_by_one(&mut of, &outcomes);
            }
            Progress::Waiting => {
                let asked = of.prompts(Viewer::Host).remove(0);
                of.answer(asked.number, random.choose(&asked)).expect("what is drawn at random fits");
                questions += 1;
            }
        }
    }
    while of.advance().expect("no script fails") == Progress::Chance {
        let Some(outcomes) = dictated.pop_front() else { break };
        name_one_by_one(&mut of, &outcomes);
    }
    of
}

fn name_one_by_one(of: &mut Match, outcomes: &[u16]) {
    let asked = of.chance().expect("chance is asked");
    for outcome in outcomes {
        // The last card of a shuffle is certain.
        let Some(ChanceView { number, left, outcomes, .. }) = of.chance() else { break };
        assert_eq!(number, asked.number);
        assert!(left > 0 && outcomes.iter().any(|open| open.number == *outcome));
        of.answer_chance(number, &[*outcome]).expect("it is one of the outcomes");
    }
    assert!(of.chance().is_none_or(|next| next.number != asked.number), "all was named");
}

/// A game in which chance is answered from outside, with what the generator would have given, is the same game.
#[test]
fn chance_from_outside_gives_the_same_game() {
    let games: Vec<&Ruleset> = content().games.values().filter_map(|game| game.as_ref().ok()).collect();
    let compared = cores::each(&games, |game| {
        let (fewest, most) = game.rules().players;
        let begin = Begin::new(fewest.max(3).min(most), 7);
        let start = || Match::begin(game, &begin).expect("the game has decks");
        let own = play(start(), VecDeque::new());
        let log = game.load(&own.save()).expect("it was saved just now").log().to_vec();
        let Some(dictated) = given(&log).filter(|dictated| !dictated.is_empty()) else { return 0 };
        let mut asking = start();
        asking.ask_for_chance(true);
        let outside = play(asking, dictated);
        assert_eq!(own.trace(Viewer::Host), outside.trace(Viewer::Host), "{}", game.title());
        1
    });
    assert!(compared.iter().sum::<usize>() >= 5, "chance was asked in most games");
}

#[test]
fn outcomes_that_do_not_fit_are_refused() {
    let mut of = Match::begin(&toy(), &Begin::new(2, 7)).expect("two can play");
    of.ask_for_chance(true);
    assert_eq!(of.advance(), Ok(Progress::Chance));
    let asked = of.chance().expect("a pile is shuffled");
    let all: Vec<u16> = asked.outcomes.iter().map(|outcome| outcome.number).collect();
    assert_eq!(of.answer_chance(asked.number + 1, &all), Err(ActionError::Late));
    assert_eq!(of.answer_chance(asked.number, &[]), Err(ActionError::Answer(AnswerError::Bounds)));
    assert_eq!(of.answer_chance(asked.number, &[9_999]), Err(ActionError::Answer(AnswerError::Unknown)));
    assert_eq!(of.answer_chance(asked.number, &[1, 1]), Err(ActionError::Answer(AnswerError::Twice)));
    assert_eq!(
        of.answer_chance(asked.number, &[all.as_slice(), &[0]].concat()),
        Err(ActionError::Answer(AnswerError::Bounds))
    );
    assert_eq!(of.chance().as_ref(), Some(&asked), "nothing has changed");
    assert_eq!(of.advance(), Ok(Progress::Chance), "it still waits");
    of.answer_chance(asked.number, &all).expect("they are all there");
    assert_eq!(of.answer_chance(asked.number, &all), Err(ActionError::Late));
    // A save holds what was answered, and asks the rest anew.
    assert_eq!(of.advance(), Ok(Progress::Chance));
    let bytes = of.save();
    let mut again = Match::load(&toy(), &bytes).expect("it was saved just now");
    again.ask_for_chance(true);
    assert_eq!(again.advance(), Ok(Progress::Chance));
    assert_eq!(again.chance().map(|asked| asked.outcomes), of.chance().map(|asked| asked.outcomes));
}

/// Names an outcome of chance that there is not, and answers nothing.
struct Rigged;

impl Decider for Rigged {
    fn decide(&mut self, _: &Prompt, _: &Game, _: &Rules) -> Option<Answer> {
        None
    }

    fn chance(&mut self, _: &ChanceQuestion, _: &Game, _: &Rules) -> Option<Answer> {
        Some(Answer::one(9_999))
    }
}

/// What a decider names instead of chance and what does not fit is never replaced in silence: the question stays open.
#[test]
fn an_outcome_that_a_decider_names_and_that_does_not_fit_leaves_chance_open() {
    let toy = toy();
    let begun = toy.begin(&Begin::new(2, 7)).expect("two can play");
    let mut table = toy.table(&toy.host(), begun, Box::new(Rigged));
    for _ in 0..2 {
        assert_eq!(table.advance(), Progress::Chance);
        assert!(table.game().log().iter().all(|input| !matches!(input, Input::Chance(..))), "nothing was drawn");
    }
}

/// Answers with an option that is not there.
struct Wrong;

impl Bot for Wrong {
    fn answer(&mut self, asked: &PromptView, _: &Situation<'_>) -> Option<Answer> {
        Some(Answer::one(asked.options.len()))
    }
}

#[test]
fn a_bot_that_answers_what_does_not_fit_is_an_error() {
    let mut of = Match::begin(&toy(), &Begin::new(2, 7)).expect("two can play");
    of.seat(Seat(0), Wrong);
    of.seat(Seat(1), Wrong);
    let trouble = of.advance().expect_err("both bots are wrong");
    let asked = of.prompts(Viewer::Host).remove(0);
    assert_eq!((trouble.progress, trouble.unfit), (Some(Progress::Waiting), Some((asked.seat, AnswerError::Unknown))));
    assert!(trouble.to_string().contains("does not fit"), "{trouble}");
    // The prompt is open, and can be answered from outside.
    assert_eq!(of.advance(), Ok(Progress::Waiting));
    of.answer(asked.number, asked.default).expect("its default fits");
}
