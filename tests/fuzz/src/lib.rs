//! What the targets share: the small packs of the tests, and playing a game that came of anything.

use cardwright_content::{Files, pack_of};
use cardwright_game::{Begin, Random, Ruleset, RulesetInside, load};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::table::{Decider, Progress, Table};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How many questions are answered in a game that can be played.
const QUESTIONS: usize = 15;

/// The folder of the packs for tests.
pub fn packs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../packs")
}

/// The files of a pack for tests, read when they are first asked for.
///
/// # Panics
/// If another thread has panicked here.
pub fn files_of(pack: &str) -> Option<&'static Files> {
    static FILES: Mutex<BTreeMap<String, &Files>> = Mutex::new(BTreeMap::new());
    let folder = packs().join(pack);
    if !pack.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') || !folder.is_dir() {
        return None;
    }
    let mut files = FILES.lock().expect("nobody has panicked");
    Some(*files.entry(pack.to_owned()).or_insert_with(|| Box::leak(Box::new(Files::read(&folder).0))))
}

/// The game of a pack.
///
/// # Panics
/// If the pack is wrong.
pub fn game(pack: &str) -> Ruleset {
    let files = files_of(pack).expect("it is among the packs");
    load(files, pack).ruleset.expect("the pack is right")
}

/// Takes the first line as the path of a file of a small pack, and the rest as its text: that pack, with this file.
pub fn with_file(input: &[u8], ending: &str) -> Option<(Files, String)> {
    let (path, text) = std::str::from_utf8(input).ok()?.split_once('\n')?;
    let pack = pack_of(path)?;
    let files = files_of(pack)?;
    let fits = path.ends_with(ending) && files.get(path).is_some();
    fits.then(|| (files.with_texts([(path, text)]), pack.to_owned()))
}

/// Loads a pack, and plays it if it loads.
pub fn load_and_play(files: &Files, pack: &str) {
    let loaded = load(files, pack);
    let _ = loaded.problems.render(files, Colour::Plain);
    if let Some(ruleset) = loaded.ruleset {
        play(&ruleset);
    }
}

fn play(ruleset: &Ruleset) {
    let people = ruleset.rules().players.0.max(3).min(ruleset.rules().players.1);
    let Ok(start) = ruleset.begin(&Begin::new(people, 1)) else { return };
    go_on(ruleset, ruleset.table_of_people(&ruleset.host(), start));
}

/// Plays on at random for a while; what must hold between two steps is checked at each question.
///
/// # Panics
/// If it does not hold.
pub fn go_on(ruleset: &Ruleset, mut table: Table) {
    let mut random = Random::new(1);
    for _ in 0..QUESTIONS {
        let progress = table.advance();
        assert_eq!(table.game().check_invariants(ruleset.rules()), Vec::<String>::new());
        let prompt = table.game().prompts().first().cloned().filter(|_| progress == Progress::Waiting);
        let Some(prompt) = prompt else { break };
        let answer = random.decide(&prompt, table.game(), ruleset.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    let _ = (ruleset.trace(table.game(), None), ruleset.save(table.game()));
}

/// A save of a game that has just begun.
///
/// # Panics
/// If the game does not begin.
pub fn begun(ruleset: &Ruleset) -> Vec<u8> {
    let people = ruleset.rules().players.0.max(3).min(ruleset.rules().players.1);
    let start = ruleset.begin(&Begin::new(people, 1)).expect("so many can play it");
    ruleset.save(&start)
}
