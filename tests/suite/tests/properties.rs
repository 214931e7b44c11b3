//! What holds for whole games of random play: a log repeats its game, what is undone can be done again, a fork
//! stands where its game does.

use cardwright_content::Files;
use cardwright_game::{Begin, Match, Random, Ruleset, RulesetInside, Viewer, load};
use cardwright_kernel::ids::{PlayerId, Players, Seat};
use cardwright_kernel::questions::{Choice, Input, Prompt, Question};
use cardwright_kernel::rules::{Rules, Then};
use cardwright_kernel::scripts::{Scripts, attempt_at};
use cardwright_kernel::state::{Game, State, Step};
use cardwright_kernel::table::{Decider, Progress, Table};
use cardwright_kernel::trace::{Fact, FactKind};
use cardwright_rulings::rulings;
use std::rc::Rc;
use suite::reference::Evaluator;
use suite::{content, cores, is_long, root};

/// The seeds of the games that are played, in short and in long.
const SEEDS: [std::ops::Range<u64>; 2] = [1..2, 1..4];

fn seeds() -> std::ops::Range<u64> {
    SEEDS[usize::from(is_long())].clone()
}

/// The largest number of questions in a game, in short and in long.
const MOST: [usize; 2] = [150, 400];

/// Plays a game at random, every question answered late. `look` sees the table at each of them.
fn play(game: &Ruleset, host: &Rc<dyn Scripts>, seed: u64, mut look: impl FnMut(&mut Table, usize)) -> Game {
    let begin = Begin::new(game.rules().players.0.max(3).min(game.rules().players.1), seed);
    let mut table = game.table_of_people(host, game.begin(&begin).expect("the game has decks"));
    let mut random = Random::new(seed);

    for question in 0..MOST[usize::from(is_long())] {
        if table.advance() == Progress::Over {
            break;
        }
        look(&mut table, question);
        let prompt = table.game().prompts()[0].clone();
        let answer = random.decide(&prompt, table.game(), table.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    table.advance();
    table.game().clone()
}

/// Runs a check on every game of this repository, with every seed.
fn for_every_game(check: impl Fn(&Ruleset, &Rc<dyn Scripts>, u64) + Sync) {
    let games = content().games.iter().map(|(name, game)| match game {
        Ok(game) => game,
        Err(problems) => panic!("{name}:\n{problems}"),
    });
    let games: Vec<(&Ruleset, u64)> = games.flat_map(|game| seeds().map(move |seed| (game, seed))).collect();
    cores::each(&games, |(game, seed)| check(game, &game.host(), *seed));
}

fn plain(prompts: &[Prompt]) -> Vec<Prompt> {
    prompts.iter().map(|prompt| Prompt { number: 0, ..prompt.clone() }).collect()
}

fn same(game: &Ruleset, one: &Game, other: &Game, what: &str) {
    assert_eq!(game.trace(one, None), game.trace(other, None), "{what}: the trace");
    assert_eq!(plain(one.prompts()), plain(other.prompts()), "{what}: the question");
    assert!(one.state() == other.state(), "{what}: the state");
}

#[test]
fn a_log_repeats_its_game() {
    for_every_game(|game, host, seed| {
        let played = play(game, host, seed, |_, _| {});
        let begin = Begin::new(played.state().people() as u8, seed);
        let start = game.begin(&begin).expect("it began before");
        let replayed = game.replay(host, start, played.log());
        same(game, &played, &replayed, &format!("seed {seed}, replayed"));
    });
}

/// A match of three, or as many as can play, in which so many questions were answered at random.
fn answered(mut of: Match, seed: u64, questions: usize) -> Match {
    let mut random = Random::new(seed);
    for _ in 0..questions {
        if of.advance().expect("no script fails") == Progress::Over {
            break;
        }
        let asked = of.prompts(Viewer::Host).remove(0);
        of.answer(asked.number, random.choose(&asked)).expect("what is drawn at random fits");
    }
    of.advance().expect("no script fails");
    of
}

#[test]
fn a_light_match_tells_later_what_another_has_kept() {
    for_every_game(|game, _, seed| {
        let begin = Begin::new(game.rules().players.0.max(3).min(game.rules().players.1), seed);
        for questions in [1, 40, 160] {
            let kept = answered(Match::begin(game, &begin).expect("the game has decks"), seed, questions);
            let light = answered(Match::begin(game, &begin).expect("the game has decks").light(), seed, questions);
            for viewer in [Viewer::Host, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
                let what = format!("seed {seed}, {questions} questions, {viewer:?}");
                assert_eq!(kept.trace(viewer), light.trace(viewer), "{what}: the trace");
                assert_eq!(kept.view(viewer), light.view(viewer), "{what}: the view");
            }
        }
    });
}

#[test]
fn a_light_match_takes_back_no_step_that_is_done() {
    let game = content().games.values().find_map(|game| game.as_ref().ok()).expect("there are games");
    let seats: Vec<Seat> = (0..game.rules().players.0).map(Seat).collect();
    let begin = Begin::new(game.rules().players.0, 1);
    let mut kept = answered(Match::begin(game, &begin).expect("the game has decks"), 1, 40);
    let mut light = answered(Match::begin(game, &begin).expect("the game has decks").light(), 1, 40);
    let undone = |of: &mut Match| (0..40).filter(|_| of.undo(&seats).is_ok()).count();
    let (kept, light) = (undone(&mut kept), undone(&mut light));
    assert!(
        kept == 40 && light < 40,
        "{kept} answers were taken back in a match that keeps them, {light} in a light one"
    );
}

#[test]
fn the_reference_evaluator_plays_the_same_games() {
    for_every_game(|game, host, seed| {
        let played = play(game, host, seed, |_, _| {});
        let reference = Evaluator::Reference.runs(game);
        let again = play(&reference, &reference.host(), seed, |_, _| {});
        same(game, &played, &again, &format!("seed {seed}, by the reference"));
    });
}

#[test]
fn what_is_undone_can_be_done_again() {
    for_every_game(|game, host, seed| {
        play(game, host, seed, |table, question| {
            if question % 13 == 12 {
                let before = table.game().clone();
                undo_and_redo(table, 1 + question % 7);
                same(game, &before, table.game(), &format!("seed {seed}, question {question}"));
            }
        });
    });
}

/// Takes decisions back and gives them again, with what was tried after each and proved impossible.
fn undo_and_redo(table: &mut Table, steps: usize) {
    let mut undone: Vec<Vec<Input>> = Vec::new();
    for _ in 0..steps {
        let before = table.game().log().to_vec();
        let Ok(decision) = table.undo() else { break };
        let behind = before[table.game().log().len()..].iter().skip_while(|input| **input == decision);
        undone.push([decision.clone()].into_iter().chain(behind.cloned()).collect());
    }
    for input in undone.iter().rev().flatten() {
        if let Input::Answer(_, seat, answer) = input {
            table.advance();
            let prompt = table.game().prompts().iter().find(|prompt| prompt.seat == *seat);
            let prompt = prompt.expect("who was asked before is asked again").clone();
            let fits = table.answer(prompt.number, answer.clone());
            assert!(fits.is_ok(), "what was answered before fits: {fits:?}, {answer:?} to {prompt:?}");
        }
    }
    table.advance();
}

/// A window that is reopened for a new target gives back a whole quota, here of five. From each moment behind that, any number
/// of decisions is taken back: the game stands where it stood then, with as many answers left, and goes on to the same end.
#[test]
fn decisions_are_taken_back_through_windows_that_were_reopened() {
    let root = root().join("tests/packs/letters");
    let (files, _) = Files::read(&root);
    let game = load(&files, "letters").ruleset.expect("it is right");
    let (found, _) = rulings::find(&root, "a-fresh-right-is-the-whole-quota");
    let ruling = rulings::read(&found[0], &game).expect("it can be read");
    let played = rulings::run(&ruling, &game, &game.host()).game;
    assert!(game.trace(&played, None).contains("is now aimed at"), "a window is reopened");

    let mut table = game.table_of_people(&game.host(), Game::new(game.rules(), &ruling.setup));
    let mut stood = Vec::new();
    for input in played.log() {
        let Input::Answer(_, seat, answer) = input else { continue };
        table.advance();
        stood.push(table.game().clone());
        let prompt = table.game().prompts().iter().find(|prompt| prompt.seat == *seat).expect("it is asked").clone();
        table.answer(prompt.number, answer.clone()).expect("what was answered before fits");
    }
    table.advance();
    let end = table.game().clone();
    assert!(stood.len() > 15, "{} decisions", stood.len());
    for steps in 1..=stood.len() {
        let mut taken = Vec::new();
        for _ in 0..steps {
            taken.push(table.undo().expect("it can be taken back"));
        }
        table.advance();
        same(&game, &stood[stood.len() - steps], table.game(), &format!("{steps} decisions were taken back"));
        for input in taken.iter().rev() {
            let Input::Answer(_, seat, answer) = input else { continue };
            table.advance();
            let prompt =
                table.game().prompts().iter().find(|prompt| prompt.seat == *seat).expect("it is asked").clone();
            table.answer(prompt.number, answer.clone()).expect("what was answered before fits");
        }
        table.advance();
        same(&game, &end, table.game(), &format!("{steps} decisions were taken back and given again"));
    }
}

#[test]
fn a_fork_stands_where_its_game_does() {
    for_every_game(|game, host, seed| {
        play(game, host, seed, |table, question| {
            if question % 11 == 10 {
                let mut fork = game.table_of_people(host, table.game().fork(game.rules()));
                fork.advance();
                assert_eq!(
                    plain(table.game().prompts()),
                    plain(fork.game().prompts()),
                    "seed {seed}, question {question}"
                );
                assert!(table.game().state() == fork.game().state(), "seed {seed}, question {question}: the state");
            }
        });
    });
}

/// Where items wait until all have passed, every one of them resolves after a full round of passes: since the stack
/// changed last, everybody who is there has passed. Players leave in the middle.
#[test]
fn what_waits_resolves_after_a_full_round_of_passes() {
    for_every_game(|game, host, seed| {
        if !game.rules().windows.values().any(|window| window.for_waiting) {
            return;
        }
        let (fewest, most) = game.rules().players;
        for players in fewest..=most.min(4) {
            let begin = Begin::new(players, seed);
            let mut table = game.table_of_people(host, game.begin(&begin).expect("the game has decks"));
            let resolved = play_and_leave(&mut table, seed);
            assert!(resolved > 0, "seed {seed}, {players} players: nothing has resolved");
        }
    });
}

/// Plays at random; of more than two players one leaves on the way. Gives how many items have resolved.
fn play_and_leave(table: &mut Table, seed: u64) -> usize {
    let mut random = Random::new(seed);
    for question in 0..MOST[usize::from(is_long())] {
        if table.advance() == Progress::Over {
            break;
        }
        if question == 300 && table.game().state().players() > 2 {
            table.leave(PlayerId((seed % table.game().state().players() as u64) as u8));
            continue;
        }
        let prompt = table.game().prompts()[0].clone();
        let answer = random.decide(&prompt, table.game(), table.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    table.advance();
    rounds_of_passes(table.rules(), table.game().state(), table.game().trace())
}

/// How many items of a trace have resolved, each after everybody had passed.
fn rounds_of_passes(rules: &Rules, state: &State, trace: &[Fact]) -> usize {
    let (mut passed, mut present, mut resolved) = (Players::NONE, Players::first(state.players()), 0);
    for (at, fact) in trace.iter().enumerate() {
        match &fact.what {
            FactKind::Passes(seat, window, _) if rules.windows[window.index()].then == Then::ResolveTop => {
                passed = passed.with(state.player_of(*seat));
            }
            FactKind::Uses { .. } | FactKind::Triggers(_) | FactKind::Copied(..) => passed = Players::NONE,
            FactKind::Leaves(player) | FactKind::Drops(player) => present = present.without(*player),
            FactKind::LeaveTogether(players) => present = present.minus(*players),
            FactKind::Resolves(_) | FactKind::TriggerResolves(_) | FactKind::Fizzles(_) => {
                assert!(present.minus(passed).is_empty(), "fact {at}: {passed:?} of {present:?} have passed");
                passed = Players::NONE;
                resolved += 1;
            }
            _ => {}
        }
    }
    resolved
}

#[test]
fn what_is_offered_is_allowed_and_what_is_refused_costs_nothing() {
    for_every_game(|game, host, seed| {
        play(game, host, seed, |table, question| {
            let prompt = table.game().prompts()[0].clone();
            if !matches!(prompt.question, Question::Act { .. }) || !question.is_multiple_of(5) {
                return;
            }
            let before = table.state().clone();
            let player = table.state().player_of(prompt.seat);
            let about = table.game().state().agenda().iter().rev().find_map(|step| match step {
                Step::Window(open) => Some(open.subject),
                _ => None,
            });
            for choice in &prompt.options {
                let Choice::Use { card, number, .. } = choice else { continue };
                let attempt = attempt_at(table.reading(), player, card.id, *number, about);
                let against = table.reasons_against(attempt).expect("gates only look");
                assert!(against.is_empty(), "question {question} of seed {seed}: {against:?}");
            }
            let (_, is_all) = table.refused_here(prompt.seat).expect("gates only look");
            assert!(is_all, "all that is refused can be told at once");
            assert!(*table.state() == before, "question {question} of seed {seed}: asking has changed something");
        });
    });
}

#[test]
fn what_no_longer_holds_has_left_before_anybody_is_asked() {
    for_every_game(|game, host, seed| {
        if !game.rules().checked_at.questions {
            return;
        }
        play(game, host, seed, |table, question| {
            let overdue = table.overdue().expect("what lasts is asked, and only looks");
            assert!(overdue.is_empty(), "question {question} of seed {seed}: {overdue:?} should have ended");
        });
    });
}
