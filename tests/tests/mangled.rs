//! Packs that were mangled at random: each is refused with a message, or can be played. It never panics, never hangs, and
//! what must hold between two steps holds in every game of it.
//!
//! Mostly the small packs of the tests are mangled, because they load fast; every fiftieth time one of the games of this
//! repository.
//!
//! What a failure names can be tried alone: the number 32520 is the part 32521 of 100,000,
//! `CARDWRIGHT_LONG=1 CARDWRIGHT_PART=32521/100000`. A number means another pack once a pack has changed or was added.

use cardwright::catalog::Files;
use cardwright::game::{Begin, Random, Ruleset, load};
use cardwright::model::generator::Generator;
use cardwright::play::flow::Progress;
use cardwright::play::session::Decider;
use rulings_content::clock::WorkClock;
use rulings_content::{content, cores, is_long, part, root};
use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// How many packs are mangled, and in the long version.
const PACKS: u64 = 240;
const PACKS_LONG: u64 = 100_000;

/// How many questions are answered in a game that can be played.
const QUESTIONS: usize = 25;

/// No pack takes a processor longer to load and to play, on however slow a machine.
const LONGEST: Duration = Duration::from_secs(60);

/// The files of packs, and the game in them.
type Packs = (Files, String);

/// The games of the tests and those of this repository, each with the files of its packs.
fn games() -> (Vec<Packs>, Vec<Packs>) {
    let folder = root().join("tests/packs");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("there are packs for the tests")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let small = names.into_iter().filter_map(|name| {
        let (files, _) = Files::read(&root().join("tests/packs").join(&name));
        load(&files, &name).ruleset.is_some().then_some((files, name))
    });
    let (all, _) = Files::read(&root());
    let large = content().games.keys().map(|name| (all.clone(), name.clone()));
    (small.collect(), large.collect())
}

/// These files, some of them mangled in a few places.
fn mangled(files: &Files, game: &str, luck: &mut Generator) -> Files {
    let mut texts: Vec<(String, String)> =
        files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
    let own: Vec<usize> = (0..texts.len()).filter(|at| texts[*at].0.split('/').nth(1) == Some(game)).collect();
    for _ in 0..1 + luck.below(3) {
        let at = own[luck.below(own.len() as u32) as usize];
        let other = texts[own[luck.below(own.len() as u32) as usize]].1.clone();
        let text = std::mem::take(&mut texts[at].1);
        texts[at].1 = mangle(&text, &other, luck);
    }
    Files::new(texts)
}

/// A text with one thing in it changed.
fn mangle(text: &str, other: &str, luck: &mut Generator) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    if lines.is_empty() {
        return other.to_string();
    }
    let at = luck.below(lines.len() as u32) as usize;
    let to = luck.below(lines.len() as u32) as usize;
    match luck.below(9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at].clone()),
        2 => lines.swap(at, to),
        3 => lines.truncate(at),
        4 => {
            let theirs: Vec<&str> = other.lines().collect();
            let line = theirs.get(luck.below(theirs.len() as u32) as usize).unwrap_or(&"");
            lines.insert(at, (*line).to_string());
        }
        5 => {
            let mut letters: Vec<char> = lines[at].chars().collect();
            let place = luck.below(letters.len() as u32 + 1) as usize;
            let odd =
                ['"', '{', '}', '(', ')', '[', ']', '=', '.', ',', '|', '-', '0', 'é', '\u{202e}', '\0', '\\', '`'];
            letters.insert(place, odd[luck.below(odd.len() as u32) as usize]);
            lines[at] = letters.into_iter().collect();
        }
        _ => lines[at] = with_another_word(&lines[at], other, luck),
    }
    lines.join("\n") + "\n"
}

/// A line in which a word or number is another.
fn with_another_word(line: &str, other: &str, luck: &mut Generator) -> String {
    const EDGES: [&str; 12] = [
        "0",
        "1",
        "-1",
        "2",
        "65536",
        "4294967296",
        "9223372036854775807",
        "-9223372036854775808",
        "true",
        "()",
        "[]",
        "loop",
    ];
    let words = words(line);
    if words.is_empty() {
        return line.to_string();
    }
    let (from, to) = words[luck.below(words.len() as u32) as usize];
    let theirs = self::words(other);
    let new = match luck.below(2) {
        0 if !theirs.is_empty() => {
            let (from, to) = theirs[luck.below(theirs.len() as u32) as usize];
            &other[from..to]
        }
        _ => EDGES[luck.below(EDGES.len() as u32) as usize],
    };
    format!("{}{new}{}", &line[..from], &line[to..])
}

