//! The author's guide is true: the blocks of its chapters, taken out of the Markdown, are packs that check clean and whose
//! rulings hold, and every message and trace in it is the one that is shown. What other documents quote stands in the files
//! that they name.
//!
//! A block of TOML or Rhai whose first line names a path is that file; several with one path follow one another. A
//! block marked `broken` is such a file with a mistake in it, and the block after it what is said about that. A block
//! of text whose first line names a ruling is the trace of that ruling.

use cardwright_cli::guide::chapters;
use cardwright_content::{Files, games, packs};
use cardwright_game::{Ruleset, RulesetInside, load};
use cardwright_kernel::problems::{Colour, Problem};
use cardwright_rulings::rulings::{self, RulingFile};
use std::collections::BTreeMap;
use std::fs;
use suite::reference::Evaluator;
use suite::root;

/// Chapters whose blocks are no files of the guide's packs.
const APART: [&str; 8] = ["mechanisms", "rulings", "steps", "running", "changing", "desk", "laboratory", "one-action"];
const OTHERS: [&str; 8] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "engine/GLOSSARY.md",
    "engine/INSIDE.md",
    "tests/suite/benches/MEASUREMENTS.md",
    "tools/guides/mechanisms.md",
    "tools/guides/one-action.md",
];
const FENCE: &str = "\n```";

/// A fenced block: its language with what is said behind it, the path in its first line, and the other lines.
#[derive(Clone, Copy)]
struct Block<'d> {
    info: &'d str,
    path: Option<&'d str>,
    text: &'d str,
}

/// The chapters whose blocks are the guide's packs, in their order.
fn guides() -> impl Iterator<Item = String> {
    chapters().iter().filter(|chapter| !APART.contains(&chapter.name)).map(|chapter| path_of(chapter.name))
}

/// The path of a chapter.
pub fn path_of(chapter: &str) -> String {
    format!("tools/guides/{chapter}.md")
}

/// What the guide's packs are taken from.
pub fn guide_texts() -> Vec<String> {
    guides().map(|path| document(&path)).collect()
}

pub fn document(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The blocks of a document; with each, what stands between its fences.
fn blocks(document: &str) -> Vec<(&str, Block<'_>)> {
    document.split(FENCE).skip(1).step_by(2).map(|fenced| (fenced, block(fenced))).collect()
}

fn block(fenced: &str) -> Block<'_> {
    let (info, text) = fenced.split_once('\n').unwrap_or((fenced, ""));
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let path = ["# ", "// "].iter().find_map(|mark| first.strip_prefix(mark));
    let folders = ["cards/", "scripts/", "tests/", "engine/", "tools/"];
    let path = path.filter(|path| folders.iter().any(|folder| path.starts_with(folder)));
    Block { info, path, text: if path.is_some() { rest } else { text } }
}

/// The packs of the repository, and over them those of the guides.
pub fn files(guides: &[String]) -> Files {
    let (files, _) = Files::read(&root());
    let mut own: BTreeMap<&str, String> = BTreeMap::new();
    for (_, block) in guides.iter().flat_map(|guide| blocks(guide)) {
        if let (Some(path), "toml" | "rhai") = (block.path, block.info) {
            own.entry(path).or_default().push_str(&format!("{}\n", block.text));
        }
    }
    with(&files, own.iter().map(|(path, text)| (*path, text.as_str())))
}

/// These files, with others beside or instead of them.
fn with<'t>(files: &'t Files, others: impl Iterator<Item = (&'t str, &'t str)>) -> Files {
    Files::new(files.iter().chain(others))
}

/// What is wrong in the packs of these games, as it is shown.
fn problems(files: &Files, games: &[String]) -> String {
    games.iter().map(|game| load(files, game).problems.render(files, Colour::Plain)).collect()
}

/// The games to which a file belongs; all of them if its folder is no pack.
fn games_of(files: &Files, path: &str) -> Vec<String> {
    let pack = packs(files).into_iter().find(|info| path.split('/').nth(1) == Some(&info.name));
    pack.map_or_else(|| all_games(files), |info| info.games)
}

fn all_games(files: &Files) -> Vec<String> {
    games(files).into_iter().map(String::from).collect()
}

/// The rulesets of the games whose rulings were played, each loaded once.
#[derive(Default)]
struct Loaded(BTreeMap<String, Ruleset>);

impl Loaded {
    fn game(&mut self, files: &Files, pack: &str) -> Result<&Ruleset, &'static str> {
        let infos = packs(files);
        let info = infos.iter().find(|info| info.name == pack).ok_or("there is no such pack")?;
        let game = &info.games[0];
        if !self.0.contains_key(game) {
            let ruleset = load(files, game).ruleset.ok_or("its game cannot be loaded")?;
            self.0.insert(game.clone(), ruleset);
        }
        Ok(&self.0[game])
    }
}

