//! Saves in pieces: at every moment, what was written can be loaded as the game that is played.

use cardwright_game::{
    Begin, FORMAT, LoadError, Match, MatchInside, Progress, Random, Ruleset, RulesetInside, SaveUpdate,
};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::table::Decider;
use suite::{content, cores};

/// How many questions are answered in each game, and after how many of them it is loaded.
const ANSWERS: u32 = 170;
const LOADED: u32 = 13;

fn begun(ruleset: &Ruleset, seed: u64) -> Match {
    let (from, to) = ruleset.rules().players;
    Match::begin(ruleset, &Begin::new(from.max(3).min(to), seed)).expect("the game has decks")
}

fn advance(game: &mut Match) -> Progress {
    game.advance().unwrap_or_else(|trouble| trouble.progress.unwrap_or(Progress::Waiting))
}

/// Gives a random answer to one of the open prompts.
fn answer(ruleset: &Ruleset, game: &mut Match, random: &mut Random, which: u32) {
    let prompts = game.game().prompts();
    let prompt = prompts[which as usize % prompts.len()].clone();
    let answer = random.decide(&prompt, game.game(), ruleset.rules()).expect("it always answers");
    game.answer(prompt.number, answer).expect("what is drawn at random fits");
}

/// That what was written is the game: it is saved, and asks, as that one does.
fn assert_is(ruleset: &Ruleset, written: &[u8], game: &Match, when: &str) {
    let mut loaded = Match::load(ruleset, written).unwrap_or_else(|damage| panic!("{when}: {damage}"));
    let mut whole = Match::load(ruleset, &game.save()).expect("a whole save can be loaded");
    assert_eq!(loaded.game().log(), whole.game().log(), "{when}: the log");
    assert_eq!(loaded.game().trace(), whole.game().trace(), "{when}: the trace");
    assert!(loaded.save() == whole.save(), "{when}: what else is saved");
    assert_eq!(advance(&mut loaded), advance(&mut whole), "{when}: what comes then");
    assert_eq!(loaded.game().prompts(), whole.game().prompts(), "{when}: what is asked");
}

#[test]
fn what_was_written_is_the_game_that_is_played() {
    let games: Vec<_> = content().games.iter().filter_map(|(name, game)| Some((name, game.as_ref().ok()?))).collect();
    let counts = cores::each(&games, |(name, ruleset)| {
        let (mut game, mut random, mut written) = (begun(ruleset, 5), Random::new(5), Vec::new());
        let mut pieces = 0;
        for number in 0..ANSWERS {
            if advance(&mut game) == Progress::Over {
                break;
            }
            let update = game.save_on();
            pieces += usize::from(matches!(update, SaveUpdate::More(_)));
            update.write_to(&mut written);
            if number % LOADED == 0 {
                assert_is(ruleset, &written, &game, &format!("{name}, question {number}"));
            }
            match number {
                // Something is taken back, and decided otherwise.
                40 | 41 => drop(game.undo(&[Seat(0), Seat(1), Seat(2)])),
                100 => game.leave(game.game().state().player_of(Seat(1))),
                _ if number % 9 == 4 => drop(game.withdraw(game.game().prompts()[0].number)),
                _ => answer(ruleset, &mut game, &mut random, number),
            }
            // Between an answer and what comes of it.
            if number % 31 == 7 {
                game.save_on().write_to(&mut written);
                assert_is(ruleset, &written, &game, &format!("{name}, answer {number}"));
            }
        }
        pieces
    });
    assert!(counts.iter().sum::<usize>() > 20 * counts.len(), "most saves are pieces: {counts:?}");
}

fn first_game() -> &'static Ruleset {
    content().games.values().find_map(|game| game.as_ref().ok()).expect("there is a game")
}

/// A game that is saved whole, and then in so many pieces.
fn in_pieces(ruleset: &Ruleset, count: usize) -> Vec<Vec<u8>> {
    let (mut game, mut random, mut all) = (begun(ruleset, 3), Random::new(3), Vec::new());
    while all.len() <= count {
        assert_eq!(advance(&mut game), Progress::Waiting);
        let (SaveUpdate::Whole(bytes) | SaveUpdate::More(bytes)) = game.save_on();
        all.push(bytes);
        answer(ruleset, &mut game, &mut random, 0);
    }
    all
}

#[test]
fn pieces_are_a_chain() {
    let ruleset = first_game();
    let all = in_pieces(ruleset, 4);
    let load = |parts: &[&[u8]]| Match::load(ruleset, &parts.concat()).map(drop);
    let [whole, one, two, three, four] = &all[..] else { panic!("there are four pieces") };
    assert_eq!(load(&[whole, two]), Err(LoadError::Corrupt), "one is left out");
    assert_eq!(load(&[whole, two, one]), Err(LoadError::Corrupt), "two are exchanged");
    assert_eq!(load(&[whole, one, one]), Err(LoadError::Corrupt), "one is there twice");
    assert_eq!(load(&[one, two, three, four]), Err(LoadError::NoSave), "the whole is missing");

    let written = all.concat();
    let ends: Vec<usize> = (1..=all.len()).map(|count| all[..count].concat().len()).collect();
    for end in whole.len()..=written.len() {
        // A piece that was not written at all has not happened.
        let wanted = if ends.contains(&end) { Ok(()) } else { Err(LoadError::Corrupt) };
        assert_eq!(load(&[&written[..end]]), wanted, "cut off at {end}");
    }
    for at in whole.len()..written.len() {
        let mut changed = written.clone();
        changed[at] ^= 1;
        assert_eq!(load(&[&changed]), Err(LoadError::Corrupt), "byte {at} is another");
    }
}

/// A format before this one numbers questions in one row for all seats, and would tell them how often others have answered.
#[test]
fn a_save_of_a_format_before_is_refused_by_its_number() {
    let ruleset = first_game();
    let new = &in_pieces(ruleset, 0)[0];
    for format in [8, FORMAT - 1, FORMAT + 1] {
        let old = [&new[..4], &format.to_le_bytes(), &new[6..]].concat();
        assert_eq!(Match::load(ruleset, &old).map(drop), Err(LoadError::Format(format)));
    }
    assert!(Match::load(ruleset, new).is_ok());
}

/// A light game has forgotten what deciding again would tell.
#[test]
fn a_light_game_is_saved_whole() {
    let ruleset = first_game();
    let (mut game, mut random) = (begun(ruleset, 3).light(), Random::new(3));
    for _ in 0..3 {
        advance(&mut game);
        assert!(matches!(game.save_on(), SaveUpdate::Whole(_)));
        answer(ruleset, &mut game, &mut random, 0);
    }
}