/// Where the words and numbers of a text are.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut from = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = letter.is_alphanumeric() || letter == '_';
        match (from, inside) {
            (None, true) => from = Some(at),
            (Some(start), false) => {
                words.push((start, at));
                from = None;
            }
            _ => {}
        }
    }
    words
}

/// Plays a game at random for a while; what must hold between two steps is checked at each question.
fn play(game: &Ruleset, seed: u64) {
    let rules = game.rules();
    let begin = Begin::new(rules.players.0.max(3).min(rules.players.1), seed);
    // Mangled decks may be too large or too small.
    let Ok(start) = game.begin(&begin) else { return };
    let mut table = game.table_of_people(&game.host(), start);
    let mut random = Random::new(seed);
    for _ in 0..QUESTIONS {
        let progress = table.advance();
        assert_eq!(table.game().check_invariants(game.rules()), Vec::<String>::new());
        let Some(prompt) = table.game().prompts().first().cloned().filter(|_| progress == Progress::Waiting) else {
            break;
        };
        let answer = random.decide(&prompt, table.game(), game.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    let _ = (game.trace(table.game(), None), game.save(table.game()));
}

/// The lines in which mangled files differ from whole ones.
fn differences(whole: &Files, mangled: &Files) -> String {
    let texts = whole.iter().zip(mangled.iter()).filter(|(whole, mangled)| whole.1 != mangled.1);
    let told = texts.map(|((path, whole), (_, mangled))| {
        let missing = whole.lines().filter(|line| !mangled.lines().any(|other| other == *line));
        let new = mangled.lines().filter(|line| !whole.lines().any(|other| other == *line));
        let lines = missing.map(|line| format!("- {line}\n")).chain(new.map(|line| format!("+ {line}\n")));
        format!(
            "{path}, {} lines instead of {}\n{}",
            mangled.lines().count(),
            whole.lines().count(),
            lines.collect::<String>()
        )
    });
    told.collect()
}

/// Loads a mangled pack and plays it if it loads. Whether it did, and how long it took.
fn try_out(whole: &Files, name: &str, number: u64) -> (bool, Duration) {
    let began = WorkClock::begin();
    let mut luck = Generator::new(number);
    let files = mangled(whole, name, &mut luck);
    let tried = catch_unwind(AssertUnwindSafe(|| {
        let loaded = load(&files, name);
        let _ = loaded.problems.render(&files, cardwright::base::Colour::Plain);
        loaded.ruleset.as_ref().inspect(|game| play(game, number)).is_some()
    }));
    let loaded = tried.unwrap_or_else(|_| {
        panic!("{name}, mangled by {number}: a panic or a broken invariant\n{}", differences(whole, &files))
    });
    (loaded, began.elapsed())
}

#[test]
fn a_mangled_pack_is_refused_or_played() {
    let (small, large) = games();
    assert!(small.len() > 4 && large.len() > 4, "{} small games and {} large ones", small.len(), large.len());
    let numbers: Vec<u64> = part(if is_long() { PACKS_LONG } else { PACKS }).collect();
    let tried = cores::each(&numbers, |number| {
        let number = *number;
        let (files, name) = match number % 50 {
            49 => &large[(number / 50) as usize % large.len()],
            _ => &small[number as usize % small.len()],
        };
        let (loaded, took) = try_out(files, name, number);
        assert!(took < LONGEST, "{name}, mangled by {number}: it took {took:?}");
        loaded
    });
    let loaded = tried.iter().filter(|loaded| **loaded).count();
    if tried.len() >= PACKS as usize {
        assert!(loaded * 20 > tried.len(), "only {loaded} of {} could be loaded", tried.len());
        assert!(loaded < tried.len(), "everything that was mangled was loaded");
    }
    if is_long() {
        let told = format!("{} mangled packs, {loaded} of them loaded and played", tried.len());
        writeln!(std::io::stderr(), "{told}").expect("somebody reads");
    }
}
