//! What a game keeps to itself leaves nothing in the JSON of any seat: a change of a quiet attribute, a change of one that is
//! secret and another player's, a fact that the trace does not write. Of all games, those of the tests too.
//!
//! Found once: a sealed answer shows in who is waited for, in numbers of prompts and in what a seat imagines; another seat's
//! question shows in the place at which one was asked.

use cardwright_content::Files;
use cardwright_game::{Begin, Match, MatchInside, Random, Ruleset, RulesetInside, Viewer, load};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::table::{Decider, Progress};
use cardwright_kernel::trace::{Fact, FactKind, Thing};
use cardwright_report::Reporter;
use cardwright_rulings::rulings;
use std::fs;
use suite::{content, cores, root};

/// How many questions are answered in each game.
const QUESTIONS: usize = 120;

/// Every game, by name.
fn games() -> Vec<(String, Ruleset)> {
    let folder = root().join("tests/packs");
    let mut small: Vec<String> = fs::read_dir(&folder)
        .expect("there are packs")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    small.sort();
    let small = small.into_iter().filter_map(|name| {
        let (files, _) = Files::read(&folder.join(&name));
        let ruleset = load(&files, &name).ruleset?;
        Some((name, ruleset))
    });
    let large = content().games.iter().map(|(name, game)| (name.clone(), game.clone().expect("it is right")));
    small.chain(large).collect()
}

/// Whether a change is one that this seat must not be told.
fn is_untold(game: &Ruleset, fact: &Fact, seat: Seat) -> bool {
    let FactKind::Sets(thing, attr, ..) = &fact.what else { return false };
    let decl = &game.rules().attributes[attr.index()];
    let own = match thing {
        Some(Thing::Card(named)) => named.controller.index() == seat.index(),
        Some(Thing::Player(player)) => player.index() == seat.index(),
        Some(Thing::Word(_) | Thing::Number(_) | Thing::Zone(_)) | None => false,
    };
    decl.quiet || decl.secret && !own
}

/// Plays a game at random. How many changes were not told.
fn untold(name: &str, game: &Ruleset) -> usize {
    let seed = 5;
    let people = game.rules().players.0.max(2).min(game.rules().players.1);
    let mut table = game.table_of_people(&game.host(), game.begin(&Begin::new(people, seed)).expect("it has decks"));
    let mut random = Random::new(seed);
    for _ in 0..QUESTIONS {
        if table.advance() == Progress::Over {
            break;
        }
        let prompt = table.game().prompts()[0].clone();
        let answer = random.decide(&prompt, table.game(), table.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    let trace = table.game().trace();
    let mut untold = 0;
    for seat in (0..people).map(Seat) {
        let reporter = Reporter::for_seat(game.rules(), table.state(), seat);
        for fact in trace {
            let json = reporter.json_lines(std::slice::from_ref(fact), &[]);
            if is_untold(game, fact, seat) {
                assert_eq!(json, "", "{name}, to {}", seat.letter());
                untold += 1;
            }
            assert!(!json.contains("\"text\":\"\""), "{name}, to {}: {json}", seat.letter());
        }
    }
    untold
}

#[test]
fn what_is_quiet_or_secret_leaves_nothing_in_the_json_of_a_seat() {
    let games = games();
    assert!(games.len() > 15, "{} games", games.len());
    let untold = cores::each(&games, |(name, game)| (name.clone(), untold(name, game)));
    let of = |wanted: &str| untold.iter().find(|(name, _)| name == wanted).map(|(_, count)| *count);
    // Otherwise nothing was shown of these games.
    for name in ["toy", "spellfire", "grand_archive", "war_of_the_ring", "hearts"] {
        assert!(of(name) > Some(0), "{name}: {:?}", of(name));
    }
}

/// The toy, with its Dice Cup's script as `written` makes it.
fn toy(written: impl Fn(&str) -> String) -> Ruleset {
    let path = "scripts/toy/boons/dice-cup.rhai";
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let text = written(files.get(path).expect("the toy has this card"));
    load(&files.with_texts([(path, &*text)]), "toy").ruleset.expect("it is right")
}

/// What is left of a game in which Dice Cup is used: the trace, its JSON to everybody and to each seat, the state, and the
/// save.
fn left_of(game: &Ruleset) -> (Vec<String>, u64, Vec<u8>) {
    let root = root().join("tests/packs/toy");
    let path = "tests/rulings/toy/dice-cup/a-higher-throw-is-a-heart.toml";
    let text = fs::read_to_string(root.join(path)).expect("the ruling is there");
    let file = rulings::RulingFile { root, path: path.into(), text: text.into() };
    let Ok(ruling) = rulings::read(&file, game) else { panic!("the ruling can be read") };
    let run = rulings::run(&ruling, game, &game.host());
    assert!(run.failures.is_empty(), "the ruling holds");
    let readers = (0..2).map(|seat| Reporter::for_seat(game.rules(), run.game.state(), Seat(seat)));
    let all = std::iter::once(Reporter::new(game.rules(), run.game.state())).chain(readers);
    let mut told: Vec<String> = all.map(|reporter| reporter.json_lines(run.game.trace(), &[])).collect();
    told.push(run.trace);
    (told, game.fingerprint(&run.game), game.save(&run.game))
}

#[test]
fn a_line_for_the_author_is_no_part_of_the_game() {
    let logs = toy(|text| {
        assert!(text.contains("    log(`"), "Dice Cup writes a line for its author");
        text.to_string()
    });
    let silent = toy(|text| text.replace("    log(`", "    let _line = (`"));
    let ((told, print, save), (other, silent_print, silent_save)) = (left_of(&logs), left_of(&silent));
    assert_eq!(told, other);
    assert_eq!(print, silent_print);
    // The hash of the packs differs, and nothing else.
    assert_eq!(save.len(), silent_save.len());
    assert!(!String::from_utf8_lossy(&save).contains("throws before"));
}

/// Observes a game at random questions, as each seat and as a watcher. Gives how often an author is told places there.
fn places(name: &str, game: &Ruleset) -> usize {
    let people = game.rules().players.0.max(2).min(game.rules().players.1);
    let mut playing = Match::begin(game, &Begin::new(people, 5)).expect("it has decks");
    let (mut random, mut told) = (Random::new(5), 0);
    let is_place = |text: &str| text.contains(".rhai") || text.contains(".toml");
    for _ in 0..QUESTIONS / 4 {
        if playing.advance().is_ok_and(|progress| progress == Progress::Over) {
            break;
        }
        for seat in (0..people).map(Seat).chain([Seat(31)]) {
            let json = |observed| serde_json::to_string(&observed).expect("it is plain data");
            let observed = json(playing.observe(Viewer::Seat(seat)));
            assert!(!is_place(&observed), "{name}, to {}: {observed}", seat.letter());
            told += usize::from(is_place(&json(playing.observe_for_author(Viewer::Seat(seat)))));
        }
        let Some(prompt) = playing.prompts(Viewer::Host).into_iter().next() else { continue };
        playing.answer(prompt.number, random.choose(&prompt)).expect("what is drawn at random fits");
    }
    told
}

#[test]
fn no_seat_is_told_where_in_the_files_of_the_packs_something_is_written() {
    let told = cores::each(&games(), |(name, game)| places(name, game));
    assert!(told.iter().sum::<usize>() > 100, "authors are told it");
}
