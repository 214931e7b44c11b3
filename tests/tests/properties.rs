//! What holds for whole games of random play: a log repeats its game, what is undone can be done again, a fork
//! stands where its game does.

use cardwright::game::{Begin, Random, Ruleset};
use cardwright::kernel::flow::Progress;
use cardwright::kernel::prompt::Prompt;
use cardwright::kernel::table::{Decider, Game, Scripts, Table};
use cardwright::kernel::tape::Input;
use rulings_content::Content;
use std::rc::Rc;

/// The seeds of the games that are played.
const SEEDS: std::ops::Range<u64> = 1..5;

/// The largest number of questions in a game.
const MOST: usize = 1_500;

/// Plays a game at random, every question answered late. `look` sees the table at each of them.
fn play(game: &Ruleset, host: &Rc<dyn Scripts>, seed: u64, mut look: impl FnMut(&mut Table, usize)) -> Game {
    let begin = Begin::new(game.rules().players.0.max(3).min(game.rules().players.1), seed);
    let mut table = game.table_of_people(host, game.begin(&begin).expect("the game has decks"));
    let mut random = Random::new(seed);

    for question in 0..MOST {
        if table.advance() == Progress::Over {
            break;
        }
        look(&mut table, question);
        let prompt = table.game().prompts()[0].clone();
        let answer = random.decide(&prompt, table.game(), &table.rules).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    table.advance();
    table.game().clone()
}

/// Runs a check on every game of this repository, with every seed.
fn for_every_game(check: impl Fn(&Ruleset, &Rc<dyn Scripts>, u64)) {
    let content = Content::read();
    for (name, game) in &content.games {
        let game = game.as_ref().unwrap_or_else(|problems| panic!("{name}:\n{problems}"));
        let host = game.host();
        SEEDS.for_each(|seed| check(game, &host, seed));
    }
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
        let begin = Begin::new(played.state().players() as u8, seed);
        let start = game.begin(&begin).expect("it began before");
        let replayed = game.replay(host, start, played.log());
        same(game, &played, &replayed, &format!("seed {seed}, replayed"));
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

fn undo_and_redo(table: &mut Table, steps: usize) {
    let undone: Vec<Input> = (0..steps).map_while(|_| table.undo().ok()).collect();
    for input in undone.iter().rev() {
        table.advance();
        if let Input::Answer(_, seat, answer) = input {
            let prompt = table.game().prompts().iter().find(|prompt| prompt.seat == *seat);
            let number = prompt.expect("who was asked before is asked again").number;
            table.answer(number, answer.clone()).expect("what was answered before fits");
        }
    }
    table.advance();
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
