//! Saves that somebody put together: bytes and fields are changed and the hash is made anew. A load gives a problem,
//! or a game that can be looked at and played on; never a panic.

use cardwright_game::{Begin, LoadError, Match, MatchInside, Random, Ruleset, RulesetInside, SaveUpdate};
use cardwright_kernel::ids::{PlayerId, Seat};
use cardwright_kernel::questions::{Input, Question};
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress};
use serde::Deserialize;
use serde_json::Value;
use std::io::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use suite::saves::{HASH, HEAD, LENGTH, sealed};
use suite::{content, cores, is_long, part};

/// How many forgeries are made of each save, and of all saves together in the long version.
const FORGERIES: u64 = 40;
const FORGERIES_LONG: u64 = 1_000_000;

/// How many questions are answered in a game that could be loaded.
const ANSWERS: usize = 12;

/// Positions of a random game: after so many questions, and where one is asked in the middle of a step.
fn saves(game: &Ruleset, host: &Rc<dyn Scripts>, seed: u64) -> Vec<Vec<u8>> {
    let begin = Begin::new(game.rules().players.0.max(3).min(game.rules().players.1), seed);
    let mut table = game.table_of_people(host, game.begin(&begin).expect("the game has decks"));
    let mut random = Random::new(seed);
    let (mut saves, mut amid) = (Vec::new(), 0);
    for question in 0..160 {
        if table.advance() == Progress::Over {
            break;
        }
        let prompt = table.game().prompts()[0].clone();
        let inside = question > 20 && amid < 2 && !matches!(prompt.question, Question::Act { .. });
        amid += usize::from(inside);
        if inside || [1, 60, 159].contains(&question) {
            saves.push(game.save(table.game()));
        }
        let answer = random.decide(&prompt, table.game(), table.rules()).expect("it always answers");
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    saves
}

/// Some bytes of the payload are others.
fn with_other_bytes(save: &[u8], generator: &mut Generator) -> Vec<u8> {
    let mut payload = save[HEAD..].to_vec();
    for _ in 0..1 + generator.below(3) {
        let at = generator.below(payload.len() as u32) as usize;
        match generator.below(6) {
            0 => payload[at] = generator.bits() as u8,
            1 => payload[at] = payload[at].wrapping_add(1),
            2 => payload[at] = payload[at].wrapping_sub(1),
            3 => payload[at] ^= 1 << generator.below(8),
            4 => drop(payload.remove(at)),
            _ => payload.insert(at, generator.bits() as u8),
        }
    }
    sealed(save, &payload)
}

/// Some fields of the decoded game have other values; afterwards they have their own again. `None` if what comes of it is no
/// game at all.
fn with_other_fields(save: &[u8], decoded: &mut Value, generator: &mut Generator) -> Option<Vec<u8>> {
    let mut own = Vec::new();
    for _ in 0..1 + generator.below(3) {
        let path = path(decoded, generator);
        let place = at(decoded, &path);
        let value = place.clone();
        forge(place, generator);
        own.push((path, value));
    }
    let game = Game::deserialize(&*decoded);
    for (path, value) in own.into_iter().rev() {
        *at(decoded, &path) = value;
    }
    Some(sealed(save, &postcard::to_stdvec(&game.ok()?).ok()?))
}

/// The way to a place to change: one field of many is as likely as another, however much it holds.
fn path(mut value: &Value, generator: &mut Generator) -> Vec<usize> {
    let mut path = Vec::new();
    loop {
        let parts: Vec<&Value> = match value {
            Value::Array(all) if generator.below(4) > 0 => all.iter().collect(),
            Value::Object(all) => all.values().collect(),
            _ => Vec::new(),
        };
        if parts.is_empty() {
            return path;
        }
        path.push(generator.below(parts.len() as u32) as usize);
        value = parts[path[path.len() - 1]];
    }
}

/// What lies at the end of a way.
fn at<'a>(value: &'a mut Value, path: &[usize]) -> &'a mut Value {
    path.iter().fold(value, |value, part| match value {
        Value::Array(all) => &mut all[*part],
        Value::Object(all) => all.values_mut().nth(*part).expect("it has so many"),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    })
}

/// Another value of the same type.
fn forge(place: &mut Value, generator: &mut Generator) {
    match place {
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => *place = other_number(number.as_i64().unwrap_or(0), generator).into(),
        Value::Array(all) if !all.is_empty() => {
            let (at, other) = (generator.below(all.len() as u32) as usize, generator.below(all.len() as u32) as usize);
            match generator.below(4) {
                0 => drop(all.remove(at)),
                1 => all.insert(at, all[other].clone()),
                2 => all.swap(at, other),
                _ => all.truncate(at),
            }
        }
        Value::Null | Value::Array(_) | Value::Object(_) | Value::String(_) => {}
    }
}