/// The trace of a ruling, or what is wrong with it, as it is shown.
fn played(files: &Files, loaded: &mut Loaded, path: &str) -> Result<String, String> {
    let text = files.get(path).unwrap_or_default().into();
    let file = RulingFile { root: root(), path: path.into(), text };
    let ruleset = loaded.game(files, file.pack())?;
    let ruling = rulings::read(&file, ruleset).map_err(|problems| problems.render(&file.source(), Colour::Plain))?;
    let run = rulings::run(&ruling, ruleset, &ruleset.host());
    let shown = |problem: &Problem| problem.render(&file.source(), Colour::Plain);
    if run.failures.is_empty() { Ok(run.trace) } else { Err(run.failures.iter().map(shown).collect()) }
}

/// What is said about a file with a mistake in it.
fn told(files: &Files, path: &str, text: &str) -> String {
    let text = format!("{text}\n");
    let files = with(files, [(path, text.as_str())].into_iter());
    if path.starts_with("tests/") {
        played(&files, &mut Loaded::default(), path).err().unwrap_or_default()
    } else {
        problems(&files, &games_of(&files, path))
    }
}

/// A document as it would be if all its traces and messages were as they are shown now.
fn corrected(document: &str, files: &Files) -> String {
    let mut corrected = document.to_string();
    let mut loaded = Loaded::default();
    let mut before: Option<Block<'_>> = None;
    for (fenced, block) in blocks(document) {
        let now = match (block.info, block.path, before) {
            ("text", Some(path), _) => {
                Some(format!("text\n# {path}\n{}", played(files, &mut loaded, path).unwrap_or_default()))
            }
            ("text", None, Some(Block { info: "toml broken" | "rhai broken", path: Some(path), text })) => {
                Some(format!("text\n{}", told(files, path, text)))
            }
            _ => None,
        };
        if let Some(now) = now {
            corrected = corrected.replacen(fenced, now.trim_end(), 1);
        }
        before = Some(block);
    }
    corrected
}

#[test]
fn the_packs_of_the_guides_check_clean() {
    let files = files(&guide_texts());
    assert_eq!(problems(&files, &all_games(&files)), "");
}

#[test]
fn the_rulings_of_the_guides_hold() {
    let guides = guide_texts();
    let files = files(&guides);
    let mut loaded = Loaded::default();
    for (_, block) in guides.iter().flat_map(|guide| blocks(guide)) {
        if let (Some(path), "toml") = (block.path.filter(|path| path.starts_with("tests/")), block.info) {
            assert_eq!(played(&files, &mut loaded, path).err(), None, "{path}");
        }
    }
}

/// A question in the middle of a thousand uses within uses: saved, loaded and forked there, they go on as before, and both
/// evaluators tell the same. Each use lies below the one that set it off.
#[test]
fn a_thousand_uses_within_uses_are_told_alike() {
    let files = files(&guide_texts());
    let path = "tests/rulings/saleroom/canon/asked-in-the-middle-of-a-thousand.toml";
    let text = files.get(path).expect("the guide has it").into();
    let file = RulingFile { root: root(), path: path.into(), text };
    let lowered = load(&files, "saleroom").ruleset.expect("the guide's packs are right");
    let ruling = rulings::read(&file, &lowered).expect("the ruling is right");
    let run = rulings::run(&ruling, &lowered, &lowered.host());
    assert_eq!(run.facts.iter().map(|fact| fact.depth).max(), Some(1_000));
    let last = format!("{:40}> A sings Canon\n", "");
    assert_eq!(run.trace.matches(&last).count(), 1_000 + 1 - 20, "no line is indented by more than twenty levels");
    let mut found = rulings::metamorphic(&ruling, &lowered, &lowered.host());
    // The journal does not reach back so far.
    found.retain(|divergence| divergence.variant != "undone to the beginning and redone");
    assert_eq!(found, []);
    let reference = Evaluator::Reference.runs(&lowered);
    assert_eq!(rulings::run(&ruling, &reference, &reference.host()).facts, run.facts);
}

#[test]
fn what_is_shown_in_the_documents_is_what_is_shown() {
    let files = files(&guide_texts());
    for path in guides().chain(OTHERS.map(String::from)) {
        let (document, corrected) = (document(&path), corrected(&document(&path), &files));
        if document != corrected {
            fs::write(root().join(format!("{path}.new")), &corrected).unwrap_or_default();
            panic!("what is shown now lies in `{path}.new`:\n{}", rulings::diff(&document, &corrected));
        }
    }
}

#[test]
fn what_is_quoted_stands_in_the_files() {
    for name in OTHERS {
        for (_, block) in blocks(&document(name)) {
            let Some(path) = block.path.filter(|_| block.info != "text") else { continue };
            let held = document(path).contains(block.text.trim_end());
            assert!(held, "{name} quotes what does not stand in {path}:\n{}", block.text);
        }
    }
}