fn other_number(number: i64, generator: &mut Generator) -> i64 {
    const EDGES: [i64; 10] = [0, 1, 2, 255, 65_535, 1 << 30, u32::MAX as i64 - 1, u32::MAX as i64, i64::MAX, i64::MIN];
    match generator.below(5) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        2 => i64::from(generator.below(40)),
        3 => i64::from(generator.below(400)),
        _ => EDGES[generator.below(EDGES.len() as u32) as usize],
    }
}

/// Loads bytes and, if they are a game, does with it what can be done. Whether they were one.
fn plays(game: &Ruleset, host: &Rc<dyn Scripts>, bytes: &[u8]) -> bool {
    let Ok(loaded) = game.load(bytes) else { return false };
    let look = |state: &Game, seat: Seat| {
        for seat in [None, Some(seat)] {
            let _ = (game.trace(state, seat), game.view(state, seat));
        }
    };
    look(&loaded, Seat(0));
    let mut table = game.table_of_people(host, loaded);
    let mut random = Random::new(bytes.len() as u64);
    for answer in 0..ANSWERS {
        if table.advance() == Progress::Over {
            break;
        }
        let Some(prompt) = table.game().prompts().first().cloned() else { break };
        let _ = game.reporter(table.game(), None).prompt(&prompt);
        match answer {
            5 => drop(table.undo()),
            7 => drop(table.withdraw(prompt.number)),
            9 => table.leave(table.state().player_of(prompt.seat)),
            _ => {
                let answer = random.decide(&prompt, table.game(), table.rules()).expect("it always answers");
                table.answer(prompt.number, answer).expect("what is drawn at random fits");
            }
        }
    }
    table.advance();
    look(table.game(), Seat(1));
    let _ = game.save(table.game());
    true
}

/// The last piece behind a save, which begins at `from`, says something else; its hash is made anew.
fn with_other_piece(save: &[u8], from: usize, link: &[u8; 32], generator: &mut Generator) -> Vec<u8> {
    /// The length of a piece and its hash.
    const BEFORE: usize = 4 + 32;
    let as_save = [&vec![0; HEAD][..], &save[from + BEFORE..]].concat();
    let payload = &with_other_bytes(&as_save, generator)[HEAD..];
    let hash = blake3::keyed_hash(link, payload);
    [&save[..from], &(payload.len() as u32).to_le_bytes(), hash.as_bytes(), payload].concat()
}

/// The hash to which the next piece is chained: that of the last piece, or of the whole save.
fn last_link(file: &[u8]) -> [u8; 32] {
    let whole = u64::from_le_bytes(file[LENGTH].try_into().expect("it is as long")) as usize;
    let (mut at, mut link) = (HEAD + whole, HASH);
    while at < file.len() {
        let length = u32::from_le_bytes(file[at..at + 4].try_into().expect("it is as long")) as usize;
        (link, at) = (at + 4..at + 36, at + 36 + length);
    }
    file[link].try_into().expect("it is as long")
}

/// A random game, saved in pieces: what was written before some of them, and each of these.
fn pieces(game: &Ruleset) -> Vec<(Vec<u8>, Vec<u8>)> {
    let begin = Begin::new(game.rules().players.0.max(3).min(game.rules().players.1), 11);
    let mut playing = Match::begin(game, &begin).expect("the game has decks");
    let (mut random, mut written, mut pieces) = (Random::new(11), Vec::new(), Vec::new());
    for question in 0..40 {
        // What a script does wrong is no matter here.
        let _ = playing.advance();
        let Some(prompt) = playing.game().prompts().first().cloned() else { break };
        let update = playing.save_on();
        if let (SaveUpdate::More(piece), 7 | 23 | 39) = (&update, question) {
            pieces.push((written.clone(), piece.clone()));
        }
        update.write_to(&mut written);
        let answer = random.decide(&prompt, playing.game(), game.rules()).expect("it always answers");
        playing.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    pieces
}

#[test]
fn a_forged_piece_is_refused_or_played() {
    let saved = content().games.iter().filter_map(|(name, game)| Some((name, game.as_ref().ok()?)));
    let saved: Vec<_> = saved.collect();
    let forgeries = part(if is_long() { 5_000 } else { 40 });
    let counts = cores::each(&saved, |(name, game)| {
        let host = game.host();
        let (mut made, mut played) = (0, 0);
        for (before, piece) in pieces(game) {
            let (file, link) = ([&before[..], &piece].concat(), last_link(&before));
            assert!(plays(game, &host, &file), "{name}: a sound save is played");
            for number in forgeries.clone() {
                let bytes = with_other_piece(&file, before.len(), &link, &mut Generator::new(number));
                let loaded = catch_unwind(AssertUnwindSafe(|| plays(game, &host, &bytes)));
                played += u64::from(loaded.unwrap_or_else(|_| panic!("{name}, piece {number}: a panic")));
                made += 1;
            }
        }
        (made, played)
    });
    let (made, played) = counts.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(played > 0 && played < made, "{played} of {made} forged pieces were loaded");
}

/// Forges a save in so many ways, and plays what can be loaded. Gives how many could be.
fn forged(game: &Ruleset, host: &Rc<dyn Scripts>, save: &[u8], name: &str, forgeries: Range<u64>) -> u64 {
    let decoded: Game = postcard::from_bytes(&save[HEAD..]).expect("a save holds a game");
    let mut decoded = serde_json::to_value(&decoded).expect("a game is plain data");
    let mut loaded = 0;
    for number in forgeries {
        let mut generator = Generator::new(number);
        let bytes = match number % 2 {
            0 => Some(with_other_bytes(save, &mut generator)),
            _ => with_other_fields(save, &mut decoded, &mut generator),
        };
        let Some(bytes) = bytes else { continue };
        let played = catch_unwind(AssertUnwindSafe(|| plays(game, host, &bytes)));
        loaded += u64::from(played.unwrap_or_else(|_| panic!("{name}, forgery {number}: a panic")));
    }
    loaded
}

/// A random game of each ruleset, saved at some moments.
type Saved<'a> = (&'a str, &'a Ruleset, Vec<Vec<u8>>);

fn saved() -> Vec<Saved<'static>> {
    let games = content().games.iter().map(|(name, game)| {
        let game = game.as_ref().unwrap_or_else(|problems| panic!("{name}:\n{problems}"));
        (&**name, game, saves(game, &game.host(), 11))
    });
    games.collect()
}

#[test]
fn a_forged_save_is_refused_or_played() {
    let saved = saved();
    let count: u64 = saved.iter().map(|(_, _, saves)| saves.len() as u64).sum();
    let forgeries = part(if is_long() { FORGERIES_LONG.div_ceil(count) } else { FORGERIES });
    let (mut all, mut played) = (0, 0);
    for (name, game, saves) in saved {
        let saves: Vec<_> = saves.into_iter().enumerate().collect();
        let loaded = cores::each(&saves, |(at, save)| {
            let host = game.host();
            assert!(plays(game, &host, save), "{name}: a sound save is played");
            forged(game, &host, save, &format!("{name}, save {at}"), forgeries.clone())
        });
        let loaded: u64 = loaded.into_iter().sum();
        assert!(loaded > 0, "{name}: nothing that was forged could be loaded");
        let made = saves.len() as u64 * (forgeries.end - forgeries.start);
        assert!(loaded < made, "{name}: everything that was forged was loaded");
        (all, played) = (all + made, played + loaded);
    }
    if is_long() {
        writeln!(std::io::stderr(), "{all} forged saves, {played} of them loaded and played").expect("somebody reads");
    }
}

/// A simultaneous question inside of another, inside of another: reading it takes no more stack than reading any other save.
#[test]
fn a_save_as_deep_as_it_is_long_is_refused() {
    const LEVELS: usize = 100_000;
    let game = content().games.values().find_map(|game| game.as_ref().ok()).expect("there are games");
    let save = game.save(&game.begin(&Begin::new(game.rules().players.0, 11)).expect("the game has decks"));
    let with = |log: Vec<Input>| {
        let mut whole: Game = postcard::from_bytes(&save[HEAD..]).expect("a save holds a game");
        whole.log = log;
        postcard::to_stdvec(&whole).expect("a game can be written")
    };
    let (empty, other) = (with(Vec::new()), with(vec![Input::Leave(PlayerId(0))]));
    let at = (0..empty.len()).find(|at| empty[*at] != other[*at]).expect("they differ");
    // A simultaneous question: the two numbers of its hash, one branch of a seat with a number, and in that one sealed input.
    let (before, behind) = ([2, 0, 0, 1, 0, 0, 1].repeat(LEVELS), [0, 0].repeat(LEVELS));
    let payload = [&empty[..at], &[1], &before, &[3, 0], &behind, &empty[at + 1..]].concat();
    assert_eq!(game.load(&sealed(&save, &payload)).err(), Some(LoadError::Corrupt));
}
